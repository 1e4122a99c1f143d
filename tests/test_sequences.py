"""Commands in any order at full speed.

The rules checked are the protocol's: one `bestmove` for each `go`, none before `stop` in an infinite search and none before `stop` or
`ponderhit` in a pondering one, `readyok` for each `isready`, and every move legal in the position it was asked for.
"""

import random

import chess
import pytest

from pipe import SEARCHES, Pipe, best_of

POSITIONS = [
    "startpos",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "fen 8/P7/8/8/8/8/k7/2K5 w - - 0 1",
    "fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",  # mated
    "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",  # stalemated
    "fen 8/8/8/8/8/8/5k2/7K w - - 0 1",  # dead drawn
    "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 99 80",
]
BAD_POSITIONS = ["fen nonsense", "startpos moves e2e5", "moon"]
BOUNDED = [
    "depth 1",
    "depth 4",
    "nodes 1",
    "nodes 2000",
    "movetime 1",
    "movetime 10",
    "movetime -5",
    "wtime 50 btime 50",
    "wtime 0 btime 0",
    "wtime 100 btime 100 winc 1 binc 1 movestogo 2",
    "mate 1 nodes 3000",
    "depth 3 searchmoves e2e4 d2d4",
]
INFINITE = ["infinite", "infinite depth 1", "infinite nodes 10"]
PONDER = ["ponder wtime 50 btime 50", "ponder movetime 5", "ponder depth 2", "ponder nodes 100"]
OPTIONS = [
    "Hash value 1",
    "Hash value 4",
    "Hash value -1",
    "Hash value lots",
    "Clear Hash",
    "Threads value 1",
    "Threads value 2",
    "MultiPV value 1",
    "MultiPV value 3",
    "Move Overhead value 0",
    "UCI_ShowWDL value true",
    "UCI_ShowWDL value false",
    "UCI_AnalyseMode value true",
    "Ponder value true",
    "Search value bstar",
    "Search value bstar",
    "Search value alphabeta",
    "Search value guess",
    "Probe Depth value 0",
    "Probe Depth value 2",
    "Probe Depth value 99",
    "Expansions value 0",
    "Expansions value 5",
    "Expansions value -1",
    "Show Search Log value true",
    "Show Search Log value false",
    "No Such Option value 3",
]


def board_of(words):
    board = chess.Board()
    place, _, moves = words.partition(" moves ")
    if place.startswith("fen "):
        board = chess.Board(place[len("fen ") :])
    for move in moves.split():
        board.push_uci(move)
    return board


