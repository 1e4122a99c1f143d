"""When a training learns what: its phases, and the learning rate in them."""

import time
from dataclasses import dataclass

import numpy as np
import torch

# The learning rate rises in this part of a phase, and in the end has fallen to this part of itself.
RISE, LAST_RATE = 0.02, 0.005
# The fine lessons may take this part of the time at most.
FINE_TIME_SHARE = 0.5
# How much of the time is kept for the file and the metrics, and at most how many seconds.
ENDING_SHARE, MAX_ENDING_SECONDS = 0.1, 30


def shuffled(rows):
    return rows[torch.randperm(len(rows), device=rows.device)]


def end_of_learning(began, settings):
    """When the learning has to end, by the clock. None if only the epochs say so."""
    return began + settings.seconds - min(ENDING_SHARE * settings.seconds, MAX_ENDING_SECONDS) if settings.seconds else None


@dataclass
class Phase:
    """A part of the training with a learning rate that rises and falls once."""

    name: str
    epoch: callable  # the rows of one epoch, shuffled
    size: int  # of a batch
    rate: float
    last_rate: float  # as a part of the rate
    steps: int | None  # the phase ends after so many steps,
    deadline: callable  # or at this time of the clock, which may depend on the seconds of a step
    # The spread is learned from these rows and those after them: in the end it has to be the error
    # against long searches, and not against short ones.
    first_in_spread: int = 0

    def part(self, step, began):
        """How much of the phase is over, 0 to 1."""
        now = time.monotonic()
        by_steps = step / self.steps if self.steps else 0.0
        deadline = self.deadline((now - began) / max(step, 1))
        by_time = (now - began) / max(deadline - began, 1e-3) if deadline else 0.0
        return max(by_steps, by_time)

    def rate_at(self, part):
        """The learning rate: it rises quickly, then falls along a cosine."""
        if part < RISE:
            return self.rate * part / RISE
        return self.rate * (self.last_rate + (1 - self.last_rate) * (1 + np.cos(np.pi * (part - RISE) / (1 - RISE))) / 2)


def phases(rows, fine, settings, end, fine_rate, last_rate_before_fine=LAST_RATE):
    """The phases of the training: all lessons, then the fine ones with as many others. `fine_rate` is a part of the rate."""

    def fine_epoch():
        others = rows[torch.randint(len(rows), (len(fine),), device=rows.device)]
        return shuffled(torch.cat([fine, others]))

    size = min(settings.batch, len(rows))
    fine_size = min(settings.batch, 2 * len(fine))
    fine_steps = settings.fine_epochs * (2 * len(fine) // fine_size) if len(fine) else 0
    began = time.monotonic()

    def first_deadline(seconds_of_step):
        # The fine lessons come after it. They need about as long for a step.
        return end and end - min(FINE_TIME_SHARE * (end - began), 1.1 * fine_steps * seconds_of_step * fine_size / size)

    steps = None if end else settings.epochs * (len(rows) // size)
    last_rate = last_rate_before_fine if fine_steps else LAST_RATE
    yield Phase("lessons", lambda: shuffled(rows), size, settings.rate, last_rate, steps, first_deadline)
    if fine_steps:
        yield Phase("fine", fine_epoch, fine_size, fine_rate * settings.rate, LAST_RATE, fine_steps, lambda _: end, int(fine.min()))
