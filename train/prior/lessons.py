"""Reads lessons: positions with their legal moves, the move a search chose, its score, and the game's result.

`bstar lab lessons` writes them, all positions of each game in a row, in records of 240 bytes. The
files are mapped into memory, for they are large. Only numpy is needed.
"""

import os
import struct
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from prior.move_rows import MOVES, NO_FEATURE

HEADER = struct.Struct("<8sII")
MAGIC, VERSION = b"BSTARLE1", 1
MEN, MOVES_IN_RECORD = 32, 80
NO_MOVE = 65_535
MAX_SCORE = 15_000
MEN_MASK = 127  # the bit above says that the side to move is in check

RECORD = np.dtype(
    [
        ("features", "<u2", MEN),
        ("moves", "<u2", MOVES_IN_RECORD),  # the chosen one is the first
        ("score", "<i2"),
        ("result", "u1"),
        ("men", "u1"),
        ("legal", "<u2"),
        ("plies_left", "<u2"),
        ("game", "<u4"),
        ("reserved", "<u4"),
    ]
)
WORDS = RECORD.itemsize // 2

# One game in this many is held out of each file, as in train/train.py.
HELD_OUT_INTERVAL_GAMES = 50
RECORDS_AT_ONCE = 200_000


class LessonsError(Exception):
    """A file cannot be used. The message names the file and the place."""


@dataclass
class Lessons:
    """The whole games of one file. `words` has the records as they are, in words of 16 bits."""

    path: str
    words: np.ndarray
    score: np.ndarray  # centipawns, for the side to move
    result: np.ndarray  # 0, 1 or 2: lost, drawn, won by the side to move
    plies_left: np.ndarray
    game: np.ndarray

    def __len__(self):
        return len(self.score)

    def games(self):
        return int((self.plies_left == 0).sum())

    def is_held_out(self):
        return self.game % HELD_OUT_INTERVAL_GAMES == 0


def mapped(path, report=print):
    """The records of a file as words of 16 bits, mapped into memory. A record that is cut off is left out."""
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        header = file.read(HEADER.size)
    if len(header) < HEADER.size:
        raise LessonsError(f"{path} is too short to be a file of lessons")
    magic, version, record_bytes = HEADER.unpack(header)
    if magic != MAGIC:
        raise LessonsError(f"{path} is not a file of lessons")
    if (version, record_bytes) != (VERSION, RECORD.itemsize):
        raise LessonsError(f"{path} has lessons of version {version} in records of {record_bytes} bytes; expected {VERSION} and {RECORD.itemsize}")
    count, rest = divmod(size - HEADER.size, RECORD.itemsize)
    if rest:
        report(f"{path}, byte {size}: the file ends in the middle of a record; the records before it are used")
    if count == 0:
        raise LessonsError(f"{path} has no lesson")
    return np.memmap(path, "<i2", "r", HEADER.size, (count, WORDS))


def fields(words):
    """The records of some words, by the names of RECORD."""
    return np.ascontiguousarray(words).view(RECORD)[:, 0]


def read(path, report=print, threads=None):
    """Reads a file, and checks every record. A game that has no end is left out."""
    words = mapped(path, report)
    small = {name: np.empty(len(words), RECORD[name]) for name in ("score", "result", "plies_left", "game")}

    def read_part(begin):
        records = fields(words[begin : begin + RECORDS_AT_ONCE])
        for name, column in small.items():
            column[begin : begin + len(records)] = records[name]
        return next(((begin + row, message) for row, message in [first_flaw(records)] if message), None)

    with ThreadPoolExecutor(threads) as pool:
        flaws = [flaw for flaw in pool.map(read_part, range(0, len(words), RECORDS_AT_ONCE)) if flaw]
    ends = np.flatnonzero(small["plies_left"] == 0)
    whole = int(ends[-1]) + 1 if len(ends) else 0
    flaws += broken_games(**{name: column[:whole] for name, column in small.items() if name != "score"})
    if flaws:
        row, message = min(flaws)
        raise LessonsError(f"{path}, byte {HEADER.size + row * RECORD.itemsize}, record {row}: {message}")
    if whole == 0:
        raise LessonsError(f"{path} has no whole game")
    if whole < len(words):
        report(f"{path}: the last game has no end; its {len(words) - whole} positions are left out")
    return Lessons(str(path), words[:whole], **{name: column[:whole] for name, column in small.items()})


