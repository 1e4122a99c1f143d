"""How a network learns from a table of lessons, whichever network it is."""

import time
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from prior.table import some_of

REPORT_INTERVAL_SECONDS = 20
# Losses during the training are measured on so many held-out positions at most.
HELD_OUT_IN_PROGRESS = 100_000


class LearningError(Exception):
    """The training cannot go on. The message says what may help."""


@dataclass
class Learner:
    """A network and how it learns."""

    model: nn.Module
    losses: dict  # how much each of the losses counts, by its name
    of_batch: callable  # the mean losses of a batch; the spread is asked of some of its rows only
    decay: float
    betas: tuple = (0.9, 0.999)
    largest_gradient: float | None = None  # its length is cut to this
    after_step: callable = lambda: None

    def by_name(self, values):
        return {name: round(value, 5) for name, value in zip(self.losses, values)}


@torch.no_grad()
def losses_on(learner, table, rows, size):
    """The mean losses over these rows, or over some of them if they are many."""
    rows = some_of(rows, HELD_OUT_IN_PROGRESS)
    total = torch.zeros(len(learner.losses), device=table.device)
    learner.model.eval()
    for some in rows.split(size):
        total += learner.of_batch(table.batch(some), torch.ones_like(some, dtype=torch.bool)) * len(some)
    learner.model.train()
    return (total / len(rows)).tolist()


def learn_all(learner, material, phases, say):
    """Trains a model in all phases. Returns the losses of every report."""
    history = []
    for phase in phases:
        history += learn(learner, material.table, phase, material.held_out, say)
        if not history:
            raise LearningError("there was no time for a step after reading the lessons; --seconds must be larger")
    learner.model.eval()
    return history


def learn(learner, table, phase, held_out, say):
    """Trains the model for one phase. Nothing in a step waits for the GPU."""
    model = learner.model.train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=phase.rate, weight_decay=learner.decay, betas=learner.betas, fused=True)
    weights = torch.tensor(list(learner.losses.values()), device=table.device)
    history, total = [], torch.zeros_like(weights)
    began = reported = time.monotonic()
    step = steps_before = 0

    def report(epoch):
        if step == steps_before:
            return
        learned = (total / (step - steps_before)).tolist()
        if not np.isfinite(learned).all():
            raise LearningError(f"after {step} steps the loss was no number any more; a smaller --rate may help")
        entry = {"phase": phase.name, "step": step, "epoch": round(epoch, 2), "seconds": round(time.monotonic() - began, 1)}
        of_held_out = {name: learner.by_name(losses_on(learner, table, rows, phase.size)) for name, rows in held_out.items()}
        history.append(entry | {"learned": learner.by_name(learned), "held_out": of_held_out})
        pairs = {"learned": learner.by_name(learned)} | {f"held out {name}": values for name, values in of_held_out.items()}
        say(f"{phase.name}, epoch {epoch:.2f}, step {step}: " + "; ".join(f"{name} " + " ".join(f"{v:.4f}" for v in values.values()) for name, values in pairs.items()))

    epochs = 0
    while phase.part(step, began) < 1:
        rows = phase.epoch()
        batches = rows[: len(rows) // phase.size * phase.size].view(-1, phase.size)
        for number, which in enumerate(batches):
            part = phase.part(step, began)
            if part >= 1:
                report(epochs + number / len(batches))
                return history
            for group in optimiser.param_groups:
                group["lr"] = phase.rate_at(part)
            loss = learner.of_batch(table.batch(which), which >= phase.first_in_spread)
            optimiser.zero_grad(set_to_none=True)
            (loss * weights).sum().backward()
            if learner.largest_gradient:
                nn.utils.clip_grad_norm_(model.parameters(), learner.largest_gradient)
            optimiser.step()
            learner.after_step()
            total += loss.detach()
            step += 1
            if time.monotonic() - reported >= REPORT_INTERVAL_SECONDS:
                report(epochs + (number + 1) / len(batches))
                total.zero_()
                steps_before, reported = step, time.monotonic()
        epochs += 1
    report(epochs)
    return history
