"""The match of the 1996 paper at several powers: `bstar-lab scaling`."""

import io
import json
import signal
import subprocess
import time
import xml.etree.ElementTree

import chess.pgn
import pytest

from conftest import argv

# B* has little memory, so that its games begin at once.
RUNS = ["scaling", "--run", "1000:2", "--run", "500:4", "--bstar", "Hash=2"]


def objects(text):
    return [json.loads(line) for line in text.splitlines()]


def timeless(found):
    """What the same games say of themselves whenever they are played."""
    return [{key: value for key, value in body.items() if key not in {"core_hours", "interrupted"}} for body in found]


def test_the_runs_are_announced_and_reported(run, tmp_path):
    done = run(*RUNS, "--resume", "journals", "--pgn", "games", "--svg", "score.svg", cwd=tmp_path)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("player: bstar,") and "root-search=0,bounds=extra-move,without=null-move" in lines[0]
    assert lines[1].startswith("player: alphabeta,") and "off=null-move" in lines[1]
    assert lines[2:4] == ["announced: 2 games at 1,000 nodes a move", "announced: 4 games at 500 nodes a move"]
    text = "\n".join(lines[4:])
    for part in ["4 of 4", "2 of 2", "score of B*", "led by the tree", "core-hours", "the largest power whose run is complete", "The paper has 41.7 % of 24 games"]:
        assert part in text
    head = json.loads((tmp_path / "journals/500-nodes.journal").read_text().splitlines()[0])["settings"]
    assert head["games"] == 4 and "bounds=extra-move" in head["players"][0] and head["players"][0].endswith("Hash=2")
    assert head["draw_rule"] and head["resign_rule"]
    games = io.StringIO((tmp_path / "games/500-nodes.pgn").read_text())
    games = list(iter(lambda: chess.pgn.read_game(games), None))
    assert len(games) == 4 and not any(game.errors for game in games)
    assert {game.headers["White"] for game in games} == {"bstar", "alphabeta"}
    xml.etree.ElementTree.parse(tmp_path / "score.svg")


@pytest.mark.rare
def test_an_interrupted_experiment_goes_on_and_comes_to_the_same_result(bstar, run, tmp_path):
    # The games of the second run take a second or two: long enough to interrupt them.
    runs = ["scaling", "--run", "500:4", "--run", "20000:2", "--bstar", "Hash=2", "--json"]
    whole = objects(run(*runs).stdout)
    assert [body["type"] for body in whole] == ["scaling-run", "scaling-run", "scaling"]
    assert [(body["nodes"], body["games"], body["announced"]) for body in whole[:2]] == [(500, 4, 4), (20000, 2, 2)]
    journals = tmp_path / "journals"
    command = [*runs, "--resume", journals]
    playing = subprocess.Popen(argv(bstar, *command), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    first = journals / "500-nodes.journal"
    deadline = time.monotonic() + 60
    while not (first.exists() and first.read_text().count("\n") > 1) and time.monotonic() < deadline:
        time.sleep(0.005)
    # The journals may be read while they are written.
    so_far = objects(run(*command, "--only-report").stdout)
    assert so_far[0]["games"] >= 1
    playing.send_signal(signal.SIGINT)
    said, remarks = playing.communicate(timeout=60)
    assert playing.returncode == 130, remarks
    part = objects(said)
    assert part[-1]["interrupted"] and sum(body["games"] for body in part[:2]) < 6
    assert "of 2 games announced are played" in part[-1]["answer"]
    assert "the same command goes on from here" in remarks
    assert timeless(objects(run(*command, "--only-report").stdout)) == timeless(part)
    resumed = run(*command)
    assert timeless(objects(resumed.stdout)) == timeless(whole)
    assert "announced: 4 games at 500 nodes a move; " in resumed.stderr
    lines = {path.name: path.read_text() for path in journals.iterdir()}
    assert timeless(objects(run(*command, "--jobs", "2").stdout)) == timeless(whole)
    assert lines == {path.name: path.read_text() for path in journals.iterdir()}


def test_a_run_keeps_the_size_that_was_announced(run, tmp_path):
    run("scaling", "--run", "300:2", "--bstar", "Hash=2", "--resume", tmp_path)
    for other in [["--run", "300:4", "--bstar", "Hash=2"], ["--run", "300:2", "--bstar", "Hash=2,room=9"], ["--run", "300:2", "--bstar", "Hash=2", "--seed", "1"]]:
        done = run("scaling", *other, "--resume", tmp_path, code=2)
        assert "300-nodes.journal is a journal of games with other settings" in done.stderr


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--run", "300000"], "expected NODES:GAMES"),
        (["--run", "300:3"], "GAMES is even"),
        (["--run", "0:2"], "NODES is a number above 0"),
        (["--run", "300:2", "--run", "300:4"], "two runs with 300 nodes a move"),
        (["--run", "300:1202"], "1202 games need 601 openings, and there are 600"),
        (["--bounds", "learned"], "`learned` of the player option `bounds` is wrong: expected extra-move"),
        (["--bstar", "colour=red"], "no option `colour`"),
        (["--bstar", "time=8"], "`time=8` is not an option of B* here"),
        (["--only-report"], "--resume"),
        (["--only-report", "--resume", "no-such-folder"], "there is no folder no-such-folder"),
        (["--openings", "no-such.epd"], "no-such.epd"),
        (["--svg", "no-such-folder/score.svg", "--run", "300:2"], "cannot write no-such-folder/score.svg"),
    ],
)
def test_what_cannot_be_done_is_refused_before_the_first_game(run, tmp_path, arguments, message):
    done = run("scaling", *arguments, code=2, cwd=tmp_path, timeout=20)
    assert message in done.stderr
