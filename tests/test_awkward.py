"""What other engines have been seen to fail on, and what no interface should send but some do."""

import os
import re
import subprocess

import chess
import pytest

from pipe import PATIENCE, SEARCHES, Pipe, remarks

START = chess.STARTING_FEN
AFTER_E4 = "position startpos moves e2e4"

BAD_FENS = [
    "",
    "nonsense",
    "8/8/8/8/8/8/8/8 w - - 0 1",  # no kings
    "4k3/8/8/8/8/8/8/8 w - - 0 1",  # one king
    "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",  # three
    "4k3/8/8/8/8/8/8/4K2P w - - 0 1",  # a pawn on the first rank
    "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",  # and on the last
    "4k3/8/8/8/8/8/4r3/4K3 b - - 0 1",  # the side not to move is in check
    "4k3/8/8/8/8/8/8/4K3 x - - 0 1",  # whose move?
    "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",  # castling without rooks
    "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",  # en passant without a pawn
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1",
    "4k3/8/8/8/8/8/8 w - - 0 1",  # seven ranks
    "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1",  # nine
    "4k4/8/8/8/8/8/8/4K3 w - - 0 1",  # nine squares in a rank
    "4k2/8/8/8/8/8/8/4K3 w - - 0 1",  # seven
    "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999",
    "4k3/8/8/8/8/8/8/4K3 w - - nought one",
    "QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/k1K5 w - - 0 1",  # too many men
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1 and so on",
    "4♔3/8/8/8/8/8/8/4K3 w - - 0 1",
    "9/8/8/8/8/8/8/4K3 w - - 0 1",
    "/" * 5000,
]


def fen_of(pipe):
    """The position as the engine has it, from its picture."""
    text = pipe.ask("d", "isready", begin="readyok")
    found = re.search(r"[1-8a-zA-Z]+(?:/[1-8a-zA-Z]+){7} [wb] \S+ \S+ \d+ \d+", "\n".join(text))
    assert found, text
    return found.group(0)


@pytest.mark.parametrize("fen", BAD_FENS, ids=range(len(BAD_FENS)))
def test_a_bad_fen_is_named_and_the_position_stays(raw, fen):
    raw.send(AFTER_E4)
    before = fen_of(raw)
    raw.send("position fen " + fen)
    said = raw.settle()
    assert len(remarks(said)) == len(said) == 1, said
    assert len(said[0]) < 400, "a complaint should be readable"
    assert fen_of(raw) == before
    board = chess.Board()
    board.push_uci("e2e4")
    assert chess.Move.from_uci(raw.best("go depth 1")) in board.legal_moves


def test_an_illegal_move_is_named_and_the_position_stays(raw):
    raw.send(AFTER_E4)
    before = fen_of(raw)
    for moves, named in [
        ("e2e4 e7e6 e4e6", "e4e6"),
        ("e2e4 e2e4", "e2e4"),
        ("e2e4 0000", "0000"),
        ("e7e8q", "e7e8q"),
        ("e2e4 rubbish", "rubbish"),
        ("e1g1", "e1g1"),
    ]:
        raw.send("position startpos moves " + moves)
        said = remarks(raw.settle())
        assert len(said) == 1 and named in said[0], said
        assert fen_of(raw) == before


@pytest.mark.parametrize("words", ["", "moon", "moves e2e4", "startpost"])
def test_a_position_that_is_none(raw, words):
    raw.send("position " + words)
    assert len(remarks(raw.settle())) == 1
    assert fen_of(raw).split()[0] == START.split()[0]


MATED = "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"
STALEMATED = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


@pytest.mark.parametrize("fen", [MATED, STALEMATED], ids=["mated", "stalemated"])
@pytest.mark.parametrize("go", ["depth 5", "movetime 20", "wtime 1000 btime 1000", "nodes 100", "mate 3"])
def test_no_move_to_be_had(raw, fen, go):
    lines = raw.ask("position fen " + fen, "go " + go, begin="bestmove")
    assert lines[-1] == "bestmove (none)"
    score = "mate 0" if fen == MATED else "cp 0"
    assert [line for line in lines if f"score {score}" in line], lines


