"""Trains a teacher on lessons: `python3 train/prior/teach.py LESSONS… -o NAME.teacher`.

It writes NAME.teacher and NAME.json (settings, data, losses, checksum, metrics). `train.py --teacher`
lets a prior learn from it. See train/README.md.
"""

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

try:
    import torch
except ImportError as missing:
    sys.exit(f"teach.py needs PyTorch and NumPy (pip install torch numpy), best with a GPU: {missing}")

from network import write_whole
from prior import teacher as teachers
from prior.answers import measure
from prior.learning import Learner, LearningError, learn_all
from prior.lessons import LessonsError
from prior.material import gather, prepare, settings_for_report
from prior.options import teaching_arguments
from prior.schedule import end_of_learning, phases

# The rate is so much of itself before the fine lessons, which begin with a little more.
LAST_RATE_BEFORE_FINE, FINE_RATE = 0.1, 0.4
BETAS, LARGEST_GRADIENT = (0.9, 0.98), 2.0


def losses(teacher, batch):
    """The mean losses of the moves and of the value."""
    logits, outputs = teacher(batch.features, batch.moves)
    policy = -torch.log_softmax(logits, 1)[:, 0] * (batch.legal > 0)
    value = -(batch.label * torch.log_softmax(outputs, 1)).sum(1)
    return torch.stack([policy.mean(), value.mean()])


def teach(settings, began, say):
    prepare(settings)
    torch.backends.cudnn.benchmark = True
    material = gather(settings, say)
    teacher = teachers.on_device(teachers.Teacher(settings.channels, settings.blocks, getattr(torch, settings.product)), settings)
    learner = Learner(
        teacher,
        losses={"policy": 1.0, "value": 1.0},
        of_batch=lambda batch, _: losses(teacher, batch),
        decay=settings.decay,
        betas=BETAS,
        largest_gradient=LARGEST_GRADIENT,
    )
    weights = sum(values.numel() for values in teacher.parameters())
    say(f"{settings.blocks} blocks of {settings.channels} channels, {weights} weights, on {settings.device}, {settings.product}; losses are those of {', '.join(learner.losses)}")
    plan = phases(*material.phase_rows(), settings, end_of_learning(began, settings), FINE_RATE, LAST_RATE_BEFORE_FINE)
    history = learn_all(learner, material, plan, say)
    checksum = teachers.write(teacher, settings.output)
    say(f"{settings.output}: checksum {checksum}")
    measured = measure(lambda batch: teacher(batch.features, batch.moves), material, say, "by the teacher")
    report = {"teacher": Path(settings.output).name, "checksum": checksum, "weights": weights, **material.report(), "settings": settings_for_report(settings)}
    report |= {"seconds": round(time.monotonic() - began, 1), "losses": history, "metrics": measured}
    write_whole(f"{settings.output.removesuffix('.teacher')}.json", (json.dumps(report, indent=1, allow_nan=False) + "\n").encode())


def main():
    settings = teaching_arguments()
    began = time.monotonic()
    try:
        teach(settings, began, lambda text: print(f"{time.monotonic() - began:6.1f} s  {text}", flush=True))
    except (OSError, LessonsError, LearningError) as error:
        sys.exit(f"teach.py: {error}")


if __name__ == "__main__":
    main()
