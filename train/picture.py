"""The losses of a training as a picture."""

WIDTH, HEIGHT, LEFT, BOTTOM, MARGIN = 640, 360, 70, 40, 20
CURVES = (("learned", "#8a8a8a"), ("held out", "#b04a2f"))


def loss_picture(losses):
    """An SVG with one curve for the positions learned from and one for those held out."""
    lowest = min(min(pair) for pair in losses)
    # The losses of the first epochs may lie above the picture.
    highest = max(sorted(max(pair) for pair in losses)[: max(1, len(losses) * 19 // 20)])
    room = (highest - lowest) or lowest or 1.0
    last = max(len(losses) - 1, 1)

    def x(epoch):
        return LEFT + epoch / last * (WIDTH - LEFT - MARGIN)

    def y(loss):
        return HEIGHT - BOTTOM - (min(loss, highest) - lowest) / room * (HEIGHT - BOTTOM - MARGIN)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        "<title>Mean squared error by epoch</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for step in range(5):
        loss = lowest + room * step / 4
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - MARGIN}" y1="{y(loss):.1f}" y2="{y(loss):.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(loss) + 4:.1f}" text-anchor="end">{loss:.5f}</text>')
    for epoch in sorted({0, last // 2, last}):
        parts.append(f'<text x="{x(epoch):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{epoch + 1}</text>')
    for index, (name, colour) in enumerate(CURVES):
        points = " ".join(f"{x(epoch):.1f},{y(pair[index]):.1f}" for epoch, pair in enumerate(losses))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDTH - MARGIN - 90}" y="{MARGIN + 16 * (index + 1)}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 6}" text-anchor="middle">epoch</text></svg>')
    return "\n".join(parts) + "\n"
