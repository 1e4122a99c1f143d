#!/usr/bin/env python3
"""How sure a choice is: the chance that another move is better by more than a point, and the interval in which a much longer search puts the chosen one.

    bstar-lab regret alphabeta bstar stockfish --nodes 300000 --positions data/regret/learn.epd --first 546
    python3 train/how_sure.py data/regret/learn.epd -o data/how_sure.tsv
    python3 train/how_sure.py --fit data/how_sure.tsv

The first command fixes for each position which moves are compared, and has them judged with 5,000,000 nodes each. The second one has `bstar explain` choose a
move with 30,000 to 1,000,000 nodes, and looks up what it is worth, and whether another is better by more than a point. Moves that nobody has judged are named
at the end: `bstar-lab regret bstar,root-search=80` with the same nodes judges them. The third one fits the chance and the interval to that, and prints the
numbers that stand in crates/thought/src/how_sure.rs. It needs the program, and Python with numpy. Searches by nodes are the same on every machine, and
so is the file.
"""

import argparse
import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np

NODES = (30_000, 100_000, 300_000, 1_000_000)
BETTER_BY = 100
MAX_NODES = 1_000_000
# The scale ends before certainty does.
SCALE_MARGIN = 0.005
HEADER = "# position, nodes of the root searches, value, value of the next move (- if it was not weighed), share of the nodes below the best move, iterations without a change, change of the value in the last two iterations, legal moves, pieces left (of 24), worth by the judge, whether another move is better by more than a point"