class Player:
    """Plays one random sequence, and knows what must come back."""

    def __init__(self, pipe, dice):
        self.pipe = pipe
        self.dice = dice
        self.board = chess.Board()
        self.asked = []  # the position of every go, in order
        self.heard = 0  # how many of them are answered
        self.questions = 0
        self.ready = 0
        self.waits_for = ()  # what the search now running must wait for

    def take_in(self, line):
        assert line is not None, f"the program ended: {self.pipe.last_words()}"
        if line == "readyok":
            self.ready += 1
        elif line.startswith("bestmove"):
            assert self.heard < len(self.asked), f"a bestmove nobody asked for: {line}"
            board, move = self.asked[self.heard], best_of([line])
            self.heard += 1
            if move is None:
                assert not any(board.legal_moves), f"no move in {board.fen()}"
            else:
                assert chess.Move.from_uci(move) in board.legal_moves, f"{move} in {board.fen()}"
            assert self.heard < len(self.asked) or not self.waits_for, f"{line} came before {self.waits_for}"
        else:
            # Nothing of the protocol begins in another way.
            assert line.startswith("info "), line

    def step(self):
        roll = self.dice.random()
        if roll < 0.30:
            kind = self.dice.choice(["bounded", "bounded", "infinite", "ponder"])
            words = self.dice.choice({"bounded": BOUNDED, "infinite": INFINITE, "ponder": PONDER}[kind])
            self.waits_for = {"bounded": (), "infinite": ("stop",), "ponder": ("stop", "ponderhit")}[kind]
            self.asked.append(self.board.copy())
            return "go " + words
        if roll < 0.50:
            return self.release("stop")
        if roll < 0.60:
            return self.release("ponderhit")
        if roll < 0.75:
            self.questions += 1
            return "isready"
        if roll < 0.85:
            return "setoption name " + self.dice.choice(OPTIONS)
        if roll < 0.88:
            return "position " + self.dice.choice(BAD_POSITIONS)
        if roll < 0.95:
            words = self.dice.choice(POSITIONS)
            self.board = board_of(words)
            return "position " + words
        return self.dice.choice(["ucinewgame", "debug on", "debug off", "what", ""])

    def release(self, word):
        if word in self.waits_for:
            self.waits_for = ()
        return word

    def play(self):
        for _ in range(self.dice.randint(1, 40)):
            self.pipe.send(self.step())
            if self.dice.random() < 0.2:
                # Give the engine a moment, and see that it says nothing it must not.
                for line in self.pipe.quiet_for(self.dice.choice([0, 0.001, 0.02])):
                    self.take_in(line)
        # Whatever is still held back comes after this.
        self.waits_for = ()
        self.pipe.send("stop", "isready")
        self.questions += 1
        while self.heard < len(self.asked) or self.ready < self.questions:
            self.take_in(self.pipe.read())
        # And nothing comes after that.
        for line in self.pipe.ask("isready", begin="readyok")[:-1]:
            self.take_in(line)
        assert self.heard == len(self.asked)


@pytest.mark.parametrize("hundred", [1, 2])
def test_a_hundred_random_sequences(bstar, hundred):
    """Ten sequences share a process: what one leaves behind must not hurt the next."""
    for ten in range(10):
        with Pipe(bstar) as pipe:
            for sequence in range(10):
                seed = hundred * 100 + ten * 10 + sequence
                player = Player(pipe, random.Random(seed))
                pipe.send("position startpos")
                try:
                    player.play()
                except AssertionError as error:
                    raise AssertionError(f"sequence {seed}: {error}") from error
            pipe.leave()


def test_fifty_infinite_searches_back_to_back(raw):
    for _ in range(50):
        move = raw.best("go infinite", "stop")
        assert chess.Move.from_uci(move) in chess.Board().legal_moves
    for _ in range(50):
        raw.send("go infinite", "stop")
    for _ in range(50):
        raw.until("bestmove")
    assert raw.settle() == []


@pytest.mark.parametrize("search", SEARCHES)
def test_infinite_and_pondering_searches_wait(raw, search):
    raw.send(f"setoption name Search value {search}")
    mate_in_one = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
    no_moves = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    one_move = "position fen 7k/8/5QK1/8/8/8/8/8 b - - 0 1"
    drawn = "position fen 8/8/8/8/8/1k6/8/K7 w - - 0 1"
    for place, best in [(mate_in_one, "a1a8"), (no_moves, None), (one_move, "h8g8"), (drawn, "a1b1")]:
        for go, word in [
            ("go infinite", "stop"),
            ("go infinite depth 1", "stop"),
            ("go ponder depth 1", "stop"),
            ("go ponder movetime 10", "ponderhit"),
            ("go ponder wtime 100 btime 100", "ponderhit"),
        ]:
            raw.send(place, go)
            early = raw.quiet_for(0.15)
            while place == mate_in_one and not any(" pv a1a8" in line for line in early):
                early += raw.quiet_for(0.15)  # a busy machine has not begun yet
            assert not [line for line in early if line.startswith("bestmove")], go
            assert raw.best(word) == best, go


def test_ready_at_any_time(raw):
    raw.send("go infinite")
    for _ in range(20):
        raw.ask("isready", begin="readyok")
    assert "bestmove" not in "\n".join(raw.said)
    raw.best("stop")
