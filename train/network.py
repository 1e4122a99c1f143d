"""The network in whole numbers, as the engine computes it. docs/network.md defines every bit.

`quantise` rounds what was learned. `evaluate` is the reference: the engine must give the same
values. `write` and `read` handle the file.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

INPUTS = 768
QA, QB = 255, 64
MAX_HIDDEN, HIDDEN_STEP, MAX_BUCKETS, MAX_SCALE = 2048, 32, 8, 10_000
MAX_FEATURE_WEIGHT = 992
MAX_OUTPUT_WEIGHT = 127

MAGIC = b"BSTARNN1"
HEADER = struct.Struct("<8sIIIIiiiQ")


@dataclass
class Network:
    feature_weights: np.ndarray  # 768 rows of H
    feature_biases: np.ndarray  # H
    output_weights: np.ndarray  # B rows of 2 H, the mover's first
    output_biases: np.ndarray  # B
    scale: int

    @property
    def hidden(self):
        return len(self.feature_biases)

    @property
    def buckets(self):
        return len(self.output_biases)


def bucket(men, buckets):
    """The set of output weights for this number of men."""
    return np.minimum((men - 2) * buckets // 31, buckets - 1)


def seen_by_black():
    """The number for Black of each feature for White. A last entry stands for no feature."""
    man, square = np.divmod(np.arange(INPUTS), 64)
    return np.append((man + 6) % 12 * 64 + (square ^ 56), INPUTS)


def mirrored():
    """The number of each feature on the board with left and right exchanged."""
    man, square = np.divmod(np.arange(INPUTS), 64)
    return np.append(man * 64 + (square ^ 7), INPUTS)


def quantise(feature_weights, feature_biases, output_weights, output_biases, scale):
    """Rounds real weights to whole numbers. Training has clipped them to their limits."""

    def rounded(values, one, limit):
        whole = np.rint(np.asarray(values, dtype=np.float64) * one)
        if not np.isfinite(whole).all():
            raise ValueError("a weight is no number: the training went astray")
        if np.abs(whole).max() > limit:
            raise ValueError(f"a weight is {np.abs(whole).max() / one:.3f}, more than {limit / one:.3f}")
        return whole.astype(np.int64)

    return Network(
        rounded(feature_weights, QA, MAX_FEATURE_WEIGHT),
        rounded(feature_biases, QA, MAX_FEATURE_WEIGHT),
        rounded(output_weights, QB, MAX_OUTPUT_WEIGHT),
        rounded(output_biases, QA * QB, 2**31 - 1),
        int(scale),
    )


def truncated(value, divisor):
    """Division that rounds toward zero."""
    return np.sign(value) * (np.abs(value) // divisor)


def evaluate(network, features, side):
    """The value of each position for the side to move. See games.Positions for the arguments."""
    weights = np.concatenate([network.feature_weights, np.zeros((1, network.hidden), dtype=np.int64)])
    views = np.stack([features, seen_by_black()[features]])
    rows = np.arange(len(side))
    mover, other = (weights[views[who, rows]].sum(1) + network.feature_biases for who in (side, 1 - side))
    clipped = np.clip(np.concatenate([mover, other], axis=1), 0, QA)
    which = bucket((features != INPUTS).sum(1), network.buckets)
    total = (clipped * clipped * network.output_weights[which]).sum(1)
    return truncated((truncated(total, QA) + network.output_biases[which]) * network.scale, QA * QB)


def fnv1a(data):
    """The 64-bit checksum of the file."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def write(network, path):
    """Writes the file and returns its checksum."""
    body = b"".join(
        [
            network.feature_weights.astype("<i2").tobytes(),
            network.feature_biases.astype("<i2").tobytes(),
            network.output_weights.astype("<i2").tobytes(),
            network.output_biases.astype("<i4").tobytes(),
        ]
    )
    checksum = fnv1a(body)
    header = HEADER.pack(MAGIC, 1, INPUTS, network.hidden, network.buckets, QA, QB, network.scale, checksum)
    write_whole(path, header + body)
    return checksum


def write_whole(path, data):
    """Writes a file completely or not at all."""
    unfinished = Path(f"{path}.part")
    unfinished.write_bytes(data)
    unfinished.replace(path)


def read(path):
    """Reads a file that `write` wrote."""
    data = Path(path).read_bytes()
    if len(data) < HEADER.size:
        raise ValueError(f"{path} is too short to be a network")
    magic, version, inputs, hidden, buckets, qa, qb, scale, checksum = HEADER.unpack_from(data)
    if (magic, version, inputs, qa, qb) != (MAGIC, 1, INPUTS, QA, QB) or fnv1a(data[HEADER.size :]) != checksum:
        raise ValueError(f"{path} is not a network of this kind, or damaged")
    at = HEADER.size

    def numbers(kind, *shape):
        nonlocal at
        count = int(np.prod(shape))
        values = np.frombuffer(data, kind, count, at).reshape(shape).astype(np.int64)
        at += values.size * np.dtype(kind).itemsize
        return values

    return Network(
        numbers("<i2", INPUTS, hidden),
        numbers("<i2", hidden),
        numbers("<i2", buckets, 2 * hidden),
        numbers("<i4", buckets),
        scale,
    )


def fen(features, side):
    """The FEN of a position, without what the network does not see."""
    squares = [None] * 64
    for feature in features:
        if feature != INPUTS:
            squares[feature % 64] = "PNBRQKpnbrqk"[feature // 64]
    ranks = []
    for rank in range(7, -1, -1):
        text, empty = "", 0
        for man in squares[rank * 8 : rank * 8 + 8]:
            if man is None:
                empty += 1
                continue
            text += (str(empty) if empty else "") + man
            empty = 0
        ranks.append(text + (str(empty) if empty else ""))
    return f"{'/'.join(ranks)} {'wb'[side]} - - 0 1"
