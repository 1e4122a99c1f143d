"""Trains a prior on lessons: `python3 train/prior/train.py LESSONS… -o NAME.prior`.

It writes NAME.prior and NAME.json (settings, data, losses, checksum, metrics). See train/README.md.
"""

import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

try:
    import numpy as np
    import torch
except ImportError as missing:
    sys.exit(f"train.py needs PyTorch and NumPy (pip install torch numpy), best with a GPU: {missing}")

from network import write_whole
from prior import integers, lessons, metrics
from prior.model import Model, WholeNumbers
from prior.options import arguments
from prior.table import Table

REPORT_INTERVAL_SECONDS = 20
# Losses during the training are measured on so many held-out positions at most.
HELD_OUT_IN_PROGRESS = 100_000
# The metrics in the end are those of so many.
HELD_OUT_IN_METRICS = 400_000
# The fine lessons begin with this part of the learning rate.
FINE_RATE = 0.3
# They may take this part of the time at most.
FINE_TIME_SHARE = 0.5
# How much of the time is kept for the file and the metrics, and at most how many seconds.
ENDING_SHARE, MAX_ENDING_SECONDS = 0.1, 30
# The log of the spread while it is learned: 0.25 % to 165 % of a point.
LOG_SPREAD_RANGE = (-6.0, 0.5)
LOSSES = ("policy", "value", "spread")


def losses(model, batch, in_spread=None):
    """The mean losses of the moves, of the value and of the spread. The spread may be asked of some rows only."""
    logits, outputs = model(batch.features, batch.moves, batch.bucket)
    policy = -torch.log_softmax(logits, 1)[:, 0] * (batch.legal > 0)
    log_chances = torch.log_softmax(outputs[:, :3], 1)
    value = -(batch.label * log_chances).sum(1)
    error = (expected_score(log_chances.detach().exp()) - batch.expected).abs()
    log_spread = outputs[:, 3].clamp(*LOG_SPREAD_RANGE)
    # The errors are taken to have Laplace's distribution: its scale is the mean error.
    spread = error * torch.exp(-log_spread) + log_spread
    mean_spread = spread.mean() if in_spread is None else (spread * in_spread).sum() / in_spread.sum().clamp(min=1)
    return torch.stack([policy.mean(), value.mean(), mean_spread])


def expected_score(chances):
    return chances[:, 0] + chances[:, 1] / 2


