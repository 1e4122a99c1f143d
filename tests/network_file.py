"""Networks as docs/network.md defines them, written here a second time: a made-up one, its file, and its values."""

import random
import struct

QA, QB, MAGIC = 255, 64, b"BSTARNN1"


def truncated(a, b):
    """Division that rounds toward zero."""
    return abs(a) // b * (1 if a >= 0 else -1)


def checksum(payload):
    value = 0xCBF29CE484222325
    for byte in payload:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


class Network:
    """Knows what men are worth, and has whims beside."""

    def __init__(self, seed, hidden=32, buckets=1, scale=400):
        rng = random.Random(seed)
        self.hidden, self.buckets, self.scale = hidden, buckets, scale
        worth = [2, 6, 6, 10, 18, 0]

        def weight(feature, neuron):
            if neuron >= 16:
                return rng.randint(-20, 20)
            sign = (1 if feature < 384 else -1) * (1 if neuron % 2 == 0 else -1)
            return sign * worth[feature // 64 % 6]

        def output(row, neuron):
            if neuron >= 16:
                return rng.randint(-1, 1)
            return (127, -127)[neuron % 2] if row % 2 == 0 else 0

        self.features = [[weight(feature, neuron) for neuron in range(hidden)] for feature in range(768)]
        self.biases = [128 if neuron < 16 else rng.randint(-60, 60) for neuron in range(hidden)]
        self.outputs = [[output(row, neuron) for neuron in range(hidden)] for row in range(2 * buckets)]
        self.output_biases = [rng.randint(-500, 500) for _ in range(buckets)]

    def payload(self):
        numbers = [n for row in self.features for n in row] + self.biases + [n for row in self.outputs for n in row]
        return struct.pack(f"<{len(numbers)}h", *numbers) + struct.pack(f"<{self.buckets}i", *self.output_biases)

    def file(self):
        payload = self.payload()
        head = struct.pack("<IIIIiii", 1, 768, self.hidden, self.buckets, QA, QB, self.scale)
        return MAGIC + head + struct.pack("<Q", checksum(payload)) + payload

    def value(self, board):
        """The value of a position of python-chess, for the side to move."""
        men = board.piece_map()
        bucket = min((len(men) - 2) * self.buckets // 31, self.buckets - 1)
        total = 0
        for half, view in enumerate((board.turn, not board.turn)):
            row = list(self.biases)
            for square, man in men.items():
                place = square if view else square ^ 56
                feature = ((man.color != view) * 6 + man.piece_type - 1) * 64 + place
                row = [a + b for a, b in zip(row, self.features[feature])]
            clipped = (min(max(number, 0), QA) for number in row)
            total += sum(c * c * w for c, w in zip(clipped, self.outputs[2 * bucket + half]))
        return truncated((truncated(total, QA) + self.output_biases[bucket]) * self.scale, QA * QB)
