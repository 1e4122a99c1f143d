"""The prior in whole numbers, as the engine computes it: rounding, the file, and the reference.

`quantise` rounds what was learned. `evaluate` is the reference: the engine must give the same
numbers. `write` and `read` handle the file. Only numpy is needed.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from network import fnv1a, write_whole
from prior.move_rows import INPUTS, MOVE_ROWS, NO_MOVE, move_rows

HIDDEN, BUCKETS, OUTPUTS = 32, 8, 4
PAIRS_STEP, MAX_PAIRS = 64, 2048

FEATURE_ONE = 255  # one in the sums of the features
UNIT_ONE = 127  # one in the hidden units
WEIGHT_ONE = 64  # one in the weights of the heads
LOGIT_ONE = UNIT_ONE * WEIGHT_ONE
PRODUCT_SHIFT, HIDDEN_SHIFT = 9, 6

MAGIC, VERSION = b"BSTARPR1", 2
HEADER = struct.Struct("<8sIIIIIIQ")


@dataclass(frozen=True)
class Part:
    """One array of the file: what is one in it, how large its numbers may be, and its shape."""

    name: str
    kind: str
    one: int
    limit: int
    shape_for: callable  # of the number of pairs

    @property
    def largest(self):
        """The largest weight as a real number."""
        return self.limit / self.one


# In the order of the file.
PARTS = (
    Part("feature_weights", "<i2", FEATURE_ONE, 992, lambda pairs: (INPUTS, 2 * pairs)),
    Part("feature_biases", "<i2", FEATURE_ONE, 992, lambda pairs: (2 * pairs,)),
    Part("policy_weights", "<i1", WEIGHT_ONE, 127, lambda pairs: (MOVE_ROWS, pairs)),
    Part("policy_biases", "<i4", LOGIT_ONE, 2**24, lambda pairs: (MOVE_ROWS,)),
    Part("hidden_weights", "<i1", WEIGHT_ONE, 127, lambda pairs: (BUCKETS, HIDDEN, pairs)),
    Part("hidden_biases", "<i4", LOGIT_ONE, 2**24, lambda pairs: (BUCKETS, HIDDEN)),
    Part("output_weights", "<i1", WEIGHT_ONE, 127, lambda pairs: (BUCKETS, OUTPUTS, HIDDEN)),
    Part("output_biases", "<i4", LOGIT_ONE, 2**24, lambda pairs: (BUCKETS, OUTPUTS)),
)


@dataclass
class Prior:
    """The arrays of the file, each with numbers of 64 bits."""

    feature_weights: np.ndarray
    feature_biases: np.ndarray
    policy_weights: np.ndarray
    policy_biases: np.ndarray
    hidden_weights: np.ndarray
    hidden_biases: np.ndarray
    output_weights: np.ndarray
    output_biases: np.ndarray

    @property
    def pairs(self):
        return len(self.feature_biases) // 2


def bucket(men):
    """The set of value weights for this number of men."""
    return np.minimum((men - 2) * BUCKETS // 31, BUCKETS - 1)


def quantise(real):
    """Rounds real weights, given by name, to whole numbers. Training has clipped them to their limits."""

    def rounded(part):
        whole = np.rint(np.asarray(real[part.name], dtype=np.float64) * part.one)
        if not np.isfinite(whole).all():
            raise ValueError(f"one of the {part.name} is no number: the training went astray")
        if np.abs(whole).max() > part.limit:
            raise ValueError(f"one of the {part.name} is {np.abs(whole).max() / part.one:.3f}, more than {part.largest:.3f}")
        return whole.astype(np.int64)

    return Prior(*(rounded(part) for part in PARTS))


def evaluate(prior, features, moves, men, rows_at_once=256):
    """The four outputs and the logits of the moves of each position. Where there is no move, the logit is 0.

    `features` has 32 columns, with NO_FEATURE where there is none. `moves` has NO_MOVE where there
    is none.
    """
    weights = np.concatenate([prior.feature_weights, np.zeros((1, 2 * prior.pairs), np.int64)])
    outputs, logits = np.zeros((len(men), OUTPUTS), np.int64), np.zeros(moves.shape, np.int64)
    for at in range(0, len(men), rows_at_once):
        rows = slice(at, at + rows_at_once)
        sums = np.clip(weights[features[rows]].sum(1) + prior.feature_biases, 0, FEATURE_ONE)
        units = sums[:, : prior.pairs] * sums[:, prior.pairs :] >> PRODUCT_SHIFT
        which = bucket(men[rows].astype(np.int64))
        hidden = prior.hidden_biases[which] + (prior.hidden_weights[which] @ units[:, :, None])[:, :, 0]
        hidden = np.clip(hidden >> HIDDEN_SHIFT, 0, UNIT_ONE)
        outputs[rows] = prior.output_biases[which] + (prior.output_weights[which] @ hidden[:, :, None])[:, :, 0]
        for position, own in enumerate(units, at):
            is_move = moves[position] != NO_MOVE
            three = np.array(move_rows(features[position].tolist(), moves[position][is_move].tolist()), np.int64).reshape(-1, 3)
            logits[position, is_move] = (prior.policy_biases[three] + prior.policy_weights[three] @ own).sum(1)
    return outputs, logits


def write(prior, path):
    """Writes the file and returns its checksum."""
    body = b"".join(getattr(prior, part.name).astype(part.kind).tobytes() for part in PARTS)
    checksum = fnv1a(body)
    write_whole(path, HEADER.pack(MAGIC, VERSION, INPUTS, prior.pairs, MOVE_ROWS, HIDDEN, BUCKETS, checksum) + body)
    return checksum


def read(path):
    """Reads a file that `write` wrote."""
    data = Path(path).read_bytes()
    if len(data) < HEADER.size:
        raise ValueError(f"{path} is too short to be a prior")
    magic, version, inputs, pairs, rows, hidden, buckets, checksum = HEADER.unpack_from(data)
    if (magic, version) != (MAGIC, VERSION):
        raise ValueError(f"{path} is not a prior of version {VERSION}")
    if (inputs, rows, hidden, buckets) != (INPUTS, MOVE_ROWS, HIDDEN, BUCKETS) or pairs % PAIRS_STEP or not 0 < pairs <= MAX_PAIRS:
        raise ValueError(f"{path} is a prior of another shape: {inputs} inputs, {pairs} pairs, {rows} rows of moves, {hidden} hidden units, {buckets} buckets")
    sizes = [int(np.prod(part.shape_for(pairs))) for part in PARTS]
    length = HEADER.size + sum(size * np.dtype(part.kind).itemsize for part, size in zip(PARTS, sizes))
    if len(data) != length:
        raise ValueError(f"{path} is damaged: it has {len(data)} bytes instead of {length}")
    if fnv1a(data[HEADER.size :]) != checksum:
        raise ValueError(f"{path} is damaged: its checksum is wrong")
    arrays, at = [], HEADER.size
    for part, size in zip(PARTS, sizes):
        arrays.append(np.frombuffer(data, part.kind, size, at).reshape(part.shape_for(pairs)).astype(np.int64))
        at += size * np.dtype(part.kind).itemsize
    return Prior(*arrays)