LIMITS = [
    "movetime -5",
    "movetime 0",
    "movetime 99999999999999999999 depth 2",
    "movetime soon depth 2",
    "depth 0",
    "depth -3",
    "depth many nodes 100",
    "depth 99999999999999999999 nodes 100",
    "nodes 0",
    "nodes -1 depth 2",
    "mate 0 depth 2",
    "mate -2 depth 2",
    "wtime 0 btime 0",
    "wtime -100 btime -100",
    "wtime -100 btime -100 winc -5 binc -5 movestogo -1",
    "wtime 100 btime 100 movestogo 0",
    "wtime 50 btime 50 winc 100000 binc 100000",
    "wtime 200 btime 200 movestogo 1",
    "wtime 9223372036854775807 btime 9223372036854775807 depth 2",
    "wtime 50",
    "btime 50 depth 2",
    "searchmoves depth 2",
    "searchmoves e2e5 depth 2",
    "searchmoves e2e4 e2e4 rubbish depth 2",
    "depth 2 nonsense words 12",
    "depth",
]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("limits", LIMITS)
def test_an_odd_limit_still_gives_a_legal_move(raw, limits, search):
    raw.send(f"setoption name Search value {search}")
    lines = raw.ask("go " + limits, begin="bestmove")
    assert chess.Move.from_uci(lines[-1].split()[1]) in chess.Board().legal_moves
    if "searchmoves e2e4" in limits:
        assert lines[-1].split()[1] == "e2e4"
    assert raw.settle() == []


@pytest.mark.parametrize(
    "value", ["1000000", "-1", "0", "text", "99999999999999999999", "1e3", "64.5", ""], ids=lambda v: v or "nothing"
)
def test_a_bad_hash_is_refused_and_the_old_one_stays(raw, value):
    raw.send("setoption name Hash value 1", "ucinewgame", "go nodes 20000")
    before = [strip_time(line) for line in raw.until("bestmove")]
    raw.send("setoption name Hash value " + value)
    said = raw.settle()
    assert len(remarks(said)) == 1 and "ash" in said[0], said
    # The same table as before gives the same search as before.
    raw.send("ucinewgame", "go nodes 20000")
    assert [strip_time(line) for line in raw.until("bestmove")] == before


@pytest.mark.parametrize(
    "option",
    [
        "Threads value 0",
        "Threads value 100000",
        "Threads value two",
        "MultiPV value 0",
        "MultiPV value -3",
        "Move Overhead value -1",
        "UCI_Elo value 99999",
        "UCI_ShowWDL value maybe",
        "Search value guess",
        "Search value",
        "Search value bstar alphabeta",
        "Probe Depth value -1",
        "Probe Depth value 13",
        "Probe Depth value deep",
        "Probe Depth",
        "Expansions value -1",
        "Expansions value 99999999999999999999",
        "Expansions value many",
        "Show Search Log value maybe",
        "Show Search Log",
        "UCI_Chess960 value perhaps",
        "No Such Option value 1",
        "Hash",
    ],
)
def test_a_bad_option_is_named(raw, option):
    raw.send("setoption name " + option)
    assert len(remarks(raw.settle())) == 1
    assert raw.best("go depth 2") is not None


def strip_time(line):
    return re.sub(r" (time|nps) \d+", "", line)


def test_words_that_mean_nothing(raw):
    for line in ["", " ", "hello", "ponderhit", "stop", "stop stop", "register later", "\t", "UCI", "xyzzy 1 2 3"]:
        raw.send(line)
    assert raw.settle() == []
    raw.send("hello isready")
    raw.until("readyok")
    # Windows ends its lines in another way.
    raw.send_bytes(b"isready\r\n")
    raw.until("readyok")


