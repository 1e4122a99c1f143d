"""What a prior is worth on lessons that it has not seen. Only numpy is needed."""

from dataclasses import dataclass, fields

import numpy as np

FIRST_MOVES = (1, 2, 3, 5)
BANDS = 10
PHASES = {"up to 12 men": (0, 12), "13 to 22 men": (13, 22), "23 men and more": (23, 32)}


@dataclass
class Answers:
    """What the prior said of each position, and what was to be said."""

    probability: np.ndarray  # of each move at hand; the chosen one is the first
    is_move: np.ndarray  # False where a row has no more moves
    value_loss: np.ndarray  # cross-entropy against the label
    said: np.ndarray  # the expected score
    expected: np.ndarray  # the expected score that the position's own search says
    spread: np.ndarray | None  # a teacher has none
    men: np.ndarray
    legal: np.ndarray

    def __len__(self):
        return len(self.said)

    def select(self, which):
        return self.of_all(lambda values: values[0][which], [self])

    @staticmethod
    def join(parts):
        return Answers.of_all(np.concatenate, parts)

    @staticmethod
    def of_all(make, parts):
        """Makes each array of those that the parts have in its place."""
        columns = ([getattr(part, field.name) for part in parts] for field in fields(Answers))
        return Answers(*(None if values[0] is None else make(values) for values in columns))


def all_metrics(answers):
    """The metrics of all positions, and of each phase that has some."""
    report = metrics(answers) | {"phases": {}}
    for name, (least, most) in PHASES.items():
        some = answers.select((answers.men >= least) & (answers.men <= most))
        if len(some):
            report["phases"][name] = metrics(some)
    return report


def metrics(answers):
    error = np.abs(answers.said - answers.expected)
    return {
        "positions": len(answers),
        "policy": policy_metrics(answers.select(answers.legal >= 2)),
        "value": {
            "cross_entropy": mean(answers.value_loss),
            "mean_error": mean(error),
            "correlation": correlation(answers.said, answers.expected),
        },
        "spread": None if answers.spread is None else spread_metrics(answers.spread, error),
    }


def spread_metrics(spread, error):
    return {
        "mean": mean(spread),
        "rank_correlation": correlation(ranks(spread), ranks(error)),
        "deciles": deciles(spread, error),
    }


def policy_metrics(answers):
    """Of positions with a choice: how the chosen move was thought of."""
    chosen = answers.probability[:, 0]
    # A move that is as likely as the chosen one counts as before it.
    place = (answers.is_move & (answers.probability >= chosen[:, None])).sum(1)
    return {
        "positions": len(answers),
        "cross_entropy": mean(-np.log(np.maximum(chosen, 1e-30))),
        "first": {str(count): mean(place <= count) for count in FIRST_MOVES},
        "mean_probability": mean(chosen),
        "calibration": calibration(answers),
    }


def calibration(answers):
    """For each band of probability: what was said, how often the move was chosen, and of how many moves."""
    row, column = np.nonzero(answers.is_move)
    said = answers.probability[row, column]
    band = np.minimum((said * BANDS).astype(int), BANDS - 1)
    count = np.bincount(band, minlength=BANDS)
    total, chosen = np.bincount(band, said, BANDS), np.bincount(band[column == 0], minlength=BANDS)
    return [
        {"stated": round(float(total[b] / count[b]), 4), "came_true": round(float(chosen[b] / count[b]), 4), "moves": int(count[b])}
        for b in range(BANDS)
        if count[b]
    ]


def deciles(spread, error):
    """The mean spread and the mean error of each tenth of the positions, in the order of the spread."""
    parts = np.array_split(np.argsort(spread, kind="stable"), 10)
    return [{"spread": mean(spread[part]), "error": mean(error[part])} for part in parts if len(part)]


def mean(values):
    return round(float(np.mean(values)), 5) if len(values) else None


def ranks(values):
    """The places of the values in their order. Equal values share the middle of their places."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(count) - (count - 1) / 2)[place]


def correlation(left, right):
    """None where one of them is always the same."""
    if len(left) < 2 or np.ptp(left) == 0 or np.ptp(right) == 0:
        return None
    return round(float(np.corrcoef(left, right)[0, 1]), 4)


def lines(report):
    """The metrics for people."""
    parts = {"all": report} | report["phases"]
    out = [f"{'positions':17}{'number':>9}{'policy':>9}" + "".join(f"{f'top {n}':>8}" for n in FIRST_MOVES) + f"{'chosen':>8}{'value':>8}{'error':>8}{'corr.':>7}{'spread':>8}{'ranks':>7}"]
    for name, part in parts.items():
        policy, value, spread = part["policy"], part["value"], part["spread"] or {"mean": None, "rank_correlation": None}
        out.append(
            f"{name:17}{part['positions']:>9}{number(policy['cross_entropy'], 4):>9}"
            + "".join(f"{percent(policy['first'][str(n)]):>8}" for n in FIRST_MOVES)
            + f"{percent(policy['mean_probability']):>8}{number(value['cross_entropy'], 4):>8}{number(value['mean_error'], 4):>8}"
            + f"{number(value['correlation'], 3):>7}{number(spread['mean'], 4):>8}{number(spread['rank_correlation'], 3):>7}"
        )
    out.append("probability stated, came true, moves: " + "; ".join(f"{percent(b['stated'])} {percent(b['came_true'])} {b['moves']}" for b in report["policy"]["calibration"]))
    for name, part in ((name, part) for name, part in parts.items() if part["spread"]):
        out.append(f"spread and error by tenths, {name}: " + "; ".join(f"{d['spread']:.4f} {d['error']:.4f}" for d in part["spread"]["deciles"]))
    return out


def number(value, places):
    return "-" if value is None else f"{value:.{places}f}"


def percent(value):
    return "-" if value is None else f"{100 * value:.1f}%"
