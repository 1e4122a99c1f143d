"""Tables of endings: made, checked, listed and asked; damaged, interrupted and made again."""

import json
import signal
import subprocess
import time

import chess
import chess.syzygy
import pytest

from conftest import ROOT

SYZYGY = ROOT / "data/syzygy"
THREE_MEN = ["KQK", "KRK", "KBK", "KNK", "KPK"]


@pytest.fixture(scope="module")
def three_men(bstar, tmp_path_factory):
    """The tables of all endings with three men."""
    folder = tmp_path_factory.mktemp("tables")
    done = subprocess.run([bstar, "tables", "make", "KPK", "--folder", str(folder)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("5 of 5 tables made, ")
    return folder


def objects(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_pawn_needs_all_that_it_can_become(three_men):
    assert sorted(path.name for path in three_men.iterdir()) == sorted(f"{name}.table" for name in THREE_MEN)
    assert sum(path.stat().st_size for path in three_men.iterdir()) < 100_000


def test_what_is_there_is_left_alone(run, three_men):
    before = {path: path.stat().st_mtime_ns for path in three_men.iterdir()}
    lines = run("tables", "make", "KPK", "KQvK", "--folder", three_men).stdout.splitlines()
    assert lines[:5] == [f"{name}: is there" for name in THREE_MEN]
    assert before == {path: path.stat().st_mtime_ns for path in three_men.iterdir()}


def test_every_position_fits_its_moves_and_syzygy(run, three_men):
    checked = objects(run("tables", "check", "--folder", three_men, "--syzygy", SYZYGY, "--json-lines"))
    assert [table["ending"] for table in checked] == THREE_MEN
    assert all(table["unfitting"] == table["misjudged"] == 0 and not table["interrupted"] for table in checked)
    assert sum(table["positions"] for table in checked) == 367_868
    text = run("tables", "check", "KQK", "--folder", three_men).stdout
    assert "KQK: 46,137 positions, each fits its moves (" in text
    assert text.endswith("46,137 positions, all right\n")


def test_the_longest_wins_are_those_of_the_books(run, three_men):
    (told,) = objects(run("tables", "list", "--folder", three_men, "--json"))
    listed = {table["ending"]: table for table in told["tables"]}
    longest = {
        name: {(win["winner"], win["to"]): win["moves"] for win in table["longest"]} for name, table in listed.items()
    }
    assert longest["KQK"] == {("white", "mate"): 10, ("white", "zeroing"): 10}
    assert longest["KRK"] == {("white", "mate"): 16, ("white", "zeroing"): 16}
    assert longest["KPK"] == {("white", "mate"): 28, ("white", "zeroing"): 10}
    assert longest["KBK"] == longest["KNK"] == {}
    text = run("tables", "list", "KRK", "--folder", three_men, "--examples").stdout
    assert len(text.splitlines()) == 5
    assert "White, mate in 16: " in text


def test_positions_are_shown_with_all_their_moves(run, three_men):
    text = run("tables", "show", "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", "--folder", three_men).stdout
    assert text.startswith("KPK: the side to move loses; mate in 28 half moves, ")
    assert len(text.splitlines()) == 3 + 5
    drawn = run("tables", "show", "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", "--folder", three_men).stdout
    assert drawn.startswith("KPK: a draw\n")
    fifty = run("tables", "show", "8/8/8/8/8/2k5/1R6/K7 w - - 70 90", "--folder", three_men).stdout
    assert "a draw, because fifty moves come first; without that rule mate in 31" in fifty
    mated = run("tables", "show", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "--folder", three_men).stdout
    assert mated == "KQK: the side to move is mated\n"


@pytest.mark.parametrize(
    "fen",
    ["8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "8/8/8/8/8/k7/p7/2K5 b - - 3 9", "8/1P6/8/8/8/2k5/8/K7 w - - 0 1"],
)
def test_another_reader_of_other_tables_says_the_same(run, three_men, fen):
    """Python's chess with its own reader of Syzygy files, on every move."""
    (shown,) = objects(run("tables", "show", fen, "--folder", three_men, "--json"))
    board = chess.Board(fen)
    assert {move["move"] for move in shown["moves"]} == {move.uci() for move in board.legal_moves}
    outcomes = {-2: "win", 0: "draw", 2: "loss"}
    with chess.syzygy.open_tablebase(str(SYZYGY)) as tables:
        assert shown["outcome"] == outcomes[-tables.probe_wdl(board)]
        for move in shown["moves"]:
            board.push_uci(move["move"])
            assert move["outcome"] == outcomes[tables.probe_wdl(board)], move
            board.pop()


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["make", "KXK"], "`X` is no man"),
        (["make", "KQRKR"], "it has 5 men"),
        (["make", "Q"], "two sides"),
        (["make", "KQK", "--threads", "0"], "0"),
        (["check", "KQKR"], "there is no table of KQKR"),
        (["list", "KQKR"], "`bstar tables make KQKR` makes it"),
        (["show", "startpos"], "the position has 32 men"),
        (["show", "8/8/8/8/8/2k5/1R6/K6r w - - 0 1"], "there is no table of KRKR"),
        (["show", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"], "castle"),
        (["check", "--syzygy", "no-such-folder"], "no-such-folder"),
        (["check", "--syzygy", "."], "there are no Syzygy tables (*.rtbw) in ."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_use_ends_with_two_and_a_reason(run, three_men, tmp_path, arguments, message):
    done = run("tables", *arguments, "--folder", three_men, code=2, cwd=tmp_path)
    assert message in done.stderr


def test_a_folder_without_tables_is_named(run, tmp_path):
    for folder in [tmp_path, tmp_path / "missing"]:
        for command in ["list", "check"]:
            assert f"there are no tables in {folder}" in run("tables", command, "--folder", folder, code=2).stderr


def test_the_usual_folder_is_that_of_the_user(run, bstar, tmp_path):
    environment = {"XDG_DATA_HOME": str(tmp_path), "HOME": "/nowhere"}
    run("tables", "make", "KNK", env=environment)
    assert (tmp_path / "bstar/tables/KNK.table").is_file()
    assert "KNK" in run("tables", "list", env=environment).stdout


def test_a_damaged_table_is_named_and_made_anew(run, three_men, tmp_path):
    folder = tmp_path / "tables"
    folder.mkdir()
    for path in three_men.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    whole = (folder / "KRK.table").read_bytes()
    for damaged, reason in [
        (whole[:-100], "KRK.table is damaged: it has "),
        (whole[:300] + bytes([whole[300] ^ 1]) + whole[301:], "KRK.table is damaged: its checksum is wrong"),
        (whole[:8] + b"\x07" + whole[9:], "KRK.table has the format 7"),
        (b"noise", "KRK.table is no table of endings"),
        ((folder / "KQK.table").read_bytes(), "KRK.table holds the ending KQK"),
    ]:
        (folder / "KRK.table").write_bytes(damaged)
        for arguments in [["list"], ["check"], ["show", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"]]:
            assert reason in run("tables", *arguments, "--folder", folder, code=2).stderr
        again = run("tables", "make", "KRK", "--folder", folder)
        assert reason in again.stderr
        assert (folder / "KRK.table").read_bytes() == whole


def test_one_thread_makes_the_same_tables(run, three_men, tmp_path):
    run("tables", "make", "KPK", "--folder", tmp_path, "--threads", "1")
    for path in three_men.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name


@pytest.mark.rare
def test_an_interruption_costs_only_the_table_at_hand(bstar, run, tmp_path):
    command = [bstar, "tables", "make", "KRKR", "--folder", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as making:
        assert making.stdout.readline().startswith("KRK: ")
        time.sleep(0.1)
        making.send_signal(signal.SIGINT)
        _, said = making.communicate(timeout=60)
    assert making.returncode == 130
    assert "interrupted; the same command goes on with the table it was at" in said
    assert [path.name for path in tmp_path.iterdir()] == ["KRK.table"]
    lines = run("tables", "make", "KRKR", "--folder", tmp_path).stdout.splitlines()
    assert lines[0] == "KRK: is there" and lines[1].startswith("KRKR: 1,862,784 slots, ")
