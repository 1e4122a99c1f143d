"""Trains a network on games of the engine: `python3 train/train.py GAMES… -o NETWORK.nn`.

It writes NETWORK.nn, NETWORK.json (settings, data, losses, checksum) and NETWORK.svg (the losses as
a picture). See train/README.md.
"""

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

try:
    import numpy as np
    import torch
    from torch import nn
except ImportError as missing:
    sys.exit(f"train.py needs PyTorch and NumPy (pip install torch numpy), best with a GPU: {missing}")

import games
import network
from picture import loss_picture
from settings import arguments

# The largest weights that the engine's whole numbers can hold.
FEATURE_LIMIT = network.MAX_FEATURE_WEIGHT / network.QA
OUTPUT_LIMIT = network.MAX_OUTPUT_WEIGHT / network.QB

# One game in this many is held out of each file. The choice does not depend on the other files. So
# a network that begins with the weights of another has not learned from these games either.
HELD_OUT_INTERVAL_GAMES = 50


class Model(nn.Module):
    """(768 -> H) x 2 -> 1, with one set of output weights for each bucket."""

    def __init__(self, hidden, buckets):
        super().__init__()
        self.features = nn.Linear(network.INPUTS, hidden)
        self.outputs = nn.Linear(2 * hidden, buckets)
        # About thirty inputs are one at a time. These ranges keep the sums near the clipping range.
        nn.init.uniform_(self.features.weight, -0.2, 0.2)
        nn.init.constant_(self.features.bias, 0.3)
        nn.init.uniform_(self.outputs.weight, -(hidden**-0.5), hidden**-0.5)
        nn.init.zeros_(self.outputs.bias)

    def forward(self, mover, other, bucket):
        hidden = torch.cat([self.features(mover), self.features(other)], dim=1)
        values = self.outputs(hidden.clamp(0, 1).square())
        return values.gather(1, bucket[:, None])[:, 0]

    @staticmethod
    def of(start):
        """A model with the weights of a network."""
        model = Model(start.hidden, start.buckets)
        one = network.QA * network.QB
        with torch.no_grad():
            model.features.weight.copy_(torch.from_numpy(start.feature_weights.T / network.QA))
            model.features.bias.copy_(torch.from_numpy(start.feature_biases / network.QA))
            model.outputs.weight.copy_(torch.from_numpy(start.output_weights / network.QB))
            model.outputs.bias.copy_(torch.from_numpy(start.output_biases / one))
        return model

    @torch.no_grad()
    def clip(self):
        self.features.weight.clamp_(-FEATURE_LIMIT, FEATURE_LIMIT)
        self.features.bias.clamp_(-FEATURE_LIMIT, FEATURE_LIMIT)
        self.outputs.weight.clamp_(-OUTPUT_LIMIT, OUTPUT_LIMIT)

    def quantised(self, scale):
        def numbers(tensor):
            return tensor.detach().double().cpu().numpy()

        return network.quantise(
            numbers(self.features.weight.T),
            numbers(self.features.bias),
            numbers(self.outputs.weight),
            numbers(self.outputs.bias),
            scale,
        )


class Data:
    """Positions on the model's device, and the batches made of them."""

    def __init__(self, positions, settings, device):
        def tensor(values, kind):
            return torch.from_numpy(np.ascontiguousarray(values)).to(device, kind)

        self.features = tensor(positions.features, torch.int16)
        self.side = tensor(positions.side, torch.bool)
        self.bucket = tensor(network.bucket(positions.men(), settings.buckets), torch.int64)
        expected = tensor(positions.expected, torch.float32)
        result = tensor(positions.result, torch.float32) / 2
        self.target = (1 - settings.results) * expected + settings.results * result
        self.black = tensor(network.seen_by_black(), torch.int64)
        self.mirror = tensor(network.mirrored(), torch.int64)
        self.device = device

    def __len__(self):
        return len(self.target)

    def batch(self, which, mirrored=None):
        """The model's input and target for these positions, some of them mirrored."""
        white = self.features[which].long()
        if mirrored is not None:
            white = torch.where(mirrored[:, None], self.mirror[white], white)
        black = self.black[white]
        turned = self.side[which][:, None]
        mover, other = torch.where(turned, black, white), torch.where(turned, white, black)
        return self.spread(mover), self.spread(other), self.bucket[which], self.target[which]

    def spread(self, features):
        """Turns the numbers of the features into ones and zeros."""
        # One more column stands for no feature. The others align the rows: a GPU is faster then.
        ones = torch.zeros(len(features), network.INPUTS + 8, device=self.device)
        return ones.scatter_(1, features, 1.0)[:, : network.INPUTS]


@torch.no_grad()
def loss_on(model, data, batch):
    """The mean squared error over all positions."""
    total = 0.0
    for begin in range(0, len(data), batch):
        which = torch.arange(begin, min(begin + batch, len(data)), device=data.device)
        mover, other, bucket, target = data.batch(which)
        total += (torch.sigmoid(model(mover, other, bucket)) - target).square().sum().item()
    return total / len(data)


