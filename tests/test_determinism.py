"""The same question has the same answer, node for node."""

import json
import pathlib
import re
import subprocess

import pytest

from pipe import SEARCHES, Pipe

POSITIONS = [
    "position startpos",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "position startpos moves e2e4 e7e5 g1f3 b8c6 f3g1 c6b8 g1f3 b8c6",
]


def ask(pipe, position):
    lines = pipe.ask("ucinewgame", position, "go nodes 50000", begin="bestmove")
    return [re.sub(r" (time|nps) \d+", "", line) for line in lines]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("position", POSITIONS, ids=range(len(POSITIONS)))
def test_nodes_decide_and_nothing_else(bstar, position, search):
    with Pipe(bstar) as first, Pipe(bstar) as second:
        first.send(f"setoption name Search value {search}")
        second.send(f"setoption name Search value {search}")
        one = ask(first, position)
        assert len(one) > 3, one
        # Something else in between leaves no trace.
        first.best("position fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "go nodes 100000")
        assert ask(first, position) == one
        assert ask(second, position) == one
        first.leave()
        second.leave()


# B* begins no probe beyond the limit, and finishes the one it is in.
@pytest.mark.parametrize("search, a_probe", zip(SEARCHES, [3000, 0]))
def test_the_node_limit_is_kept(raw, search, a_probe):
    raw.send(f"setoption name Search value {search}")
    for nodes in [1, 100, 5000, 50000]:
        lines = raw.ask("ucinewgame", f"go nodes {nodes}", begin="bestmove")
        counts = [int(found.group(1)) for line in lines if (found := re.search(r" nodes (\d+)", line))]
        assert all(count <= nodes + a_probe for count in counts), (nodes, counts)


def bench(program, search):
    run = subprocess.run([program, "bench", "--search", search, "--json"], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)["nodes"]


@pytest.mark.parametrize("search, expected", [("alphabeta", "bench-nodes"), ("bstar", "bench-nodes-bstar")])
def test_bench_counts_the_same_nodes_on_every_machine(bstar, search, expected):
    # Who changes the search on purpose writes the new number here.
    assert bench(bstar, search) == int(pathlib.Path(__file__).with_name(expected).read_text())
