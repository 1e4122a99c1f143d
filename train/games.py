"""Reads the games that `bstar datagen` writes, and keeps the positions a network can learn from.

The format is in docs/datagen.md. All games of a block are replayed side by side, a ply at a time, so that numpy does the work: a
board is a row of 64 numbers, `colour * 6 + kind` for a man and 12 for an empty square.
"""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

EMPTY = 12
KINGS = (5, 11)
NO_FEATURE = 768
MATE = 15_000  # a score beyond it is a mate
EN_PASSANT, CASTLING, PROMOTION = 1, 2, 3

HEADER = 8  # in words of four bytes, which is what a file consists of
GAMES_IN_A_BLOCK = 4_000


class DataError(Exception):
    """A file with no game that can be used."""


@dataclass(frozen=True)
class Lesson:
    """What a position is said to be worth: the expected score that goes with the search's score there and, if `ahead` is above
    nought, with those of the positions after it in the game.

    The worth of a position is 1 - ahead of its own score and ahead of the worth of the next one; what comes after the last is the
    result of the game. A search of few nodes errs, and those a few moves later know better.
    """

    scale: float = 280  # centipawns: expected score = 1 / (1 + exp(-score / scale))
    ahead: float = 0.0

    def worth(self, words, starts, lengths, results):
        """What White can expect at every ply of these games, a row for each game."""
        worth = np.zeros((len(starts), int(lengths.max(initial=0))), np.float32)
        following = results.astype(float) / 2
        for ply in reversed(range(worth.shape[1])):
            games = np.flatnonzero(lengths > ply)
            _, score = move_and_score(words[starts[games] + HEADER + ply])
            expected = 1 / (1 + np.exp(-score.astype(float) / self.scale))
            following[games] = (1 - self.ahead) * expected + self.ahead * following[games]
            worth[games, ply] = following[games]
        return worth


@dataclass
class Positions:
    """Positions, a row each. What to expect and results are those of the side to move."""

    features: np.ndarray  # 32 numbers each: the men as White sees them, then NO_FEATURE
    side: np.ndarray  # 0 White, 1 Black
    expected: np.ndarray  # what the lesson says: 0 to 1
    result: np.ndarray  # 0, 1 or 2: lost, drawn, won
    game: np.ndarray  # in which game of its file

    def __len__(self):
        return len(self.side)

    def men(self):
        return (self.features != NO_FEATURE).sum(1)

    def select(self, which):
        return Positions(*(getattr(self, f.name)[which] for f in fields(self)))

    @staticmethod
    def join(parts):
        return Positions(*(np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(Positions)))


@dataclass
class Counts:
    """What became of the positions of a file."""

    games: int = 0
    positions: int = 0
    noisy: int = 0  # the move played is a capture or a promotion: the score is of what comes after it
    mates: int = 0
    checks: int = 0
    kept: int = 0

    def add(self, other):
        for f in fields(self):
            setattr(self, f.name, getattr(self, f.name) + getattr(other, f.name))


