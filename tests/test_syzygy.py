"""Syzygy's endgame tables through the protocol, with python-chess as the client and as a second reader of the same files."""

import json
import os
import random
import shutil

import chess
import chess.engine
import chess.syzygy
import pytest

from conftest import ROOT
from pipe import SEARCHES, Pipe, remarks

TABLES = ROOT / "data/syzygy"
WON = "8/8/3k4/8/8/3K4/3P4/8 w - - 0 1"


@pytest.fixture(params=SEARCHES)
def engine(bstar, request):
    engine = chess.engine.SimpleEngine.popen_uci(bstar, timeout=60)
    engine.configure({"Search": request.param, "SyzygyPath": str(TABLES)})
    yield engine
    engine.quit()


def some_positions(count, seed=1):
    """Positions of three men with moves to choose from."""
    chance = random.Random(seed)
    while count:
        board = chess.Board(None)
        men = [chess.Piece(chess.KING, True), chess.Piece(chess.KING, False), chess.Piece(chance.randint(1, 5), chance.random() < 0.5)]
        for square, man in zip(chance.sample(range(64), 3), men):
            board.set_piece_at(square, man)
        board.turn = chance.random() < 0.5
        if board.is_valid() and not board.is_game_over():
            count -= 1
            yield board


def test_the_options_are_those_that_interfaces_know(engine):
    options = engine.options
    assert (options["SyzygyPath"].type, options["SyzygyPath"].default) == ("string", "<empty>")
    assert (options["SyzygyProbeDepth"].type, options["SyzygyProbeDepth"].default) == ("spin", 1)
    assert (options["Syzygy50MoveRule"].type, options["Syzygy50MoveRule"].default) == ("check", True)


def test_the_result_is_kept_by_every_move(engine):
    with chess.syzygy.open_tablebase(str(TABLES)) as tables:
        for board in some_positions(60):
            before = tables.probe_wdl(board)
            found = engine.play(board, chess.engine.Limit(nodes=20_000), info=chess.engine.INFO_ALL)
            board.push(found.move)
            over = board.is_checkmate() or board.is_stalemate() or board.is_insufficient_material()
            after = (2 if board.is_checkmate() else 0) if over else -tables.probe_wdl(board)
            assert (after > 0) - (after < 0) == (before > 0) - (before < 0), board.fen()
            score = found.info["score"].relative.score(mate_score=30_000)
            assert (score > 15_000) - (score < -15_000) == (before > 0) - (before < 0), board.fen()


def test_a_won_game_is_won(engine):
    board = chess.Board("8/8/8/3k4/8/8/8/KR6 w - - 0 1")
    while not board.is_game_over(claim_draw=True):
        board.push(engine.play(board, chess.engine.Limit(nodes=5_000)).move)
    assert board.result() == "1-0" and board.fullmove_number <= 17


def test_several_lines_tell_which_moves_win(engine):
    board = chess.Board(WON)
    lines = engine.analyse(board, chess.engine.Limit(nodes=5_000), multipv=7)
    scores = [line["score"].relative.score(mate_score=30_000) for line in lines]
    assert sorted(board.san(line["pv"][0]) for line in lines[:3]) == ["Kc4", "Kd4", "Ke4"]
    assert [score > 15_000 for score in scores] == 3 * [True] + 4 * [False]


def test_the_count_to_fifty_moves_counts_unless_it_is_switched_off(engine):
    late = chess.Board("8/8/8/3k4/8/8/8/KR6 w - - 90 80")
    score = lambda: engine.analyse(late, chess.engine.Limit(nodes=5_000))["score"].relative.score(mate_score=30_000)
    assert score() == 0
    engine.configure({"Syzygy50MoveRule": False})
    assert score() > 15_000


def test_an_infinite_search_of_a_known_position_waits_for_its_stop(raw):
    raw.ask(f"setoption name SyzygyPath value {TABLES}", "isready", begin="readyok")
    raw.send(f"position fen {WON}", "go infinite")
    assert "score cp 20000" in raw.until("info")[-1]
    raw.send("isready")
    assert not any(line.startswith("bestmove") for line in raw.until("readyok"))
    raw.send("stop")
    assert raw.until("bestmove")[-1].split()[1] in ["d3c4", "d3d4", "d3e4"]


@pytest.mark.parametrize("path, said", [("/nowhere/at/all", "cannot read the folder /nowhere/at/all"), ("{empty}", "there are no Syzygy tables"), ("{short}", "KRvK.rtbw is damaged: a part of it is missing"), ("{other}", "KRvK.rtbw is damaged: it does not begin")])
def test_bad_files_are_named_and_the_search_goes_on(raw, tmp_path, path, said):
    for name in ["empty", "short", "other"]:
        (tmp_path / name).mkdir()
    whole = (TABLES / "KRvK.rtbw").read_bytes()
    (tmp_path / "short/KRvK.rtbw").write_bytes(whole[:-7])
    (tmp_path / "other/KRvK.rtbw").write_bytes(b"PNG!" + whole[4:])
    places = {name: tmp_path / name for name in ["empty", "short", "other"]}
    raw.send(f"setoption name SyzygyPath value {path.format(**places)}", "isready")
    assert any(said in line for line in raw.until("readyok"))
    raw.send("position startpos moves e2e4", "go nodes 1000")
    raw.until("bestmove")


