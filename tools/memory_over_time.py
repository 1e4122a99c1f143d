"""Measures the memory of the program over a long time, and draws it. docs/robustness.md has the figures.

    python tools/memory_over_time.py infinite 60 > infinite.tsv    one `go infinite`, for this many minutes
    python tools/memory_over_time.py pairs 10000 > pairs.tsv       this many pairs of `go` and `stop`
    python tools/memory_over_time.py draw TITLE infinite.tsv pairs.tsv > memory.svg

`tools/crowd.py` measures the page's server. A line of a table is a second and the MiB that were resident then.
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

SHARP = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
SAMPLE_SECONDS = 5
PAIRS_PER_SAMPLE = 100

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 300, 64, 24, 48, 44
COLOURS = ["#0969da", "#bc4c00", "#1a7f37"]


def resident_mib(process):
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) / 1024


class Engine:
    """The program, spoken to as a chess program would."""

    def __init__(self):
        command = [os.environ.get("BSTAR", "target/release/bstar")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.began = time.monotonic()

    def send(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def wait_for(self, beginning):
        for line in self.process.stdout:
            if line.startswith(beginning):
                return line
        raise EOFError("the engine has gone")

    def sample(self):
        print(f"{time.monotonic() - self.began:.1f}\t{resident_mib(self.process):.2f}", flush=True)


def infinite(minutes):
    engine = Engine()
    engine.send(f"position fen {SHARP}", "go infinite")
    end = time.monotonic() + 60 * float(minutes)
    while time.monotonic() < end:
        time.sleep(SAMPLE_SECONDS)
        engine.sample()
    engine.send("stop")
    engine.wait_for("bestmove")


def pairs(count):
    """Searches that are stopped at once, and every tenth after a moment."""
    engine = Engine()
    for number in range(1, int(count) + 1):
        engine.send(f"position fen {SHARP}", "go infinite")
        if number % 10 == 0:
            time.sleep(0.02)
        engine.send("stop")
        engine.wait_for("bestmove")
        if number % PAIRS_PER_SAMPLE == 0:
            engine.sample()


def read(path):
    return [tuple(map(float, line.split("\t"))) for line in Path(path).read_text().splitlines()]


def step_for(largest):
    """The distance of marks on an axis: about five of them, at round numbers."""
    rough = largest / 5
    power = 10 ** len(str(int(rough))) / 10
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)


def draw(title, *paths):
    """Every table is a curve over its own time, of which the axis shows the share that has passed."""
    tables = [(Path(path).stem.replace("-", " "), read(path)) for path in paths]
    largest = max(mib for _, table in tables for _, mib in table)
    step = step_for(largest)
    top = step * (largest // step + 1)
    x = lambda share: LEFT + share * (WIDTH - LEFT - RIGHT)
    y = lambda mib: HEIGHT - BOTTOM - mib / top * (HEIGHT - TOP - BOTTOM)
    text = lambda kind, at_x, at_y, anchor, words: f'<text class="{kind}" x="{at_x:.1f}" y="{at_y:.1f}" text-anchor="{anchor}">{words}</text>'
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">',
        f"<title>{title}</title>",
        "<style>text{font-family:system-ui,sans-serif;fill:#1b1f24}.title{font-size:17px;font-weight:600}.mark{font-size:11px;fill:#57606a}"
        ".key{font-size:12px}.grid{stroke:#d8dee4}.curve{fill:none;stroke-width:2;stroke-linejoin:round}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#ffffff"/>',
        text("title", 24, 28, "start", title),
    ]
    for number in range(int(top / step) + 1):
        mib = number * step
        svg += [f'<line class="grid" x1="{x(0)}" y1="{y(mib):.1f}" x2="{x(1)}" y2="{y(mib):.1f}"/>', text("mark", x(0) - 8, y(mib) + 4, "end", f"{mib:g} MiB")]
    svg += [text("mark", x(0), HEIGHT - BOTTOM + 18, "start", "begin"), text("mark", x(1), HEIGHT - BOTTOM + 18, "end", "end")]
    for colour, (name, table), place in zip(COLOURS, tables, range(len(tables))):
        whole = table[-1][0]
        points = " ".join(f"{x(second / whole):.1f},{y(mib):.1f}" for second, mib in table)
        svg.append(f'<polyline class="curve" stroke="{colour}" points="{points}"/>')
        svg.append(f'<rect x="{x(0) + place * 210:.1f}" y="{HEIGHT - 16}" width="12" height="4" fill="{colour}"/>')
        svg.append(text("key", x(0) + 18 + place * 210, HEIGHT - 10, "start", f"{name}, {whole / 60:.0f} min"))
    print("\n".join([*svg, "</svg>"]))


if __name__ == "__main__":
    {"infinite": infinite, "pairs": pairs, "draw": draw}[sys.argv[1]](*sys.argv[2:])
