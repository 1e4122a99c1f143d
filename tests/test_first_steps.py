"""The first ten minutes: what a newcomer reads, types and mistypes."""

import os
import pathlib
import re
import socket
import subprocess
import sys

import pytest

from conftest import ROOT
from test_documents import blocks

README = (ROOT / "README.md").read_text()

INSTALL = "./build-page && cargo install --locked --path crates/cli"
EXPLAIN = 'cargo run --release -- explain "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1" --nodes 100000'
TESTS = "./test"
CONNECT_FOUR = "cargo run --release -p bstar --example connect_four"

# The commands of README that stand in a line, and what each is tried with.
IN_LINES = {
    "bstar": [],  # test_commands.py and all tests of UCI
    "bstar serve": [],  # test_page.py
    "bstar explain startpos moves e4 e5 --move Qh5": ["--nodes", "2000"],
    "bstar explain startpos --html PAGE.html": ["--nodes", "2000"],
    "bstar analyse GAMES.pgn -o JUDGED.pgn": ["--nodes", "200"],
    "bstar search": ["--nodes", "2000"],
    "bstar book": [],  # test_book.py
    "bstar tables": [],  # test_tables.py
    "bstar worker": [],  # test_cluster.py
    "bstar COMMAND --help": [],  # below
}
TRIED_ELSEWHERE = {"bstar", "bstar book", "bstar serve", "bstar tables", "bstar worker", "bstar COMMAND --help"}


# The programs under test are built with clusters. What a newcomer builds is built apart, so that neither replaces the other.
APART = {**os.environ, "CARGO_TARGET_DIR": str(pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "newcomer")}


def shell(command, **options):
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, env=APART, capture_output=True, text=True, timeout=1800, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done


def test_readme_is_short_and_begins_with_what_it_is():
    lines = README.splitlines()
    assert len(lines) <= 100
    first = next(line for line in lines if line and not line.startswith("#"))
    assert "chess engine that gives its reasons" in first
    assert "lab book" not in README


def test_every_command_of_readme_is_known_here():
    """A command that is new in README is tried here, or by test_documents.py if it begins with `$ `."""
    in_blocks = [line for block in blocks(README) if not block.is_session() for line in block.lines]
    assert in_blocks == [INSTALL, EXPLAIN, TESTS, CONNECT_FOUR]
    text = re.sub(r"(?ms)^```.*?^```", "", README)
    in_lines = {command for command in re.findall(r"`([^`]+)`", text) if re.match(r"bstar\b(?!-)", command)}
    assert in_lines == set(IN_LINES)


@pytest.mark.parametrize("command", sorted(set(IN_LINES) - TRIED_ELSEWHERE))
def test_commands_in_lines_of_readme_work(command, run, tmp_path):
    (tmp_path / "data").symlink_to(ROOT / "data")
    games = (ROOT / "data/hitech-games.pgn").read_text().split("\n\n[Event")[0]
    (tmp_path / "GAMES.pgn").write_text(games)
    run(*command.split()[1:], *IN_LINES[command], cwd=tmp_path)
    written = {path.name for path in tmp_path.iterdir()} - {"data", "GAMES.pgn"}
    assert written == {"-o": {"JUDGED.pgn", "JUDGED.pgn.settings"}, "--html": {"PAGE.html"}}.get(command.split()[-2], set())


def test_every_command_has_help_with_examples(run):
    named = set(re.findall(r"`bstar (\w+)", README)) - {"COMMAND"}
    assert len(named) >= 6
    for command in sorted(named):
        said = run(command, "--help").stdout
        assert "Usage: bstar" in said and "Example" in said, command


def test_numbered_moves_are_moves(run):
    said = [run("explain", "startpos", "moves", *moves.split(), "--nodes", "2000").stdout for moves in ("1. e4 e5 2. Nf3", "e4 e5 Nf3")]
    assert [text.split("\n\n")[0] for text in said][0] == said[1].split("\n\n")[0]


def test_games_that_cannot_be_read_leave_no_file(run, tmp_path):
    """Otherwise who mends the game and tries again hears that the file is there already."""
    (tmp_path / "bad.pgn").write_text('[Event "x"]\n\n1. e4 e5 2. Bb4 *\n')
    said = run("analyse", "bad.pgn", "-o", "judged.pgn", code=2, cwd=tmp_path).stderr
    assert "the move Bb4 is not legal here" in said
    assert [path.name for path in tmp_path.iterdir()] == ["bad.pgn"]