@pytest.mark.parametrize("backtraces", ["0", "1"])
def test_what_is_damaged_inside_is_told_once_and_the_game_goes_on(bstar, tmp_path, backtraces):
    """In one short line for people, also where the system's settings ask for backtraces."""
    for file in TABLES.iterdir():
        shutil.copy(file, tmp_path)
    (tmp_path / "KRvK.rtbw").chmod(0o644)
    whole = (tmp_path / "KRvK.rtbw").read_bytes()
    (tmp_path / "KRvK.rtbw").write_bytes(whole[:5] + b"\xff" * (len(whole) - 5))
    with Pipe(bstar, env={**os.environ, "RUST_BACKTRACE": backtraces}) as pipe:
        pipe.send(f"setoption name SyzygyPath value {tmp_path}", "position fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1", "go nodes 2000")
        assert [line for line in remarks(pipe.until("bestmove")) if "KRvK" in line] == ["the Syzygy table KRvK.rtbw is damaged"]
        pipe.send("go nodes 2000")
        assert not any("KRvK" in line for line in pipe.until("bestmove"))


@pytest.mark.rare
def test_endings_are_drawn_played_and_audited(run, tmp_path):
    endings, games = tmp_path / "endings.pgn", tmp_path / "games.pgn"
    said = run("endings", "draw", "--syzygy", TABLES, "--men", 3, "--count", 10, "-o", endings).stdout
    assert said == f"10 endings in {endings}\n"
    run("match", f"bstar,syzygy={TABLES},name=knows", "alphabeta,Hash=1,name=guesses", "--openings", endings, "--games", 20, "--nodes", 300, "--pgn", games)
    audit = json.loads(run("endings", "audit", games, "--syzygy", TABLES, "--json").stdout)
    players = {player["name"]: player for player in audit["players"]}
    assert audit["games"] == 20 and players["knows"]["moves"] > 50
    assert players["knows"]["wastes"] == [] and players["guesses"]["wastes"] != []
    text = run("endings", "audit", games, "--syzygy", TABLES).stdout
    knows = players["knows"]
    assert f"knows: {knows['moves']} moves in known positions of {knows['games']} games; half points given away: 0\n" in text


def best_moves(tables, board):
    """The moves that come to most, by another's reader of the tables, and what they leave the opponent."""
    worth = {}
    for move in board.legal_moves:
        board.push(move)
        worth[move] = -2 if board.is_checkmate() else tables.get_wdl(board, 0)
        board.pop()
    best = min(worth.values())
    return [move for move in worth if worth[move] == best], best


@pytest.mark.rare
def test_one_move_alone_is_to_be_found(run, tmp_path):
    endgames = tmp_path / "endgames.epd"
    command = ["endings", "draw", "--only-moves", "--syzygy", TABLES, "--men", 3, "--count", 6]
    assert run(*command, "-o", endgames).stdout == f"6 endings in {endgames}\n"
    with chess.syzygy.open_tablebase(str(TABLES)) as tables:
        for number, line in enumerate(endgames.read_text().splitlines()):
            board, said = chess.Board.from_epd(line)
            assert said["id"] == f"E{number + 1:04}" and said["c0"] == f"only one move {['wins', 'draws'][number % 2]}, by tables"
            assert best_moves(tables, board) == (said["bm"], [-2, 0][number % 2])
    solved = run("suite", endgames, "--search", f"bstar,syzygy={TABLES}", "--nodes", 100, "--no-judge").stdout
    assert solved.splitlines()[-1] == "solved 6 of 6"
    run(*command, "-o", tmp_path / "again.epd")
    assert (tmp_path / "again.epd").read_bytes() == endgames.read_bytes()


def test_the_endgames_that_come_with_the_program_are_what_they_should_be():
    """A hundred of four men, the others of more, none twice; those of which there are tables here have the moves that they should."""
    lines = (ROOT / "data/endgames.epd").read_text().splitlines()
    positions = [chess.Board.from_epd(line) for line in lines]
    assert len({board.epd() for board, _ in positions}) == len(lines) > 100
    judged = 0
    with chess.syzygy.open_tablebase(str(TABLES)) as tables:
        for board, said in positions:
            assert board.is_valid() and len(said["bm"]) == 1
            assert len(board.piece_map()) in ({4} if said["id"].startswith("E") else {5, 6, 7})
            if chess.syzygy.calc_key(board) in ("KQvKR", "KRvKQ"):
                assert best_moves(tables, board)[0] == said["bm"]
                judged += 1
    assert judged > 0
    assert sum(said["id"].startswith("E") for _, said in positions) == 100


def test_endings_need_tables(run, tmp_path):
    assert "which tables?" in run("endings", "draw", "-o", tmp_path / "x.pgn", code=2).stderr
    said = run("endings", "draw", "--syzygy", TABLES, "--men", 6, "-o", tmp_path / "x.pgn", code=2).stderr
    assert "the tables know no endings of 6 men of the kind `won`" in said and not (tmp_path / "x.pgn").exists()
