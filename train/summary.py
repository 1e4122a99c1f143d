"""Prints the results of trainings, one on each line: `python3 train/summary.py NETWORK.json…`."""

import json
import sys
from pathlib import Path

HEAD = ("network", "games", "positions", "kept", "learned", "held out", "whole", "seconds", "checksum")


def line(report):
    """The report of a training in the order of the head. The losses are those of the last epoch."""
    data, loss = report["data"], report["loss"][-1]
    return (
        Path(report["network"]).stem,
        f"{data['games']:,}",
        f"{data['positions']:,}",
        f"{data['kept']:,}",
        f"{loss['learned']:.5f}",
        f"{loss['held_out']:.5f}",
        f"{report['loss_in_whole_numbers']:.5f}",
        f"{report['seconds']:.0f}",
        report["checksum"],
    )


def table(lines):
    """The lines under their head, aligned to the right."""
    lines = [HEAD, *lines]
    widths = [max(len(cells[column]) for cells in lines) for column in range(len(HEAD))]
    return "\n".join("  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths)) for cells in lines)


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: summary.py NETWORK.json…")
    lines = []
    for path in sys.argv[1:]:
        try:
            lines.append(line(json.loads(Path(path).read_text())))
        except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
            sys.exit(f"summary.py: {path} is no report of a training: {error}")
    print(table(lines))


if __name__ == "__main__":
    main()