def told(bstar, *arguments):
    done = subprocess.run([bstar, *map(str, arguments), "--json-lines"], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def judged(positions):
    """The moves of each position that are compared, and what they are worth, where all of them are judged."""
    worths, sets = {}, {}
    for line in positions.with_suffix(".alphabeta-5000000.tsv").read_text().splitlines():
        if not line.startswith(("#", "judge")):
            name, words = line.split("\t")
            worths.setdefault(name, {}).update((move, int(worth)) for move, worth in (word.split("=") for word in words.split()))
    for line in positions.with_suffix(".sets.tsv").read_text().splitlines():
        if not line.startswith("#"):
            name, words = line.split("\t")
            if all(move in worths.get(name, {}) for move in words.split()):
                sets[name] = words.split()
    return worths, sets


def pieces_left(fen):
    """A queen counts 4, a rook 2, a bishop or a knight 1; 24 at the start."""
    men = fen.split()[0].lower()
    return min(24, sum(worth * men.count(man) for man, worth in (("n", 1), ("b", 1), ("r", 2), ("q", 4))))


def is_estimate(move):
    return isinstance(move["real"], int) and not move["certain"] and "mate" not in (move["score"] or {})


def sample(fen, thought, moves):
    """What is known about a choice; None if there is nothing to be unsure about."""
    best = next(move for move in moves if move["move"] == thought["best"])
    stability = thought["root_stability"]
    if stability is None or not is_estimate(best):
        return None
    others = [move["real"] for move in moves if move is not best and is_estimate(move)]
    nearest = max(others, default="-")
    share = f"{stability['share_of_best']:.4f}"
    return thought["root_search_nodes"], best["real"], nearest, share, stability["unchanged"], stability["swing"], len(moves), pieces_left(fen)


def gather(positions, first, bstar, out):
    worths, sets = judged(positions)
    known = out.read_text().splitlines() if out.exists() else []
    done = {line.split("\t")[0] for line in known}
    unjudged = []
    with out.open("a") as file:
        if not known:
            print(HEADER, file=file)
        for line in positions.read_text().splitlines()[:first]:
            fields, _, operations = line.partition(" id ")
            name, fen = operations.split('"')[1], " ".join(fields.split()[:4])
            if name not in sets or name in done:
                continue
            for nodes in NODES:
                thought, *rest = told(bstar, "explain", fen, "--nodes", nodes)
                found = sample(fen, thought, [one for one in rest if one["type"] == "move"])
                worth = worths[name].get(thought["best"])
                if found and worth is None:
                    unjudged.append(f"{name} {thought['best']}")
                elif found:
                    is_better = max(worths[name][move] for move in sets[name]) > worth + BETTER_BY
                    print(name, *found, worth, int(is_better), sep="\t", file=file, flush=True)
    if unjudged:
        sys.exit(f"nobody has judged {', '.join(unjudged)}")


def chance(points):
    return min(max(points / 10_000, SCALE_MARGIN), 1 - SCALE_MARGIN)


def logit(points):
    p = chance(points)
    return math.log(p / (1 - p))


def as_told(worth):
    """What the judge says, on the scale that is told: it keeps the first and the last hundredth for mates."""
    return 100 + 0.98 * worth


def gap(value, nearest):
    return math.sqrt(max(0.0, logit(value) - logit(nearest)))


def terms(nodes, value, nearest, share, unchanged, swing, moves, pieces):
    """What the log-odds of a better move are a sum of. The gap to the next move comes last, if it is known."""
    p = chance(value)
    all_terms = [
        1.0,
        math.log10(min(nodes, MAX_NODES) / 100_000),
        share,
        math.log(1 + unchanged),
        math.log(moves),
        math.log(0.05 + p * (1 - p)),
        math.sqrt(swing / 100),
    ]
    return all_terms if nearest is None else [*all_terms, gap(value, nearest)]


def spread_terms(nodes, value, nearest, share, unchanged, swing, moves, pieces):
    """What the logarithm of the spread is a sum of."""
    one, by_nodes, _, _, by_moves, by_openness, by_swing, by_gap = terms(nodes, value, nearest, share, unchanged, swing, moves, pieces)
    p = chance(value)
    return [one, by_nodes, share, by_moves, by_openness, by_swing, by_gap, 4 * p * (1 - p), p, pieces / 24]


def shift_terms(nodes, value, nearest, share, unchanged, swing, moves, pieces):
    """What the expected change is a sum of, in log-odds: the best of several estimates is too high."""
    one, by_nodes, *_, by_gap = terms(nodes, value, nearest, share, unchanged, swing, moves, pieces)
    return [one, by_nodes, share, by_gap, chance(value)]


def probability(weights, features):
    return 1 / (1 + np.exp(-(np.array(features) @ np.array(weights))))


def rounded(numbers):
    return [round(float(number), 3) for number in numbers]


def fit(features, happened):
    """Logistic regression by Newton's method. A little pull to 0 keeps weights finite that nothing speaks about."""
    x, y = np.array(features), np.array(happened, float)
    weights, pull = np.zeros(x.shape[1]), 0.1 * np.eye(x.shape[1])
    for _ in range(30):
        p = probability(weights, x)
        weights -= np.linalg.solve((x.T * (p * (1 - p))) @ x + pull, x.T @ (p - y) + pull @ weights)
    return rounded(weights)


def fit_interval(spreads, shifts, changes):
    """The weights of the spread and of the shift, and the 5 % and 95 % points in spreads: changes follow Laplace's distribution around the shift."""
    x, z, d = np.array(spreads), np.array(shifts), np.array(changes)
    spread, shift = np.zeros(x.shape[1]), np.zeros(z.shape[1])
    pull = 0.1 * np.eye(x.shape[1])
    for _ in range(30):
        weight = 1 / (np.exp(x @ spread) * np.maximum(abs(d - z @ shift), 0.02))
        shift = np.linalg.solve((z.T * weight) @ z + 1e-3 * np.eye(z.shape[1]), (z.T * weight) @ d)
        distance = abs(d - z @ shift)
        for _ in range(3):
            ratio = distance / np.exp(x @ spread)
            step = np.linalg.solve((x.T * ratio) @ x + pull, x.T @ (1 - ratio) + pull @ spread)
            spread = spread - np.clip(step, -1, 1)
    spread, shift = rounded(spread), rounded(shift)
    ends = np.quantile((d - z @ np.array(shift)) / np.exp(x @ np.array(spread)), [0.05, 0.95])
    return spread, shift, rounded(ends)


def read(file):
    rows = [line.split("\t") for line in Path(file).read_text().splitlines() if not line.startswith("#")]
    if not rows or any(len(row) != 11 for row in rows):
        sys.exit(f"{file}: no file of samples, as this program writes them")
    known = lambda nodes, value, nearest, share, unchanged, swing, moves, pieces: (
        *(int(nodes), int(value), None if nearest == "-" else int(nearest), float(share)),
        *map(int, (unchanged, swing, moves, pieces)),
    )
    return [(name, known(*row), int(worth), int(better)) for name, *row, worth, better in rows]


def fitted(rows):
    """The weights of the chance without the gap and with it, and the numbers of the interval."""
    with_gap = [row for row in rows if row[1][2] is not None]
    changes = [logit(as_told(worth)) - logit(known[1]) for _, known, worth, _ in with_gap]
    return (
        fit([terms(*known)[:7] for _, known, *_ in rows], [better for *_, better in rows]),
        fit([terms(*known) for _, known, *_ in with_gap], [better for *_, better in with_gap]),
        *fit_interval([spread_terms(*known) for _, known, *_ in with_gap], [shift_terms(*known) for _, known, *_ in with_gap], changes),
    )


def said(numbers, known):
    features = terms(*known)
    return float(probability(numbers[len(features) - 7], features))


def interval(numbers, known):
    """The interval, in ten-thousandths. It holds the value itself."""
    _, _, spread, shift, ends = numbers
    value = known[1]
    middle = logit(value) + float(np.dot(shift, shift_terms(*known)))
    width = math.exp(float(np.dot(spread, spread_terms(*known))))
    low, high = (10_000 / (1 + math.exp(-(middle + end * width))) for end in ends)
    return min(low, value), max(high, value)


def skill(cases):
    """1 − the Brier score beside that of the best constant."""
    share = sum(happened for _, happened in cases) / len(cases)
    score = sum((chance - happened) ** 2 for chance, happened in cases) / len(cases)
    return 1 - score / (share * (1 - share))


def held_out(rows):
    """Each sample with numbers that were fitted without a tenth of the positions, its own among them."""
    cases = []
    for part in range(10):
        is_held_out = [int(name[1:]) % 10 == part for name, *_ in rows]
        numbers = fitted([row for row, is_out in zip(rows, is_held_out) if not is_out])
        cases += [(row, numbers) for row, is_out in zip(rows, is_held_out) if is_out]
    return cases


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("positions", type=Path, nargs="?", help="judged positions from games (EPD), each with an id")
    parser.add_argument("--first", type=int, default=None, help="only so many of them")
    parser.add_argument("--bstar", default="target/release/bstar", help="the program")
    parser.add_argument("-o", type=Path, help="where samples are kept; if there are some already, it goes on from there")
    parser.add_argument("--fit", type=Path, metavar="SAMPLES", help="fit to these samples, and print the numbers")
    arguments = parser.parse_args()
    if arguments.fit:
        rows = read(arguments.fit)
        names = ("chance", "chance with a gap", "spread", "shift", "ends")
        for name, numbers in zip(names, fitted(rows)):
            print(f"{name}: {numbers}")
        cases = held_out(rows)
        for low, high in zip((0, 50_000, 200_000, 600_000), (50_000, 200_000, 600_000, math.inf)):
            of = [(row, numbers) for row, numbers in cases if low <= row[1][0] < high]
            if not of:
                continue
            chances = [(said(numbers, known), better) for (_, known, _, better), numbers in of]
            share = sum(better for _, better in chances) / len(chances)
            intervals = [(*interval(numbers, known), as_told(worth)) for (_, known, worth, _), numbers in of if known[2] is not None]
            inside = sum(low <= worth <= high for low, high, worth in intervals) / len(intervals)
            width = float(np.median([high - low for low, high, _ in intervals])) / 100
            print(f"{low} nodes and more, held out: {len(of)} positions, {100 * share:.1f} % have a better move, skill {skill(chances):.3f}; {100 * inside:.1f} % inside, median width {width:.1f} points")
    elif arguments.positions and arguments.o:
        gather(arguments.positions, arguments.first, arguments.bstar, arguments.o)
    else:
        parser.error("either positions and -o, or --fit")


if __name__ == "__main__":
    sys.exit(main())
