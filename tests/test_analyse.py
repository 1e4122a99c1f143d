"""`bstar analyse`: games in, annotated games out, and nothing lost on the way."""

import io
import json
import re
import signal
import subprocess
import time

import chess
import chess.pgn
import pytest


FOOL = """[Event "?"]
[White "Müller"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

"""

# With a mark, a clock, comments and a variation of its own. White takes the second pawn, too, and is mated.
NOTED = """[Event "?"]
[White "Ada"]
[Black "Bob \\"the\\" Builder"]
[Result "0-1"]
[Opening "Italian Game"]

{A word first} 1. e4 {[%eval 0.9] [%clk 0:10:00]} e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 $1 {bold}
(4. Nxd4 exd4 {is usual} (4... d6)) 4... Qg5 {threatens} 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1

"""

BROKEN = """[Event "?"]

1. e4 e5 2. Nf3 Nf9 *

"""

FISCHER = """[Event "?"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "nqnrkbbr/pppppppp/8/8/8/8/PPPPPPPP/NQNRKBBR w KQkq - 0 1"]
[Result "*"]

1. g3 g6 2. Bg2 Bg7 *

"""

NO_MOVES = """[Event "?"]
[Result "1/2-1/2"]

1/2-1/2

"""

# White develops nothing and gives up a knight, and Black does not take everything.
CARELESS = """[Event "?"]
[Result "*"]

1. e4 e5 2. Qh5 Nc6 3. Nh3 g6 4. Qd1 h5 5. f3 Na5 6. b4 Nc6 7. b5 Nd4 8. c3 Nxb5 9. Bxb5 a6 10. a4 axb5 11. axb5 Rxa1 12. g4 d6 13. gxh5 Rxh5 *

"""

QUICK = ["--nodes", "2000", "--hash", "2", "--evaluation", "terms"]


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(FOOL + NOTED + FISCHER + NO_MOVES)
    return path


def read(text):
    """The games of a text, by another library; none of them may have errors."""
    stream, found = io.StringIO(text), []
    while game := chess.pgn.read_game(stream):
        assert not game.errors, game.errors
        found.append(game)
    return found


def objects(text):
    return [json.loads(line) for line in text.splitlines()]


def test_annotated_games_are_read_by_others(run, games):
    text = run("analyse", games, *QUICK).stdout
    before, after = read(games.read_text()), read(text)
    assert [list(map(str, game.mainline_moves())) for game in before] == [list(map(str, game.mainline_moves())) for game in after]
    for one, other in zip(before, after):
        assert one.headers["Result"] == other.headers["Result"]
        # Every move but a mate has an evaluation.
        for node in other.mainline():
            assert (node.eval() is None) == node.board().is_checkmate()
    assert all(len(line) <= 80 for line in text.splitlines())
    fool = list(after[0].mainline())
    assert fool[2].nags == {chess.pgn.NAG_BLUNDER}
    assert fool[2].eval() == chess.engine.PovScore(chess.engine.Mate(-1), chess.WHITE)
    assert "It runs into 2... Qh4#." in fool[2].comment.replace("\n", " ")
    assert len(fool[1].variations) == 2
    # What is written can be analysed again.
    again = games.parent / "again.pgn"
    again.write_text(text)
    run("analyse", again, *QUICK)


def test_what_was_in_the_file_is_kept(run, games):
    original, game = read(games.read_text())[1], read(run("analyse", games, *QUICK).stdout)[1]
    for name in ["White", "Black", "Result", "Opening"]:
        assert game.headers[name] == original.headers[name]
    assert game.headers["Annotator"] == "bstar"
    moves = list(game.mainline())
    assert game.comment == "A word first" or moves[0].starting_comment == "A word first"
    assert moves[0].clock() == 600 and moves[0].comment.count("%eval") == 1
    # His own mark stands, whatever we think.
    assert moves[6].nags == {chess.pgn.NAG_GOOD_MOVE} and "bold" in moves[6].comment
    usual = moves[5].variations[1]
    assert usual.san() == "Nxd4" and len(usual.variations) == 2
    assert usual.variations[0].comment == "is usual"
    assert "threatens" in moves[7].comment
    assert chess.pgn.NAG_BLUNDER in moves[8].nags


def test_better_lines_are_legal_and_say_what_the_words_say(run, games):
    for game in read(run("analyse", games, *QUICK).stdout):
        for node in game.mainline():
            words = node.comment.replace("\n", " ")
            if found := re.search(r"Better was \d+\.+ (\S+?)\.(?: |$)", words):
                assert found[1] in [other.san() for other in node.parent.variations[1:]], words


