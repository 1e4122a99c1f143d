#!/usr/bin/env python3
"""How sure a choice is: the chance that another move is better by more than a point. The numbers behind `how sure` in `bstar explain`.

    bstar lab regret alphabeta bstar stockfish --nodes 300000 --positions data/regret/learn.epd --first 546
    python3 train/how_sure.py data/regret/learn.epd -o data/how_sure.tsv
    python3 train/how_sure.py --fit data/how_sure.tsv

The first command fixes for each position which moves are compared, and has them judged with 5,000,000 nodes each. The second one has `bstar explain` choose a
move with 30,000 to 1,000,000 nodes, and looks up whether another is better by more than a point. Moves that nobody has judged are named at the end: `bstar
lab regret bstar,root-search=80` with the same nodes judges them. The third one fits the chance to that, and prints the numbers that stand in
crates/engine/src/thinker/how_sure.rs. It needs Python and the program. Searches by nodes are the same on every machine, and so is the file.
"""

import argparse
import math
import sys
from pathlib import Path

from intervals import logit, solve, told

NODES = (30_000, 100_000, 300_000, 1_000_000)
BETTER_BY = 100
MIN_NODES, MAX_NODES = 20_000, 1_000_000
HEADER = "# position, nodes of the root searches, value, value of the next move (- if it was not weighed), share of the nodes below the best move, iterations without a change, change of the value in the last two iterations, legal moves, whether another move is better by more than a point"


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


def is_estimate(move):
    return isinstance(move["real"], int) and not move["certain"] and "mate" not in (move["score"] or {})


def sample(thought, moves):
    """What is known about a choice; None if there is nothing to be unsure about."""
    best = next(move for move in moves if move["move"] == thought["best"])
    stability = thought["root_stability"]
    if stability is None or not is_estimate(best):
        return None
    others = [move["real"] for move in moves if move is not best and is_estimate(move)]
    nearest = max(others, default="-")
    share = f"{stability['share_of_best']:.4f}"
    return thought["root_search_nodes"], best["real"], nearest, share, stability["unchanged"], stability["swing"], len(moves)


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
                found = sample(thought, [one for one in rest if one["type"] == "move"])
                worth = worths[name].get(thought["best"])
                if found and worth is None:
                    unjudged.append(f"{name} {thought['best']}")
                elif found:
                    is_better = max(worths[name][move] for move in sets[name]) > worth + BETTER_BY
                    print(name, *found, int(is_better), sep="\t", file=file, flush=True)
    if unjudged:
        sys.exit(f"nobody has judged {', '.join(unjudged)}")


def terms(nodes, value, nearest, share, unchanged, swing, moves):
    """What the log-odds are a sum of. The gap to the next move comes last, if it is known."""
    p = min(max(value / 10_000, 0.005), 0.995)
    all_terms = [
        1.0,
        math.log10(min(max(nodes, MIN_NODES), MAX_NODES) / 100_000),
        share,
        math.log(1 + unchanged),
        math.log(moves),
        math.log(0.05 + p * (1 - p)),
        math.sqrt(swing / 100),
    ]
    if nearest is not None:
        all_terms.append(math.sqrt(max(0.0, logit(value) - logit(nearest))))
    return all_terms


def probability(weights, features):
    return 1 / (1 + math.exp(-sum(w * f for w, f in zip(weights, features))))


def fit(samples):
    """Logistic regression by Newton's method. A little pull to 0 keeps weights finite that nothing speaks about."""
    size = len(samples[0][0])
    weights = [0.0] * size
    for _ in range(30):
        gradient = [0.1 * w for w in weights]
        curvature = [[0.1 * (i == j) for j in range(size)] for i in range(size)]
        for features, happened in samples:
            p = probability(weights, features)
            for i in range(size):
                gradient[i] += features[i] * (p - happened)
                for j in range(size):
                    curvature[i][j] += features[i] * features[j] * p * (1 - p)
        weights = [w - s for w, s in zip(weights, solve(curvature, gradient))]
    return [round(w, 3) for w in weights]


def read(file):
    rows = [line.split("\t") for line in Path(file).read_text().splitlines() if not line.startswith("#")]
    if not rows or any(len(row) != 9 for row in rows):
        sys.exit(f"{file}: no file of samples, as this program writes them")
    return [
        (name, (int(nodes), int(value), None if nearest == "-" else int(nearest), float(share), int(unchanged), int(swing), int(moves)), int(better))
        for name, nodes, value, nearest, share, unchanged, swing, moves, better in rows
    ]


def fitted(rows):
    """The weights without the gap and with it."""
    without = [(terms(*known)[:7], better) for _, known, better in rows]
    known_gaps = [(terms(*known), better) for _, known, better in rows if known[2] is not None]
    return fit(without), fit(known_gaps)


def said(numbers, known):
    features = terms(*known)
    return probability(numbers[len(features) - 7], features)


def skill(cases):
    """1 − the Brier score beside that of the best constant."""
    share = sum(happened for _, happened in cases) / len(cases)
    score = sum((chance - happened) ** 2 for chance, happened in cases) / len(cases)
    return 1 - score / (share * (1 - share))


def held_out(rows):
    """What is said about each sample by numbers that were fitted without a tenth of the positions, its own among them."""
    cases = []
    for part in range(10):
        is_held_out = [int(name[1:]) % 10 == part for name, *_ in rows]
        numbers = fitted([row for row, is_out in zip(rows, is_held_out) if not is_out])
        cases += [(row, said(numbers, row[1])) for row, is_out in zip(rows, is_held_out) if is_out]
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
        without, with_gap = fitted(rows)
        print(f"without a gap: {without}\nwith a gap: {with_gap}")
        cases = held_out(rows)
        for low, high in zip((0, 50_000, 200_000, 600_000), (50_000, 200_000, 600_000, math.inf)):
            of = [(chance, better) for (_, known, better), chance in cases if low <= known[0] < high]
            if of:
                share = sum(better for _, better in of) / len(of)
                print(f"{low} nodes and more: {len(of)} positions, {100 * share:.1f} % have a better move, skill {skill(of):.3f} if held out")
    elif arguments.positions and arguments.o:
        gather(arguments.positions, arguments.first, arguments.bstar, arguments.o)
    else:
        parser.error("either positions and -o, or --fit")


if __name__ == "__main__":
    sys.exit(main())
