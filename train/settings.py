"""The options of train.py. Values that cannot work are refused before the training begins."""

import argparse
import math
from pathlib import Path

import network


def arguments(words=None):
    parser = argparse.ArgumentParser(prog="train.py", description="Trains a network on games of the engine.")
    parser.add_argument("games", nargs="+", help="files that `bstar-lab datagen` wrote")
    parser.add_argument("-o", "--output", required=True, type=network_file, help="the network, NAME.nn; a report and a picture go beside it")
    parser.add_argument("--hidden", type=whole(network.HIDDEN_STEP, network.MAX_HIDDEN, network.HIDDEN_STEP), default=512, help="width of the hidden layer")
    parser.add_argument("--buckets", type=whole(1, network.MAX_BUCKETS), default=8, help="sets of output weights, by the number of men")
    parser.add_argument("--start", help="begin with the weights of this network, and with its width and buckets")
    parser.add_argument("--epochs", type=whole(1), default=16)
    parser.add_argument("--batch", type=whole(1), default=32_768)
    parser.add_argument("--rate", type=amount, default=0.003, help="the largest learning rate")
    parser.add_argument("--decay", type=amount, default=0.01, help="weight decay")
    parser.add_argument("--ahead", type=fraction, default=0.0, help="the part of what is ahead in a position's worth; the rest is its own score")
    parser.add_argument("--results", type=fraction, default=0.0, help="the part of the game's result in the target; the rest is the position's worth")
    parser.add_argument("--mirror", type=fraction, default=0.5, help="the part of positions that are learned with left and right exchanged")
    parser.add_argument("--scale", type=whole(1, network.MAX_SCALE), default=280, help="centipawns of one unit of output")
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--device", help="where to compute; the GPU if there is one")
    parser.add_argument("--reference", type=file_to_write, help="write positions with the values the engine has to find to this file")
    return parser.parse_args(words)


def whole(least, most=None, step=1):
    """A whole number within limits."""

    def number(text):
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}")
        if most is not None and value > most:
            raise argparse.ArgumentTypeError(f"must be at most {most}")
        if value % step:
            raise argparse.ArgumentTypeError(f"must be a multiple of {step}")
        return value

    number.__name__ = "whole number"  # for argparse's message when `int` fails
    return number


def amount(text):
    value = float(text)
    if not (math.isfinite(value) and value >= 0):
        raise argparse.ArgumentTypeError("must be a number that is not negative")
    return value


def fraction(text):
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError("must be from 0 to 1")
    return value


def file_to_write(text):
    path = Path(text)
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is a folder")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {path.parent}")
    return text


def network_file(text):
    if not text.endswith(".nn"):
        raise argparse.ArgumentTypeError(f"{text} does not end in .nn")
    return file_to_write(text)
