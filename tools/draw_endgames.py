"""Adds positions from games to data/endgames.epd: endings of five to seven men in which one move alone keeps the win or the draw, by the judge of regret.

    bstar-lab endings draw --only-moves --tables FOLDER --count 100 -o data/endgames.epd
    python tools/draw_endgames.py >> data/endgames.epd

Only what is kept in data/regret is read. All moves of a set of four or more must be judged. The best must win and the next at most draw, or the best must
hold the draw and the next lose, as the limits below say; and the best must be no capture and no promotion.
"""

from pathlib import Path

import chess

ROOT = Path(__file__).resolve().parent.parent
REGRET = ROOT / "data/regret"
JUDGE = "alphabeta-tables-1000000"
# What the best move must be worth at least, and the next at most, in points of a hundred; and what happens.
LIMITS = [(90, 65, "wins"), (40, 15, "draws")]
MIN_MOVES = 4


def fields(name):
    """The lines of a kept file, without its comments and the lines that name the judge."""
    lines = (REGRET / name).read_text().splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith(("#", "judge\t"))]


def judged():
    """What moves are worth, in points of a hundred, by position."""
    worth = {}
    for name, said in fields(f"endings-report.{JUDGE}.tsv"):
        move, value = said.split("=")
        worth.setdefault(name, {})[chess.Move.from_uci(move)] = int(value) / 100
    return worth


def main():
    worth = judged()
    sets = {name: {chess.Move.from_uci(move) for move in moves.split()} for name, moves in fields("endings-report.sets.tsv")}
    number = 0
    for line in (REGRET / "endings-report.epd").read_text().splitlines():
        board, said = chess.Board.from_epd(line)
        moves = worth.get(said["id"], {})
        wanted = sets.get(said["id"], set())
        if len(wanted) < MIN_MOVES or not wanted <= set(moves):
            continue
        best, second = sorted(moves, key=moves.get, reverse=True)[:2]
        kept = next((what for least, most, what in LIMITS if moves[best] >= least and moves[second] <= most), None)
        if not kept or board.is_capture(best) or best.promotion:
            continue
        number += 1
        comment = f"only one move {kept}, by a search with tables: {moves[best]:.0f} points of 100, the next {moves[second]:.0f}; {said['c0']}"
        print(board.epd(bm=[best], id=f"J{number:04}", c0=comment))


if __name__ == "__main__":
    main()
