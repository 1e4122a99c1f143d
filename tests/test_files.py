"""Files that a user names: no input is lost, nothing waits for what is no file, and what is written keeps its place and its mode."""

import gzip
import os
import pathlib
import shutil
import socket
import stat
import subprocess

import pytest

from conftest import argv, laboratory
from pipe import Pipe, remarks

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = '[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n[Event "y"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n\n'

# Far more than any of these commands takes: something that hangs must fail.
PATIENCE = 100


def run(bstar, *arguments, **options):
    options = {"capture_output": True, "text": True, "timeout": PATIENCE, **options}
    return subprocess.run(argv(bstar, *arguments), **options)


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return path


@pytest.fixture
def positions(tmp_path):
    path = tmp_path / "positions.epd"
    shutil.copy(ROOT / "data/bratko-kopec.epd", path)
    return path


def test_games_may_be_packed_and_have_a_limit_then_too(bstar, games, tmp_path):
    packed, book = tmp_path / "packed", tmp_path / "book.bin"
    packed.write_bytes(gzip.compress(GAMES.encode()))
    made = []
    for name in (games, packed, "-"):
        with open(packed, "rb") as piped:
            assert run(bstar, "book", "make", name, "--least-games", 1, "-o", book, stdin=piped).returncode == 0
        made.append(book.read_bytes())
    assert made[0] and made == 3 * [made[0]]
    packed.write_bytes(gzip.compress(GAMES.encode())[:-9])
    done = run(bstar, "analyse", packed)
    assert done.returncode == 2 and "packed: it is packed by gzip, and cut off or damaged" in done.stderr, done.stderr
    packed.write_bytes(gzip.compress(bytes(65 << 20)))
    done = run(bstar, "analyse", packed)
    assert done.returncode == 2 and "packed: it is packed, and more than 64 MiB come out of it" in done.stderr, done.stderr


# How a file may be named so that nobody sees at once that it is the same.
NAMES = {
    "itself": lambda path: path,
    "dots": lambda path: path.parent / "." / ".." / path.parent.name / path.name,
    "symbolic": lambda path: linked(path, os.symlink),
    "hard": lambda path: linked(path, os.link),
}


def linked(path, link):
    other = path.with_name("other" + path.suffix)
    link(path, other)
    return other


@pytest.mark.parametrize("name", NAMES)
def test_a_book_is_not_written_over_its_games(bstar, games, name):
    done = run(bstar, "book", "make", games, "--least-games", 1, "-o", NAMES[name](games))
    assert done.returncode == 2 and "it is the input" in done.stderr, done.stderr
    assert games.read_text() == GAMES
    assert done.stderr.count("\n") == 1


def test_nor_where_the_games_are_standard_input(bstar, games):
    with open(games) as stdin:
        done = run(bstar, "book", "make", "-", "--least-games", 1, "-o", games, stdin=stdin)
    assert done.returncode == 2 and "standard input" in done.stderr, done.stderr
    assert games.read_text() == GAMES


# IN is an input that must stay as it is; OUT is the same file by another name.
OVERWRITING = [
    "book merge IN other.bin -o OUT",
    "book merge other.bin IN -o OUT",
    "book openings -b IN -o OUT",
    "analyse IN -o OUT",
    "analyse IN -o OUT --resume",
    "match alphabeta alphabeta --openings IN --games 2 --nodes 50 --pgn OUT",
    "match alphabeta alphabeta --openings IN --games 2 --nodes 50 --resume OUT",
    "match alphabeta alphabeta --openings IN --games 2 --nodes 50 --memory OUT",
    "calibration --positions IN --svg OUT",
    "scaling --openings IN --svg OUT",
    "enhancements IN --svg OUT",
    "positions IN --learn OUT --report new.epd",
    "positions other.bin --learn new.epd --report ./new.epd",
    "processors --positions IN --svg OUT",
    "spread IN -o OUT",
    "techniques --openings IN -o OUT",
    "tune IN -o OUT",
    "wdl IN --plot OUT",
]


