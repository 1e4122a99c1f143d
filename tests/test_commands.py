"""The command line: exit codes, messages, objects, and readers that go away."""

import contextlib
import json
import os
import pathlib
import pty
import re
import resource
import signal
import subprocess
import sys
import time

import pytest

from conftest import argv
from pipe import processor_seconds

ROOT = pathlib.Path(__file__).resolve().parent.parent
MATE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits the address space")


def with_little_memory():
    resource.setrlimit(resource.RLIMIT_AS, (700 << 20, 700 << 20))


@pytest.fixture
def bad(tmp_path):
    """Files that are not what they should be."""
    whole = (ROOT / "data/wac.epd").read_bytes()
    game = (ROOT / "data/hitech-games.pgn").read_bytes()
    for name, content in {
        "cut-in-a-position.epd": whole[:90],
        "cut-in-a-move.epd": whole[: whole.index(b"Qg6") + 1],
        "cut-in-a-text.epd": whole[: whole.index(b"WAC") + 2],
        "noise.epd": whole[:86] + b"\xff\xfe\x00\x80\n",
        "empty.epd": b"",
        "binary.epd": bytes(range(256)) * 16,
        "cut-in-a-comment.pgn": b'[Event "x"]\n\n1. e4 { a comment without',
        "cut-in-a-tag.pgn": game[:10],
        "illegal.pgn": b'[Event "x"]\n\n1. e4 e5 2. Ke3 *\n',
        "binary.pgn": bytes(range(256)) * 16,
    }.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["nonsense"], "nonsense"),
        (["--nonsense"], "--nonsense"),
        (["search", "8/8/8/8/8/8/8/8 w - - 0 1"], "king"),
        (["search", "--depth", "0"], "depth"),
        (["search", "--depth", "three"], "three"),
        (["search", "startpos", "moves", "e2e5"], "e2e5"),
        (["search", "--hash", "1000000", "--depth", "1"], "memory"),
        (["search", "--hash", "0", "--depth", "1"], "hash"),
        (["perft"], "DEPTH"),
        (["perft", "-1"], "-1"),
        (["perft", "13"], "13"),
        (["suite"], "FILE"),
        (["suite", "no-such-file.epd"], "no-such-file.epd"),
        (["perft", "2", "--file", "no-such-file.epd"], "no-such-file.epd"),
        (["match", "alphabeta", "alphabeta", "--openings", "no-such-file.pgn"], "no-such-file.pgn"),
        (["book"], "book"),
        (["book", "show", "-b", "no-such-file.bin"], "no-such-file.bin"),
        (["book", "make", "no-such-file.pgn", "-o", "book.bin"], "no-such-file.pgn"),
        (["book", "merge", "one.bin", "-o", "book.bin"], "2 values required"),
        (["probes", "--positions", "no-such-file.epd"], "no-such-file.epd"),
        (["speed"], "COMMAND"),
        (["speed", "--runs", "1", "no-such-program"], "no-such-program"),
        (["speed", "--runs", "1", "echo", "hello"], "nps"),
        (["tune", "no-such-file.pgn"], "no-such-file.pgn"),
        (["replay"], "TREE.json"),
        (["replay", "no-such-file.json"], "no-such-file.json"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_use_ends_with_two_and_a_reason(run, arguments, message):
    done = run(*arguments, code=2)
    assert message in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("name", ["cut-in-a-position.epd", "cut-in-a-move.epd", "cut-in-a-text.epd", "noise.epd", "binary.epd", "empty.epd"])
def test_bad_positions_are_found_where_they_are(run, bad, name):
    for arguments in [
        ["suite", bad / name, "--nodes", "100"],
        ["perft", "1", "--file", bad / name],
        ["probes", "--positions", bad / name, "--depth", "1"],
        ["openings", "--check", bad / name],
        ["match", "alphabeta", "alphabeta", "--nodes", "10", "--games", "2", "--openings", bad / name],
    ]:
        done = run(*arguments, code=2)
        assert name in done.stderr
        if name != "empty.epd":
            assert "line " in done.stderr


@pytest.mark.parametrize("name", ["cut-in-a-comment.pgn", "cut-in-a-tag.pgn", "illegal.pgn", "binary.pgn"])
def test_bad_games_are_found_where_they_are(run, bad, name):
    for arguments in [
        ["match", "alphabeta", "alphabeta", "--nodes", "10", "--games", "2", "--openings", bad / name],
        ["tune", bad / name, "-o", bad / "weights.rs"],
    ]:
        done = run(*arguments, code=2)
        assert name in done.stderr
        assert "line " in done.stderr
    assert not (bad / "weights.rs").exists()


def test_a_folder_is_no_file(run, tmp_path):
    assert str(tmp_path) in run("suite", tmp_path, code=2).stderr


def test_the_answer_no_is_one(run, tmp_path):
    wrong = tmp_path / "wrong.epd"
    wrong.write_text("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 67\n")
    assert "expected 67" in run("perft", "2", "--file", wrong, code=1).stdout


def test_help_and_version(run):
    assert run("--version").stdout.startswith("bstar ")
    for arguments in [[], ["search"], ["suite"], ["match"], ["perft"], ["bench"], ["probes"], ["speed"], ["replay"]]:
        assert "Usage:" in run(*arguments, "--help").stdout


@pytest.mark.parametrize(
    "arguments, kinds",
    [
        (["search", MATE, "--depth", "3"], {"search"}),
        (["perft", "2"], {"perft"}),
        (["perft", "1", "--file", ROOT / "data/perft.epd"], {"perft-file"}),
        (["suite", ROOT / "data/bratko-kopec.epd", "--nodes", "500", "--no-judge"], {"position", "suite"}),
        (["match", "alphabeta", "alphabeta,depth=1", "--nodes", "100", "--games", "2"], {"game", "match"}),
        (["bench"], {"bench"}),
        (["probes", "--depth", "1"], {"probes"}),
        (["worked-example"], {"expand", "node", "verify", "done"}),
        (["replay", ROOT / "data/worked-example.json"], {"expand", "node", "verify", "done"}),
        (["speed", "--runs", "1", "echo", "1000 nps"], {"speed-pair", "speed"}),
    ],
    ids=lambda value: " ".join(map(str, value[:2])) if isinstance(value, list) else "",
)
def test_objects_for_programs(run, arguments, kinds):
    # What follows the other program's name is the other program's.
    at = 1 if arguments[0] == "speed" else len(arguments)
    done = run(*arguments[:at], "--json", *arguments[at:])
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    assert {found["type"] for found in objects} == kinds
    # Those of a replay were fixed before there was a schema.
    assert {found.get("schema") for found in objects} == ({None} if "expand" in kinds else {2})
    assert done.stderr == ""


def test_probes(run):
    done = run("probes", "--depth", "2", "--json")
    costs = json.loads(done.stdout)
    assert costs["positions"] == 100
    assert costs["probes"] > 1000
    assert 0 < costs["median_ms"] <= costs["percentile_95_ms"] <= costs["maximum_ms"]


def test_speed(run):
    done = run("speed", "--runs", "2", "sh", "-c", "echo 'Nodes/second    : 1000'")
    pairs, last = done.stdout.splitlines()[:-1], done.stdout.splitlines()[-1]
    assert len(pairs) == 2 and all("against 1000 nps" in pair for pair in pairs)
    assert float(last.removeprefix("median ratio ")) > 1


@pytest.mark.parametrize("command", ["perft 3", "bench --help", "--help", "search --depth 12", "match --help"])
def test_a_reader_that_goes_away_is_no_error(bstar, command):
    script = 'set -o pipefail; "$@" | head -1'
    done = subprocess.run(["bash", "-c", script, "bash", *argv(bstar, *command.split())], capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1


def test_files_from_standard_input(bstar):
    text = (ROOT / "data/bratko-kopec.epd").read_text().splitlines()[0]
    done = subprocess.run(argv(bstar, "suite", "-", "--nodes", "500", "--no-judge"), input=text, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].endswith("of 1")


def test_a_person_in_a_terminal_is_greeted_and_a_chess_program_is_not(bstar):
    screen, keyboard = pty.openpty()
    with subprocess.Popen([bstar], stdin=keyboard, stdout=keyboard) as program:
        os.close(keyboard)
        os.write(screen, b"quit\n")
        seen = b""
        # A closed terminal is an error on Linux and an empty read elsewhere.
        with contextlib.suppress(OSError):
            while chunk := os.read(screen, 4096):
                seen += chunk
    os.close(screen)
    assert program.returncode == 0
    assert b"bstar explain" in seen and b"bstar --help" in seen
    piped = subprocess.run([bstar], input="quit\n", capture_output=True, text=True, timeout=60)
    assert (piped.returncode, piped.stdout, piped.stderr) == (0, "", "")


def test_a_search_hears_ctrl_c_at_once_and_tells_what_it_has(bstar):
    """It used to hear it only at its next report, which can take many seconds."""
    with subprocess.Popen([bstar, "search", "--depth", "100"], stdout=subprocess.PIPE, text=True) as program:
        time.sleep(4)
        program.send_signal(signal.SIGINT)
        before = processor_seconds(program.pid)
        said = program.stdout.read()
        # What has ended is still there to be asked, until it has been waited for.
        took = processor_seconds(program.pid) - before
    assert program.returncode == 0
    assert "Alpha-beta chooses " in said
    assert took < 2


def test_a_check_of_nothing_is_not_passed(run, tmp_path):
    """`--check` of an empty file once said that all was well."""
    (tmp_path / "empty").write_bytes(b"")
    for arguments, said in ((["check", "claims"], "has no positions"), (["datagen", "--check"], "has no games")):
        assert said in run(*arguments, tmp_path / "empty", code=2).stderr


def test_a_server_for_everybody_says_so(bstar):
    for host, warns in (("0.0.0.0", True), ("127.0.0.1", False)):
        with subprocess.Popen([bstar, "serve", "--host", host, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
            assert server.stdout.readline().startswith("bstar is at http://")
            server.send_signal(signal.SIGTERM)
            _, said = server.communicate(timeout=60)
        assert ("everybody who can reach this machine" in said) == warns


ENDLESS = [
    "suite FILE",
    "analyse FILE",
    "check claims FILE",
    "check themes FILE",
    "tune FILE",
    "ladder FILE",
    "losses FILE --player somebody",
    "proposals FILE --player somebody",
    "replay FILE",
]


@linux
@pytest.mark.parametrize("command", ENDLESS)
def test_a_device_without_an_end_is_refused_in_little_memory(run, command):
    arguments = ["/dev/zero" if word == "FILE" else word for word in command.split()]
    done = run(*arguments, code=2, preexec_fn=with_little_memory)
    assert "/dev/zero" in done.stderr and re.search(r"more than \d+ MiB", done.stderr), done.stderr


@linux
@pytest.mark.parametrize("command", ENDLESS)
def test_a_pipe_without_an_end_is_refused_in_little_memory(run, tmp_path, command):
    """Good text, for ever."""
    endless = tmp_path / "endless"
    os.mkfifo(endless)
    arguments = [str(endless) if word == "FILE" else word for word in command.split()]
    with subprocess.Popen(["sh", "-c", f"yes '; a comment' > '{endless}'"], stderr=subprocess.DEVNULL) as writer:
        try:
            done = run(*arguments, code=2, preexec_fn=with_little_memory)
        finally:
            writer.kill()
    assert str(endless) in done.stderr and re.search(r"more than \d+ MiB", done.stderr), done.stderr


@linux
def test_a_file_without_content_is_as_large_as_it_says(run, tmp_path):
    """It takes no room on the disk, and would take all memory."""
    sparse = tmp_path / "sparse"
    with open(sparse, "wb") as file:
        file.truncate(1 << 33)
    for command in ENDLESS:
        arguments = [str(sparse) if word == "FILE" else word for word in command.split()]
        done = run(*arguments, code=2, preexec_fn=with_little_memory)
        assert re.search(r"more than \d+ MiB", done.stderr), done.stderr


@linux
@pytest.mark.parametrize("command", ["datagen --games 1 --nodes 100 -o FILE", "selfplay --games 1 --nodes 100 -o FILE", "analyse GAMES --nodes 200 -o FILE"])
def test_a_device_is_written_or_refused_and_nothing_is_left_beside_it(run, tmp_path, command):
    games = tmp_path / "games.pgn"
    games.write_text("1. e4 e5 *\n")
    for device, code in [("/dev/full", 2), ("/dev/null", 0)]:
        beside = tmp_path / f"devices{code}"
        beside.mkdir()
        link = beside / "device.pgn"
        link.symlink_to(device)
        arguments = [{"FILE": str(link), "GAMES": str(games)}.get(word, word) for word in command.split()]
        done = run(*arguments, code=code, preexec_fn=with_little_memory)
        assert list(beside.iterdir()) == [link]
        assert code == 0 or "No space left" in done.stderr, done.stderr


@pytest.mark.parametrize(
    "program, reason",
    [("cat", "no UCI engine: it repeats `uci`"), ("sleep 100", "did not answer `uci` within 1.0 s"), ("true", "ended unexpectedly")],
)
def test_a_program_that_is_no_engine_is_named_as_soon_as_patience_ends(run, program, reason):
    done = run("match", "alphabeta", program, "--games", "2", "--nodes", "100", "--patience", "1", code=2)
    assert program in done.stderr and reason in done.stderr, done.stderr