def read(paths, lesson, report=print):
    """The positions of all files, and what the lesson says of them. A flaw is reported with its offset; the games before it are used."""
    parts, counts = [], Counts()
    for path in paths:
        data = Path(path).read_bytes()
        words = np.frombuffer(data, dtype="<u4", count=len(data) // 4)
        starts, ends = find_games(words)
        whole = int(ends[-1]) + 1 if len(ends) else 0
        flaw = (len(data), "the file ends in the middle of a game") if 4 * whole < len(data) else None
        with ProcessPoolExecutor() as pool:
            for positions, block_counts, block_flaw in pool.map(replay_block, blocks(words, starts, ends, lesson)):
                if positions is not None:
                    parts.append(positions)
                    counts.add(block_counts)
                if block_flaw is not None:
                    flaw = block_flaw
                    break
        if flaw is not None:
            byte, message = flaw
            report(f"{path}, byte {byte}: {message}; the games before it are used")
    if counts.kept == 0:
        raise DataError("there is no position to learn from")
    return Positions.join(parts), counts


def find_games(words):
    """Where the whole games begin, and where their last words are."""
    zeros = np.flatnonzero(words == 0)
    starts, ends, at = [], [], 0
    while (index := np.searchsorted(zeros, at + HEADER)) < len(zeros):
        starts.append(at)
        ends.append(int(zeros[index]))
        at = ends[-1] + 1
    return np.array(starts, int), np.array(ends, int)


@dataclass
class Block:
    """Some games of a file that follow one another."""

    words: np.ndarray
    starts: np.ndarray  # in these words
    lengths: np.ndarray  # in plies
    first_game: int  # its number in the file
    first_word: int  # its place there
    lesson: Lesson


def blocks(words, starts, ends, lesson):
    for first in range(0, len(starts), GAMES_IN_A_BLOCK):
        games = slice(first, first + GAMES_IN_A_BLOCK)
        begin, end = starts[first], ends[games][-1] + 1
        lengths = ends[games] - starts[games] - HEADER
        yield Block(words[begin:end], starts[games] - begin, lengths, first, int(begin), lesson)


def replay_block(block):
    """Replays the games of a block: the positions kept, what became of the others, and the first flaw as (byte, message)."""
    board, side, result, fault = read_headers(block.words, block.starts)
    flaws = {int(game): (block.starts[game], "this is no start position of a game") for game in np.flatnonzero(fault)}
    parts, counted, ply = [], [], 0
    while len(active := np.flatnonzero((block.lengths > ply) & ~fault)):
        at = block.starts[active] + HEADER + ply
        move, score = move_and_score(block.words[at])
        bad = ~possible(board[active], side[active], move)
        for game, word in zip(active[bad], at[bad]):
            flaws[int(game)] = (word, "this move is not possible in its position")
        fault[active[bad]] = True
        active, move, score = active[~bad], move[~bad], score[~bad]
        kept, fate = worth_learning(board[active], side[active], move, score)
        games = active[kept]
        parts.append((games, np.full(len(games), ply), features(board[games]), side[games]))
        counted.append((active, fate))
        play(board, side, active, move)
        ply += 1
    good = min(flaws, default=len(block.starts))
    flaw = None
    if flaws:
        word, message = flaws[good]
        flaw = (4 * (block.first_word + int(word)), message)
    if good == 0 or not parts:
        return None, Counts(), flaw
    fates = np.concatenate([fate[games < good] for games, fate in counted])
    noisy, mates, checks, kept = (int((fates == fate).sum()) for fate in range(4))
    return rows(block, parts, result, good), Counts(good, len(fates), noisy, mates, checks, kept), flaw


def rows(block, parts, result, good):
    """The positions of the games before the first flaw, and what the lesson says of them."""
    games, plies, men, mover = (np.concatenate(column) for column in zip(*parts))
    fine = games < good
    games, plies, men, mover = games[fine], plies[fine], men[fine], mover[fine]
    worth = block.lesson.worth(block.words, block.starts[:good], block.lengths[:good], result[:good])[games, plies]
    return Positions(
        features=men,
        side=mover,
        expected=np.where(mover == 0, worth, 1 - worth).astype(np.float32),
        result=np.where(mover == 0, result[games], 2 - result[games]).astype(np.uint8),
        game=(block.first_game + games).astype(np.int32),
    )


def read_headers(words, starts):
    """Boards, sides to move and White's results at the start of games, and which of them make no sense."""
    header = words[starts[:, None] + np.arange(HEADER)].view(np.uint8).reshape(len(starts), 32)
    occupied = np.unpackbits(header[:, :8], axis=1, bitorder="little").astype(bool)
    halves = np.stack([header[:, 8:24] & 15, header[:, 8:24] >> 4], axis=2).reshape(len(starts), 32)
    place = np.cumsum(occupied, axis=1) - 1
    fault = place[:, -1] >= 32
    men = np.take_along_axis(halves, np.clip(place, 0, 31), axis=1)
    kind = np.where(men & 7 == 6, 3, men & 7)  # a rook that may castle is a rook
    board = np.where(occupied, (men >> 3) * 6 + kind, EMPTY).astype(np.uint8)
    fault |= (occupied & (kind > 5)).any(1) | (header[:, 30] > 2)
    for king in KINGS:
        fault |= (board == king).sum(1) != 1
    return board, header[:, 24] >> 7, header[:, 30], fault


def move_and_score(words):
    return words & 0xFFFF, (words >> 16).astype(np.uint16).view(np.int16)


def parts_of(move):
    return move & 63, move >> 6 & 63, move >> 12 & 3, move >> 14


def possible(board, side, move):
    """Could this be a move? Whether it is legal `bstar datagen --check` tells; this finds files that are garbage."""
    rows = np.arange(len(board))
    origin, target, _, kind = parts_of(move)
    man, other = board[rows, origin], board[rows, target]
    own = (man != EMPTY) & (man // 6 == side)
    onto_own = (other != EMPTY) & (other // 6 == side)
    return own & (onto_own == (kind == CASTLING)) & ~np.isin(other, KINGS)


NOISY, IS_MATE, IN_CHECK, KEPT = range(4)


def worth_learning(board, side, move, score):
    """Which positions are quiet, and for each why it is or is not kept."""
    rows = np.arange(len(board))
    _, target, _, kind = parts_of(move)
    captures = (board[rows, target] != EMPTY) & (kind != CASTLING)
    fate = np.full(len(board), KEPT)
    fate[captures | (kind == EN_PASSANT) | (kind == PROMOTION)] = NOISY
    fate[(fate == KEPT) & (np.abs(score.astype(int)) > MATE)] = IS_MATE
    left = np.flatnonzero(fate == KEPT)
    fate[left[in_check(board[left], side[left])]] = IN_CHECK
    return fate == KEPT, fate


def features(board):
    """The men of each board as White sees them: `man * 64 + square`."""
    row, square = np.nonzero(board != EMPTY)
    place = np.arange(len(row)) - np.searchsorted(row, row)
    listed = np.full((len(board), 32), NO_FEATURE, dtype=np.int16)
    listed[row, place] = board[row, square].astype(np.int16) * 64 + square
    return listed


def play(board, side, games, move):
    """Plays a move in each of these games."""
    origin, target, promotion, kind = (part.astype(np.intp) for part in parts_of(move))
    mover = side[games].astype(np.intp)
    man = board[games, origin]
    board[games, origin] = EMPTY
    board[games, target] = np.where(kind == PROMOTION, mover * 6 + 1 + promotion, man)
    passing = kind == EN_PASSANT
    board[games[passing], (origin & 56 | target & 7)[passing]] = EMPTY
    castling = kind == CASTLING
    rooks, home = games[castling], (origin & 56)[castling]
    short = (target > origin)[castling]
    board[rooks, target[castling]] = EMPTY
    board[rooks, home + np.where(short, 6, 2)] = mover[castling] * 6 + 5
    board[rooks, home + np.where(short, 5, 3)] = mover[castling] * 6 + 3
    side[games] ^= 1


OUTSIDE = 64  # a square that is always empty


def squares_from(steps, reach):
    """For each square the squares on its rays, nearest first; OUTSIDE beyond the edge."""
    table = np.full((64, len(steps), reach), OUTSIDE)
    for square in range(64):
        for ray, (files, ranks) in enumerate(steps):
            for far in range(1, reach + 1):
                file, rank = square % 8 + far * files, square // 8 + far * ranks
                if 0 <= file < 8 and 0 <= rank < 8:
                    table[square, ray, far - 1] = rank * 8 + file
    return table


STRAIGHT = squares_from([(1, 0), (-1, 0), (0, 1), (0, -1)], 7)
DIAGONAL = squares_from([(1, 1), (1, -1), (-1, 1), (-1, -1)], 7)
LEAPS = squares_from([(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)], 1)[:, :, 0]
PAWNS = np.stack([squares_from([(1, up), (-1, up)], 1)[:, :, 0] for up in (1, -1)])


def in_check(board, side):
    """Is the king of the side to move attacked?"""
    rows = np.arange(len(board))
    king = np.argmax(board == side[:, None] * 6 + 5, axis=1)
    board = np.concatenate([board, np.full((len(board), 1), EMPTY, dtype=np.uint8)], axis=1)
    enemy = (1 - side) * 6
    attacked = (board[rows[:, None], LEAPS[king]] == enemy[:, None] + 1).any(1)
    attacked |= (board[rows[:, None], PAWNS[side, king]] == enemy[:, None]).any(1)
    for rays, piece in ((DIAGONAL, 2), (STRAIGHT, 3)):
        for ray in range(4):
            clear = np.ones(len(board), dtype=bool)
            for far in range(7):
                man = board[rows, rays[king, ray, far]]
                attacked |= clear & ((man == enemy + piece) | (man == enemy + 4))
                clear &= man == EMPTY
    return attacked
