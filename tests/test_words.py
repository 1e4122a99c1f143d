"""What `bstar explain` claims in words: the program's own checker over the suites, and every claim once more by another library's rules."""

import json
import re

import chess
import pytest

from conftest import ROOT

SUITES = ["wac", "bratko-kopec", "papers-figures", "middlegames"]
VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 950}
KINDS = {"pawns": chess.PAWN, "knights": chess.KNIGHT, "bishops": chess.BISHOP, "rooks": chess.ROOK, "queens": chess.QUEEN}


def positions(suite):
    lines = (ROOT / "data" / f"{suite}.epd").read_text().splitlines()
    return [" ".join(line.split()[:4]) + " 0 1" for line in lines if line.strip()]


SAMPLE = [fen for suite in SUITES for fen in positions(suite)[::8]]


def some(folder, step):
    """Files with every `step`-th position of each suite."""
    files = []
    for suite in SUITES:
        lines = [line for line in (ROOT / "data" / f"{suite}.epd").read_text().splitlines() if line.strip()]
        files.append(folder / f"{suite}.epd")
        files[-1].write_text("".join(f"{line}\n" for line in lines[::step]))
    return files


@pytest.mark.parametrize(("step", "kinds"), [(60, 15), pytest.param(12, 20, marks=pytest.mark.rare)])
def test_every_claim_about_every_move_is_true(run, tmp_path, step, kinds):
    """Every sixtieth position, or every twelfth: all of them take minutes (docs/words.md)."""
    done = run("check", "claims", *some(tmp_path, step), "--nodes", 10000, "--hash", 8, "--json", "--play-on", 0, timeout=600)
    (found,) = map(json.loads, done.stdout.splitlines())
    assert found["type"] == "claims" and found["schema"] == 2 and not found["interrupted"]
    assert found["positions"] == sum(len(positions(suite)[::step]) for suite in SUITES) >= 420 / step
    assert found["false"] == [] and found["contradictions"] == []
    assert found["claims"] == sum(found["kinds"].values()) > 10 * found["positions"]
    assert found["sentences"] > found["positions"]
    # Else the suites would be the wrong ones for this test.
    assert len(found["kinds"]) >= kinds, sorted(found["kinds"])


def test_the_count_for_people(run, tmp_path):
    done = run("check", "claims", *some(tmp_path, 100), "--nodes", 3000, "--hash", 8, "--play-on", 0)
    found = re.fullmatch(r"checked (\d+) claims in (\d+) positions, 0 false, 0 contradictions\n", done.stdout)
    assert found, done.stdout
    claims, count = map(int, found.groups())
    assert count == sum(len(positions(suite)[::100]) for suite in SUITES) and claims > 10 * count