@pytest.mark.rare
def test_installed_it_is_on_the_path_and_small(tmp_path):
    """The page is built before the tests begin."""
    install = INSTALL.split(" && ")[1]
    shell(f"{install} --root {tmp_path}")
    program = tmp_path / "bin/bstar"
    assert program.stat().st_size < 15_000_000
    assert b".symtab" not in program.read_bytes(), "nobody needs symbols"
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    done = subprocess.run(["bstar", "--version"], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("bstar ")


@pytest.mark.rare
def test_the_first_command_explains():
    said = shell(EXPLAIN).stdout
    assert said.startswith("B* chooses 1. Qg6 for White. It forces mate in 2 moves")


@pytest.mark.rare
def test_connect_four_plays_against_a_person():
    said = shell(CONNECT_FOUR, input="8\nfour\n4\n4\nq\n").stdout
    assert said.startswith("You are X, B* is O.")
    assert said.count("Please type a number from 1 to 7.") == 2
    assert said.count("Your column") == 5 and said.count("expansions") == 2
    won = shell(f"{CONNECT_FOUR} -- --play 1212121").stdout
    assert won.rstrip().endswith("B* has lost.")
    over = subprocess.run([*CONNECT_FOUR.split(), "41414141"], cwd=ROOT, env=APART, capture_output=True, text=True, timeout=600)
    assert over.returncode == 2 and "move 8 ('1'): the game is over" in over.stderr


def test_the_six_numbers_are_those_of_the_pages_they_name():
    results = (ROOT / "docs/results.md").read_text()
    six, rest = re.fullmatch(r"(?s).*?\n## Six numbers\n(.*?)(\n\n[A-Z].*)", results).groups()
    rows = re.findall(r"(?m)^\| [^|]+\? \| ([^|]+) \| \[\w+\]\((\w+\.md)\) \|$", six)
    assert len(rows) == 6 and rows[0][1] == "prediction.md"
    for answer, page in rows:
        words = (rest if page == "results.md" else (ROOT / "docs" / page).read_text()).replace(",", "")
        numbers = re.findall(r"\d+(?:\.\d+)?", answer.replace(",", ""))
        assert numbers
        missing = [number for number in numbers if not re.search(rf"(?<![\d.]){re.escape(number)}(?![\d.]*\d)", words)]
        assert not missing, f"{page} does not have {missing} of: {answer}"


def test_each_reader_finds_the_way_in_three_links():
    front = (ROOT / "docs/README.md").read_text()
    readers = re.findall(r"(?ms)^\*\*(.+?)\*\*\n(.*?)\n\n", front)
    assert len(readers) == 4
    for reader, ways in readers:
        links = re.findall(r"\]\(([^)]+)\)", ways)
        assert len(links) == 3, reader
        assert all((ROOT / "docs" / link).is_file() for link in links), reader
    linked = {pathlib.Path(link).name for link in re.findall(r"\]\(([^)]+)\)", front)}
    assert {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"} <= linked, "a page that the front page does not name"


def test_search_says_who_searched_and_for_whom(run):
    """All numbers are for the side to move: the line's, the terms' and the network's."""
    fens = [f"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNB1KB1R {side} KQkq - 0 1" for side in "wb"]
    for fen, mover, sign in zip(fens, ("White", "Black"), "-+", strict=True):
        said = run("search", fen, "--nodes", "20000").stdout
        assert "Alpha-beta chooses " in said and f" for {mover}." in said
        assert re.search(rf"(?m)^{re.escape(sign)}\d+\.\d\d for {mover} \(depth", said), said
        assert re.search(rf"(?m)^term +White +Black +for {mover}$", said), said
        for row in ("in all", "network"):
            assert re.search(rf"(?m)^{row} +{re.escape(sign)}\d", said), said
        assert "`bstar explain`" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["search", "e4", "e5"], "write `startpos moves e4 e5`"),
        (["explain", "e2e4", "Nf6"], "write `startpos moves e2e4 Nf6`"),
        (["explain", "1.", "e4", "e5"], "write `startpos moves 1. e4 e5`"),
        (["explain", "startpos", "moves", "e4", "e5", "Ke3"], "the move Ke3 is not legal here"),
        (["explain", "games.pgn"], "`bstar analyse`"),
        (["explain", "--nodes", "100k"], "expected a whole number"),
        (["explian"], "'explain'"),
        (["explain", "--sconds", "1"], "'--seconds'"),
        (["match", "alphabta", "bstar"], "did you mean `alphabeta`, which is built in?"),
        (["match", "alphabeta,off=nul-move", "bstar"], "did you mean `null-move`?"),
        (["match", "bstar,rooms=80", "bstar"], "did you mean `room`?"),
        (["techniques", "--only", "nul-move"], "did you mean `null-move`?"),
    ],
)
def test_wrong_words_suggest_the_right_one(arguments, said, run):
    assert said in run(*arguments, code=2).stderr


def test_a_wrong_uci_option_suggests_the_right_one(bstar):
    done = subprocess.run([bstar], input="setoption name Serch value bstar\nquit\n", capture_output=True, text=True, timeout=60)
    assert "did you mean `Search`?" in done.stdout


def test_a_port_in_use_suggests_another(run):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = run("serve", "--port", taken.getsockname()[1], code=2).stderr
    assert "already runs there" in said and "`--port 0`" in said


def test_the_trainer_says_what_it_needs(tmp_path):
    """Without PyTorch. Whether this machine has it does not matter."""
    (tmp_path / "torch.py").write_text("raise ImportError('No module named torch')")
    (tmp_path / "numpy.py").write_text("")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, ROOT / "train/train.py"], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "needs PyTorch and NumPy" in done.stderr and "Traceback" not in done.stderr

