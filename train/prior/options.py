"""The options of train.py and teach.py. Values that cannot work are refused before the training begins."""

import argparse

from prior.integers import MAX_PAIRS, PAIRS_STEP
from settings import amount, file_to_write, fraction, whole

MAX_CHANNELS, CHANNELS_STEP, MAX_BLOCKS = 1024, 8, 64


def arguments(words=None):
    """Those of train.py."""
    parser = argparse.ArgumentParser(prog="prior/train.py", description="Trains a prior on lessons from games of the engine.")
    parser.add_argument("-o", "--output", required=True, type=file_named(".prior"), help="the prior, NAME.prior; a report goes beside it")
    parser.add_argument("--pairs", type=whole(PAIRS_STEP, MAX_PAIRS, PAIRS_STEP), default=256, help="width of the network")
    parser.add_argument("--start", help="begin with the weights of this prior, and with its width")
    parser.add_argument("--teacher", help="learn from what this teacher says as well; teach.py makes it")
    parser.add_argument("--policy-weight", type=amount, default=1.0, help="how much the loss of the moves counts; that of the value counts 1")
    parser.add_argument("--spread-weight", type=amount, default=0.1, help="how much the loss of the spread counts")
    return parsed(parser, words, epochs=8, batch=16_384, rate=0.001, decay=0.01)


def teaching_arguments(words=None):
    """Those of teach.py."""
    parser = argparse.ArgumentParser(prog="prior/teach.py", description="Trains a teacher, from which a prior can learn, on lessons from games of the engine.")
    parser.add_argument("-o", "--output", required=True, type=file_named(".teacher"), help="the teacher, NAME.teacher; a report goes beside it")
    parser.add_argument("--channels", type=whole(CHANNELS_STEP, MAX_CHANNELS, CHANNELS_STEP), default=192, help="width of the network")
    parser.add_argument("--blocks", type=whole(1, MAX_BLOCKS), default=8, help="depth of the network")
    return parsed(parser, words, epochs=2, batch=4096, rate=0.0015, decay=0.02)


def parsed(parser, words, epochs, batch, rate, decay):
    """Adds the options that both have, with their defaults, and reads the words."""
    parser.add_argument("lessons", nargs="+", help="files that `bstar lab lessons` wrote")
    parser.add_argument("--fine", action="append", default=[], help="lessons of longer searches, learned last; may be given several times")
    parser.add_argument("--fine-epochs", type=whole(1), default=2, help="how often the fine lessons are gone through, each time with as many others")
    parser.add_argument("--epochs", type=whole(1), default=epochs, help="how often the lessons are gone through, if --seconds is not given")
    parser.add_argument("--seconds", type=whole(1), help="end after this many seconds, with reading and the report")
    parser.add_argument("--batch", type=whole(1), default=batch)
    parser.add_argument("--rate", type=amount, default=rate, help="the largest learning rate")
    parser.add_argument("--decay", type=amount, default=decay, help="weight decay")
    parser.add_argument("--ahead", type=fraction, default=0.7, help="the part of what is ahead in a position's label; the rest is its own score")
    parser.add_argument("--curve", choices=("together", "lessons", "fine"), default="together", help="from which games the chances of a score are found")
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--device", help="where to compute; the GPU if there is one")
    parser.add_argument("--product", choices=("bfloat16", "float32"), help="numbers of the large products; bfloat16 on a GPU, else float32")
    parser.add_argument("--threads", type=whole(1), help="threads that read and compute; as many as there are processors")
    settings = parser.parse_args(words)
    if settings.curve == "fine" and not settings.fine:
        parser.error("--curve fine needs --fine")
    return settings


def file_named(ending):
    def parse(text):
        if not text.endswith(ending):
            raise argparse.ArgumentTypeError(f"{text} does not end in {ending}")
        return file_to_write(text)

    return parse
