"""The prior as PyTorch learns it, and the same in whole numbers on the same device.

The names and shapes of the weights are those of the file (integers.PARTS).
"""

import torch
from torch import nn
from torch.nn import functional

from prior import integers
from prior.device_rows import Rows
from prior.integers import HIDDEN, OUTPUTS
from prior.move_rows import INPUTS, MOVES, NO_MOVE

# What the logit of a move that is not there is replaced with. Its probability is zero.
NO_LOGIT = -1e4
# A typical error of the expected score. The spread begins with it.
FIRST_LOG_SPREAD = -2.3
# The rows that many kinds of moves share begin with this part of the range of a move's own row.
SHARED_ROWS_RANGE = 0.3


def ones_and_zeros(features, kind):
    """Turns the numbers of the features into ones and zeros.

    The first layer is then one product of matrices. A batch of 16,384 needs about 50 billion
    multiplications for it with 256 pairs, and so does the gradient: a tenth of a millisecond each
    on a large GPU. Adding up rows of the weights (EmbeddingBag) reads less, but its gradient adds
    half a million rows into few places, king squares above all, and waits for them.
    """
    # One more column stands for no feature. The others align the rows: a GPU is faster then.
    ones = torch.zeros(len(features), INPUTS + 8, device=features.device, dtype=kind)
    return ones.scatter_(1, features, 1.0)[:, :INPUTS]


def of_moves(of_rows, rows, missing):
    """The logits of the moves at hand, each added up from its three rows, NO_LOGIT where there is no move."""
    return sum(of_rows.gather(1, own).float() for own in rows).masked_fill(missing, NO_LOGIT)


def of_bucket(values, bucket, width):
    """The values of each position's own bucket, of all buckets' values side by side."""
    places = bucket[:, None] * width + torch.arange(width, device=bucket.device)
    return values.gather(1, places)


class RoundedDown(torch.autograd.Function):
    """Rounds down to the steps of the whole numbers. The gradient passes as if it did not.

    The engine's shifts round down too. That is a bias, for which the weights can make up only if
    they learn with it.
    """

    @staticmethod
    def forward(context, values, steps):
        return torch.floor(values * steps) / integers.UNIT_ONE

    @staticmethod
    def backward(context, gradient):
        return gradient, None


# 255 * 255 / 512: how many steps a product of two ones has.
PRODUCT_STEPS = integers.FEATURE_ONE**2 / 2**integers.PRODUCT_SHIFT


class Model(nn.Module):
    """3072 -> 2 P, clamped and multiplied in pairs -> 5104 rows of moves, and 8 buckets of P -> 32 -> 4.

    `product` is the kind of numbers of the two large products. The weights themselves have 32 bits.
    """

    def __init__(self, pairs, product=torch.float32):
        super().__init__()
        self.product, self.rows = product, Rows()
        for part in integers.PARTS:
            self.register_parameter(part.name, nn.Parameter(torch.zeros(part.shape_for(pairs))))
        # About thirty inputs are one at a time. These ranges keep the sums near the clipping range.
        nn.init.uniform_(self.feature_weights, -0.2, 0.2)
        nn.init.constant_(self.feature_biases, 0.4)
        nn.init.uniform_(self.policy_weights, -(pairs**-0.5), pairs**-0.5)
        with torch.no_grad():
            self.policy_weights[MOVES:] *= SHARED_ROWS_RANGE
        nn.init.uniform_(self.hidden_weights, -2 * pairs**-0.5, 2 * pairs**-0.5)
        nn.init.constant_(self.hidden_biases, 0.3)
        nn.init.uniform_(self.output_weights, -(HIDDEN**-0.5), HIDDEN**-0.5)
        with torch.no_grad():
            self.output_biases[:, 3] = FIRST_LOG_SPREAD

    @property
    def pairs(self):
        return len(self.feature_biases) // 2

    def forward(self, features, moves, bucket):
        """The logits of the moves at hand, and the four outputs."""
        sums = ones_and_zeros(features, self.product) @ self.feature_weights.to(self.product)
        left, right = (sums.float() + self.feature_biases).clamp(0, 1).split(self.pairs, dim=1)
        units = RoundedDown.apply(left * right, PRODUCT_STEPS)
        logits = functional.linear(units.to(self.product), self.policy_weights.to(self.product), self.policy_biases.to(self.product))
        hidden = functional.linear(units, self.hidden_weights.view(-1, self.pairs), self.hidden_biases.view(-1))
        hidden = RoundedDown.apply(of_bucket(hidden, bucket, HIDDEN).clamp(0, 1), integers.UNIT_ONE)
        outputs = functional.linear(hidden, self.output_weights.view(-1, HIDDEN), self.output_biases.view(-1))
        return of_moves(logits, self.rows(features, moves), moves == NO_MOVE), of_bucket(outputs, bucket, OUTPUTS)

    @torch.no_grad()
    def clip(self):
        """Keeps the weights within what the engine's whole numbers can hold."""
        for part in integers.PARTS:
            getattr(self, part.name).clamp_(-part.largest, part.largest)

    @staticmethod
    def of(prior, product=torch.float32):
        """A model with the weights of a prior."""
        model = Model(prior.pairs, product)
        with torch.no_grad():
            for part in integers.PARTS:
                getattr(model, part.name).copy_(torch.from_numpy(getattr(prior, part.name) / part.one))
        return model

    def quantised(self):
        return integers.quantise({name: values.detach().double().cpu().numpy() for name, values in self.named_parameters()})


class WholeNumbers:
    """The prior in whole numbers on the device: to the last bit what integers.evaluate computes.

    GPUs do not multiply matrices of whole numbers. Numbers of 64 bits with a fraction hold all of
    these exactly.
    """

    def __init__(self, prior, device):
        self.prior = {part.name: torch.from_numpy(getattr(prior, part.name)).to(device, torch.float64) for part in integers.PARTS}
        self.pairs, self.rows = prior.pairs, Rows().to(device)

    @torch.no_grad()
    def __call__(self, features, moves, bucket):
        """The logits of the moves at hand and the four outputs, as whole numbers."""
        own = self.prior
        sums = ones_and_zeros(features, torch.float64) @ own["feature_weights"] + own["feature_biases"]
        left, right = sums.clamp(0, integers.FEATURE_ONE).split(self.pairs, dim=1)
        units = torch.floor(left * right / 2**integers.PRODUCT_SHIFT)
        logits = functional.linear(units, own["policy_weights"], own["policy_biases"])
        hidden = functional.linear(units, own["hidden_weights"].view(-1, self.pairs), own["hidden_biases"].view(-1))
        hidden = torch.floor(of_bucket(hidden, bucket, HIDDEN) / 2**integers.HIDDEN_SHIFT).clamp(0, integers.UNIT_ONE)
        outputs = functional.linear(hidden, own["output_weights"].view(-1, HIDDEN), own["output_biases"].view(-1))
        of_moves = sum(logits.gather(1, own) for own in self.rows(features, moves))
        return of_moves.masked_fill(moves == NO_MOVE, 0), of_bucket(outputs, bucket, OUTPUTS)
