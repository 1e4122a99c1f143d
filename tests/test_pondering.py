"""Matches in which players think on their opponent's time, and the memory of a match."""

import functools
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree

import pytest

from conftest import argv

# Plays the first of its legal moves and expects the same of the other; what else it does is its argument:
# `good` keeps to the protocol, `blind` expects the last legal move, the others do what they are called.
ENGINE = """
import os, sys, time
import chess

manner = sys.argv[1]
board = chess.Board()
pondering = False

def first(board, place=0):
    moves = sorted(move.uci() for move in board.legal_moves)
    return moves[place] if moves else None

def answer():
    best = first(board)
    after = board.copy()
    after.push_uci(best)
    reply = first(after, -1 if manner == "blind" else 0)
    print("bestmove", best, *(["ponder", reply] if reply else []), flush=True)

for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "uci":
        print("id name fake\\noption name Ponder type check default false\\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        place = words.index("moves") if "moves" in words else len(words)
        board = chess.Board() if words[1] == "startpos" else chess.Board(" ".join(words[2:place]))
        for move in words[place + 1 :]:
            board.push_uci(move)
    elif words[0] == "go" and "ponder" in words:
        if manner == "crashes":
            os._exit(3)
        if manner == "hasty":
            answer()
        else:
            pondering = True
        if manner == "talks":
            for _ in range(20000):
                print("info depth 1 score cp 0", flush=True)
    elif words[0] == "go":
        answer()
    elif words[0] == "ponderhit" and pondering:
        pondering = False
        if manner == "cheats":
            print("bestmove a1a1", flush=True)
        elif manner != "sleeps":
            answer()
    elif words[0] == "stop" and pondering and manner != "deaf":
        pondering = False
        answer()
    elif words[0] == "quit":
        break
"""


@pytest.fixture
def fake(tmp_path):
    """The command of an engine that does what its manner says."""
    path = tmp_path / "engine.py"
    path.write_text(ENGINE)
    return lambda manner: f"{shlex.quote(sys.executable)} {shlex.quote(str(path))} {manner},name={manner},ponder=true"


@pytest.fixture
def run(run, tmp_path):
    return functools.partial(run, "match", cwd=tmp_path)


def of_type(done, kind):
    return [body for line in done.stdout.splitlines() if (body := json.loads(line))["type"] == kind]


# Games end soon, and are lost on time only by those who are far too late.
QUICK = ["--resign-rule", "2,300", "--draw-rule", "10,3,50", "--margin", "3000"]


def test_our_engine_thinks_ahead_here_and_over_the_protocol(run, bstar, tmp_path):
    players = ["bstar,Hash=1,ponder=true,name=here", f"{shlex.quote(bstar)},Hash=1,ponder=true,name=there"]
    match = [*players, "--time", "0.5+0.01", "--games", "2", *QUICK, "--resume", "journal", "--pgn", "out.pgn"]
    done = run(*match, "--json", "--memory", "memory.svg")
    games, [result], [memory] = of_type(done, "game"), of_type(done, "match"), of_type(done, "memory")
    assert result["faults"] == [{}, {}], result
    for side in range(2):
        counts = result["pondering"][side]
        for name in ["moves", "pondered", "hits", "ready"]:
            assert counts[name] == sum(game["pondering"][side][name] for game in games)
        assert counts["moves"] >= counts["pondered"] >= counts["hits"] >= counts["ready"] >= 0
        assert counts["pondered"] > 0
        assert counts["hit_share"] == pytest.approx(counts["hits"] / counts["pondered"])
    # Again from the journal alone.
    again = run(*match, "--json")
    assert of_type(again, "match")[0]["pondering"] == result["pondering"]
    text = run(*match).stdout
    assert "here thought ahead before" in text and "there thought ahead before" in text
    sheet = (tmp_path / "out.pgn").read_text()
    assert "ponder" in sheet
    # Both processes are measured after both games.
    assert memory["file"] == "memory.svg" and memory["games"] == 2
    for process in ["own", "others"]:
        course = memory[process]
        assert 1 < course["first"] <= course["largest"] < 2000
        assert 1 < course["last"] <= course["largest"]
    picture = xml.etree.ElementTree.parse(tmp_path / "memory.svg")
    words = "".join(picture.getroot().itertext())
    assert "here against there: memory over the match" in words and "memory in use (MiB)" in words and "games" in words


