"""A system that gives fewer threads than were asked for: the search goes on with those it gave."""

import os
import resource
import signal
import subprocess
import sys
import time

import chess
import pytest

from pipe import PATIENCE, Pipe, remarks

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits the address space")

GIB = 1 << 30
# Every thread wants 4 GiB of addresses for its stack, and there is room for three of them. Nothing of it is ever used.
FEW_THREADS = {**os.environ, "RUST_MIN_STACK": str(4 * GIB)}
ROOM = 14 * GIB


def with_few_threads():
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))


@pytest.fixture
def short(bstar):
    with Pipe(bstar, env=FEW_THREADS, preexec_fn=with_few_threads) as pipe:
        yield pipe
        pipe.leave()


@pytest.mark.parametrize("limits", ["depth 8", "nodes 50000", "movetime 100", "wtime 2000 btime 2000"])
def test_a_search_is_made_with_the_threads_there_are_and_says_so_once(short, limits):
    short.send("setoption name Search value alphabeta", "setoption name Threads value 16")
    assert short.settle() == []
    lines = short.ask("go " + limits, begin="bestmove")
    assert [line for line in lines if " pv " in line], "nothing was searched"
    assert chess.Move.from_uci(lines[-1].split()[1]) in chess.Board().legal_moves
    said = remarks(lines)
    assert len(said) == 1 and "of 16 threads" in said[0], said
    # Nothing new is to be said, until other threads are asked for.
    assert remarks(short.ask("go " + limits, begin="bestmove")) == []
    short.send("setoption name Threads value 20")
    said = remarks(short.ask("go " + limits, begin="bestmove"))
    assert len(said) == 1 and "of 20 threads" in said[0], said


def test_the_deep_search_of_bstar_is_made_with_the_threads_there_are(short):
    short.send("setoption name Threads value 16")
    lines = short.ask("go wtime 3000 btime 3000", begin="bestmove")
    assert chess.Move.from_uci(lines[-1].split()[1]) in chess.Board().legal_moves
    assert [line for line in remarks(lines) if "of 16 threads" in line], lines


def test_an_endless_search_is_stopped(short):
    short.send("setoption name Search value alphabeta", "setoption name Threads value 16", "go infinite")
    short.until("info")
    assert chess.Move.from_uci(short.best("stop")) in chess.Board().legal_moves


def test_the_command_says_it_too(run):
    done = run("search", "--threads", "64", "--depth", "6", "--json", env=FEW_THREADS, preexec_fn=with_few_threads)
    assert done.stdout.count("\n") == 1
    assert "of 64 threads" in done.stderr and done.stderr.count("\n") == 1, done.stderr


def test_work_for_many_threads_is_done_with_none(run, tmp_path):
    """There is less room than one stack takes."""
    positions = tmp_path / "two.epd"
    positions.write_text("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#;\n")

    def with_no_thread():
        resource.setrlimit(resource.RLIMIT_AS, (3 * GIB, 3 * GIB))

    done = run("suite", positions, "--nodes", "1000", "--jobs", "4", env=FEW_THREADS, preexec_fn=with_no_thread)
    assert "solved 2 of 2" in done.stdout


def threads(process):
    return len(os.listdir(f"/proc/{process.pid}/task"))


def test_the_command_can_be_ended(bstar):
    process = subprocess.Popen(
        [bstar, "search", "--threads", "64", "--seconds", "1000"],
        env=FEW_THREADS,
        preexec_fn=with_few_threads,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        # The program listens once it searches with several threads.
        deadline = time.monotonic() + PATIENCE
        while threads(process) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        process.terminate()
        assert process.wait(PATIENCE) != -signal.SIGTERM, "it did not listen"
    finally:
        process.kill()
        process.communicate()