def some_of(rows, count):
    """These rows, or about so many of them, evenly spread."""
    return rows[:: -(-len(rows) // count)]


@torch.no_grad()
def losses_on(model, table, rows, size):
    """The mean losses over these rows, or over some of them if they are many."""
    rows = some_of(rows, HELD_OUT_IN_PROGRESS)
    total = torch.zeros(3, device=table.device)
    for some in rows.split(size):
        total += losses(model, table.batch(some)) * len(some)
    return (total / len(rows)).tolist()


@dataclass
class Phase:
    """A part of the training with a learning rate that rises and falls once."""

    name: str
    epoch: callable  # the rows of one epoch, shuffled
    size: int  # of a batch
    rate: float
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


def learn(model, table, phase, held_out, settings, say):
    """Trains the model for one phase. Returns the losses of every report. Nothing in a step waits for the GPU."""
    optimiser = torch.optim.AdamW(model.parameters(), lr=phase.rate, weight_decay=settings.decay, fused=True)
    weights = torch.tensor([settings.policy_weight, 1.0, settings.spread_weight], device=table.device)
    history, total = [], torch.zeros(3, device=table.device)
    began = reported = time.monotonic()
    step = steps_before = 0

    def report(epoch):
        if step == steps_before:
            return
        learned = (total / (step - steps_before)).tolist()
        entry = {"phase": phase.name, "step": step, "epoch": round(epoch, 2), "seconds": round(time.monotonic() - began, 1)}
        entry |= {"learned": by_name(learned), "held_out": {name: by_name(losses_on(model, table, rows, phase.size)) for name, rows in held_out.items()}}
        history.append(entry)
        if not np.isfinite(learned).all():
            sys.exit(f"train.py: after {step} steps the loss was no number any more; a smaller --rate may help")
        pairs = {"learned": entry["learned"]} | {f"held out {name}": values for name, values in entry["held_out"].items()}
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
                group["lr"] = phase.rate * rate_at(part)
            loss = losses(model, table.batch(which), which >= phase.first_in_spread)
            optimiser.zero_grad(set_to_none=True)
            (loss * weights).sum().backward()
            optimiser.step()
            model.clip()
            total += loss.detach()
            step += 1
            if time.monotonic() - reported >= REPORT_INTERVAL_SECONDS:
                report(epochs + (number + 1) / len(batches))
                total.zero_()
                steps_before, reported = step, time.monotonic()
        epochs += 1
    report(epochs)
    return history


def by_name(values):
    return {name: round(value, 5) for name, value in zip(LOSSES, values)}


def rate_at(part):
    """The learning rate as a part of the largest: it rises quickly, then falls along a cosine to a two-hundredth."""
    if part < 0.02:
        return part / 0.02
    return 0.005 + 0.995 * (1 + np.cos(np.pi * (part - 0.02) / 0.98)) / 2


def phases(rows, fine, settings, end):
    """The phases of the training: all lessons, then the fine ones with as many others."""

    def shuffled(some):
        return some[torch.randperm(len(some), device=some.device)]

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
    yield Phase("lessons", lambda: shuffled(rows), size, settings.rate, steps, first_deadline)
    if fine_steps:
        yield Phase("fine", fine_epoch, fine_size, FINE_RATE * settings.rate, fine_steps, lambda _: end, int(fine.min()))


@torch.no_grad()
def answers(prior, table, rows, at_once=4096):
    """What the prior in whole numbers says of these rows."""
    exact, parts = WholeNumbers(prior, table.device), []
    for some in rows.split(at_once):
        batch = table.batch(some)
        logits, outputs = exact(batch.features, batch.moves, batch.bucket)
        is_move = batch.moves != integers.NO_MOVE
        log_chances = torch.log_softmax(outputs[:, :3] / integers.LOGIT_ONE, 1)
        parts.append(
            metrics.Answers(
                *(
                    values.cpu().numpy()
                    for values in (
                        torch.softmax((logits / integers.LOGIT_ONE).masked_fill(~is_move, -1e4), 1).float(),
                        is_move,
                        -(batch.label * log_chances).sum(1),
                        expected_score(log_chances.exp()),
                        batch.expected.double(),
                        torch.exp(outputs[:, 3] / integers.LOGIT_ONE),
                        batch.men,
                        batch.legal,
                    )
                )
            )
        )
    return metrics.Answers.join(parts)


def check_exactness(prior, table, rows, count=500):
    """The arithmetic on the device must be that of the reference."""
    batch = table.batch(some_of(rows, count))
    found = WholeNumbers(prior, table.device)(batch.features, batch.moves, batch.bucket)
    outputs, logits = integers.evaluate(prior, *(values.cpu().numpy() for values in (batch.features, batch.moves, batch.men)))
    return all(np.array_equal(ours.cpu().numpy(), theirs) for ours, theirs in zip(found, (logits, outputs)))


def read_all(paths, settings, say):
    files = []
    for path in paths:
        files.append(lessons.read(path, say, settings.threads))
        say(f"{path}: {files[-1].games()} games, {len(files[-1])} positions")
    return files


def fitted_curve(files):
    """How likely the results are with a score, from the games that are not held out."""
    return lessons.fit_curve(sum(lessons.count_results(own.score[~out], own.result[~out]) for own in files for out in [own.is_held_out()]))


def main():
    settings = arguments()
    began = time.monotonic()

    def say(text):
        print(f"{time.monotonic() - began:6.1f} s  {text}", flush=True)

    settings.device = settings.device or ("cuda" if torch.cuda.is_available() else "cpu")
    settings.product = settings.product or ("float32" if settings.device == "cpu" else "bfloat16")
    product = getattr(torch, settings.product)
    if settings.threads:
        torch.set_num_threads(settings.threads)
    torch.manual_seed(settings.seed)
    torch.set_float32_matmul_precision("high")
    try:
        start = integers.read(settings.start) if settings.start else None
        ordinary, fine = (read_all(paths, settings, say) for paths in (settings.lessons, settings.fine))
    except (OSError, ValueError, lessons.LessonsError) as error:
        sys.exit(f"train.py: {error}")
    files = list(enumerate(ordinary + fine))
    kinds = {"lessons": files[: len(ordinary)]} | ({"fine": files[len(ordinary) :]} if fine else {})
    curves = {name: fitted_curve([own for _, own in some]) for name, some in kinds.items()}
    curves["together"] = fitted_curve(ordinary + fine) if fine else curves["lessons"]
    curve = curves[settings.curve]
    for name, own in curves.items():
        say(f"results by score, {name}: win 1 / (1 + exp(({own.a:.1f} - score) / {own.b:.1f}))" + (" (used)" if name == settings.curve else ""))
    table = Table(ordinary + fine, curve, settings)
    learned = {name: table.rows(some, lambda own: ~own.is_held_out()) for name, some in kinds.items()}
    held_out = {name: table.rows(some, lambda own: own.is_held_out()) for name, some in kinds.items()}
    for name in kinds:
        say(f"{name}: {len(learned[name])} positions to learn from, {len(held_out[name])} held out")
        if min(len(learned[name]), len(held_out[name])) == 0:
            sys.exit(f"train.py: {name}: there is no position to learn from, or none to hold out; more games are needed")

    model = Model.of(start, product) if start else Model(settings.pairs, product)
    settings.pairs = model.pairs
    model = model.to(settings.device)
    end = began + settings.seconds - min(ENDING_SHARE * settings.seconds, MAX_ENDING_SECONDS) if settings.seconds else None
    say(f"{settings.pairs} pairs on {settings.device}, {settings.product}; losses are those of {', '.join(LOSSES)}")
    history = []
    for phase in phases(learned["lessons"], learned.get("fine", []), settings, end):
        history += learn(model, table, phase, held_out, settings, say)
        if not history:
            sys.exit("train.py: there was no time for a step after reading the lessons; --seconds must be larger")

    prior = model.quantised()
    checksum = integers.write(prior, settings.output)
    say(f"{settings.output}: checksum {checksum:016x}")
    exact = check_exactness(prior, table, held_out["lessons"])
    if not exact:
        say("WARNING: the arithmetic of this device is not exact; the metrics differ from the engine's")
    measured = {}
    for name, rows in held_out.items():
        measured[name] = metrics.all_metrics(answers(prior, table, some_of(rows, HELD_OUT_IN_METRICS)))
        say(f"held out of {name}, in whole numbers:")
        print("\n".join(metrics.lines(measured[name])), flush=True)
    report = {
        "prior": Path(settings.output).name,
        "checksum": f"{checksum:016x}",
        "data": {
            name: {
                "games": sum(own.games() for _, own in some),
                "positions": sum(len(own) for _, own in some),
                "learned": len(learned[name]),
                "held_out": len(held_out[name]),
            }
            for name, some in kinds.items()
        },
        "results_by_score": {name: {"a": round(own.a, 2), "b": round(own.b, 2)} for name, own in curves.items()},
        "settings": {name: value for name, value in vars(settings).items() if name != "output"}
        | {name: [Path(path).name for path in getattr(settings, name)] for name in ("lessons", "fine")}
        | {"start": Path(settings.start).name if settings.start else None},
        "seconds": round(time.monotonic() - began, 1),
        "losses": history,
        "metrics_are_exact": exact,
        "metrics": measured,
    }
    write_whole(f"{settings.output.removesuffix('.prior')}.json", (json.dumps(report, indent=1, allow_nan=False) + "\n").encode())


if __name__ == "__main__":
    main()