def first_flaw(records):
    """The first record that the trainer could not use: its row and what is wrong, or (0, None)."""
    men = records["men"] & MEN_MASK
    checks = (
        ((records["features"] > NO_FEATURE).any(1), f"a feature is above {NO_FEATURE}"),
        ((records["features"] != NO_FEATURE).sum(1) != men, "the features are not as many as the men"),
        ((men < 2) | (men > MEN), "the number of men is impossible"),
        (((records["moves"] >= MOVES) & (records["moves"] != NO_MOVE)).any(1), f"the number of a move is not below {MOVES}"),
        ((records["moves"] != NO_MOVE).sum(1) != np.minimum(records["legal"], MOVES_IN_RECORD), "the moves are not as many as the record says"),
        ((records["legal"] > 0) & (records["moves"][:, 0] == NO_MOVE), "there is no chosen move"),
        (records["result"] > 2, "the result is none of 0, 1 and 2"),
        (np.abs(records["score"].astype(int)) > MAX_SCORE, f"the score is beyond {MAX_SCORE}"),
    )
    flaws = [(int(np.argmax(bad)), message) for bad, message in checks if bad.any()]
    return min(flaws, default=(0, None))


def broken_games(result, plies_left, game):
    """Records that do not continue their game. There is one entry at most for each kind."""
    inside = plies_left[:-1] > 0
    checks = (
        (inside & (plies_left[1:] != plies_left[:-1] - inside), "the next record is not the next ply of this game"),
        (inside & (game[1:] != game[:-1]), "the next record belongs to another game, but this one has not ended"),
        (inside & (result[1:] != 2 - result[:-1].astype(int)), "the next record has another result of the same game"),
    )
    return [(int(np.argmax(bad)), message) for bad, message in checks if bad.any()]


@dataclass(frozen=True)
class Curve:
    """How likely the result of a game is with a score: win 1 / (1 + exp((a - score) / b)), loss likewise."""

    a: float
    b: float

    def win_draw_loss(self, score):
        """Three columns that add up to one."""
        score = np.asarray(score, np.float32)
        win, loss = (1 / (1 + np.exp(np.clip((self.a - own) / self.b, -80, 80))) for own in (score, -score))
        return np.stack([win, 1 - win - loss, loss], axis=1)

    def expected(self, score):
        """The expected score, 0 to 1."""
        chances = self.win_draw_loss(score)
        return chances[:, 0] + chances[:, 1] / 2


# Without it one accident, such as a draw with a huge score, would weigh as much as many games.
ACCIDENTS = 0.001


def count_results(score, result):
    """How often each result came with each score: a row for each score, with lost, drawn, won."""
    cells = (score.astype(np.int64) + MAX_SCORE) * 3 + result
    return np.bincount(cells, minlength=3 * (2 * MAX_SCORE + 1)).reshape(-1, 3)


def fit_curve(counts):
    """The curve under which the results are likeliest.

    It tries longer and shorter numbers in ever smaller steps until none is better.
    """
    scores = np.flatnonzero(counts.sum(1))
    seen = counts[scores][:, ::-1]  # won, drawn, lost

    def surprise(place):
        chances = Curve(*np.exp(place)).win_draw_loss(scores - MAX_SCORE).astype(np.float64)
        return -(seen * np.log((1 - ACCIDENTS) * np.maximum(chances, 0) + ACCIDENTS / 3)).sum()

    place, step = np.log([100.0, 100.0]), 0.5
    best = surprise(place)
    while step > 0.001:
        tries = [np.clip(place + step * np.array(way), 0, np.log(5000)) for way in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))]
        found = min(tries, key=surprise)
        if surprise(found) < best:
            place, best = found, surprise(found)
        else:
            step /= 2
    return Curve(*(float(value) for value in np.exp(place)))


def labels(lessons, curve, ahead, threads=None):
    """The win, draw and loss that the network has to learn, a row for each position.

    They are `1 - ahead` of what the position's own score says, and `ahead` of the label of the next
    position, seen from the other side. After the last position comes the result.
    """
    made = np.empty((len(lessons), 3), np.float32)
    ends = np.flatnonzero(lessons.plies_left == 0) + 1
    # Games are taken together until there are enough for a thread.
    cuts = np.append(0, ends[np.unique(np.searchsorted(ends, np.arange(RECORDS_AT_ONCE, len(lessons) + RECORDS_AT_ONCE, RECORDS_AT_ONCE)).clip(max=len(ends) - 1))])

    def label_games(begin, end):
        own = curve.win_draw_loss(lessons.score[begin:end])
        result = np.eye(3, dtype=np.float32)[2 - lessons.result[begin:end]]
        plies_left = lessons.plies_left[begin:end]
        order = np.argsort(plies_left, kind="stable")
        done = 0
        for plies, count in enumerate(np.bincount(plies_left)):
            rows = order[done : done + count]
            done += count
            following = result[rows] if plies == 0 else own[rows + 1][:, ::-1]
            own[rows] = (1 - ahead) * own[rows] + ahead * following
        made[begin:end] = own

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(label_games, cuts[:-1], cuts[1:]))
    return made