def test_ponderhit_that_nobody_waits_for(raw):
    raw.send("go infinite", "ponderhit")
    assert not [line for line in raw.quiet_for(0.3) if line.startswith("bestmove")]
    raw.best("stop")
    raw.send("ponderhit", "go depth 2")
    raw.until("bestmove")
    assert raw.settle() == []


def test_stop_after_the_end(raw):
    raw.best("go depth 1")
    raw.send("stop", "stop")
    assert raw.settle() == []
    assert raw.best("go depth 1") is not None, "the old stop must not hurt the new search"


def test_go_twice_gives_two_answers(raw):
    raw.send("go infinite", AFTER_E4, "go depth 2")
    first, second = (raw.until("bestmove")[-1].split()[1] for _ in range(2))
    board = chess.Board()
    assert chess.Move.from_uci(first) in board.legal_moves
    board.push_uci("e2e4")
    assert chess.Move.from_uci(second) in board.legal_moves
    assert raw.settle() == []


def test_a_very_long_game(raw):
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    raw.send("position startpos moves " + " ".join(shuffle * 2500))
    assert raw.best("go depth 2") is not None


def test_a_line_without_end(raw):
    raw.send("position startpos moves " + "e2e4 " * 1_000_000)
    said = raw.settle()
    assert len(remarks(said)) == 1 and len(said[0]) < 400, said[0][:400]
    assert raw.best("go depth 1") is not None


def test_bytes_that_are_not_text(raw):
    raw.send_bytes(b"\xff\xfe\x00position\x80\n\x00\x01\x02\nposition fen \xc3\x28 w\nsetoption name \xff value \xfe\n")
    raw.settle()
    raw.send_bytes(os.urandom(20_000).replace(b"quit", b"").replace(b"\n", b" ") + b"\n")
    raw.settle()
    assert raw.best("position startpos", "go depth 1") is not None


@pytest.mark.parametrize("last", ["", "is", "go infinite", "go infinite\n", "go ponder\n", "go movetime 200\n"])
def test_the_input_ends(bstar, last):
    with Pipe(bstar) as pipe:
        pipe.send("uci", "position startpos")
        pipe.send_bytes(last.encode())
        pipe.close()
        said = pipe.rest()
        asked = last.startswith("go")
        assert sum(line.startswith("bestmove") for line in said) == asked, said
        pipe.leave()


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("go", ["depth 100", "nodes 99999999999", "movetime 99999999", "mate 50", "perft 12"])
def test_the_input_ends_while_a_search_runs(bstar, go, search):
    """An interface that has crashed leaves no busy engine behind, though its searches had limits and the output is still open."""
    with Pipe(bstar) as pipe:
        pipe.send(f"setoption name Search value {search}", "go " + go, "isready")
        pipe.until("readyok")
        pipe.close()
        said = pipe.rest()
        assert "the input has ended, so what still runs is stopped" in remarks(said)
        assert sum(line.startswith("bestmove") for line in said) == (not go.startswith("perft"))
        assert not any("Nodes searched" in line for line in said)
        pipe.leave()


@pytest.mark.parametrize("go", ["infinite", "ponder", "movetime 60000", "depth 100"])
def test_quit_during_a_search(bstar, go):
    with Pipe(bstar) as pipe:
        pipe.send("go " + go)
        pipe.until("info")
        pipe.send("quit")
        assert pipe.end() == 0, pipe.last_words()
        assert pipe.last_words() == ""


def test_quit_at_once(bstar):
    with Pipe(bstar) as pipe:
        pipe.send("go infinite", "quit")
        assert pipe.end() == 0


def test_an_interface_that_goes_away(bstar):
    """Nobody reads any more, and the input stays open: there is nobody left to search for."""
    process = subprocess.Popen([bstar], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        process.stdin.write(b"go infinite\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""
    finally:
        process.kill()
        process.wait()


def test_extras(raw):
    counts = raw.ask("go perft 3", begin="Nodes")
    assert "e2e4: 600" in counts and counts[-1] == "Nodes searched: 8902"
    assert len(raw.ask("eval", "isready", begin="readyok")) > 3
