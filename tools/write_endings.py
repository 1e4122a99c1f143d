"""Writes the endings of docs/examples.md anew, with tables of three and four men, or with Syzygy's.

    python tools/write_endings.py BSTAR --tables FOLDER
    python tools/write_endings.py BSTAR --syzygy FOLDER

The blocks of three men are tried by test_documents.py, since their tables come with the repository.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "## Endings that tables know\n", "## A search\n"
# Its title, the position, and whether its table comes with the repository.
ENDINGS = [
    ("The opposition: the king must go forward, and not every way is right.", "8/8/3k4/8/8/3K4/3P4/8 w - - 0 1", True),
    ("The same position with the black king a step further up is a draw.", "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", True),
    ("Key squares.", "4k3/8/8/3K4/4P3/8/8/8 w - - 0 1", True),
    ("The square of the pawn.", "8/8/8/8/P4k2/8/8/7K w - - 0 1", True),
    ("A rook pawn, and a king in the corner.", "7k/8/8/6K1/7P/8/8/8 w - - 0 1", True),
    ("A queen, and how not to use it.", "7K/8/8/8/8/5k2/8/6q1 b - - 0 1", True),
    ("A rook.", "8/8/8/3k4/8/8/8/KR6 w - - 0 1", True),
    ("Bishop and knight.", "8/8/8/3k4/8/8/3N4/2BK4 w - - 0 1", False),
    ("Queen against a pawn that is about to promote.", "8/8/8/8/8/5K2/5p1k/3Q4 w - - 0 1", False),
    ("Rook against pawn: Saavedra's study.", "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", False),
    ("The bishop of the wrong colour.", "7k/7P/8/8/4B3/8/6K1/8 w - - 0 1", False),
    ("Pawn against pawn: Réti's king.", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1", False),
    ("Queen against rook.", "8/8/8/8/8/2k5/4r3/Q6K b - - 0 1", False),
]


def block(bstar, option, tables, title, fen, is_here):
    option, folder = ("--syzygy", "data/syzygy") if is_here else (option, tables)
    told = subprocess.run([bstar, "explain", fen, option, folder], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    why = "" if is_here else "<!-- not run: needs tables of four men, which do not come with the repository -->\n"
    named = "data/syzygy" if is_here else "FOLDER"
    return f'{title}\n\n{why}```\n$ bstar explain "{fen}" {option} {named}\n{told}```\n'


def main():
    bstar, option, tables = sys.argv[1:]
    bstar, tables = (str(pathlib.Path(path).resolve()) for path in (bstar, tables))
    page = ROOT / "docs/examples.md"
    text = page.read_text()
    intro = "Classical endings. Those of three men are looked up in the tables that come with the repository; `FOLDER` has those of four."
    section = "\n".join([BEGIN, intro + "\n", *(block(bstar, option, tables, *ending) for ending in ENDINGS), ""])
    before, after = re.split(f"(?:{BEGIN}.*)?(?={END})", text, maxsplit=1, flags=re.DOTALL)
    page.write_text(before + section + after)


if __name__ == "__main__":
    main()
