"""Writes what the engine must compute: `python3 train/prior/reference.py NAME.prior FILE.lessons FENS.txt -o prior-reference.tsv`.

`bstar lab lessons --fens` writes the two files. They are small: a line of text belongs to each
record. Only numpy is needed.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from network import write_whole
from prior import integers, lessons
from settings import file_to_write


def reference(prior, records, lines):
    """For each record a line: its FEN, the four outputs, and the logit of each move."""
    if len(records) != len(lines):
        raise ValueError(f"there are {len(records)} records, but {len(lines)} lines of text")
    moves = records["moves"].astype(np.int64)
    moves[moves == lessons.NO_MOVE] = integers.NO_MOVE
    outputs, logits = integers.evaluate(prior, records["features"], moves, records["men"] & lessons.MEN_MASK)
    made = []
    for number, line in enumerate(lines):
        fen, _, names = line.partition("\t")
        names, count = names.split(), int((moves[number] != integers.NO_MOVE).sum())
        if len(names) != count:
            raise ValueError(f"line {number + 1} has {len(names)} moves, but its record has {count}")
        named = " ".join(f"{name}:{logit}" for name, logit in zip(names, logits[number].tolist()))
        made.append(f"{fen}\t{' '.join(map(str, outputs[number].tolist()))}\t{named}\n")
    return "".join(made)


def main():
    parser = argparse.ArgumentParser(prog="prior/reference.py", description="Writes what the engine must compute with a prior.")
    parser.add_argument("prior", help="NAME.prior")
    parser.add_argument("lessons", help="a small file of lessons")
    parser.add_argument("fens", help="the text that `bstar lab lessons --fens` wrote with it")
    parser.add_argument("-o", "--output", required=True, type=file_to_write)
    settings = parser.parse_args()
    try:
        records = lessons.fields(lessons.mapped(settings.lessons))
        row, flaw = lessons.first_flaw(records)
        if flaw:
            raise ValueError(f"{settings.lessons}, record {row}: {flaw}")
        made = reference(integers.read(settings.prior), records, Path(settings.fens).read_text().splitlines())
    except (OSError, ValueError, lessons.LessonsError) as error:
        sys.exit(f"reference.py: {error}")
    write_whole(settings.output, made.encode())


if __name__ == "__main__":
    main()
