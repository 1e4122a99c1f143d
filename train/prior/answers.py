"""What a network says of held-out lessons, for the metrics."""

import torch

from prior import metrics
from prior.move_rows import NO_MOVE
from prior.table import some_of

# The metrics in the end are those of so many positions at most.
HELD_OUT_IN_METRICS = 400_000


def expected_score(chances):
    return chances[:, 0] + chances[:, 1] / 2


@torch.no_grad()
def answers(says, table, rows, at_once=4096):
    """The answers to these rows. `says` gives the logits of a batch's moves, and its outputs: win, draw, loss, and perhaps the log of the spread."""
    parts = []
    for some in rows.split(at_once):
        batch = table.batch(some)
        logits, outputs = (values.double() for values in says(batch))
        is_move = batch.moves != NO_MOVE
        log_chances = torch.log_softmax(outputs[:, :3], 1)
        found = (
            torch.softmax(logits.masked_fill(~is_move, -1e4), 1).float(),
            is_move,
            -(batch.label * log_chances).sum(1),
            expected_score(log_chances.exp()),
            batch.expected.double(),
            torch.exp(outputs[:, 3]) if outputs.shape[1] > 3 else None,
            batch.men,
            batch.legal,
        )
        parts.append(metrics.Answers(*(values if values is None else values.cpu().numpy() for values in found)))
    return metrics.Answers.join(parts)


def measure(says, material, say, what):
    """Prints and returns the metrics of all kinds of held-out lessons."""
    measured = {}
    for name, rows in material.held_out.items():
        measured[name] = metrics.all_metrics(answers(says, material.table, some_of(rows, HELD_OUT_IN_METRICS)))
        say(f"held out of {name}, {what}:")
        print("\n".join(metrics.lines(measured[name])), flush=True)
    return measured
