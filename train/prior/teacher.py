"""The teacher: a network far too slow for the engine, which learns the same lessons and then teaches the prior.

It looks at the board as a picture, through blocks of convolutions. A move is weighed by what was
found on the square it leaves and on the square it reaches.
"""

import hashlib
import io

import torch
from torch import nn
from torch.nn import functional

from network import write_whole
from prior.device_rows import EMPTY, Ways, planes
from prior.model import NO_LOGIT
from prior.move_rows import MOVES, NO_MOVE

KEY = 64  # numbers by which a square that is left finds a square that is reached
VALUE_OF_SQUARE, VALUE_HIDDEN = 32, 128
# A block begins with little influence, so that many of them can be learned at once.
FIRST_INFLUENCE = 0.3
MAGIC = b"BSTARTE1"
DIGEST_BYTES = 32


class Block(nn.Module):
    """Two convolutions beside a way past them. The mean of the board says how much each channel counts, and adds to it."""

    def __init__(self, channels):
        super().__init__()
        self.first, self.second = (nn.Conv2d(channels, channels, 3, padding=1, bias=False) for _ in range(2))
        self.first_norm, self.second_norm = nn.BatchNorm2d(channels), nn.BatchNorm2d(channels)
        self.squeeze, self.excite = nn.Linear(channels, channels // 4), nn.Linear(channels // 4, 2 * channels)
        nn.init.constant_(self.second_norm.weight, FIRST_INFLUENCE)

    def forward(self, board):
        found = functional.relu(self.first_norm(self.first(board)))
        found = self.second_norm(self.second(found))
        gate, more = self.excite(functional.relu(self.squeeze(found.mean((2, 3))))).chunk(2, 1)
        return functional.relu(board + found * torch.sigmoid(gate)[:, :, None, None] + more[:, :, None, None])


class Teacher(nn.Module):
    """`product` is the kind of numbers it multiplies. The weights themselves have 32 bits."""

    def __init__(self, channels, blocks, product=torch.float32):
        super().__init__()
        self.channels, self.product, self.ways = channels, product, Ways()
        self.men, self.squares = nn.Embedding(EMPTY + 1, channels), nn.Parameter(torch.zeros(64, channels))
        self.blocks = nn.Sequential(*(Block(channels) for _ in range(blocks)))
        self.head = nn.Linear(channels, channels)
        # One key for moves that lose material, one for the others.
        self.leaving, self.reaching = nn.Linear(channels, 2 * KEY), nn.Linear(channels, 2 * KEY)
        self.promotion = nn.Linear(channels, 5)  # the first is of no use
        self.move_bias = nn.Parameter(torch.zeros(MOVES))
        self.value_of_square = nn.Linear(channels, VALUE_OF_SQUARE)
        self.value_hidden, self.value = nn.Linear(64 * VALUE_OF_SQUARE, VALUE_HIDDEN), nn.Linear(VALUE_HIDDEN, 3)
        nn.init.normal_(self.men.weight, std=0.5)

    def forward(self, features, moves):
        """The logits of the moves at hand, and those of win, draw and loss."""
        with torch.autocast(features.device.type, dtype=self.product, enabled=self.product != torch.float32):
            count = len(features)
            board = (self.men(planes(features)) + self.squares).view(count, 8, 8, self.channels).permute(0, 3, 1, 2)
            found = self.blocks(board).permute(0, 2, 3, 1).reshape(count, 64, self.channels)
            found = functional.relu(self.head(found))
            value = functional.relu(self.value_of_square(found)).reshape(count, -1)
            value = self.value(functional.relu(self.value_hidden(value)))
            return self.of_moves(found, moves), value.float()

    def of_moves(self, found, moves):
        count = len(found)
        leaving, reaching = (keys(found).view(count, 64, 2, KEY).transpose(1, 2) for keys in (self.leaving, self.reaching))
        of_squares = (leaving @ reaching.transpose(2, 3) * KEY**-0.5).reshape(count, 2 * 64 * 64)
        of_promotions = self.promotion(found).reshape(count, 64 * 5)
        missing = moves == NO_MOVE
        known = torch.where(missing, 0, moves)
        origin, target, promotion, loses = self.ways(known)
        # Each missing move looks at another place. One place for all would be slow in the gradient.
        places = torch.arange(moves.shape[1], device=moves.device)
        logits = of_squares.gather(1, torch.where(missing, places, (loses * 64 + origin) * 64 + target)).float()
        promoting = of_promotions.gather(1, target * 5 + promotion).float() * (promotion > 0)
        return (logits + promoting + self.move_bias[known]).masked_fill(missing, NO_LOGIT)


def write(teacher, path):
    """Writes the weights: MAGIC, a SHA-256 of the rest, and what PyTorch saves. Returns the checksum."""
    saved = io.BytesIO()
    shape = {"channels": teacher.channels, "blocks": len(teacher.blocks)}
    torch.save(shape | {"weights": {name: values.cpu().contiguous() for name, values in teacher.state_dict().items()}}, saved)
    digest = hashlib.sha256(saved.getvalue()).digest()
    write_whole(path, MAGIC + digest + saved.getvalue())
    return digest.hex()


def read(path, settings):
    """Reads a file that `write` wrote."""
    with open(path, "rb") as file:
        magic, digest, saved = file.read(len(MAGIC)), file.read(DIGEST_BYTES), file.read()
    if magic != MAGIC:
        raise ValueError(f"{path} is not a teacher")
    if hashlib.sha256(saved).digest() != digest:
        raise ValueError(f"{path} is damaged: its checksum is wrong")
    parts = torch.load(io.BytesIO(saved), map_location="cpu", weights_only=True)
    teacher = Teacher(parts["channels"], parts["blocks"], getattr(torch, settings.product))
    teacher.load_state_dict(parts["weights"])
    return on_device(teacher, settings).eval()


def on_device(teacher, settings):
    """Convolutions are faster with the channels of a square side by side."""
    return teacher.to(settings.device).to(memory_format=torch.channels_last)
