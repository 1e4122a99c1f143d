"""A search keeps to the memory it was given."""

import re
import sys
import time

import pytest

from pipe import SEARCHES

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

MIB = 1024


def resident(pipe):
    with open(f"/proc/{pipe.process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+) kB", status.read()).group(1)) / MIB


# The tree of B* grows, slowly: without a limit its probes are deep.
@pytest.mark.parametrize("search, threads, room, growth", [("alphabeta", 1, 48, 4), ("alphabeta", 2, 64, 4), ("bstar", 1, 64, 16)])
def test_a_search_does_not_grow(raw, search, threads, room, growth):
    raw.send(f"setoption name Search value {search}", f"setoption name Threads value {threads}")
    raw.settle()
    raw.send(
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "go infinite",
    )
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
    raw.best("go depth 5")
    usual = resident(raw)
    raw.send("setoption name Hash value 256")
    raw.settle()
    raw.best("go depth 5")
    large = resident(raw)
    assert 185 < large - usual < 200, f"{usual} MiB with 64, {large} MiB with 256"
    raw.send("setoption name Hash value 1")
    raw.settle()
    raw.best("go depth 5")
    assert resident(raw) < usual - 55
