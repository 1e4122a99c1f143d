"""The search by a tree that a prior guides: its options, its limits, and games of it. The prior is made up."""

import sys
import time

import pytest

from conftest import ROOT
from test_memory import forget_peak, resident

sys.path.insert(0, str(ROOT / "train"))

import numpy as np  # noqa: E402
from prior import integers  # noqa: E402

LIMITS = {"feature_weights": 60, "policy_biases": 4000, "hidden_biases": 4000, "output_biases": 4000}


@pytest.fixture(scope="module")
def prior(tmp_path_factory):
    path = tmp_path_factory.mktemp("prior") / "made-up.prior"
    numbers = np.random.default_rng(1)
    parts = ((part, LIMITS.get(part.name, 20)) for part in integers.PARTS)
    integers.write(integers.Prior(*(numbers.integers(-limit, limit, part.shape_for(64), endpoint=True) for part, limit in parts)), path)
    return path


@pytest.fixture
def tree(raw, prior):
    raw.send(f"setoption name PriorFile value {prior}", "setoption name Search value tree", "isready")
    raw.until("readyok")
    return raw


def test_the_tree_needs_a_prior_and_says_so(raw, prior, tmp_path):
    raw.send("setoption name Search value tree", "isready")
    said = raw.until("readyok")
    assert any("PriorFile" in line for line in said), said
    bad = tmp_path / "bad.prior"
    bad.write_bytes(prior.read_bytes()[:-1])
    raw.send(f"setoption name PriorFile value {bad}", "isready")
    assert any("still no prior" in line for line in raw.until("readyok"))
    raw.send("go nodes 2000")
    raw.until("bestmove")
    # Once there is a prior, the tree that was asked for begins.
    raw.send(f"setoption name PriorFile value {prior}", "go nodes 500")
    said = raw.until("bestmove")
    assert any(" nodes 500 " in line for line in said), said


def test_nodes_are_visits_and_the_answer_is_the_same_each_time(tree):
    answers = []
    for _ in range(2):
        tree.send("ucinewgame", "setoption name UCI_ShowWDL value true", "position startpos moves e2e4", "go nodes 3000")
        said = tree.until("bestmove")
        last = [line for line in said if line.startswith("info depth")][-1].split()
        assert last[last.index("nodes") + 1] == "3000"
        wdl = last.index("wdl")
        assert sum(map(int, last[wdl + 1 : wdl + 4])) == 1000
        answers.append(said[-1])
    assert answers[0] == answers[1]


def test_it_stops_when_told_and_mates_are_proven(tree):
    tree.send("position startpos", "go infinite")
    time.sleep(0.3)
    begin = time.monotonic()
    tree.send("stop")
    tree.until("bestmove")
    assert time.monotonic() - begin < 1
    tree.send("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "go movetime 5000")
    said = tree.until("bestmove")
    assert said[-1].startswith("bestmove d1d8")
    assert any("score mate 1 " in line for line in said)
    tree.send("position fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "go nodes 100")
    assert tree.until("bestmove")[-1] == "bestmove (none)"
    tree.send("position startpos", "go wtime 1000 btime 1000")
    assert "ponder" in tree.until("bestmove")[-1]


def test_it_plays_matches_and_takes_exams(run, prior):
    player = f"tree,prior={prior},Hash=4,c=1.5,reduction=0.2,temperature=1.2,root-temperature=2,evaluation=terms,evaluation-share=0.3,noisy=0.1"
    done = run("match", player, f"{player},root=uniform,name=control", "--nodes", "200", "--games", "2")
    assert "control" in done.stdout
    refused = run("match", "tree", "alphabeta", "--nodes", "200", "--games", "2", code=2)
    assert "needs a prior" in refused.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_full_tree_stays_within_the_hash(tree):
    tree.send("setoption name Hash value 16", "position startpos", "go nodes 1")
    tree.until("bestmove")
    before = resident(tree)
    forget_peak(tree)
    # What is kept from move to move needs no room of its own.
    for moves in ("", " moves d2d4 d7d5", " moves d2d4 d7d5 c2c4 e7e6"):
        tree.send(f"position startpos{moves}", "go nodes 300000")
        said = tree.until("bestmove")
        assert any("hashfull 1000 " in line for line in said), said[-2:]
        assert resident(tree, "VmHWM") - before < 17
