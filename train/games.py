"""Reads the games that `bstar-lab datagen` writes, and keeps the positions a network can learn from.

docs/datagen.md has the format. All games of a block are replayed side by side, one ply at a time,
so that numpy does the work. A board is a row of 64 numbers: `colour * 6 + kind` for a man, and 12
for an empty square.
"""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

EMPTY = 12
KINGS = (5, 11)
NO_FEATURE = 768
MAX_SCORE_CENTIPAWNS = 15_000  # a larger score is a mate
EN_PASSANT, CASTLING, PROMOTION = 1, 2, 3

HEADER_WORDS = 8  # a file consists of words of four bytes
GAMES_PER_BLOCK = 4_000


class DataError(Exception):
    """The files have no position that can be used."""


@dataclass(frozen=True)
class LabelRule:
    """How the label of a position is computed: the expected score that the network has to learn.

    It is `1 - ahead` of the expected score that belongs to the position's own search score, and
    `ahead` of the label of the next position in the game. After the last position comes the result of
    the game. A search of few nodes errs, and the searches a few moves later know better.
    """

    scale: float = 280  # centipawns: expected score = 1 / (1 + exp(-score / scale))
    ahead: float = 0.0

    def labels(self, words, starts, lengths, results):
        """The labels for White at every ply of these games, with a row for each game."""
        labels = np.zeros((len(starts), int(lengths.max(initial=0))), np.float32)
        following = results.astype(float) / 2
        for ply in reversed(range(labels.shape[1])):
            games = np.flatnonzero(lengths > ply)
            _, score = move_and_score(words[starts[games] + HEADER_WORDS + ply])
            expected = 1 / (1 + np.exp(-score.astype(float) / self.scale))
            following[games] = (1 - self.ahead) * expected + self.ahead * following[games]
            labels[games, ply] = following[games]
        return labels


@dataclass
class Positions:
    """Positions, one in each row. Labels and results are those of the side to move."""

    features: np.ndarray  # 32 numbers: the men as White sees them, then NO_FEATURE
    side: np.ndarray  # 0 White, 1 Black
    expected: np.ndarray  # the label, 0 to 1
    result: np.ndarray  # 0, 1 or 2: lost, drawn, won
    game: np.ndarray  # the number of the game in its file

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
    """How many positions there are, and why some were not kept."""

    games: int = 0
    positions: int = 0
    # The move played is a capture or a promotion. The score belongs to what comes after it.
    noisy: int = 0
    mates: int = 0
    checks: int = 0
    kept: int = 0

    def add(self, other):
        for f in fields(self):
            setattr(self, f.name, getattr(self, f.name) + getattr(other, f.name))


