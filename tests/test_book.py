"""Opening books: Debian's, our own, and how the engine plays from them, with python-chess on the other side."""

import collections
import contextlib
import io
import json
import pathlib
import random
import signal
import subprocess

import chess
import chess.engine
import chess.pgn
import chess.polyglot
import pytest

# The package gnuchess-book, which is in the public domain.
GNU = pathlib.Path("/usr/share/games/gnuchess/book.bin")


@pytest.fixture(scope="module")
def gnu():
    assert GNU.is_file(), "the tests need Debian's package gnuchess-book"
    return GNU


@pytest.fixture(scope="module")
def games(gnu, tmp_path_factory):
    """A file of games that follow a book, with results by chance."""
    chance = random.Random(3)
    path = tmp_path_factory.mktemp("games") / "games.pgn"
    with open(path, "w", encoding="utf-8") as file:
        for board in walks(gnu, 400, 30):
            game = chess.pgn.Game.from_board(board)
            game.headers["Result"] = chance.choice(["1-0", "0-1", "1/2-1/2", "*"])
            print(game, end="\n\n", file=file)
    return path


@pytest.fixture(scope="module")
def made(bstar, games):
    """A book from these games, and what was said about it."""
    path = games.with_suffix(".bin")
    said = subprocess.run([bstar, "book", "make", games, "--plies", "24", "--least-games", "1", "-o", path, "--json"], capture_output=True, text=True, check=True)
    return path, json.loads(said.stdout)


def known(path, board):
    """What python-chess reads."""
    with chess.polyglot.open_reader(path) as reader:
        entries = list(reader.find_all(board, minimum_weight=0))
    return sorted((entry.move.uci(), entry.weight) for entry in entries)


def shown(run, path, board, code):
    found = json.loads(run("book", "show", board.fen(en_passant="fen"), "-b", path, "--json", code=code).stdout)
    return found, sorted((move["move"], move["weight"]) for move in found["moves"])


def walks(path, count, plies):
    """Positions of a book and some beside it, by random walks, the same every time."""
    chance = random.Random(7)
    with chess.polyglot.open_reader(path) as reader:
        for number in range(count):
            board = chess.Board()
            for _ in range(chance.randrange(plies)):
                entries = list(reader.find_all(board))
                # The last move of every fourth walk is any legal one.
                if not entries:
                    break
                board.push(chance.choices(entries, [entry.weight for entry in entries])[0].move)
            if number % 4 == 0 and any(board.legal_moves):
                board.push(chance.choice(list(board.legal_moves)))
            yield board


def compare(run, path, boards):
    in_book = castlings = 0
    for board in boards:
        expected = known(path, board)
        found, moves = shown(run, path, board, 0 if expected else 1)
        assert moves == expected, board.fen()
        assert found["key"] == f"{chess.polyglot.zobrist_hash(board):016x}" and found["illegal"] == 0
        total = sum(weight for _, weight in expected)
        assert all(abs(move["share"] - move["weight"] / max(total, 1)) < 1e-9 for move in found["moves"])
        assert [move["weight"] for move in found["moves"]] == sorted((weight for _, weight in expected), reverse=True)
        in_book += bool(expected)
        castlings += any(board.is_castling(chess.Move.from_uci(move)) for move, _ in expected)
    return in_book, castlings


def test_the_book_of_gnu_chess_reads_as_python_chess_reads_it(run, gnu):
    in_book, castlings = compare(run, gnu, walks(gnu, 200, 24))
    assert in_book > 100 and castlings > 4, (in_book, castlings)


def test_a_book_of_ours_is_read_by_python_chess(run, games, made):
    path, said = made
    with open(games, encoding="utf-8") as file:
        read = [chess.pgn.read_game(file) for _ in range(40)]
    boards = [node.board() for game in read for node in game.mainline()]
    in_book, castlings = compare(run, path, random.Random(5).sample(boards, 150))
    assert in_book > 40 and castlings > 0, (in_book, castlings)
    with chess.polyglot.open_reader(path) as reader:
        keys = [entry.key for entry in reader]
    assert keys == sorted(keys) and (len(keys), len(set(keys))) == (said["moves"], said["positions"])


def count(paths, plies):
    """Games and points of every move, counted by python-chess: two for a win of its side, one for a draw."""
    games, points = collections.Counter(), collections.Counter()
    for path in paths:
        with open(path, encoding="utf-8") as file:
            while game := chess.pgn.read_game(file):
                board = game.board()
                for move in list(game.mainline_moves())[:plies]:
                    place = chess.polyglot.zobrist_hash(board), as_in_a_file(board, move)
                    won = {"1-0": chess.WHITE, "0-1": chess.BLACK}.get(game.headers["Result"])
                    games[place] += 1
                    points[place] += 2 if won == board.turn and won is not None else 1 if game.headers["Result"] == "1/2-1/2" else 0
                    board.push(move)
    return games, points


