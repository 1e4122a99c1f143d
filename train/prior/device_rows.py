"""The rows of weights of moves, of many positions at once on the model's device.

move_rows.py says what they are. Here they are found another way: by tables of squares, and with a
bit for each square.
"""

import torch
from torch import nn

from prior.move_rows import BY_DEED, BY_MAN, FIRST_LOSING, NO_FEATURE, NO_MOVE

EMPTY = 48  # the plane of a square without a man; the others are state * 12 + whose * 6 + kind


def planes(features):
    """The plane of each square."""
    missing = features == NO_FEATURE
    found = torch.full((len(features), 65), EMPTY, device=features.device)
    return found.scatter_(1, torch.where(missing, 64, features % 64), torch.where(missing, EMPTY, features // 64))[:, :64]


def geometry():
    """For each two squares: how far they are apart in files and ranks, and the signs of the way from one to the other."""
    squares = torch.arange(64)
    across, up = (place[None] - place[:, None] for place in (squares % 8, squares // 8))
    return across.abs(), up.abs(), torch.stack([across.sign(), up.sign()])


class Ways(nn.Module):
    """What the number of a move says: the squares, the promotion (0 for none, 1 to 4 for knight to queen), whether it loses."""

    def __init__(self):
        super().__init__()
        across, up, _ = geometry()
        origin, target = (((across == 0) | (up == 0) | (across == up) | (across * up == 2)) & (across + up > 0)).nonzero(as_tuple=True)
        begin, end = ((across <= 1) & (up == 0))[:8, :8].nonzero(as_tuple=True)
        one_half = (
            torch.cat([origin, 48 + begin.repeat(4)]),
            torch.cat([target, 56 + end.repeat(4)]),
            torch.cat([torch.zeros_like(origin), torch.arange(1, 5).repeat_interleave(len(begin))]),
        )
        for name, values in zip(("origin", "target", "promotion"), one_half):
            self.register_buffer(name, values.repeat(2), persistent=False)
        self.register_buffer("loses", torch.arange(2).repeat_interleave(FIRST_LOSING), persistent=False)

    def forward(self, moves):
        return self.origin[moves], self.target[moves], self.promotion[moves], self.loses[moves]


class Rows(nn.Module):
    """Finds the three rows of each move. Where there is no move, each place has other rows: one for all would be slow in the gradient."""

    def __init__(self):
        super().__init__()
        self.ways = Ways()
        across, up, signs = geometry()
        knight, diagonal, straight = across * up == 2, (across == up) & (across > 0), (across == 0) != (up == 0)
        pawn = (across == 1) & (up == 1) & (signs[1] == 1)
        attacks = torch.stack([pawn, knight, diagonal, straight, diagonal | straight, torch.zeros_like(pawn)])
        # A square lies between two others if it is nearer than the end of the way, in the same direction.
        apart, ray = torch.maximum(across, up), diagonal | straight
        same_way = (signs[:, :, :, None] == signs[:, :, None, :]).all(0)
        between = same_way & ray[:, :, None] & ray[:, None, :] & (apart[:, None, :] < apart[:, :, None])
        bit = torch.ones(64, dtype=torch.int64) << torch.arange(64)
        for name, values in (("bit", bit), ("attacks", attacks.reshape(-1)), ("between", torch.where(between, bit, 0).sum(2).reshape(-1))):
            self.register_buffer(name, values, persistent=False)

    @torch.no_grad()
    def forward(self, features, moves):
        missing = moves == NO_MOVE
        origin, target, promotion, loses = self.ways(torch.where(missing, 0, moves))
        board = planes(features)
        mover, taken = board.gather(1, origin), board.gather(1, target)
        kind, state = mover % 6, mover // 12 % 4
        captured = torch.where((taken < EMPTY) & (taken % 12 >= 6), (taken % 12 - 5).clamp(max=5), 0)
        king = ((board < EMPTY) & (board % 12 == 11)).int().argmax(1, keepdim=True)
        occupied = torch.where(board < EMPTY, self.bit, 0).sum(1, keepdim=True) & ~self.bit[origin]
        moved = torch.where(promotion > 0, promotion, kind)
        check = self.attacks[(moved * 64 + target) * 64 + king] & (self.between[target * 64 + king] & occupied == 0)
        by_man = loses * 384 + kind * 64 + target
        by_deed = ((kind * 6 + captured) * 2 + loses) * 8 + state * 2 + check.long()
        places = torch.arange(moves.shape[1], device=moves.device)
        return tuple(torch.where(missing, places, rows) + first for rows, first in ((moves, 0), (by_man, BY_MAN), (by_deed, BY_DEED)))