def test_every_reply_is_foreseen(run, fake):
    done = run(fake("good"), fake("good"), "--movetime", "1000", "--games", "2", "--json")
    [result] = of_type(done, "match")
    assert result["faults"] == [{}, {}]
    for counts in result["pondering"]:
        # All but the first move of a game, and every answer is ready: this one does not think.
        assert counts["hits"] == counts["pondered"] >= counts["moves"] - 2
        assert counts["ready"] == counts["hits"] > 0


def test_no_reply_is_foreseen(run, fake):
    done = run(fake("blind"), "alphabeta,Hash=1", "--movetime", "20", "--games", "2", *QUICK, "--json")
    [result] = of_type(done, "match")
    assert result["faults"] == [{}, {}]
    counts = result["pondering"][0]
    assert counts["pondered"] > 0 and counts["hits"] < counts["pondered"]
    assert result["pondering"][1] is None


@pytest.mark.parametrize("manner", ["hasty", "talks"])
def test_bad_manners_that_harm_nobody(run, fake, manner):
    """One answers before it is told that its move was played; one talks more than anybody hears."""
    done = run(fake(manner), fake("good"), "--movetime", "3000", "--games", "2", "--draw-rule", "6,2,500", *QUICK[-2:], "--json")
    [result] = of_type(done, "match")
    assert result["faults"] == [{}, {}]
    assert result["pondering"][0]["hits"] > 0


@pytest.mark.parametrize(
    "manner, fault",
    [
        ("crashes", "crash"),
        ("cheats", "illegal-move"),
        ("sleeps", "stall"),
        ("deaf", "stall"),
    ],
)
def test_who_fails_while_thinking_ahead_is_named(run, fake, manner, fault):
    # The margin is for the opponent: a busy machine makes the best of them late. Patience is for Python to begin.
    pace = ["--movetime", "500", "--margin", "1000", "--patience", "3", "--games", "2"]
    # Who does not hear `stop` must be surprised to show it; the others must not.
    opponent = "alphabeta,Hash=1,ponder=true" if manner == "deaf" else fake("good")
    done = run(fake(manner), opponent, *pace, "--json")
    games, [result] = of_type(done, "game"), of_type(done, "match")
    assert [game["culprit"] for game in games] == [["first", fault]] * 2, games
    assert result["faults"] == [{fault: 2}, {}]
    assert result["tally"]["losses"] == 2
    assert manner in done.stderr


def processes_of(folder):
    """Ids of processes that work in a folder."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if os.readlink(entry / "cwd") == str(folder):
                    found.append(entry.name)
            except OSError:
                pass
    return found


@pytest.mark.skipif(not pathlib.Path("/proc").is_dir(), reason="needs /proc")
@pytest.mark.parametrize("whom", ["the match", "all of them"])
def test_an_interruption_stops_those_who_think_ahead(bstar, tmp_path, whom):
    """A program sends it to the match; a keyboard to all processes at once."""
    players = ["bstar,Hash=1,ponder=true", f"{shlex.quote(bstar)},Hash=1,ponder=true"]
    command = argv(bstar, "match", *players, "--time", "60+1", "--games", "2")
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path, start_new_session=True
    ) as match:
        time.sleep(3)
        began = time.monotonic()
        if whom == "the match":
            match.send_signal(signal.SIGINT)
        else:
            os.killpg(match.pid, signal.SIGINT)
        out, err = match.communicate(timeout=60)
        assert time.monotonic() - began < 20
    assert "interrupted" in err, err
    assert "nothing played yet" in out
    assert processes_of(tmp_path.resolve()) == []


def test_memory_that_cannot_be_drawn(run):
    done = run("alphabeta", "alphabeta,nodes=10", "--nodes", "10", "--games", "2", "--memory", "no/such/folder.svg", code=2)
    assert "cannot write no/such/folder.svg" in done.stderr
    assert done.stdout == ""


def test_only_true_and_false(run):
    done = run("bstar,ponder=perhaps", "bstar", code=2)
    assert "expected true or false" in done.stderr