def test_objects(run, games):
    text = run("analyse", games, *QUICK, "--json-lines").stdout
    found = objects(text)
    assert [game["type"] for game in found] == ["game"] * 4 and all(game["schema"] == 2 for game in found)
    assert [game["game"] for game in found] == [1, 2, 3, 4]
    fool = found[0]
    assert fool["tags"]["White"] == "Müller" and fool["result"] == "0-1"
    board = chess.Board(fool["fen"])
    for step in fool["moves"]:
        assert step["san"] == board.san(chess.Move.from_uci(step["move"]))
        assert step["side"] == ("white" if board.turn else "black") and step["number"] == board.fullmove_number
        board.push_uci(step["move"])
    fatal, last = fool["moves"][2:]
    assert (fatal["mark"], fatal["nag"], fatal["after"], fatal["eval_white"]) == ("blunder", 4, 0, {"mate": -1})
    assert fatal["before"] >= 2000 and fatal["best"] != fatal["move"]
    assert last["eval_white"] is None and last["mark"] is None and last["after"] == 10000
    told = fatal["explanation"]
    assert told["line"][0] == fatal["best"] and told["line_san"].startswith("2. " + fatal["best_san"])
    assert told["faults"] and all(sentence in told["text"] for sentence in told["faults"] + told["merits"])
    (mate,) = [sentence for sentence in told["sentences"] if any(proof["claim"] == "mate" for proof in sentence["evidence"])]
    assert mate["text"].removeprefix("But ").lower() == told["faults"][0].lower()
    assert found[3]["moves"] == []
    (document,) = objects(run("analyse", games, *QUICK, "--json").stdout)
    bare = [{key: value for key, value in game.items() if key not in ("type", "schema")} for game in found]
    assert document == {"type": "games", "schema": 2, "unreadable": [], "games": bare, "not_judged": []}
    assert "--json-lines" in run("analyse", games, "--json", "--json-lines", code=2).stderr
    assert "--output" in run("analyse", games, "--json", "-o", "out.jsonl", code=2).stderr


def test_bad_games_are_named_and_the_others_analysed(run, games):
    games.write_text(FOOL + BROKEN + NOTED)
    done = run("analyse", games, *QUICK, code=2)
    assert [game.headers["White"] for game in read(done.stdout)] == ["Müller", "Ada"]
    assert "game 2, line 9" in done.stderr and "Nf9" in done.stderr and "1 of 3 games" in done.stderr
    first, *others = objects(run("analyse", games, *QUICK, "--json-lines", code=2).stdout)
    assert (first["type"], first["game"], first["line"]) == ("unreadable", 2, 9) and "Nf9" in first["fault"]
    assert [game["game"] for game in others] == [1, 3]
    document = json.loads(run("analyse", games, *QUICK, "--json", code=2).stdout)
    assert [{"type": "unreadable", "schema": 2, **game} for game in document["unreadable"]] == [first]
    assert [game["game"] for game in document["games"]] == [1, 3]
    lines = games.parent / "out.jsonl"
    run("analyse", games, *QUICK, "-o", lines, code=2)
    whole = lines.read_bytes()
    assert objects(whole.decode()) == [first, *others]
    lines.write_bytes(whole[:30])
    run("analyse", games, *QUICK, "-o", lines, "--resume", code=2)
    assert lines.read_bytes() == whole


def test_bad_use(run, games, tmp_path):
    assert "missing.pgn" in run("analyse", tmp_path / "missing.pgn", code=2).stderr
    (tmp_path / "empty.pgn").write_text("")
    assert "no games" in run("analyse", tmp_path / "empty.pgn", code=2).stderr
    assert "games.txt" in run("analyse", games, "-o", tmp_path / "games.txt", code=2).stderr
    for target in ["no/such/folder/out.pgn", "folder.pgn"]:
        (tmp_path / "folder.pgn").mkdir(exist_ok=True)
        assert target in run("analyse", games, *QUICK, "-o", tmp_path / target, code=2).stderr
    assert "--output" in run("analyse", games, "--resume", code=2).stderr
    before = games.read_bytes()
    assert "it is the input" in run("analyse", games, *QUICK, "-o", games, code=2).stderr
    assert games.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.pgn", "folder.pgn", "games.pgn"]


