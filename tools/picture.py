"""Makes the pictures of the page in the README.

    BSTAR=path/to/bstar python tools/picture.py docs

A browser's PNG is large. Few colours matter in a page of text: those that are not among the most frequent become the nearest that are.
"""

import io
import pathlib
import struct
import sys
import zlib

import numpy

# The browser and the server are those of the tests.
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "tests"))

from browser import Visitor, browsing, serving
from conftest import program

TACTIC = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"
MIN_EXPANSIONS = 10
QUIET = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9"


def searched(browser, server, position, height):
    """The page after a search."""
    visitor = Visitor(browser, viewport={"width": 1340, "height": height})
    visitor.page.goto(server.url)
    visitor.set_up(position)
    visitor.page.locator("#setup").evaluate("setup => { setup.open = false; }")
    # A search that began a deeper tree shortly before the end has little to show.
    for _ in range(8):
        visitor.think("3")
        if int(visitor.page.get_attribute("#slider", "max")) >= MIN_EXPANSIONS:
            break
    visitor.page.wait_for_timeout(600)
    return visitor


def answer(browser, server):
    """The top of the page, down to the rivals."""
    visitor = searched(browser, server, TACTIC, 1500)
    visitor.page.evaluate("scrollTo(0, 0)")
    box = visitor.page.locator("#rivals").bounding_box()
    clip = {"x": 0, "y": 0, "width": 1340, "height": box["y"] + box["height"] + 16}
    return visitor.page.screenshot(clip=clip)


def tree(browser, server):
    """The middle of a search, with the board beside the tree."""
    visitor = searched(browser, server, QUIET, 900)
    page = visitor.page
    last = int(page.get_attribute("#slider", "max"))
    page.fill("#slider", str(last * 2 // 3))
    page.locator("#time").evaluate("time => scrollTo(0, time.offsetTop - 16)")
    page.wait_for_timeout(600)
    return page.screenshot()


def pixels(png):
    """Rows of colours, of a PNG with eight bits a channel."""
    stream, data = io.BytesIO(png[8:]), b""
    while head := stream.read(8):
        length, kind = struct.unpack(">I4s", head)
        body = stream.read(length)
        stream.read(4)
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            channels = {2: 3, 6: 4}[colour]
            assert depth == 8
        data += body if kind == b"IDAT" else b""
    raw = numpy.frombuffer(zlib.decompress(data), numpy.uint8).reshape(height, 1 + width * channels)
    rows = numpy.zeros((height + 1, width, channels), numpy.uint8)
    for y in range(height):
        kind, line, above = raw[y, 0], raw[y, 1:].reshape(width, channels), rows[y]
        rows[y + 1] = unfiltered(kind, line, above)
    return rows[1:, :, :3]


def unfiltered(kind, line, above):
    if kind == 0:
        return line
    if kind == 1:
        return numpy.cumsum(line, axis=0, dtype=numpy.uint8)
    if kind == 2:
        return line + above
    row = numpy.zeros_like(line)
    left = upper_left = numpy.zeros(line.shape[1], int)
    for x in range(len(line)):
        up = above[x].astype(int)
        if kind == 3:
            guess = (left + up) // 2
        else:
            choices = numpy.stack([left, up, upper_left])
            guess = choices[numpy.abs(choices - (left + up - upper_left)).argmin(axis=0), range(line.shape[1])]
        left = (line[x] + guess) % 256
        row[x], upper_left = left, up
    return row


def small(rows):
    """A PNG with a palette."""
    height, width, _ = rows.shape
    packed = rows.astype(numpy.uint32) @ numpy.array([65536, 256, 1], numpy.uint32)
    colours, index, counts = numpy.unique(packed, return_inverse=True, return_counts=True)
    kept = numpy.argsort(-counts)[:256]
    channels = numpy.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1).astype(int)
    palette = channels[kept]
    nearest = numpy.concatenate([((part[:, None] - palette[None]) ** 2).sum(axis=2).argmin(axis=1) for part in numpy.array_split(channels, 64)])
    picked = nearest[index].reshape(height, width).astype(numpy.uint8)
    data = b"".join(b"\0" + line.tobytes() for line in picked)

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"PLTE", palette.astype(numpy.uint8).tobytes()) + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b"")


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    with serving(program()) as server, browsing() as browser:
        for name, take in [("page.png", answer), ("page-tree.png", tree)]:
            picture = small(pixels(take(browser, server)))
            (folder / name).write_bytes(picture)
            print(f"{folder / name}: {len(picture)} bytes")
