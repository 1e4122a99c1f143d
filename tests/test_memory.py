"""A search keeps to the memory it was given."""

import re
import sys
import time

import pytest

from pipe import SEARCHES, remarks

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

MIB = 1024


CLOSED = "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1"
SHARP = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def resident(pipe, field="VmRSS"):
    with open(f"/proc/{pipe.process.pid}/status") as status:
        return int(re.search(field + r":\s+(\d+) kB", status.read()).group(1)) / MIB


def forget_peak(pipe):
    """From now on `VmHWM` is the most that was resident since."""
    try:
        with open(f"/proc/{pipe.process.pid}/clear_refs", "w") as refs:
            refs.write("5")
    except OSError as error:
        pytest.skip(f"the peak cannot be measured: {error}")


# The tree of B* grows, slowly: without a limit its probes are deep.
@pytest.mark.parametrize("search, threads, room, growth", [("alphabeta", 1, 48, 4), ("alphabeta", 2, 64, 4), ("bstar", 1, 64, 16)])
def test_a_search_does_not_grow(raw, search, threads, room, growth):
    raw.send("setoption name Hash value 64", f"setoption name Search value {search}", f"setoption name Threads value {threads}")
    raw.settle()
    raw.send(f"position fen {SHARP}", "go infinite")
    time.sleep(1)
    after_one = resident(raw)
    time.sleep(2)
    after_three = resident(raw)
    raw.best("stop")
    assert after_three < 64 + room, f"{after_three} MiB with 64 MiB of hash"
    assert after_three - after_one < growth, f"{after_one} MiB, then {after_three} MiB"


@pytest.mark.parametrize("search", SEARCHES)
def test_searches_and_games_leave_nothing_behind(raw, search):
    raw.send(f"setoption name Search value {search}")

    def a_game():
        raw.send("ucinewgame")
        for _ in range(50):
            raw.best("go nodes 500")

    a_game()
    before = resident(raw)
    for _ in range(4):
        a_game()
    assert resident(raw) - before < 4


def test_the_table_has_the_size_it_was_given(raw):
    def with_hash(mib, search):
        raw.send(f"setoption name Hash value {mib}", f"setoption name Search value {search}")
        raw.settle()
        raw.best("go depth 5")
        return resident(raw)

    usual = with_hash(64, "alphabeta")
    large = with_hash(256, "alphabeta")
    assert 185 < large - usual < 200, f"{usual} MiB with 64, {large} MiB with 256"
    # The other half is for the tree, which is small yet.
    half = with_hash(256, "bstar")
    assert 120 < large - half < 135, f"{large} MiB without a tree, {half} MiB with one"
    assert with_hash(1, "alphabeta") < usual - 55


@pytest.mark.parametrize("fen, mib, limit", [(CLOSED, 4, "movetime 50000"), (SHARP, 16, "movetime 8000")])
def test_table_and_tree_together_stay_within_the_hash(raw, fen, mib, limit):
    """Up to 10,000 expansions, and the most that was ever resident. Without the limit the trees of these searches take far more."""
    raw.send("setoption name Hash value 1")
    raw.best("go depth 4")
    program = resident(raw)
    raw.send(
        f"setoption name Hash value {mib}",
        "setoption name Probe Depth value 1",
        "setoption name Expansions value 10000",
        f"position fen {fen}",
    )
    raw.settle()
    forget_peak(raw)
    raw.best("go " + limit)
    peak = resident(raw, "VmHWM")
    assert peak < program + mib + 2, f"{peak} MiB, and the program alone {program} MiB"


def test_a_tree_that_is_folded_goes_on(raw):
    """All 10,000 expansions are made, in a few MiB."""
    raw.send(
        "setoption name Hash value 4",
        "setoption name Probe Depth value 1",
        "setoption name Expansions value 10000",
        "setoption name Show Search Log value true",
        f"position fen {CLOSED}",
    )
    lines = raw.ask("go nodes 2000000000", begin="bestmove")
    numbers = [int(found.group(1)) for line in lines if (found := re.match(r"info string (\d+):", line))]
    assert numbers == sorted(numbers)
    assert numbers[-1] == 9991, numbers[-1]


# Lines that wait for the end of the search, and lines that mean nothing.
@pytest.mark.parametrize("line", ["position startpos moves e2e4 e7e5 g1f3", "setoption name Hash value 64", "d", "joho"])
def test_lines_sent_during_a_search_do_not_pile_up(raw, line):
    raw.send("go infinite")
    raw.until("info")
    before = resident(raw)
    chunk = f"{line}\n".encode() * 2000
    for _ in range(10_000_000 // len(chunk)):
        raw.send_bytes(chunk)
    # Everything before it was read when this is answered.
    lines = raw.ask("isready", begin="readyok")
    after = resident(raw)
    assert len(remarks(lines)) == (line != "joho"), remarks(lines)
    assert after - before < 64, f"{before} MiB before the lines, {after} MiB after"
    assert raw.best("stop")
    raw.settle()
