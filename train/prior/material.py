"""What a training begins with: the device, all lessons in a table, and which of them are learned or held out."""

from dataclasses import dataclass
from pathlib import Path

import torch

from prior import lessons
from prior.table import Table


def prepare(settings):
    """Fills in the device and the kind of numbers, and sets the threads and the seed."""
    settings.device = settings.device or ("cuda" if torch.cuda.is_available() else "cpu")
    settings.product = settings.product or ("float32" if settings.device == "cpu" else "bfloat16")
    if settings.threads:
        torch.set_num_threads(settings.threads)
    torch.manual_seed(settings.seed)
    torch.set_float32_matmul_precision("high")


@dataclass
class Material:
    """All lessons. `kinds`, `learned` and `held_out` have an entry for the lessons, and one for the fine ones if there are some."""

    kinds: dict  # the files, each with its place in the table
    curves: dict
    table: Table
    learned: dict
    held_out: dict

    def phase_rows(self):
        """The rows to learn in the first phase, and in the fine one."""
        return self.learned["lessons"], self.learned.get("fine", [])

    def report(self):
        """What the report says of the lessons."""
        return {
            "data": {
                name: {
                    "games": sum(own.games() for _, own in some),
                    "positions": sum(len(own) for _, own in some),
                    "learned": len(self.learned[name]),
                    "held_out": len(self.held_out[name]),
                }
                for name, some in self.kinds.items()
            },
            "results_by_score": {name: {"a": round(own.a, 2), "b": round(own.b, 2)} for name, own in self.curves.items()},
        }


def gather(settings, say):
    """Reads all files and puts them into a table."""
    ordinary, fine = ([read(path, settings, say) for path in paths] for paths in (settings.lessons, settings.fine))
    files = list(enumerate(ordinary + fine))
    kinds = {"lessons": files[: len(ordinary)]} | ({"fine": files[len(ordinary) :]} if fine else {})
    curves = {name: fitted_curve([own for _, own in some]) for name, some in kinds.items()}
    curves["together"] = fitted_curve(ordinary + fine) if fine else curves["lessons"]
    for name, own in curves.items():
        say(f"results by score, {name}: win 1 / (1 + exp(({own.a:.1f} - score) / {own.b:.1f}))" + (" (used)" if name == settings.curve else ""))
    table = Table(ordinary + fine, curves[settings.curve], settings)
    learned = {name: table.rows(some, lambda own: ~own.is_held_out()) for name, some in kinds.items()}
    held_out = {name: table.rows(some, lambda own: own.is_held_out()) for name, some in kinds.items()}
    for name in kinds:
        say(f"{name}: {len(learned[name])} positions to learn from, {len(held_out[name])} held out")
        if min(len(learned[name]), len(held_out[name])) == 0:
            raise lessons.LessonsError(f"{name}: there is no position to learn from, or none to hold out; more games are needed")
    return Material(kinds, curves, table, learned, held_out)


def read(path, settings, say):
    own = lessons.read(path, say, settings.threads)
    say(f"{path}: {own.games()} games, {len(own)} positions")
    return own


def fitted_curve(files):
    """How likely the results are with a score, from the games that are not held out."""
    return lessons.fit_curve(sum(lessons.count_results(own.score[~out], own.result[~out]) for own in files for out in [own.is_held_out()]))


def settings_for_report(settings):
    """The settings without the paths of this machine."""
    names = {name: [Path(path).name for path in getattr(settings, name)] for name in ("lessons", "fine")}
    names |= {name: value and Path(value).name for name, value in vars(settings).items() if name in ("start", "teacher")}
    return {name: value for name, value in vars(settings).items() if name != "output"} | names