def as_in_a_file(board, move):
    """A move as a book has it: castling is the king taking its rook."""
    if board.is_castling(move):
        rook = {6: 7, 2: 0}[chess.square_file(move.to_square)]
        return chess.Move(move.from_square, chess.square(rook, chess.square_rank(move.to_square))).uci()
    return move.uci()


def listed(path):
    """All moves of a book, each with its weight."""
    with chess.polyglot.open_reader(path) as reader:
        return {(entry.key, entry.move.uci()): entry.weight for entry in reader}


def test_weights_are_what_the_games_scored(run, games, tmp_path):
    path = tmp_path / "book.bin"
    run("book", "make", games, games, "--plies", 11, "--least-games", 4, "-o", path)
    seen, points = count([games, games], 11)
    expected = {place: points[place] for place in seen if seen[place] >= 4 and points[place] > 0}
    assert listed(path) == expected and len(expected) > 50
    rare = run("book", "make", games, "--least-games", 1000, "-o", tmp_path / "none.bin", code=2)
    assert "a smaller --least-games takes more" in rare.stderr and not (tmp_path / "none.bin").exists()


def test_games_that_cannot_be_read_are_left_out_and_named(run, tmp_path):
    games, path = tmp_path / "games.pgn", tmp_path / "book.bin"
    games.write_text("1. e4 e5 1-0\n\n1. e4 Ke4 1-0\n\n1. d4 d5 1-0\n")
    said = run("book", "make", games, "--least-games", 1, "-o", path, code=2)
    assert "game 2, line 3" in said.stderr and "1 of 3 games could not be read" in said.stderr
    assert "2 moves in 1 positions, from 2 games" in said.stdout
    assert [move for move, _ in known(path, chess.Board())] == ["d2d4", "e2e4"]
    missing = run("book", "make", tmp_path / "none.pgn", "-o", tmp_path / "other.bin", code=2)
    assert "cannot read" in missing.stderr and not (tmp_path / "other.bin").exists()


