"""Measures what the lab book from entry 37 on tells of the tree and of the moves that its prior learns. BSTAR names the program.

    python tests/tree_figures.py memory data/learned.prior    MiB that a full tree takes, by `Hash`
    python tests/tree_figures.py stop data/learned.prior      milliseconds from `stop` to the answer
    python tests/tree_figures.py times GAMES.pgn              milliseconds of the first moves of a match
    python tests/tree_figures.py clocks GAMES.pgn             how low the clocks ran in a match
    python tests/tree_figures.py agreement FENS.txt           how often alpha-beta chooses the move of a lesson

`bstar lab lessons --fens` writes FENS.txt: a position and its moves in a line, the chosen one first.
"""

import re
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path

from memory_over_time import SHARP, Engine, resident_mib

ENDING = "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1"
# A tree of the start position takes more than a MiB for so many visits.
VISITS_IN_MIB = 9_500
STOPS, FIRST_PLIES, LONG_GAME, POSITIONS = 60, 40, 120, 2_000


def tree(prior, mib):
    engine = Engine()
    engine.send(f"setoption name Hash value {mib}", f"setoption name PriorFile value {prior}", "setoption name Search value tree")
    engine.send("position startpos", "go nodes 1")
    engine.wait_for("bestmove")
    return engine


def memory(prior):
    for mib in (16, 64, 256):
        engine = tree(prior, mib)
        before = resident_mib(engine.process)
        taken = []
        for moves in ("", " moves d2d4 g8f6"):
            engine.send(f"position startpos{moves}", f"go nodes {mib * VISITS_IN_MIB}")
            engine.wait_for("bestmove")
            taken.append(resident_mib(engine.process) - before)
        print(f"Hash {mib}: {taken[0]:.1f} MiB, and {taken[1]:.1f} two moves later")
        engine.send("quit")


def stop(prior):
    """Alpha-beta takes turns with the tree: what both wait for is the machine."""
    alphabeta = Engine()
    alphabeta.send("setoption name Search value alphabeta")
    engines = {"tree": tree(prior, 64), "alpha-beta": alphabeta}
    milliseconds = defaultdict(list)
    for number in range(STOPS):
        for name, engine in engines.items():
            engine.send(f"position fen {(SHARP, ENDING)[number % 2]}", "go infinite")
            time.sleep(0.1 + 0.03 * (number % 7))
            began = time.perf_counter()
            engine.send("stop")
            engine.wait_for("bestmove")
            milliseconds[name].append(1000 * (time.perf_counter() - began))
    for name, engine in engines.items():
        spent = sorted(milliseconds[name])
        print(f"{name}, {STOPS} stops: {statistics.median(spent):.2f} ms in the median, {spent[STOPS * 9 // 10]:.2f} in nine of ten at most, {spent[-1]:.2f} at most")
        engine.send("quit")


def moves_with_times(pgn):
    """Of every game its clock, seconds and increment, and then the player and the seconds of each move."""
    for game in Path(pgn).read_text().split("[Event ")[1:]:
        players = [re.search(rf'\[{side} "([^"]*)"', game).group(1) for side in ("White", "Black")]
        begins = " b " in re.search(r'\[FEN "([^"]*)"', game).group(1)
        pace = [float(part) for part in re.search(r'\[Pace "([^"]*)"', game).group(1).split("+")]
        seconds = re.findall(r"([\d.]+)s\}", game.replace("\n", " "))
        yield pace, [(players[(ply + begins) % 2], float(spent)) for ply, spent in enumerate(seconds)]


def times(pgn):
    by_player = defaultdict(list)
    for _, moves in moves_with_times(pgn):
        for player, spent in moves[:FIRST_PLIES]:
            by_player[player].append(1000 * spent)
    for player, spent in sorted(by_player.items()):
        print(f"{player}: {statistics.mean(spent):.1f} ms a move in the first {FIRST_PLIES // 2} moves ({len(spent)} moves)")


def clocks(pgn):
    """As far as the moves say: a move that came too late is not among them."""
    lowest = defaultdict(list)
    for (base, increment), moves in moves_with_times(pgn):
        for player in {player for player, _ in moves}:
            left, least = base, base
            for spent in (spent for mover, spent in moves if mover == player):
                least = min(least, left - spent)
                left += increment - spent
            lowest[player, len(moves) >= LONG_GAME].append(1000 * least)
    for (player, is_long), least in sorted(lowest.items()):
        plies = f"{LONG_GAME} plies and more" if is_long else "fewer plies"
        print(f"{player}, {len(least)} games of {plies}: lowest clock {statistics.median(least):.0f} ms in the median, {min(least):.0f} at least")


def agreement(fens):
    lines = [line.partition("\t") for line in Path(fens).read_text().splitlines()]
    positions = [(fen, moves.split()) for fen, _, moves in lines[:: max(len(lines) // POSITIONS, 1)] if len(moves.split()) > 1]
    engine = Engine()
    engine.send("setoption name Search value alphabeta", "setoption name UCI_Chess960 value true")
    for nodes in (150, 600, 2_500, 5_000):
        same = 0
        for fen, moves in positions:
            engine.send("ucinewgame", f"position fen {fen}", f"go nodes {nodes}")
            same += engine.wait_for("bestmove").split()[1] == moves[0]
        part = same / len(positions)
        error = 1.96 * (part * (1 - part) / len(positions)) ** 0.5
        print(f"{nodes} nodes: {100 * part:.1f} % ± {100 * error:.1f} of {len(positions)}")
    engine.send("quit")


if __name__ == "__main__":
    commands = {name.__name__: name for name in (memory, stop, times, clocks, agreement)}
    if len(sys.argv) != 3 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](sys.argv[2])
