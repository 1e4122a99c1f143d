#!/usr/bin/env python3
"""How far a longer search moves the value of the chosen move: the numbers behind the 90 % intervals of `bstar explain`.

    python3 train/intervals.py data/regret/learn.epd --first 300 -o data/intervals.tsv
    python3 train/intervals.py --fit data/intervals.tsv

The first command has `bstar explain` choose a move in each position with 10,000, 30,000 and 100,000 nodes, in every third also with
300,000, and then alpha-beta look at that move alone with ten times as many. The second one fits the intervals to that, and prints the numbers that stand in
crates/explain/src/reading/interval.rs. It needs Python and the program. Searches by nodes are the same
on every machine, and so is the file.
"""

import argparse
import json
import math
import subprocess
import sys
from pathlib import Path

# How many nodes, and in which positions: in all of them, or in every third, because that takes long.
NODES = {10_000: 1, 30_000: 1, 100_000: 1, 300_000: 3}
LONGER_SEARCH_FACTOR = 10
HEADER = "# position, nodes, change of the value in the last two iterations, value, value by ten times as many nodes (ten-thousandths)"
# The scale ends before certainty does.
SCALE_MARGIN = 0.005


def told(bstar, *arguments):
    done = subprocess.run([bstar, *map(str, arguments), "--json"], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def expected(score, scale):
    """A score in ten-thousandths, by the table that `explain` prints."""
    if "mate" in score:
        return 10_000 if score["mate"] > 0 else 0
    table = list(zip(scale["centipawns"], scale["points"]))
    centipawns = min(max(score["cp"], table[0][0]), table[-1][0])
    for (x0, y0), (x1, y1) in zip(table, table[1:]):
        if centipawns <= x1:
            return round(y0 + (y1 - y0) * (centipawns - x0) / (x1 - x0))


def sample(bstar, name, fen, nodes):
    """What is chosen, and what it is worth by a longer search. None if there is nothing to be estimated."""
    thought, scale, *rest = told(bstar, "explain", fen, "--nodes", nodes, "--hash", 16)
    stability, value = thought["root_stability"], thought["real"]
    best = next(line for line in rest if line["type"] == "move" and line["move"] == thought["best"])
    if stability is None or not isinstance(value, int) or best["certain"] or "mate" in (best["score"] or {}):
        return None
    [answer] = told(bstar, "search", fen, "moves", thought["best"], "--nodes", LONGER_SEARCH_FACTOR * nodes, "--hash", 16)
    if not answer["lines"]:
        return None
    return name, nodes, stability["swing"], value, 10_000 - expected(answer["lines"][0]["score"], scale)


def gather(positions, first, bstar, out):
    known = out.read_text().splitlines() if out.exists() else []
    done = {tuple(line.split("\t")[:2]) for line in known}
    with out.open("a") as file:
        if not known:
            print(HEADER, file=file)
        for number, line in enumerate(positions.read_text().splitlines()[:first]):
            fields, _, operations = line.partition(" id ")
            name, fen = operations.split('"')[1], " ".join(fields.split()[:4])
            for nodes, step in NODES.items():
                is_wanted = number % step == 0 and (name, str(nodes)) not in done
                if is_wanted and (found := sample(bstar, name, fen, nodes)):
                    print(*found, sep="\t", file=file, flush=True)


def logit(points):
    p = min(max(points / 10_000, SCALE_MARGIN), 1 - SCALE_MARGIN)
    return math.log(p / (1 - p))


def terms(nodes, swing, value):
    """What the logarithm of the spread is a sum of."""
    p = min(max(value / 10_000, SCALE_MARGIN), 1 - SCALE_MARGIN)
    return [1.0, 4 * p * (1 - p), math.log10(nodes / 100_000), math.sqrt(swing / 100)]


def solve(a, b):
    """Solves equations by elimination."""
    rows = [row[:] + [end] for row, end in zip(a, b)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(i + 1, size):
            factor = rows[j][i] / rows[i][i]
            rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i])]
    x = [0.0] * size
    for i in reversed(range(size)):
        x[i] = (rows[i][size] - sum(rows[i][j] * x[j] for j in range(i + 1, size))) / rows[i][i]
    return x


def fit_spread(samples):
    """The weights of the spread: maximum likelihood, where changes in log-odds follow Laplace's distribution."""
    weights = [0.0] * 4
    for _ in range(100):
        gradient, curvature = [0.0] * 4, [[0.0] * 4 for _ in range(4)]
        for features, change in samples:
            spread = math.exp(sum(w * f for w, f in zip(weights, features)))
            ratio = abs(change) / spread
            for i in range(4):
                gradient[i] += features[i] * (1 - ratio)
                for j in range(4):
                    curvature[i][j] += features[i] * features[j] * ratio
        step = solve(curvature, gradient)
        weights = [w - max(-1.0, min(1.0, s)) for w, s in zip(weights, step)]
    return weights


def quantile(values, part):
    ordered = sorted(values)
    at = part * (len(ordered) - 1)
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


def read(file):
    rows = [line.split("\t") for line in Path(file).read_text().splitlines() if not line.startswith("#")]
    if not rows or any(len(row) != 5 for row in rows):
        sys.exit(f"{file}: no file of samples, as this program writes them")
    return [(name, *map(int, numbers)) for name, *numbers in rows]


def fitted(rows):
    """The weights of the spread, and the 5 % and 95 % points in spreads, to three digits."""
    samples = [(terms(nodes, swing, value), logit(later) - logit(value)) for _, nodes, swing, value, later in rows]
    weights = [round(w, 3) for w in fit_spread(samples)]
    changes = [change / math.exp(sum(w * f for w, f in zip(weights, features))) for features, change in samples]
    return weights, [round(quantile(changes, part), 3) for part in (0.05, 0.95)]


def interval(weights, ends, nodes, swing, value):
    spread = math.exp(sum(w * f for w, f in zip(weights, terms(nodes, swing, value))))
    return [10_000 / (1 + math.exp(-(logit(value) + end * spread))) for end in ends]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("positions", type=Path, nargs="?", help="positions from games (EPD), each with an id")
    parser.add_argument("--first", type=int, default=300, help="only so many of them")
    parser.add_argument("--bstar", default="target/release/bstar", help="the program")
    parser.add_argument("-o", type=Path, help="where samples are kept; if there are some already, it goes on from there")
    parser.add_argument("--fit", type=Path, metavar="SAMPLES", help="fit to these samples, and print the numbers")
    arguments = parser.parse_args()
    if arguments.fit:
        rows = read(arguments.fit)
        weights, ends = fitted(rows)
        print(f"spread: {weights}, ends: {ends}")
        for nodes in NODES:
            of = [row for row in rows if row[1] == nodes]
            intervals = [(interval(weights, ends, *row[1:4]), row[4]) for row in of]
            inside = sum(low <= later <= high for (low, high), later in intervals) / len(of)
            width = quantile([high - low for (low, high), _ in intervals], 0.5) / 100
            print(f"{nodes} nodes: {len(of)} positions, {100 * inside:.1f} % inside, median width {width:.1f} points")
    elif arguments.positions and arguments.o:
        gather(arguments.positions, arguments.first, arguments.bstar, arguments.o)
    else:
        parser.error("either positions and -o, or --fit")


if __name__ == "__main__":
    sys.exit(main())
