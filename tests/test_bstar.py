"""B* over the protocol: its options, what it says, and how it keeps to what `go` asks for."""

import os
import random
import re
import threading
import time

import chess
import pytest

from pipe import PATIENCE, SEARCHES, best_of, remarks

QUIET = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9"
TACTIC = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
MATE_IN_THREE = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"
ONE_MOVE = "7k/8/5QK1/8/8/8/8/8 b - - 0 1"
ALIKE = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
SHARP = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
POSITIONS = [
    chess.STARTING_FEN,
    QUIET,
    TACTIC,
    ALIKE,
    MATE_IN_THREE,
    SHARP,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",  # en passant would uncover a check
    "8/8/8/R2pP2k/8/8/8/7K w - d6 0 1",  # and here it gives one
    "6k1/5ppp/8/8/8/8/5PPP/RQ4K1 w - - 0 1",  # a mate, and checks beside it
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 97 80",
    "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3",  # mated
    "4k3/8/8/8/7b/8/8/R3K2R w KQ - 0 1",  # in check
]


def value(line, key):
    found = re.search(rf" {key} (-?\d+)", line)
    return found and int(found.group(1))


def infos(lines):
    return [line for line in lines if line.startswith("info ") and " pv " in line]


def check_lines(fen, lines):
    """Every line printed can be played, and so can the answer."""
    best = best_of(lines)
    if best is None:
        assert not any(chess.Board(fen).legal_moves)
        return
    assert chess.Move.from_uci(best) in chess.Board(fen).legal_moves
    for line in infos(lines):
        board = chess.Board(fen)
        for word in line.split(" pv ")[1].split():
            move = chess.Move.from_uci(word)
            assert move in board.legal_moves, f"{line} in {fen}"
            board.push(move)


def check(fen, lines):
    """And the last line is about the move that was answered."""
    check_lines(fen, lines)
    best = best_of(lines)
    first = [line for line in infos(lines) if value(line, "multipv") in (None, 1)]
    if first:
        pv = first[-1].split(" pv ")[1].split()
        assert pv[0] == best, lines[-3:]
        ponder = lines[-1].split()[3:4]
        assert ponder == pv[1:2], lines[-2:]


@pytest.mark.parametrize("search", SEARCHES)
def test_stop_at_any_moment(raw, search):
    dice = random.Random(5)
    raw.send(f"setoption name Search value {search}", "setoption name MultiPV value 2")
    for round in range(60):
        fen = POSITIONS[round % len(POSITIONS)]
        raw.send("ucinewgame", f"position fen {fen}")
        raw.settle()
        raw.send("go infinite")
        lines = raw.quiet_for(dice.choice([0, 0.001, 0.005, 0.02, 0.1, 0.2]))
        assert not [line for line in lines if line.startswith("bestmove")]
        before = raw.worked()
        lines += raw.ask("stop", begin="bestmove")
        assert raw.worked() - before < 1, fen
        # Alpha-beta may answer with a move that overtook in an iteration it did not finish.
        (check if search == "bstar" else check_lines)(fen, lines)


@pytest.mark.parametrize("nodes", [1, 1000, 30_000, 300_000])
def test_nodes_are_used_and_kept_to(raw, nodes):
    for fen in [QUIET, SHARP, ALIKE]:
        lines = raw.ask("ucinewgame", f"position fen {fen}", f"go nodes {nodes}", begin="bestmove")
        check(fen, lines)
        used = value(infos(lines)[-1], "nodes")
        # No probe begins beyond the limit; one may end there.
        assert 0.9 * nodes <= used <= 1.1 * nodes + 2000, (fen, used)


def test_time_is_used_and_kept_to(raw):
    for fen in [QUIET, SHARP, ALIKE]:
        began, before = time.monotonic(), raw.worked()
        lines = raw.ask(f"position fen {fen}", "go movetime 400", begin="bestmove")
        assert time.monotonic() - began >= 0.39, fen
        assert raw.worked() - before < 1, fen
        check(fen, lines)
        assert value(infos(lines)[0], "depth") == 1, "a move is known at once"