@pytest.mark.parametrize("arguments, message", [
    (["no-such-file.epd"], "no-such-file.epd"),
    ([__file__], "test_words.py"),
    (["x.epd", "--log"], "--log"),
    (["x.epd", "--move", "e4"], "--move"),
    ([], "FILE"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_bad_use(run, arguments, message):
    done = run("check", "claims", *arguments, code=2)
    assert message in done.stderr and done.stdout == ""


def explained(run, fen, *arguments):
    lines = run("explain", fen, "--nodes", 4000, "--hash", 8, "--json-lines", *arguments).stdout.splitlines()
    objects = [json.loads(line) for line in lines]
    keys = {found["key"] for found in objects if found["type"] == "node"}
    return objects, keys


@pytest.mark.parametrize("fen", SAMPLE)
def test_claims_hold_by_other_rules(run, fen):
    objects, keys = explained(run, fen)
    for sentence in objects[0]["sentences"]:
        assert sentence["text"] and "\u00a0" not in sentence["text"]
        assert sentence["about"] in {"rules", "best", "line", "rivals", "compared", "test", "given-up", "stop", "effort"}
        claims = [found for found in sentence["evidence"] if found["claim"]]
        assert sentence["kind"] == (claims[0]["claim"] if claims else "told")
        for found in sentence["evidence"]:
            assert found["key"] is None or found["key"] in keys
            board = played(chess.Board(fen), found["path"])
            if found["claim"]:
                recompute(board, found)


def test_the_text_is_made_of_the_sentences(run):
    fen = SAMPLE[0]
    told = run("explain", fen, "--nodes", 4000, "--hash", 8).stdout
    paragraphs = {}
    for sentence in explained(run, fen)[0][0]["sentences"]:
        paragraphs.setdefault(sentence["paragraph"], []).append(sentence["text"])
    texts = [text for text in told.split("\n\n") if text != "How the search went"]
    assert len(texts) == len(told.split("\n\n")) - 1
    for written, sentences in zip(texts, paragraphs.values()):
        seconds = lambda text: re.sub(r"in [\d.]+ seconds", "", text)
        assert seconds(" ".join(written.split())) == seconds(" ".join(sentences))


@pytest.mark.parametrize("fen, move, words", [
    ("7k/pp4np/2p3p1/3pN1q1/3P4/Q7/1r3rPP/2R2RK1 w - - 0 1", "Qxa7", "It runs into 1... Qxg2#."),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", "d3", "leaves the queen on h5 hanging: 1... Nxh5."),
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Ra8", "Ra8# is the move the search chose."),
    ("4k3/1p4pp/2p5/3p4/8/8/3R2PP/3K4 w - - 0 1", "Rxd5", "It loses a rook for a pawn: 1. Rxd5 cxd5."),
])
def test_what_about_my_move(run, fen, move, words):
    assert words in " ".join(run("explain", fen, "--nodes", 20000, "--move", move).stdout.split())
    objects, _ = explained(run, fen, "--move", move)
    comparison = objects[-1]
    assert comparison["type"] == "comparison"
    assert {sentence["about"] for sentence in comparison["sentences"]} == {"asked"}
    assert {sentence["move"] for sentence in comparison["sentences"]} == {comparison["move"]}
    for sentence in comparison["sentences"]:
        for found in sentence["evidence"]:
            if found["claim"]:
                recompute(played(chess.Board(fen), found["path"]), found)


def test_what_is_wrong_with_bad_moves_is_counted(run, tmp_path):
    file = tmp_path / "losing.epd"
    file.write_text(
        'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - am Qh5; id "queen";\n'
        '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra8; id "no fault";\n'
    )
    lines = run("check", "faults", file, "--nodes", 60000, "--hash", 8, "--json").stdout.splitlines()
    queen, good, found = map(json.loads, lines)
    assert queen["best"] == "Nf3" and queen["worse"] and queen["lag"] > 300
    assert queen["faults"][0]["text"] == "It brings the queen out before the knights and bishops."
    assert not good["worse"] and good["faults"] == []
    assert [found[name] for name in ("moves", "worse", "explained", "shared")] == [2, 1, 1, 0]
    table = run("check", "faults", file, "--nodes", 60000, "--hash", 8).stdout
    assert re.search(r"what is wrong is told in words +1 +50.0 %", table)


def test_a_file_for_faults_names_moves_to_avoid(run, tmp_path):
    file = tmp_path / "best.epd"
    file.write_text('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; id "mate";\n')
    assert "mate names no move to avoid (am)" in run("check", "faults", file, code=2).stderr


def played(board, moves):
    board = board.copy()
    for word in moves:
        # Castling is the king's move in these positions; python-chess agrees.
        board.push_uci(word)
    return board


def recompute(board, found):
    """Works out a claim by python-chess; what it has no simple words for is only played out."""
    side = found["side"] == "white"
    start = board.copy()
    if found["null_move"]:
        assert not start.is_check()
        start.push(chess.Move.null())
    end = played(start, found["line"])
    assert sans(found["line_san"]) == in_san(start, found["line"])
    square = chess.parse_square(found["square"]) if "square" in found else None
    by = chess.parse_square(found["by"]) if "by" in found else None
    kind = found["claim"]
    if kind == "checkmate":
        assert board.is_checkmate() and board.turn != side
    elif kind in ("mate", "threatens-mate"):
        assert end.is_checkmate() and end.turn != side
        if found["moves"] <= 2:
            assert mates(start, side, found["moves"], found["line"])
    elif kind in ("wins-material", "threatens-material", "queens", "threatens-queen"):
        gains = {name: lead(end, side, piece) - lead(start, side, piece) for name, piece in KINDS.items()}
        if "queen" in kind:
            gains["queens"] -= 1
            gains["pawns"] += 1
            assert sum(word.endswith("q") and len(word) == 5 for word in found["line"]) == 1
        else:
            assert sum(gains[name] * VALUES[piece] for name, piece in KINDS.items()) >= 80
            assert not end.is_check()
        assert gains == found["gains"]
    elif kind == "wins-at-least":
        # The line wins more than is told; a pawn or so may be given back later.
        won = {name: lead(end, side, piece) - lead(start, side, piece) for name, piece in KINDS.items()}
        worth = lambda gains: sum(gains[name] * VALUES[piece] for name, piece in KINDS.items())
        assert worth(won) >= worth(found["gains"]) >= 80 and not end.is_check()
    elif kind in ("hangs", "attacks", "offers"):
        (word,) = found["line"]
        move = chess.Move.from_uci(word)
        assert move.to_square == square and start.is_capture(move)
        assert (start.turn == side) == (kind != "offers")
    elif kind == "fork":
        targets = [chess.parse_square(name) for name in found["targets"]]
        assert len(targets) >= 2 and by == board.peek().to_square
        for target in targets:
            assert target in board.attacks(by) and board.color_at(target) != side
    elif kind in ("pin", "skewer"):
        behind = chess.parse_square(found["behind"])
        between = [at for at in chess.SquareSet(chess.between(by, behind)) if board.piece_at(at)]
        assert between == [square] and board.color_at(square) != side and board.color_at(behind) != side
        if kind == "pin" and board.piece_type_at(behind) == chess.KING:
            assert board.is_pinned(not side, square)
    elif kind == "pinned-guard":
        (target,) = map(chess.parse_square, found["targets"])
        assert board.is_pinned(not side, square) and target in board.attacks(square)
        assert chess.Move(square, target) not in board.legal_moves
    elif kind == "discovery":
        assert square in board.attacks(by) and by != board.peek().to_square
        board.pop()
        assert square not in board.attacks(by)
    elif kind == "double-check":
        assert len(board.checkers()) == 2
    elif kind == "only-move":
        assert [move.uci() for move in start.legal_moves] == found["line"]
    elif kind == "prevents-mate":
        assert found["moves"] == 1 and end.is_checkmate()
        after = played(board, [found["stopped_by"]])
        assert not any(played(after, [move.uci()]).is_checkmate() for move in after.legal_moves)
    elif kind == "prevents-loss":
        assert board.color_at(square) == side and start.is_capture(chess.Move.from_uci(found["line"][0]))
        played(board, [found["stopped_by"]])
    elif kind == "draw":
        drawn = end.is_stalemate() or end.is_insufficient_material() or end.is_fifty_moves()
        assert drawn or end.is_repetition(2)
    elif kind == "trades":
        assert all(lead(start, side, piece) == lead(end, side, piece) for piece in KINDS.values())
    elif kind in ("line", "plan"):
        assert found["line"] and found["null_move"] == (kind == "plan")
    elif kind == "castles":
        move = board.pop()
        assert board.is_castling(move)
    elif kind == "trapped":
        assert board.attackers(side, square) and board.color_at(square) != side
    elif "squares" in found:
        idea(board, side, kind, [chess.parse_square(name) for name in found["squares"]])
    else:
        assert kind == "develops" and board.piece_type_at(board.peek().to_square) in (chess.KNIGHT, chess.BISHOP)


def idea(board, side, kind, squares):
    """A word of the vocabulary: the last move was the side's; some words are worked out again."""
    assert squares and board.turn != side
    here = board.piece_at(squares[0])
    pawns = board.pieces(chess.PAWN, True) | board.pieces(chess.PAWN, False)
    if kind == "lever":
        assert here == chess.Piece(chess.PAWN, side) and len(squares) >= 2
        for target in squares[1:]:
            assert target in board.attacks(squares[0]) and board.piece_at(target) == chess.Piece(chess.PAWN, not side)
    elif kind == "outpost":
        assert here.color == side and here.piece_type in (chess.KNIGHT, chess.BISHOP)
        assert any(board.piece_type_at(by) == chess.PAWN for by in board.attackers(side, squares[0]))
    elif kind == "takes-open-file":
        assert not pawns & chess.BB_FILES[chess.square_file(squares[0])]
    elif kind == "pressure":
        assert squares[1] in board.attacks(squares[0]) and board.color_at(squares[1]) != side


def lead(board, side, piece):
    return len(board.pieces(piece, side)) - len(board.pieces(piece, not side))


def mates(board, side, moves, line):
    """Whether a side mates in at most so many moves, whatever the other does; the line is tried first."""
    if board.turn != side:
        if board.is_checkmate():
            return True
        replies = list(board.legal_moves)
        return bool(replies) and moves > 0 and all(mates(played(board, [reply.uci()]), side, moves, line[1:]) for reply in replies)
    if moves == 0:
        return False
    tries = sorted(board.legal_moves, key=lambda move: (move.uci() != (line or [""])[0], not board.gives_check(move)))
    for move in tries:
        if (moves > 1 or board.gives_check(move)) and mates(played(board, [move.uci()]), side, moves - 1, line[1:]):
            return True
    return False


def sans(text):
    return [word for word in text.split() if not re.fullmatch(r"\d+\.+", word)]


def in_san(board, moves):
    board, words = board.copy(), []
    for word in moves:
        move = chess.Move.from_uci(word)
        words.append(board.san(move))
        board.push(move)
    return words