@pytest.mark.parametrize("command", OVERWRITING)
def test_no_command_writes_over_its_input(bstar, tmp_path, command):
    # With this ending, because some commands look at it.
    path = tmp_path / "input.pgn"
    path.write_text(GAMES)
    os.link(path, tmp_path / "output.pgn")
    words = [{"IN": "input.pgn", "OUT": "output.pgn"}.get(word, word) for word in command.split()]
    done = run(bstar, *words, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert "it is the input" in done.stderr or "they are one file" in done.stderr, done.stderr
    assert path.read_text() == GAMES
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["input.pgn", "output.pgn"]


@pytest.mark.parametrize("target", ["no/such/folder", "folder"])
@pytest.mark.parametrize(
    "command", ["book make games.pgn -o", "openings -o", "wdl games.pgn --plot", "match alphabeta alphabeta --memory"]
)
def test_what_cannot_be_written_is_refused_at_once(bstar, games, command, target):
    (games.parent / "folder").mkdir()
    done = run(bstar, *command.split(), target, cwd=games.parent)
    assert done.returncode == 2 and f"cannot write {target}" in done.stderr, done.stderr
    assert "games" not in done.stdout


# What is no plain file. Nobody writes to the pipes, and the socket listens to nobody.


@pytest.fixture
def fifo(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


@pytest.fixture
def bound(tmp_path):
    path = tmp_path / "socket"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        yield path


@pytest.mark.parametrize("option", ["BookFile", "EvalFile", "TablesPath", "SyzygyPath"])
@pytest.mark.parametrize("kind", ["-", "/dev/stdin", "/dev/zero", "/dev/tty", "fifo", "socket", "folder"])
def test_no_option_waits_for_what_is_no_file(bstar, fifo, bound, tmp_path, option, kind):
    value = {"fifo": str(fifo), "socket": str(bound), "folder": str(tmp_path)}.get(kind, kind)
    with Pipe(bstar) as pipe:
        pipe.send(f"setoption name {option} value {value}")
        said = remarks(pipe.settle())
        assert len(said) == 1 and ("cannot read" in said[0] or "there are no" in said[0]), said
        assert pipe.best("go depth 1")
        pipe.leave()


@pytest.mark.parametrize("option, name", [("TablesPath", "KQK.table"), ("SyzygyPath", "KQvK.rtbw"), ("SyzygyPath", "KQvK.rtbz")])
def test_no_folder_of_tables_waits_for_a_pipe_in_it(bstar, tmp_path, option, name):
    for file in (ROOT / "data/syzygy").iterdir():
        if file.name != name and option == "SyzygyPath":
            shutil.copy(file, tmp_path)
    os.mkfifo(tmp_path / name)
    with Pipe(bstar) as pipe:
        pipe.send(f"setoption name {option} value {tmp_path}")
        said = remarks(pipe.settle())
        assert len(said) == 1 and f"{name}: it is a pipe, and no plain file" in said[0], said
        pipe.leave()
    flag = {"TablesPath": "--tables", "SyzygyPath": "--syzygy"}[option]
    done = run(bstar, "search", "--depth", 1, flag, tmp_path)
    assert done.returncode == 2 and "it is a pipe" in done.stderr, done.stderr
    if option == "TablesPath":
        done = run(bstar, "tables", "make", "KQK", "--folder", tmp_path)
        assert done.returncode == 2 and "it is a pipe" in done.stderr, done.stderr


@pytest.mark.parametrize(
    "command",
    [
        "search --depth 1 --evaluation PIPE",
        "spread POSITIONS -o PIPE/journal",
        "selfplay --games 1 --nodes 10 -o PIPE/games.pgn",
    ],
)
def test_no_command_waits_for_a_pipe_where_only_a_file_makes_sense(bstar, fifo, positions, command):
    words = [word.replace("PIPE", str(fifo)).replace("POSITIONS", str(positions)) for word in command.split()]
    done = run(bstar, *words)
    assert done.returncode == 2 and str(fifo) in done.stderr, done.stderr


# What is piped on purpose goes on working.


def test_games_positions_and_books_may_come_through_a_pipe(bstar, games, positions, tmp_path):
    book = tmp_path / "book.bin"
    made = run(bstar, "book", "make", "-", "--least-games", 1, "-o", book, input=GAMES)
    assert made.returncode == 0, made.stderr
    shell = {"executable": "/bin/bash", "shell": True, "capture_output": True, "text": True, "timeout": PATIENCE}
    for command, part in [
        (f"{bstar} analyse <(cat {games}) --nodes 100", "1-0"),
        (f"cat {games} | {bstar} analyse - --nodes 100", "1-0"),
        (f"cat {games} | {bstar} analyse /dev/stdin --nodes 100", "1-0"),
        (f"{laboratory(bstar)} suite <(head -2 {positions}) --nodes 100 --no-judge", "of 2"),
        (f"{bstar} book show -b <(cat {book})", "weight"),
        (f"cat {book} | {bstar} book show -b -", "weight"),
    ]:
        done = subprocess.run(command, **shell)
        assert done.returncode == 0 and part in done.stdout, (command, done.stdout, done.stderr)


def test_what_is_replaced_keeps_its_mode_and_a_long_name_is_written(bstar, tmp_path):
    page = tmp_path / ("n" * 249 + ".html")
    page.write_text("private")
    page.chmod(0o600)
    done = run(bstar, "explain", "--nodes", 1000, "--html", page)
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert page.read_text().startswith("<!doctype html>")
    other = tmp_path / "other.html"
    done = run(bstar, "explain", "--nodes", 1000, "--html", other, preexec_fn=lambda: os.umask(0o027))
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(other.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == [page.name, "other.html"]


def test_games_go_on_in_a_file_of_any_name(bstar, games):
    name = "n" * 251 + ".pgn"
    for how in ([], ["--resume"]):
        done = run(bstar, "analyse", games, "--nodes", 100, "-o", name, *how, cwd=games.parent)
        assert done.returncode == 0, done.stderr
    assert (games.parent / name).read_text().count("[Event ") == 2


def test_a_page_that_cannot_be_written_is_refused_before_the_search(bstar, tmp_path):
    """Without a limit in time that would be a search without end."""
    done = run(bstar, "explain", "--nodes", 10**15, "--html", tmp_path / "no/such/page.html")
    assert done.returncode == 2 and "cannot write" in done.stderr and done.stdout == "", done.stderr


def test_an_answer_is_not_lost_with_its_page(bstar):
    """The device is full, but only he who writes hears of it."""
    done = run(bstar, "explain", "--nodes", 2000, "--move", "e4", "--html", "/dev/full")
    assert done.returncode == 2 and "cannot write /dev/full" in done.stderr, done.stderr
    assert "B* chooses" in done.stdout or "B* prefers" in done.stdout or "How the search went" in done.stdout, done.stdout


def test_joined_files_have_a_mark_each(bstar, tmp_path):
    pgn, epd = tmp_path / "joined.pgn", tmp_path / "joined.epd"
    pgn.write_text("\ufeff" + GAMES + "\ufeff" + GAMES.rstrip("\n") + "\ufeff" + GAMES, encoding="utf-8")
    done = run(bstar, "book", "make", pgn, "-o", tmp_path / "book.bin")
    assert done.returncode == 0 and "from 6 games" in done.stdout, done.stderr
    line = "\ufeff6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n"
    epd.write_text(line + line, encoding="utf-8")
    done = run(bstar, "suite", epd, "--nodes", 1000)
    assert done.returncode == 0 and done.stdout.endswith("solved 2 of 2\n"), done.stderr
