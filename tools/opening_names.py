"""Makes data/openings.tsv, the names of openings, from the lists of https://github.com/lichess-org/chess-openings (CC0).

    python tools/opening_names.py a.tsv b.tsv c.tsv d.tsv e.tsv > data/openings.tsv

The lines are in the order of their moves. A line says how many half moves it shares with the line before and gives only the others.
"""

import sys
from pathlib import Path


def words(pgn):
    """The moves of `1. e4 e5 2. Nf3`, without their numbers."""
    return tuple(word for word in pgn.split() if not word.endswith("."))


def rows(paths):
    for path in paths:
        head, *lines = Path(path).read_text().splitlines()
        assert head.split("\t") == ["eco", "name", "pgn"], f"{path}: {head}"
        for line in lines:
            eco, name, pgn = line.split("\t")
            yield words(pgn), eco, name


def main():
    before = ()
    print("# code, half moves shared with the line before, further moves, name")
    for moves, eco, name in sorted(rows(sys.argv[1:])):
        shared = next((place for place, pair in enumerate(zip(before, moves)) if pair[0] != pair[1]), min(len(before), len(moves)))
        print(eco, shared, " ".join(moves[shared:]), name, sep="\t")
        before = moves


if __name__ == "__main__":
    main()