@pytest.mark.parametrize("fen, best", [(MATE_IN_ONE, "a1a8"), (ONE_MOVE, "h8g8")])
@pytest.mark.parametrize("go", ["movetime 20000", "wtime 600000 btime 600000", "nodes 50000000"])
def test_what_is_decided_is_played_at_once(raw, fen, best, go):
    before = raw.worked()
    assert raw.best(f"position fen {fen}", "go " + go) == best
    assert raw.worked() - before < 2


@pytest.mark.parametrize("clock", ["wtime 30 btime 30", "wtime 100 btime 100 winc 10 binc 10", "wtime 300 btime 300 movestogo 1"])
def test_no_clock_runs_out(raw, clock):
    left = int(clock.split()[1]) / 1000
    times = []
    for fen in [QUIET, TACTIC, ALIKE]:
        before = raw.worked()
        check(fen, raw.ask(f"position fen {fen}", "go " + clock, begin="bestmove"))
        times.append(raw.worked() - before)
    # What begins and ends a search is work too, and the first one prepares its tables.
    assert min(times) < left and max(times) < left + 0.5, times


def test_a_mate_that_was_asked_for_ends_the_search(raw):
    lines = raw.ask(f"position fen {MATE_IN_THREE}", "go mate 3", begin="bestmove")
    assert " score mate 3 " in infos(lines)[-1]
    check(MATE_IN_THREE, lines)


def test_only_some_moves(raw):
    for words in ["a7a6", "a7a6 h7h6", "a7a6 h7h6 b7b6 h7h6"]:
        lines = raw.ask(f"position fen {QUIET}", f"go nodes 20000 searchmoves {words}", begin="bestmove")
        check(QUIET, lines)
        assert {line.split(" pv ")[1].split()[0] for line in infos(lines)} <= set(words.split())


def test_several_lines_are_ranked(raw):
    raw.send("setoption name MultiPV value 5")
    for fen in [QUIET, TACTIC, ONE_MOVE]:
        lines = raw.ask(f"position fen {fen}", "go nodes 60000", begin="bestmove")
        check(fen, lines)
        count = min(5, chess.Board(fen).legal_moves.count())
        told = infos(lines)
        assert len(told) % count == 0
        for at, line in enumerate(told):
            assert value(line, "multipv") == at % count + 1
            assert value(line, "depth") >= 1 and value(line, "seldepth") > value(line, "depth")
        firsts = [line.split(" pv ")[1].split()[0] for line in told[-count:]]
        assert len(set(firsts)) == count


def test_promotion_to_less_than_a_queen(raw):
    """The end of Saavedra's study: a queen would be stalemate."""
    fen = "8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1"
    lines = raw.ask(f"position fen {fen}", "go nodes 200000", begin="bestmove")
    check(fen, lines)
    assert best_of(lines) == "c7c8r"


def test_en_passant_and_check(raw):
    fen = "8/8/8/R2pP2k/8/8/8/7K w - d6 0 1"
    lines = raw.ask(f"position fen {fen}", "go nodes 20000 searchmoves e5d6", begin="bestmove")
    check(fen, lines)
    assert best_of(lines) == "e5d6"
    fen = "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1"
    lines = raw.ask(f"position fen {fen}", "go nodes 20000 searchmoves e5d6", begin="bestmove")
    check(fen, lines)
    assert len(remarks(lines)) == 1 and best_of(lines) != "e5d6"


def test_the_depth_of_probes_and_the_number_of_expansions(raw):
    raw.send("setoption name Probe Depth value 2", "setoption name Expansions value 4")
    before = raw.worked()
    lines = raw.ask(f"position fen {QUIET}", "go movetime 20000", begin="bestmove")
    assert raw.worked() - before < 2, "four expansions do not take twenty seconds"
    check(QUIET, lines)
    for line in infos(lines):
        assert value(line, "seldepth") - value(line, "depth") <= 2
        assert value(line, "depth") <= 4
    few = value(infos(lines)[-1], "nodes")
    raw.send("setoption name Expansions value 40", "ucinewgame")
    lines = raw.ask("go movetime 20000", begin="bestmove")
    assert value(infos(lines)[-1], "nodes") > 2 * few


