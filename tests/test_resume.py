"""Long work that was interrupted, or was started twice: no game is lost and none is there twice."""

import io
import json
import os
import resource
import signal
import subprocess
import threading
import time

import chess.pgn
import pytest

from conftest import argv

MATCH = ["match", "alphabeta,Hash=1,name=a", "alphabeta,Hash=1,depth=1,name=b", "--nodes", "300", "--games", "8"]
RULES = ["--resign-rule", "2,300", "--draw-rule", "10,3,50"]
ROUNDS = [f"{pair}.{game}" for pair in range(1, 5) for game in (1, 2)]
# Somebody's own game comes first in the file. It is long, so that a limit on files cuts the games off and not the journal.
OWN = '[Event "Club"]\n[Round "7"]\n\n1. e4 {' + 2000 * "a long story about a short game, " + "} *\n"


def read(path):
    text = io.StringIO(path.read_text())
    return list(iter(lambda: chess.pgn.read_game(text), None))


def moves(path):
    """The games of the match by their rounds. Each is there once."""
    games = [game for game in read(path) if game.headers["Event"] == "bstar match"]
    assert not any(game.errors for game in games)
    rounds = [game.headers["Round"] for game in games]
    assert len(rounds) == len(set(rounds)), rounds
    return {game.headers["Round"]: " ".join(move.uci() for move in game.mainline_moves()) for game in games}


@pytest.fixture
def whole(run, tmp_path):
    """A match that nothing interrupted: its games, and what it said in the end."""
    done = run(*MATCH, *RULES, "--pgn", tmp_path / "whole.pgn", "--json")
    return moves(tmp_path / "whole.pgn"), done.stdout.splitlines()[-1]


def limited(size):
    """Has files end at this size, as if the disk was full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_full_disk_loses_and_doubles_no_game(bstar, run, tmp_path, whole):
    games, result = whole
    assert sorted(games) == ROUNDS
    size = (tmp_path / "whole.pgn").stat().st_size
    journal, pgn = tmp_path / "journal", tmp_path / "games.pgn"
    command = [*MATCH, *RULES, "--pgn", pgn, "--resume", journal, "--json"]
    for part in [0.1, 0.35, 0.6, 0.9]:
        journal.unlink(missing_ok=True)
        pgn.write_text(OWN)
        limit = len(OWN) + int(part * size)
        assert limit > 2 * size
        done = subprocess.run(
            argv(bstar, *command), capture_output=True, text=True, timeout=120,
            restore_signals=False, preexec_fn=lambda: limited(limit),
        )
        assert done.returncode == 2 and "cannot write" in done.stderr and "games.pgn" in done.stderr, done.stderr
        # What could be written is whole.
        assert set(moves(pgn)) < set(ROUNDS)
        # The game that did not fit is not played again: the journal has it.
        finished = {json.loads(line)["number"] for line in journal.read_text().splitlines()[1:]}
        done = run(*command)
        again = [json.loads(line) for line in done.stdout.splitlines()]
        assert finished.isdisjoint(game["number"] for game in again if game["type"] == "game")
        assert done.stdout.splitlines()[-1] == result
        assert pgn.read_text().startswith(OWN) and moves(pgn) == games


@pytest.mark.parametrize("cut", [1, 5, 40, 200, 10**6])
def test_a_game_that_was_cut_off_is_removed(run, tmp_path, whole, cut):
    """As programs before this one left them, and as a crash of the machine may."""
    games, _ = whole
    journal, pgn = tmp_path / "journal", tmp_path / "games.pgn"
    command = [*MATCH, *RULES, "--pgn", pgn, "--resume", journal]
    run(*command)
    text, lines = pgn.read_text(), journal.read_text().splitlines(keepends=True)
    for left in [len(lines), len(lines) - 1]:
        journal.write_text("".join(lines[:left]))
        pgn.write_text(text[: max(0, len(text) - cut)])
        run(*command)
        assert moves(pgn) == games
        # Nothing is left to do, and nothing is done.
        before = pgn.read_bytes()
        run(*command)
        assert pgn.read_bytes() == before


def test_a_game_that_the_journal_does_not_know_is_not_there_twice(run, tmp_path, whole):
    games, _ = whole
    journal, pgn = tmp_path / "journal", tmp_path / "games.pgn"
    command = [*MATCH, *RULES, "--pgn", pgn, "--resume", journal]
    run(*command)
    lines = journal.read_text().splitlines(keepends=True)
    for end in ["", lines[-1][:50]]:
        journal.write_text("".join(lines[:-1]) + end)
        run(*command)
        assert moves(pgn) == games


def test_two_matches_share_a_file(bstar, tmp_path):
    pgn = tmp_path / "games.pgn"
    pgn.write_text("[Event \"Club\"]\n\n1. d4 *")
    players = [("a", "b"), ("c", "d")]
    running = []
    for one, other in players:
        command = ["match", f"alphabeta,Hash=1,name={one}", f"alphabeta,Hash=1,depth=1,name={other}", *MATCH[3:], *RULES]
        command += ["--pgn", pgn, "--resume", tmp_path / one]
        running.append(subprocess.Popen(argv(bstar, *command), stdout=subprocess.DEVNULL))
    assert [process.wait(timeout=120) for process in running] == [0, 0]
    first, *rest = read(pgn)
    assert first.headers["Event"] == "Club" and not any(game.errors for game in rest)
    for one, other in players:
        found = [game.headers["Round"] for game in rest if {game.headers["White"], game.headers["Black"]} == {one, other}]
        assert sorted(found) == ROUNDS


GAMES = """[White "A"]

1. f3 e5 2. g4 Qh4# 0-1

[White "B"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

"""
QUICK = ["--nodes", "3000", "--hash", "2", "--evaluation", "terms"]


def test_a_second_analysis_of_the_same_file_is_refused(bstar, run, tmp_path):
    games, out = tmp_path / "games.pgn", tmp_path / "out.pgn"
    games.write_text(40 * GAMES)
    command = ["analyse", games, *QUICK, "-o", out]
    for resume in [[], ["--resume"]]:
        first = subprocess.Popen(argv(bstar, *command, *resume), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        size = out.stat().st_size if out.exists() else 0
        while first.poll() is None and not (out.exists() and out.stat().st_size > size):
            time.sleep(0.002)
        # It waits, so that it cannot be done before the others have asked.
        first.send_signal(signal.SIGSTOP)
        for more in [[], ["--resume"]]:
            done = run(*command, *more, code=2)
            assert "out.pgn is being written by another program" in done.stderr
        assert first.poll() is None, "the first one should still have been running"
        first.send_signal(signal.SIGCONT)
        if not resume:
            first.send_signal(signal.SIGINT)
        assert first.wait(timeout=120) == (0 if resume else 130)
    assert [game.headers["White"] for game in read(out)] == 40 * ["A", "B"]


def test_an_analysis_goes_into_a_pipe(run, tmp_path):
    games, pipe = tmp_path / "games.pgn", tmp_path / "out.pgn"
    games.write_text(GAMES)
    os.mkfifo(pipe)
    heard = []
    listener = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    listener.start()
    run("analyse", games, *QUICK, "-o", pipe)
    listener.join(timeout=60)
    assert heard and heard[0].count("[White ") == 2
