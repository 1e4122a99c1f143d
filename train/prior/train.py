"""Trains a prior on lessons: `python3 train/prior/train.py LESSONS… -o NAME.prior`.

It writes NAME.prior and NAME.json (settings, data, losses, checksum, metrics). See train/README.md.
"""

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

try:
    import numpy as np
    import torch
except ImportError as missing:
    sys.exit(f"train.py needs PyTorch and NumPy (pip install torch numpy), best with a GPU: {missing}")

from network import write_whole
from prior import integers
from prior import teacher as teachers
from prior.answers import expected_score, measure
from prior.learning import Learner, LearningError, learn_all
from prior.lessons import LessonsError
from prior.material import gather, prepare, settings_for_report
from prior.model import Model, WholeNumbers
from prior.options import arguments
from prior.schedule import end_of_learning, phases, shuffled
from prior.table import some_of

# The fine lessons begin with this part of the learning rate.
FINE_RATE = 0.3
# How much of the moves and of the value is learned from the teacher. The rest is the chosen move and the label.
TEACHERS_PART_OF_MOVES, TEACHERS_PART_OF_VALUE = 0.8, 0.5
# The teacher may take this part of the time at most.
TEACHERS_TIME_SHARE = 0.3
# The log of the spread while it is learned: 0.25 % to 165 % of a point.
LOG_SPREAD_RANGE = (-6.0, 0.5)


def losses(model, batch, in_spread):
    """The mean losses of the moves, of the value and of the spread. The spread is asked of some rows only."""
    logits, outputs = model(batch.features, batch.moves, batch.bucket)
    log_moves = torch.log_softmax(logits, 1)
    policy = -log_moves[:, 0] if batch.wanted is None else -(batch.wanted * log_moves).sum(1)
    log_chances = torch.log_softmax(outputs[:, :3], 1)
    value = -(batch.label * log_chances).sum(1)
    error = (expected_score(log_chances.detach().exp()) - batch.expected).abs()
    log_spread = outputs[:, 3].clamp(*LOG_SPREAD_RANGE)
    # The errors are taken to have Laplace's distribution: its scale is the mean error.
    spread = error * torch.exp(-log_spread) + log_spread
    mean_spread = (spread * in_spread).sum() / in_spread.sum().clamp(min=1)
    return torch.stack([(policy * (batch.legal > 0)).mean(), value.mean(), mean_spread])


@torch.no_grad()
def ask_teacher(teacher, material, end, say, at_once=8192):
    """Mixes what the teacher says into what is learned, the fine lessons first. Without enough time the others stay as they are."""
    now = time.monotonic()
    deadline = now + TEACHERS_TIME_SHARE * (end - now) if end else None
    rows, fine = material.phase_rows()
    order = torch.cat([*([shuffled(fine)] if len(fine) else []), shuffled(rows)])
    material.table.open_for_teacher(TEACHERS_PART_OF_MOVES, TEACHERS_PART_OF_VALUE)
    asked = 0
    for some in order.split(at_once):
        if deadline and time.monotonic() > deadline:
            break
        batch = material.table.batch(some)
        logits, outputs = teacher(batch.features, batch.moves)
        chances = torch.softmax(outputs, 1)
        material.table.teach(some, torch.softmax(logits, 1), chances)
        asked += len(some)
        if deadline and chances.is_cuda:
            torch.cuda.synchronize()
    say(f"the teacher was asked about {asked} of {len(order)} positions")
    return asked


def check_exactness(prior, table, rows, count=500):
    """The arithmetic on the device must be that of the reference."""
    batch = table.batch(some_of(rows, count))
    found = WholeNumbers(prior, table.device)(batch.features, batch.moves, batch.bucket)
    outputs, logits = integers.evaluate(prior, *(values.cpu().numpy() for values in (batch.features, batch.moves, batch.men)))
    return all(np.array_equal(ours.cpu().numpy(), theirs) for ours, theirs in zip(found, (logits, outputs)))


def train(settings, start, teacher, began, say):
    material = gather(settings, say)
    product = getattr(torch, settings.product)
    model = (Model.of(start, product) if start else Model(settings.pairs, product)).to(settings.device)
    settings.pairs = model.pairs
    learner = Learner(
        model,
        losses={"policy": settings.policy_weight, "value": 1.0, "spread": settings.spread_weight},
        of_batch=lambda batch, in_spread: losses(model, batch, in_spread),
        decay=settings.decay,
        after_step=model.clip,
    )
    end = end_of_learning(began, settings)
    asked = ask_teacher(teacher, material, end, say) if teacher else 0
    say(f"{settings.pairs} pairs on {settings.device}, {settings.product}; losses are those of {', '.join(learner.losses)}")
    history = learn_all(learner, material, phases(*material.phase_rows(), settings, end, FINE_RATE), say)

    prior = model.quantised()
    checksum = f"{integers.write(prior, settings.output):016x}"
    say(f"{settings.output}: checksum {checksum}")
    exact = check_exactness(prior, material.table, material.held_out["lessons"])
    if not exact:
        say("WARNING: the arithmetic of this device is not exact; the metrics differ from the engine's")
    whole = WholeNumbers(prior, settings.device)

    def says(batch):
        return (values / integers.LOGIT_ONE for values in whole(batch.features, batch.moves, batch.bucket))

    measured = measure(says, material, say, "in whole numbers")
    report = {"prior": Path(settings.output).name, "checksum": checksum, **material.report(), "asked_of_teacher": asked, "settings": settings_for_report(settings)}
    report |= {"seconds": round(time.monotonic() - began, 1), "losses": history, "metrics_are_exact": exact, "metrics": measured}
    write_whole(f"{settings.output.removesuffix('.prior')}.json", (json.dumps(report, indent=1, allow_nan=False) + "\n").encode())


def main():
    settings = arguments()
    began = time.monotonic()
    prepare(settings)
    try:
        start = integers.read(settings.start) if settings.start else None
        teacher = teachers.read(settings.teacher, settings) if settings.teacher else None
    except (OSError, ValueError) as error:
        sys.exit(f"train.py: {error}")
    try:
        train(settings, start, teacher, began, lambda text: print(f"{time.monotonic() - began:6.1f} s  {text}", flush=True))
    except (OSError, LessonsError, LearningError) as error:
        sys.exit(f"train.py: {error}")


if __name__ == "__main__":
    main()