def test_the_log_is_shown_on_request(raw):
    place, go = f"position fen {QUIET}", "go nodes 100000"
    lines = raw.ask(place, go, begin="bestmove")
    assert remarks(lines) == []
    raw.send("setoption name Show Search Log value true")
    lines = raw.ask(place, go, begin="bestmove")
    check(QUIET, lines)
    said = remarks(lines)
    leaders = [line for line in said if " real " in line]
    log = [line for line in said if re.match(r"\d+: ", line)]
    assert len(leaders) + len(log) == len(said), said
    assert leaders[0].startswith("root, probes of depth 1: ")
    number = r"(\d+\.\d\d|\?|\d+\.\d\d\.\.\d+\.\d\d)"
    entry = rf"[a-h][1-8][a-h][1-8][nbrq]? pess {number} real {number} opt {number}( probability [01]\.\d\d\d)?"
    for line in leaders:
        begin, moves = line.split(": ", 1)
        assert re.fullmatch(r"root, probes of depth \d+|between phases|select, target [\d.]+|verify \w+, target [\d.]+", begin), line
        assert all(re.fullmatch(entry, move) for move in moves.split(", ")), line
    assert any(" probability " in line for line in leaders)
    assert [int(line.split(":")[0]) for line in log] == [10 * at + 1 for at in range(len(log))]
    raw.send("setoption name Show Search Log value false")
    assert remarks(raw.ask(place, go, begin="bestmove")) == []
    # Alpha-beta has no such log.
    raw.send("setoption name Show Search Log value true", "setoption name Search value alphabeta")
    assert remarks(raw.ask(place, go, begin="bestmove")) == []


def test_on_a_clock_it_says_how_sure_it_is(raw):
    """Before its move, once, and not where no deep search made the choice or nothing was open."""
    def told(fen, go):
        return [line for line in raw.ask(f"position fen {fen}", f"go {go}", begin="bestmove") if "how sure" in line]

    [line] = told(QUIET, "wtime 30000 btime 30000")
    words = r"info string how sure: of choices as settled as this, \d+% are worse than another move by more than a percentage point(; \S+ comes nearest)?"
    assert re.fullmatch(words, line), line
    assert told(QUIET, "nodes 20000") == told(MATE_IN_ONE, "wtime 3000 btime 3000") == told(ONE_MOVE, "wtime 3000 btime 3000") == []


def test_on_a_clock_the_depth_is_that_of_the_deep_search(raw):
    """It grows with the nodes, though the tree, which comes after it, is one move deep at first."""
    lines = [line for line in raw.ask(f"position fen {QUIET}", "go wtime 30000 btime 30000", begin="bestmove") if line.startswith("info depth")]
    depths, nodes = ([int(re.search(rf"\b{name} (\d+)", line).group(1)) for line in lines] for name in ("depth", "nodes"))
    assert depths == sorted(depths) and nodes == sorted(nodes), lines
    assert all(depth > 5 for depth, count in zip(depths, nodes) if count > 50_000), lines
    assert all(int(re.search(r"seldepth (\d+)", line).group(1)) >= depth for line, depth in zip(lines, depths))


def test_the_searches_differ_and_can_be_exchanged(raw):
    def answer():
        return re.sub(r" (time|nps) \d+", "", raw.ask("ucinewgame", f"position fen {QUIET}", "go nodes 30000", begin="bestmove")[-2])

    first = answer()
    raw.send("setoption name Search value AlphaBeta")
    other = answer()
    raw.send("setoption name Search value bstar")
    assert answer() == first != other


def test_the_deep_search_of_a_clock_uses_all_threads(raw):
    def count():
        return len(os.listdir(f"/proc/{raw.process.pid}/task"))

    def most_threads(asked):
        # Those of the search before may still be ending.
        deadline = time.monotonic() + PATIENCE
        while count() > idle:
            assert time.monotonic() < deadline, f"{count()} threads are left, not {idle}"
            time.sleep(0.01)
        answered = threading.Event()
        seen = []

        def watch():
            while not answered.wait(0.005):
                seen.append(count())

        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            raw.best(f"setoption name Threads value {asked}", f"position fen {QUIET}", "go wtime 20000 btime 20000")
        finally:
            answered.set()
            watcher.join()
        return max(seen)

    raw.settle()
    idle = count()
    assert most_threads(3) == most_threads(1) + 2


def test_more_threads_change_nothing_where_there_is_no_deep_search(raw):
    ask = [f"position fen {QUIET}", "go nodes 30000"]
    once = raw.best("ucinewgame", *ask)
    raw.send("setoption name Threads value 4")
    assert raw.best("ucinewgame", *ask) == once
