"""All lessons on the model's device, and the batches made of them."""

from dataclasses import dataclass

import numpy as np
import torch

from prior.integers import BUCKETS
from prior.lessons import MEN, MEN_MASK, MOVES_IN_RECORD, WORDS, labels

RECORDS_AT_ONCE = 1_000_000
SCORE, RESULT_AND_MEN, LEGAL = (MEN + MOVES_IN_RECORD + place for place in (0, 1, 2))


@dataclass
class Batch:
    """Some lessons, one in each row."""

    features: torch.Tensor
    moves: torch.Tensor  # the chosen one is the first
    bucket: torch.Tensor
    label: torch.Tensor  # win, draw, loss
    expected: torch.Tensor  # the expected score that the position's own search says
    men: torch.Tensor
    legal: torch.Tensor
    wanted: torch.Tensor | None  # the chances of the moves to be learned; None: the chosen one alone


def some_of(rows, count):
    """These rows, or about so many of them, evenly spread."""
    return rows[:: -(-len(rows) // count)]


class Table:
    """The records of all files as they are, a row for each, and their labels. They are taken apart batch by batch."""

    def __init__(self, files, curve, settings):
        device = settings.device
        count = sum(len(lessons) for lessons in files)
        self.curve, self.device = curve, device
        words = torch.empty(count, WORDS, dtype=torch.int16, device=device)
        self.label = torch.empty(count, 3, device=device)
        self.first_rows, row = [], 0
        for lessons in files:
            self.first_rows.append(row)
            for at in range(0, len(lessons), RECORDS_AT_ONCE):
                part = np.array(lessons.words[at : at + RECORDS_AT_ONCE])
                words[row + at : row + at + len(part)] = torch.from_numpy(part).to(device)
            self.label[row : row + len(lessons)] = torch.from_numpy(labels(lessons, curve, settings.ahead, settings.threads)).to(device)
            row += len(lessons)
        # Rows of fewer and larger numbers are fetched faster.
        self.words = words.view(torch.int64)
        self.from_teacher = None

    def rows(self, files, which):
        """The rows of these files (by their place in the list) in which `which` of the file is true."""
        parts = [self.first_rows[place] + np.flatnonzero(which(lessons)) for place, lessons in files]
        return torch.from_numpy(np.concatenate(parts)).to(self.device)

    def open_for_teacher(self, part_of_moves, part_of_value):
        """Makes room for what a teacher says: this part of the moves and of the value is to be learned from it."""
        self.part_of_moves, self.part_of_value = part_of_moves, part_of_value
        self.from_teacher = torch.zeros(len(self.label), MOVES_IN_RECORD, dtype=torch.float16, device=self.device)

    def teach(self, rows, moves, win_draw_loss):
        """Mixes the chances that a teacher gives into what is to be learned of these rows. To be called once for a row."""
        self.from_teacher[rows] = (self.part_of_moves * moves).half()
        self.label[rows] = torch.lerp(self.label[rows], win_draw_loss, self.part_of_value)

    def wanted(self, rows):
        """The chances of the moves to be learned. What is not the teacher's is the chosen move's, which is the first."""
        if self.from_teacher is None:
            return None
        chances = self.from_teacher[rows].float()
        chances[:, 0] += 1 - chances.sum(1)
        return chances

    def batch(self, rows):
        words = self.words[rows].view(torch.int16)
        men = (words[:, RESULT_AND_MEN] >> 8).long() & MEN_MASK
        score = words[:, SCORE].float()
        win, loss = (torch.sigmoid((own - self.curve.a) / self.curve.b) for own in (score, -score))
        return Batch(
            features=words[:, :MEN].long(),
            moves=words[:, MEN : MEN + MOVES_IN_RECORD].long(),
            bucket=((men - 2) * BUCKETS // 31).clamp(max=BUCKETS - 1),
            label=self.label[rows],
            expected=(1 + win - loss) / 2,
            men=men,
            legal=words[:, LEGAL].long(),
            wanted=self.wanted(rows),
        )