def quantised_loss(quantised, positions, data, count=50_000):
    """The loss of the network in whole numbers, on some of the positions."""
    step = len(positions) // count + 1
    some = positions.select(slice(0, None, step))
    values = np.concatenate(
        [
            network.evaluate(quantised, some.features[at : at + 5_000], some.side[at : at + 5_000])
            for at in range(0, len(some), 5_000)
        ]
    )
    expected = 1 / (1 + np.exp(-values / quantised.scale))
    target = data.target[::step].cpu().numpy()
    return float(np.mean((expected - target) ** 2))


def train(model, learned, held_out, settings, say):
    """Trains the model. Returns the losses of every epoch as (learned, held out)."""
    optimiser = torch.optim.AdamW(model.parameters(), lr=settings.rate, weight_decay=settings.decay, fused=True)
    steps = settings.epochs * (len(learned) // settings.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: rate_at(step / steps))
    losses = []
    for epoch in range(settings.epochs):
        began, total = time.monotonic(), torch.zeros((), device=learned.device)
        order = torch.randperm(len(learned), device=learned.device)
        batches = order[: len(order) // settings.batch * settings.batch].view(-1, settings.batch)
        for which in batches:
            mirrored = torch.rand(len(which), device=learned.device) < settings.mirror
            mover, other, bucket, target = learned.batch(which, mirrored)
            loss = (torch.sigmoid(model(mover, other, bucket)) - target).square().mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            model.clip()
            total += loss.detach()
        losses.append((total.item() / len(batches), loss_on(model, held_out, settings.batch)))
        if not np.isfinite(losses[-1]).all():
            sys.exit(f"train.py: in epoch {epoch + 1} the loss was no number any more; a smaller --rate may help")
        say(f"epoch {epoch + 1}: {losses[-1][0]:.6f} learned, {losses[-1][1]:.6f} held out, {time.monotonic() - began:.1f} s")
    return losses


def rate_at(part):
    """The learning rate as a part of the largest.

    It rises quickly, then falls along a cosine to a two-hundredth.
    """
    if part < 0.02:
        return part / 0.02
    return 0.005 + 0.995 * (1 + np.cos(np.pi * (part - 0.02) / 0.98)) / 2


def write_reference(quantised, positions, path, count, seed):
    """Writes positions with the value that the engine must give."""
    count = min(count, len(positions))
    some = positions.select(np.random.default_rng(seed).choice(len(positions), count, replace=False))
    values = network.evaluate(quantised, some.features, some.side)
    lines = [f"{network.fen(f, s)}\t{v}\n" for f, s, v in zip(some.features.tolist(), some.side.tolist(), values)]
    network.write_whole(path, "".join(lines).encode())


def main():
    settings = arguments()
    settings.device = settings.device or ("cuda" if torch.cuda.is_available() else "cpu")
    began = time.monotonic()

    def say(text):
        print(f"{time.monotonic() - began:6.1f} s  {text}", flush=True)

    torch.manual_seed(settings.seed)
    torch.set_float32_matmul_precision("high")
    try:
        start = network.read(settings.start) if settings.start else None
        positions, counts = games.read(settings.games, games.LabelRule(settings.scale, settings.ahead), say)
    except (OSError, ValueError, games.DataError) as error:
        sys.exit(f"train.py: {error}")
    if start:
        settings.hidden, settings.buckets = start.hidden, start.buckets
    say(f"{counts.games} games, {counts.positions} positions, {counts.kept} kept")
    is_held_out = positions.game % HELD_OUT_INTERVAL_GAMES == 0
    held_positions = positions.select(is_held_out)
    learned = Data(positions.select(~is_held_out), settings, settings.device)
    held_out = Data(held_positions, settings, settings.device)
    say(f"{len(learned)} positions to learn from, {len(held_out)} held out")
    for data, purpose in ((learned, "learn from"), (held_out, "hold out")):
        if len(data) == 0:
            sys.exit(f"train.py: there is no position to {purpose}; more games are needed")
    if len(learned) < settings.batch:
        settings.batch = len(learned)
        say(f"fewer than a batch: each epoch is one step of {settings.batch} positions")

    model = Model.of(start) if start else Model(settings.hidden, settings.buckets)
    model = model.to(settings.device)
    losses = train(model, learned, held_out, settings, say)
    quantised = model.quantised(settings.scale)
    checksum = network.write(quantised, settings.output)
    rounding = quantised_loss(quantised, held_positions, held_out)
    say(f"{settings.output}: checksum {checksum:016x}; {rounding:.6f} held out in whole numbers")
    if settings.reference:
        write_reference(quantised, held_positions, settings.reference, 1000, settings.seed)
    report = {
        "network": Path(settings.output).name,
        "checksum": f"{checksum:016x}",
        "data": asdict(counts) | {"learned": len(learned), "held_out": len(held_out)},
        "settings": {name: value for name, value in vars(settings).items() if name not in ("output", "reference", "games")}
        | {"games": [Path(path).name for path in settings.games]}
        | {"start": Path(settings.start).name if settings.start else None},
        "seconds": round(time.monotonic() - began, 1),
        "loss": [{"learned": a, "held_out": b} for a, b in losses],
        "loss_in_whole_numbers": rounding,
    }
    stem = settings.output.removesuffix(".nn")
    network.write_whole(f"{stem}.json", (json.dumps(report, indent=1, allow_nan=False) + "\n").encode())
    network.write_whole(f"{stem}.svg", loss_picture(losses).encode())


if __name__ == "__main__":
    main()
