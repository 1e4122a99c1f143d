"""Endgame tables on the command line: what is known exactly, in words and as objects."""

import json
import shutil

import chess
import pytest
from conftest import ROOT

TABLES = ROOT / "data" / "syzygy"
OPPOSITION = "8/8/3k4/8/8/3K4/3P4/8 w - - 0 1"
ROOK = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"


def flat(text):
    return " ".join(text.split())


def test_an_ending_is_told_as_known(run):
    text = flat(run("explain", OPPOSITION, "--syzygy", TABLES).stdout)
    assert text.startswith("White wins, whatever Black does"), text
    assert "This is known exactly, from endgame tables" in text
    assert "1. Kc3 throws the win away: Black takes the opposition with 1... Kc5" in text
    assert "%" not in text
    asked = flat(run("explain", OPPOSITION, "--syzygy", TABLES, "--move", "Kc3").stdout)
    assert "About Kc3. It throws the win away" in asked


def test_all_moves_are_there_for_programs(run):
    known = json.loads(run("explain", ROOK, "--syzygy", TABLES, "--json").stdout)["known"]
    assert (known["outcome"], known["moves_to_mate"]) == ("win", 15)
    board = chess.Board(ROOK)
    assert {move["move"] for move in known["moves"]} == {move.uci() for move in board.legal_moves}
    distances = [move["moves_to_mate"] for move in known["moves"]]
    assert distances == sorted(distances)
    assert json.loads(run("explain", ROOK, "--json", "--nodes", 1000).stdout)["known"] is None


def test_claims_about_endings_are_true(run, tmp_path):
    endings = tmp_path / "endings.epd"
    fens = [OPPOSITION, ROOK, "8/8/8/8/P4k2/8/8/7K w - - 0 1", "7K/8/8/8/8/5k2/8/6q1 b - - 0 1", "8/8/8/8/P3k3/8/8/7K b - - 0 1"]
    endings.write_text("".join(" ".join(fen.split()[:4]) + ";\n" for fen in fens))
    told = run("check", "claims", endings, "--syzygy", TABLES, "--nodes", 1000).stdout
    assert "0 false, 0 contradictions" in told


def test_a_search_asks_the_tables(run):
    told = flat(run("search", OPPOSITION, "--syzygy", TABLES).stdout)
    assert "Alpha-beta chooses K" in told and "7 nodes" in told


def test_a_win_thrown_away_in_a_game_is_a_blunder(run, tmp_path):
    games = tmp_path / "games.pgn"
    games.write_text(f'[FEN "{OPPOSITION}"]\n[SetUp "1"]\n\n1. Kc3 Kc5 2. Kd3 Kb4 *\n')
    told = flat(run("analyse", games, "--syzygy", TABLES, "--nodes", 1000).stdout)
    assert "Kc3 $4" in told and "Kc3 is a blunder, by endgame tables. It throws the win away" in told
    assert "Kb4 $4" in told and "It loses:" in told
    assert "what White can expect" not in told


@pytest.mark.parametrize("command", [["explain", ROOK], ["search", ROOK], ["serve", "--port", "0"]])
def test_bad_folders_are_refused(run, tmp_path, command):
    missing = run(*command, "--syzygy", tmp_path / "nowhere", code=2)
    assert "bad --syzygy" in missing.stderr and "cannot read the folder" in missing.stderr
    empty = run(*command, "--syzygy", tmp_path, code=2)
    assert "there are no Syzygy tables" in empty.stderr
    shutil.copy(TABLES / "KQvK.rtbw", tmp_path)
    with open(tmp_path / "KQvK.rtbw", "r+b") as table:
        table.truncate(100)
    damaged = run(*command, "--syzygy", tmp_path, code=2)
    assert "KQvK.rtbw is damaged" in damaged.stderr


def test_other_machines_have_no_tables(run, tmp_path):
    games = tmp_path / "games.pgn"
    games.write_text("1. e4 *\n")
    refused = run("analyse", games, "--syzygy", TABLES, "--cluster", "nats://127.0.0.1:1", code=2)
    assert "endgame tables are on this machine only" in refused.stderr
