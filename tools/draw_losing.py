"""Draws data/losing.epd: moves of games that lose something, half of them quiet-looking. data/README.md has the rule.

    python tools/draw_losing.py lichess-2025-05.pgn=160 twic1599.pgn=80 ladder.pgn=80 > data/losing.epd
"""

import os
import random
import subprocess
import sys
from pathlib import Path

import chess
import chess.pgn

FIRST_HALF_MOVE = 9
MAX_TRIES_PER_GAME = 12
MIN_LEGAL_MOVES = 4
# Most moves are left out by a short search. What is left is judged by the last number of nodes.
NODES = [1_500, 15_000, 100_000]
MIN_LOSS_POINTS = 7


class Judge:
    """Our alpha-beta over UCI. It begins every search with an empty table."""

    def __init__(self):
        command = [os.environ.get("BSTAR", "target/release/bstar")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        options = {"Search": "alphabeta", "Hash": 16, "UCI_ShowWDL": "true"}
        self.send(*(f"setoption name {name} value {value}" for name, value in options.items()))

    def send(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def worth(self, board, nodes):
        """What the side to move can expect, in points of a hundred, and the best move."""
        if board.is_checkmate():
            return 0, None
        if board.is_game_over():
            return 50, None
        points = 50  # The engine says nothing of a game that is drawn by the rules.
        self.send("ucinewgame", f"position fen {board.fen()}", f"go nodes {nodes}")
        for line in self.process.stdout:
            words = line.split()
            if words[0] == "bestmove":
                return points, chess.Move.from_uci(words[1])
            if "wdl" in words:
                win, draw, loss = map(int, words[words.index("wdl") + 1 :][:3])
                points = (win + draw / 2) / (win + draw + loss) * 100
        raise EOFError("the engine has gone")

    def loss(self, board, move, nodes):
        """What a move loses, the best move, and the best answer to the move."""
        before, best = self.worth(board, nodes)
        after = board.copy()
        after.push(move)
        left, answer = self.worth(after, nodes)
        return before - (100 - left), best, answer


def is_quiet(board, move):
    return not (board.is_check() or board.is_capture(move) or board.gives_check(move) or move.promotion)


def judged(judge, board, move, nodes, wants_quiet):
    """The best move and what this one loses, if it loses enough; where a quiet move is wanted, by a quiet answer."""
    loss, best, answer = judge.loss(board, move, nodes)
    after = board.copy(stack=False)
    after.push(move)
    is_wanted = not wants_quiet or answer and is_quiet(after, answer)
    return (best, loss) if loss >= MIN_LOSS_POINTS and best != move and is_wanted else None


def losing_move(judge, game, seed, wants_quiet):
    """A move of the game that loses enough and is of the wanted kind, or None."""
    boards, board = [], game.board()
    for move in game.mainline_moves():
        boards.append((board.copy(stack=False), move))
        board.push(move)
    plies = list(range(FIRST_HALF_MOVE - 1, len(boards)))
    random.Random(seed).shuffle(plies)
    tries = 0
    for ply in plies:
        board, move = boards[ply]
        if board.legal_moves.count() < MIN_LEGAL_MOVES or is_quiet(board, move) != wants_quiet:
            continue
        tries += 1
        if tries > MAX_TRIES_PER_GAME:
            return None
        if all((found := judged(judge, board, move, nodes, wants_quiet)) for nodes in NODES):
            return ply, board, move, *found
    return None


def drawn(judge, path, count):
    """As many lines as are asked for, quiet ones and others in turn, two and two."""
    lines, number = [], 0
    with open(path, encoding="utf-8", errors="replace") as file:
        while len(lines) < count and (game := chess.pgn.read_game(file)):
            number += 1
            kind = ["quiet", "sharp"][len(lines) // 2 % 2]
            if found := losing_move(judge, game, f"{Path(path).stem} {number}", kind == "quiet"):
                ply, board, move, best, loss = found
                place = f"{Path(path).stem}, game {number}, half move {ply + 1}"
                lines.append(f'{board.epd()} am {board.san(move)}; bm {board.san(best)}; id "{{}}"; c0 "{place}"; kind "{kind}"; loss "{loss:.1f}";')
                print(len(lines), place, file=sys.stderr, flush=True)
    return lines


def main(files):
    judge = Judge()
    lines = []
    for file in files:
        path, count = file.rsplit("=", 1)
        lines += drawn(judge, path, int(count))
    print("# Moves of games that lose 7 points of 100 or more. data/README.md says how they were drawn.")
    print("# F: may be looked at and tuned by. H: held out, only counted.")
    for number, line in enumerate(lines, 1):
        print(line.format(f"{'HF'[number % 2]}{number:03}"))


if __name__ == "__main__":
    main(sys.argv[1:])
