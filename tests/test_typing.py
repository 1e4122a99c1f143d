"""What people type: diagrams without rights, moves in small letters; and what they read, in a narrow window or into a full disk."""

import fcntl
import json
import os
import pty
import struct
import subprocess
import termios

import pytest

from conftest import argv
from pipe import Pipe

# The men and the side to move stand below every diagram; the rest does not.
DIAGRAM = "r3k2r/8/8/8/8/8/8/R3K2R w"
WHOLE = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"


@pytest.mark.parametrize("rest", ["", " -", " - -", " - - 0"])
def test_a_diagram_is_a_position_everywhere(run, bstar, tmp_path, rest):
    found = run("search", DIAGRAM + rest, "--depth", 1, "--json").stdout
    assert json.loads(found)["fen"] == WHOLE
    assert "chooses" in run("explain", DIAGRAM + rest, "--nodes", 1000).stdout
    epd = tmp_path / "diagram.epd"
    count = json.loads(run("perft", DIAGRAM + rest, 1, "--json").stdout.splitlines()[-1])["nodes"]
    epd.write_text(f"{DIAGRAM}{rest} ;D1 {count}\n")
    assert "1 positions" in run("perft", 1, "--file", epd).stdout
    with Pipe(bstar) as pipe:
        pipe.send(f"position fen {DIAGRAM}{rest} moves e1e2")
        assert pipe.settle() == []
        assert any(WHOLE.split(" ")[0].split("/")[0] in line for line in pipe.ask("d", "isready", begin="readyok"))
        pipe.leave()


def test_rights_that_are_named_are_read(run):
    moves = run("perft", DIAGRAM + " KQkq", 1).stdout
    assert "e1g1" in moves and "e1g1" not in run("perft", DIAGRAM, 1).stdout


@pytest.mark.parametrize(
    "position, typed, read",
    [
        ("startpos", "nf3", "Nf3"),
        ("startpos", "E4", "e4"),
        (DIAGRAM + " KQkq", "o-o", "O-O"),
        (DIAGRAM + " KQkq", "0-0-0", "O-O-O"),
        (DIAGRAM + " KQkq", "O-o", "O-O"),
        # A pawn and a bishop can capture: small letters are the pawn's.
        ("4k3/8/8/8/8/2p5/1P1B4/4K3 w", "bxc3", "bxc3"),
        ("4k3/8/8/8/8/2p5/3B4/4K3 w", "bxc3", "Bxc3"),
    ],
)
def test_a_move_may_be_typed_as_people_type(run, position, typed, read):
    said = run("explain", position, "--nodes", 2000, "--move", typed).stdout
    assert read in said.split("Comparison")[-1], said


def test_a_bishop_that_was_named_is_not_a_pawn(run):
    said = run("explain", "4k3/8/8/8/8/2p5/1P6/4K3 w", "--nodes", 100, "--move", "Bxc3", code=2).stderr
    assert "Bxc3 is not legal here" in said


def in_a_window(columns, *command):
    """What a program writes to a terminal that is so wide."""
    screen, keyboard = pty.openpty()
    fcntl.ioctl(keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(command, stdin=keyboard, stdout=keyboard, stderr=subprocess.PIPE)
    os.close(keyboard)
    said = b""
    try:
        while chunk := os.read(screen, 4096):
            said += chunk
    except OSError:
        # A closed terminal is an error on Linux.
        pass
    assert process.wait(60) == 0, process.stderr.read()
    os.close(screen)
    return said.decode().replace("\r\n", "\n")


def test_text_fits_a_narrow_window(bstar):
    command = [bstar, "explain", "--nodes", "3000", "--move", "h4"]
    usual = in_a_window(100, *command)
    narrow = in_a_window(60, *command)
    assert max(len(line) for line in usual.splitlines()) > 70
    # The rows of the table stay as they are.
    prose = [line for line in narrow.splitlines() if "  " not in line]
    assert max(map(len, prose)) <= 60 and max(map(len, prose)) > 45, narrow
    assert narrow.split() == usual.split() or strip_seconds(narrow) == strip_seconds(usual)


def strip_seconds(text):
    words = text.split()
    return [word for before, word in zip(words, words[1:]) if not before.startswith("second") and word[0].isalpha()]


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["explain", "--help"], ["match", "-h"]])
def test_help_that_cannot_be_written_is_no_success(bstar, arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run(argv(bstar, *arguments), stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and "No space left on device" in done.stderr, done.stderr


def test_a_word_that_is_no_number_is_named(run):
    said = run("explain", "--nodes", "100k", code=2).stderr
    assert "invalid value '100k' for '--nodes <NODES>'" in said and "expected a whole number" in said, said
    assert "invalid digit" not in said


def test_a_suite_says_who_was_asked(run, tmp_path):
    epd = tmp_path / "one.epd"
    epd.write_text("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n")
    for player in ["alphabeta", "bstar"]:
        said = run("suite", epd, "--search", player, "--nodes", 1000).stdout
        assert said.splitlines()[-2:] == [f"asked: {player}", "solved 1 of 1"]
        objects = [json.loads(line) for line in run("suite", epd, "--search", player, "--nodes", 1000, "--json").stdout.splitlines()]
        assert objects[-1]["player"] == player


def test_a_match_without_a_bound_says_none(run):
    said = run("match", "alphabeta,depth=1,name=one", "alphabeta,depth=5,name=five", "--games", 4, "--resign-rule", "2,300").stdout
    elo = [line for line in said.splitlines() if line.startswith("Elo ")]
    assert len(elo) == 1 and "inf" not in said, said
