"""Made-up files of lessons, written here a second time from their definition. `python3 tests/lessons_file.py FILE GAMES SEED` writes one."""

import random
import struct
import sys
from pathlib import Path

HEADER = struct.pack("<8sII", b"BSTARLE1", 1, 240)
RECORD_BYTES = 240


def record(features, moves, score, result, men, plies_left, game, legal=None):
    words = sorted(features) + [3072] * (32 - len(features)) + list(moves[:80]) + [65535] * (80 - len(moves))
    return struct.pack("<112HhBBHHII", *words, score, result, men, len(moves) if legal is None else legal, plies_left, game, 0)


def made_up_game(number, rng):
    """A game whose scores follow from its features and lead to its result, and in which small numbers of moves are chosen."""
    plies, edge = rng.randint(1, 60), rng.gauss(0, 250)
    result = 2 if edge > 120 else 0 if edge < -120 else 1
    records = []
    for ply in range(plies):
        sign = 1 if ply % 2 == 0 else -1
        men = rng.randint(2, 32)
        own = max(0, min(men, round(men / 2 + sign * edge / 60)))
        features = rng.sample(range(1536), own) + rng.sample(range(1536, 3072), men - own)
        moves = rng.sample(range(3760), rng.randint(1, 90))
        best = moves.index(min(moves))
        moves[0], moves[best] = moves[best], moves[0]
        score = max(-15000, min(15000, round(sign * edge + rng.gauss(0, 30))))
        own_result = result if sign == 1 else 2 - result
        records.append(record(features, moves, score, own_result, men | (128 if rng.random() < 0.1 else 0), plies - 1 - ply, number, len(moves)))
    return b"".join(records)


def made_up(games, seed=1):
    rng = random.Random(seed)
    return HEADER + b"".join(made_up_game(number, rng) for number in range(games))


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(made_up(int(sys.argv[2]), int(sys.argv[3])))