def many(path, count=12):
    """Enough games to be interrupted in."""
    path.write_text((FOOL + NOTED + FISCHER) * (count // 3))
    return path


@pytest.mark.rare
@pytest.mark.parametrize("name", ["out.pgn", "out.jsonl"])
def test_killed_and_resumed(bstar, run, tmp_path, name):
    games = many(tmp_path / "games.pgn")
    command = ["analyse", games, "--nodes", "20000", "--hash", "2", "--evaluation", "terms", "--jobs", "2"]
    run(*command, "-o", tmp_path / f"whole-{name}")
    whole = (tmp_path / f"whole-{name}").read_bytes()
    out = tmp_path / name
    kills = 0
    for _ in range(3):
        process = subprocess.Popen([bstar, *map(str, command), "-o", out, "--resume"], stdout=subprocess.DEVNULL)
        size = out.stat().st_size if out.exists() else 0
        deadline = time.time() + 60
        while process.poll() is None and time.time() < deadline:
            if out.exists() and out.stat().st_size > size:
                break
            time.sleep(0.002)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
        process.wait()
        # What was finished stays.
        found = out.read_bytes()
        assert whole.startswith(found) and len(found) >= size
    assert kills
    # Even a game that was cut off in the middle of a letter does no harm.
    with out.open("ab") as file:
        file.write("[Event \"Mü".encode()[:-1])
    done = run(*command, "-o", out, "--resume")
    assert out.read_bytes() == whole
    assert re.search(r": \d+ games, .* after \d+ that were there", done.stdout), done.stdout
    # And there is nothing left to do.
    assert ": 0 games, 0 moves" in run(*command, "-o", out, "--resume").stdout
    assert out.read_bytes() == whole


def test_interrupted_from_the_keyboard(bstar, run, tmp_path):
    games = many(tmp_path / "games.pgn", 300)
    out = tmp_path / "out.pgn"
    process = subprocess.Popen([bstar, "analyse", games, *QUICK, "-o", out], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not (out.exists() and out.stat().st_size):
        time.sleep(0.002)
    process.send_signal(signal.SIGINT)
    said, complaints = process.communicate(timeout=60)
    assert process.returncode == 130 and "--resume" in complaints
    count = int(re.search(r": (\d+) games", said)[1])
    assert len(read(out.read_text())) == count < 300


def test_an_interrupted_document_has_the_games_that_were_finished(bstar, tmp_path):
    games = many(tmp_path / "games.pgn", 300)
    process = subprocess.Popen([bstar, "analyse", games, *QUICK, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    begun = b""
    while len(begun) < 2000:
        begun += process.stdout.read(2000)
    process.send_signal(signal.SIGINT)
    rest, complaints = process.communicate(timeout=60)
    assert process.returncode == 130 and b"the games that were finished are written" in complaints
    numbers = [game["game"] for game in json.loads(begun + rest)["games"]]
    assert numbers == list(range(1, len(numbers) + 1)) and 0 < len(numbers) < 300


def test_what_belongs_to_something_else_is_left_alone(run, games, tmp_path):
    out = tmp_path / "out.pgn"
    command = ["analyse", games, *QUICK, "-o", out]
    assert re.fullmatch(r".*out\.pgn: 4 games, 22 moves: \d+ !, \d+ \?!, \d+ \?, \d+ \?\?\n", run(*command).stdout)
    before = out.read_bytes()
    assert "--resume" in run(*command, code=2).stderr
    assert "2000 nodes" in run("analyse", games, "--nodes", "3000", *QUICK[2:], "-o", out, "--resume", code=2).stderr
    games.write_text(FOOL)
    assert "input" in run(*command, "--resume", code=2).stderr
    (tmp_path / "out.pgn.settings").unlink()
    assert "out.pgn.settings" in run(*command, "--resume", code=2).stderr
    assert out.read_bytes() == before


def test_a_reader_that_goes_away(bstar, tmp_path):
    games = many(tmp_path / "games.pgn", 300)
    process = subprocess.Popen([bstar, "analyse", games, *QUICK], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == b""


def test_effort_in_expansions_and_seconds(run, tmp_path):
    games = tmp_path / "games.pgn"
    games.write_text(FOOL)
    for effort in [["--nodes", "2000", "--expansions", "10"], ["--seconds", "0.02"]]:
        (game,) = read(run("analyse", games, *effort, "--hash", "2").stdout)
        assert list(game.mainline())[2].nags == {chess.pgn.NAG_BLUNDER}


def test_every_mistake_has_a_reason_in_words(run, tmp_path):
    path = tmp_path / "careless.pgn"
    path.write_text(CARELESS)
    (game,) = json.loads(run("analyse", path, "--nodes", 10000, "--hash", 2, "--json").stdout)["games"]
    bad = [move for move in game["moves"] if move["mark"] in ("mistake", "blunder")]
    assert len(bad) > 5
    for move in bad:
        kinds = {sentence["kind"] for sentence in move["explanation"]["sentences"]}
        assert kinds - {"told", "line", "plan"}, move["explanation"]["text"]
        assert "slightly better" not in move["explanation"]["text"]