def read(paths, rule, report=print):
    """The positions of all files with their labels.

    A flaw in a file is reported with its offset. The games before it are used.
    """
    parts, counts = [], Counts()
    for path in paths:
        data = Path(path).read_bytes()
        words = np.frombuffer(data, dtype="<u4", count=len(data) // 4)
        starts, ends = find_games(words)
        whole = int(ends[-1]) + 1 if len(ends) else 0
        flaw = (len(data), "the file ends in the middle of a game") if 4 * whole < len(data) else None
        with ProcessPoolExecutor() as pool:
            for positions, block_counts, block_flaw in pool.map(replay_block, blocks(words, starts, ends, rule)):
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
    while (index := np.searchsorted(zeros, at + HEADER_WORDS)) < len(zeros):
        starts.append(at)
        ends.append(int(zeros[index]))
        at = ends[-1] + 1
    return np.array(starts, int), np.array(ends, int)


@dataclass
class Block:
    """Some successive games of a file."""

    words: np.ndarray
    starts: np.ndarray  # indices into these words
    lengths: np.ndarray  # in plies
    first_game: int  # the number of its first game in the file
    first_word: int  # the index of its first word in the file
    rule: LabelRule


def blocks(words, starts, ends, rule):
    for first in range(0, len(starts), GAMES_PER_BLOCK):
        games = slice(first, first + GAMES_PER_BLOCK)
        begin, end = starts[first], ends[games][-1] + 1
        lengths = ends[games] - starts[games] - HEADER_WORDS
        yield Block(words[begin:end], starts[games] - begin, lengths, first, int(begin), rule)


def replay_block(block):
    """Replays the games of a block.

    Returns the positions kept, the counts, and the first flaw as (byte, message).
    """
    board, side, result, fault = read_headers(block.words, block.starts)
    flaws = {int(game): (block.starts[game], "this is no start position of a game") for game in np.flatnonzero(fault)}
    parts, counted, ply = [], [], 0
    while len(active := np.flatnonzero((block.lengths > ply) & ~fault)):
        at = block.starts[active] + HEADER_WORDS + ply
        move, score = move_and_score(block.words[at])
        bad = ~possible(board[active], side[active], move)
        for game, word in zip(active[bad], at[bad]):
            flaws[int(game)] = (word, "this move is not possible in its position")
        fault[active[bad]] = True
        active, move, score = active[~bad], move[~bad], score[~bad]
        kept, outcome = worth_learning(board[active], side[active], move, score)
        games = active[kept]
        parts.append((games, np.full(len(games), ply), features(board[games]), side[games]))
        counted.append((active, outcome))
        play(board, side, active, move)
        ply += 1
    good = min(flaws, default=len(block.starts))
    flaw = None
    if flaws:
        word, message = flaws[good]
        flaw = (4 * (block.first_word + int(word)), message)
    if good == 0 or not parts:
        return None, Counts(), flaw
    outcomes = np.concatenate([outcome[games < good] for games, outcome in counted])
    noisy, mates, checks, kept = (int((outcomes == outcome).sum()) for outcome in range(4))
    return rows(block, parts, result, good), Counts(good, len(outcomes), noisy, mates, checks, kept), flaw


def rows(block, parts, result, good):
    """The positions of the games before the first flaw, with their labels."""
    games, plies, men, mover = (np.concatenate(column) for column in zip(*parts))
    fine = games < good
    games, plies, men, mover = games[fine], plies[fine], men[fine], mover[fine]
    labels = block.rule.labels(block.words, block.starts[:good], block.lengths[:good], result[:good])[games, plies]
    return Positions(
        features=men,
        side=mover,
        expected=np.where(mover == 0, labels, 1 - labels).astype(np.float32),
        result=np.where(mover == 0, result[games], 2 - result[games]).astype(np.uint8),
        game=(block.first_game + games).astype(np.int32),
    )


def read_headers(words, starts):
    """Boards, sides to move and White's results at the start of games, and which are faulty."""
    header = words[starts[:, None] + np.arange(HEADER_WORDS)].view(np.uint8).reshape(len(starts), 32)
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
    """Is this roughly a move? It finds files that are garbage.

    `bstar-lab datagen --check` tells whether moves are legal.
    """
    rows = np.arange(len(board))
    origin, target, _, kind = parts_of(move)
    man, other = board[rows, origin], board[rows, target]
    own = (man != EMPTY) & (man // 6 == side)
    onto_own = (other != EMPTY) & (other // 6 == side)
    return own & (onto_own == (kind == CASTLING)) & ~np.isin(other, KINGS)


NOISY, IS_MATE, IN_CHECK, KEPT = range(4)


def worth_learning(board, side, move, score):
    """Which positions are kept, and for each position the reason."""
    rows = np.arange(len(board))
    _, target, _, kind = parts_of(move)
    captures = (board[rows, target] != EMPTY) & (kind != CASTLING)
    outcome = np.full(len(board), KEPT)
    outcome[captures | (kind == EN_PASSANT) | (kind == PROMOTION)] = NOISY
    outcome[(outcome == KEPT) & (np.abs(score.astype(int)) > MAX_SCORE_CENTIPAWNS)] = IS_MATE
    left = np.flatnonzero(outcome == KEPT)
    outcome[left[in_check(board[left], side[left])]] = IN_CHECK
    return outcome == KEPT, outcome


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


OUTSIDE_SQUARE = 64  # a square that is always empty


def squares_from(steps, reach):
    """For each square the squares on its rays, nearest first. Beyond the edge: OUTSIDE_SQUARE."""
    table = np.full((64, len(steps), reach), OUTSIDE_SQUARE)
    for square in range(64):
        for ray, (files, ranks) in enumerate(steps):
            for far in range(1, reach + 1):
                file, rank = square % 8 + far * files, square // 8 + far * ranks
                if 0 <= file < 8 and 0 <= rank < 8:
                    table[square, ray, far - 1] = rank * 8 + file
    return table


STRAIGHT_RAYS = squares_from([(1, 0), (-1, 0), (0, 1), (0, -1)], 7)
DIAGONAL_RAYS = squares_from([(1, 1), (1, -1), (-1, 1), (-1, -1)], 7)
KNIGHT_TARGETS = squares_from([(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)], 1)[:, :, 0]
PAWN_ATTACKERS = np.stack([squares_from([(1, up), (-1, up)], 1)[:, :, 0] for up in (1, -1)])


def in_check(board, side):
    """Is the king of the side to move attacked?"""
    rows = np.arange(len(board))
    king = np.argmax(board == side[:, None] * 6 + 5, axis=1)
    board = np.concatenate([board, np.full((len(board), 1), EMPTY, dtype=np.uint8)], axis=1)
    enemy = (1 - side) * 6
    attacked = (board[rows[:, None], KNIGHT_TARGETS[king]] == enemy[:, None] + 1).any(1)
    attacked |= (board[rows[:, None], PAWN_ATTACKERS[side, king]] == enemy[:, None]).any(1)
    for rays, piece in ((DIAGONAL_RAYS, 2), (STRAIGHT_RAYS, 3)):
        for ray in range(4):
            clear = np.ones(len(board), dtype=bool)
            for far in range(7):
                man = board[rows, rays[king, ray, far]]
                attacked |= clear & ((man == enemy + piece) | (man == enemy + 4))
                clear &= man == EMPTY
    return attacked