def test_an_interruption_writes_nothing(bstar, tmp_path):
    path = tmp_path / "book.bin"
    process = subprocess.Popen([bstar, "book", "make", "-", "--least-games", "1", "-o", path], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with contextlib.suppress(BrokenPipeError):
        for number in range(100_000):
            process.stdin.write("1. e4 e5 2. Nf3 Nc6 1-0\n\n" * 100)
            if number == 20:
                process.stdin.flush()
                process.send_signal(signal.SIGINT)
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    assert process.wait(60) == 130
    assert "interrupted; nothing is written" in process.stderr.read() and list(tmp_path.iterdir()) == []


def test_books_are_merged(run, made, gnu, tmp_path):
    ours, _ = made
    for options, first in [([], False), (["--first"], True)]:
        path = tmp_path / f"merged{first}.bin"
        said = json.loads(run("book", "merge", ours, gnu, *options, "-o", path, "--json").stdout)
        one, other, both = listed(ours), listed(gnu), listed(path)
        assert said["moves"] == len(both) and said["books"] == 2
        in_first = {key for key, _ in one}
        for place, weight in both.items():
            sum_of_both = one.get(place, 0) + other.get(place, 0)
            expected = one[place] if first and place[0] in in_first else sum_of_both
            assert weight == expected, place
        assert not first or {place for place in both if place[0] in in_first} == set(one)


def damaged(folder, whole):
    entries = [whole[at : at + 16] for at in range(0, len(whole), 16)]
    for name, content in {
        "empty.bin": b"",
        "cut.bin": whole[:-5],
        "unsorted.bin": b"".join(reversed(entries)),
        "text.bin": b"This is no book, but it has a length that would do for one, 64.\n",
    }.items():
        (folder / name).write_bytes(content)
        yield folder / name


def test_bad_books_are_refused_by_name(run, gnu, tmp_path):
    files = [*damaged(tmp_path, gnu.read_bytes()), tmp_path / "none.bin", tmp_path]
    for path in files:
        for arguments in [["show", "-b", path], ["openings", "-b", path], ["merge", gnu, path, "-o", tmp_path / "out.bin"]]:
            said = run("book", *arguments, code=2)
            assert str(path) in said.stderr and not (tmp_path / "out.bin").exists(), said.stderr


def entry(board, word, weight):
    begin, end = chess.parse_square(word[:2]), chess.parse_square(word[2:])
    code = end | begin << 6
    return chess.polyglot.zobrist_hash(board).to_bytes(8, "big") + code.to_bytes(2, "big") + weight.to_bytes(2, "big") + bytes(4)


def test_moves_that_are_not_legal_are_never_played(bstar, run, tmp_path):
    board, path = chess.Board(), tmp_path / "odd.bin"
    path.write_bytes(entry(board, "e2e5", 900) + entry(board, "e7e5", 800) + entry(board, "a1a1", 700) + entry(board, "g1f3", 1))
    found, moves = shown(run, path, board, 0)
    assert moves == [("g1f3", 1)] and found["illegal"] == 3
    with engine(bstar, OwnBook=True, BookFile=str(path), BestBookMove=True) as playing:
        assert playing.play(board, chess.engine.Limit(time=1)).move.uci() == "g1f3"


@contextlib.contextmanager
def engine(bstar, **options):
    playing = chess.engine.SimpleEngine.popen_uci(bstar, timeout=60)
    try:
        playing.configure({"Search": "alphabeta", **options})
        yield playing
    finally:
        playing.quit()


TEN_MINUTES = chess.engine.Limit(time=600)


def test_the_engine_plays_from_the_book(bstar, gnu):
    with engine(bstar, BookFile=str(gnu), OwnBook=True, BestBookMove=True) as playing:
        kinds = {name: playing.options[name].type for name in ("OwnBook", "BookFile", "BestBookMove", "BookDepth")}
        assert kinds == {"OwnBook": "check", "BookFile": "string", "BestBookMove": "check", "BookDepth": "spin"}
        assert [playing.options[name].default for name in kinds] == [False, "<empty>", False, 255]
        board = chess.Board()
        # Each would take ten minutes without a book.
        while entries := known(gnu, board):
            move = playing.play(board, TEN_MINUTES, info=chess.engine.INFO_ALL)
            best = max(weight for _, weight in entries)
            assert (move.move.uci(), best) in entries
            assert move.info["string"].startswith(f"book move {board.san(move.move)}: weight {best}, ")
            board.push(move.move)
        assert board.ply() > 8
        # Where the book ends, the engine thinks.
        assert playing.play(board, chess.engine.Limit(nodes=2000), info=chess.engine.INFO_ALL).info["depth"] > 0


def test_moves_are_drawn_by_their_weights(bstar, gnu):
    expected = dict(known(gnu, chess.Board()))
    with engine(bstar, BookFile=str(gnu), OwnBook=True) as playing:
        drawn = collections.Counter(playing.play(chess.Board(), TEN_MINUTES).move.uci() for _ in range(300))
    assert set(drawn) <= set(expected)
    share = expected["e2e4"] / sum(expected.values())
    # Five times the spread of such a draw.
    assert abs(drawn["e2e4"] / 300 - share) < 5 * (share * (1 - share) / 300) ** 0.5, drawn


def test_only_so_many_moves_are_from_the_book(bstar, gnu):
    with engine(bstar, BookFile=str(gnu), OwnBook=True, BookDepth=1) as playing:
        board = chess.Board()
        for _ in range(2):
            board.push(playing.play(board, TEN_MINUTES).move)
        assert known(gnu, board)
        said = playing.play(board, chess.engine.Limit(nodes=2000), info=chess.engine.INFO_ALL).info
        assert said["depth"] > 0 and "book move" not in said.get("string", "")


def test_an_analysis_does_not_ask_the_book(bstar, gnu):
    with engine(bstar, BookFile=str(gnu), OwnBook=True) as playing:
        assert playing.analyse(chess.Board(), chess.engine.Limit(nodes=3000))["depth"] > 0
        wanted = [chess.Move.from_uci("h2h4")]
        assert playing.play(chess.Board(), chess.engine.Limit(nodes=3000), root_moves=wanted).move in wanted
        assert playing.play(chess.Board(), TEN_MINUTES, root_moves=[chess.Move.from_uci("g1f3")]).move.uci() == "g1f3"


def test_a_bad_book_is_named_and_the_engine_goes_on(raw, gnu, tmp_path):
    def said(*lines):
        raw.send(*lines)
        return "\n".join(raw.settle())

    raw.send("setoption name Search value alphabeta")
    assert "there is no book until BookFile names one" in said("setoption name OwnBook value true")
    for path in [*damaged(tmp_path, gnu.read_bytes()), tmp_path / "none.bin", tmp_path]:
        assert str(path) in said(f"setoption name BookFile value {path}")
        assert raw.best("position startpos", "go nodes 1000") in {move.uci() for move in chess.Board().legal_moves}
    assert f"info string playing from the book {gnu} (" in said(f"setoption name BookFile value {gnu}")
    # A book that was good stays when the next is not.
    assert f"playing from the book {gnu}" in said(f"setoption name BookFile value {tmp_path / 'none.bin'}")
    assert "book move" in "\n".join(raw.ask("position startpos", "go movetime 600000", begin="bestmove"))
    # In an infinite search there is no answer before `stop`, and none from the book.
    raw.ask("go infinite", "isready", begin="readyok")
    assert "book move" not in "\n".join(raw.ask("stop", begin="bestmove"))
    assert "there is no book until BookFile names one" in said("setoption name BookFile value <empty>")
    assert "book move" not in "\n".join(raw.ask("go nodes 1000", begin="bestmove"))


def test_openings_for_matches_come_from_a_book(run, gnu, tmp_path):
    path = tmp_path / "openings.epd"
    run("book", "openings", "-b", gnu, "--plies", 8, "--count", 60, "--seed", 5, "-o", path)
    lines = path.read_text().splitlines()
    assert len(lines) == 60
    assert run("book", "openings", "-b", gnu, "--plies", 8, "--count", 60, "--seed", 5).stdout.splitlines() == lines
    assert run("book", "openings", "-b", gnu, "--plies", 8, "--count", 60, "--seed", 6).stdout.splitlines() != lines
    told = json.loads(run("book", "openings", "-b", gnu, "--plies", 8, "--count", 60, "--seed", 5, "--json").stdout)["openings"]
    places = set()
    for line, opening in zip(lines, told, strict=True):
        board = chess.Board()
        for word in opening["moves"]:
            assert word in {move for move, weight in known(gnu, board) if weight > 0}
            board.push_uci(word)
        assert board.epd() == chess.Board(opening["fen"]).epd() == " ".join(line.split()[:4]) and board.ply() == 8
        places.add(board.epd())
    assert len(places) == 60
    games = tmp_path / "games.pgn"
    run("match", "alphabeta", "alphabeta", "--openings", path, "--games", 2, "--nodes", 50, "--pgn", games)
    with open(games, encoding="utf-8") as file:
        played = [chess.pgn.read_game(file) for _ in range(2)]
    assert all(game.board().epd() in places and not game.errors for game in played)


def test_a_small_book_has_few_openings(run, tmp_path):
    games, path = tmp_path / "games.pgn", tmp_path / "book.bin"
    games.write_text("1. e4 e5 1/2-1/2\n\n1. d4 d5 1/2-1/2\n")
    run("book", "make", games, "--least-games", 1, "-o", path)
    said = run("book", "openings", "-b", path, "--plies", 2, "--count", 9, code=1)
    assert len(said.stdout.splitlines()) == 2 and "only 2 different openings" in said.stderr
    said = run("book", "openings", "-b", path, "--plies", 3, "--count", 9, code=2)
    assert "no line of 3 half moves" in said.stderr


def test_openings_are_named(run):
    moves = "e4 e5 Nf3 Nc6 Bc4 a5 a4"
    text = run("explain", "startpos", "moves", *moves.split(), "--nodes", 2000).stdout
    assert "The opening was the Italian Game (C50); 3... a5 left the known paths." in " ".join(text.split())
    answer = json.loads(run("explain", "startpos", "moves", *moves.split()[:5], "--nodes", 2000, "--json").stdout)
    assert answer["opening"] == {"eco": "C50", "name": "Italian Game", "ply": 5} and answer["opening_left_at"] is None
    assert "This is the Italian Game (C50)." in [sentence["text"] for sentence in answer["sentences"] if sentence["about"] == "opening"]


def test_analysed_games_say_what_their_opening_is(run, tmp_path):
    games = tmp_path / "games.pgn"
    games.write_text('[White "Ada"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 a5 4. a4 *\n\n[ECO "X"]\n[Opening "Mine"]\n\n1. d4 d5 *\n\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 *\n')
    text = io.StringIO(run("analyse", games, "--nodes", 500).stdout)
    first, second, third = (chess.pgn.read_game(text) for _ in range(3))
    assert (first.headers["ECO"], first.headers["Opening"], first.headers["White"]) == ("C50", "Italian Game", "Ada")
    assert "Here the game leaves known paths (Italian Game)." in " ".join(list(first.mainline())[5].comment.split())
    assert (second.headers["ECO"], second.headers["Opening"]) == ("X", "Mine")
    assert "Opening" not in third.headers and "ECO" not in third.headers
    objects = json.loads(run("analyse", games, "--nodes", 500, "--json").stdout)["games"]
    assert [found["opening"] and found["opening"]["name"] for found in objects] == ["Italian Game", "Queen's Pawn Game", None]
    assert [found["opening_left_at"] for found in objects] == [6, None, None]
