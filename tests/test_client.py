"""A real chess library as the client: python-chess."""

import chess
import chess.engine
import pytest

from pipe import SEARCHES, processor_seconds

QUICK = chess.engine.Limit(time=0.05)


@pytest.fixture(params=SEARCHES)
def engine(bstar, request):
    engine = chess.engine.SimpleEngine.popen_uci(bstar, timeout=60)
    engine.configure({"Search": request.param})
    yield engine
    engine.quit()


def check_line(board, line):
    """Every move of a line is legal, and none but the first comes after the end of the game."""
    board = board.copy()
    for ply, move in enumerate(line):
        assert move in board.legal_moves, f"{move} in {board.fen()}"
        assert ply == 0 or not (board.is_insufficient_material() or board.is_fifty_moves()), f"{line} in {board.fen()}"
        board.push(move)


def test_it_introduces_itself(engine):
    assert "bstar" in engine.id["name"]
    options = engine.options
    for name, kind, default in [
        ("Hash", "spin", 128),
        ("Threads", "spin", 1),
        ("Ponder", "check", False),
        ("MultiPV", "spin", 1),
        ("Move Overhead", "spin", None),
        ("Clear Hash", "button", None),
        ("Search", "combo", "bstar"),
        ("Probe Depth", "spin", 0),
        ("Expansions", "spin", 0),
        ("Show Search Log", "check", False),
        ("OwnBook", "check", False),
        ("BookFile", "string", "<empty>"),
        ("BestBookMove", "check", False),
        ("BookDepth", "spin", 255),
        ("UCI_Chess960", "check", False),
        ("UCI_ShowWDL", "check", False),
        ("UCI_LimitStrength", "check", False),
        ("UCI_Elo", "spin", None),
        ("UCI_AnalyseMode", "check", False),
        ("UCI_EngineAbout", "string", None),
    ]:
        assert options[name].type == kind
        if default is not None:
            assert options[name].default == default
    assert options["Search"].var == [*SEARCHES]


# The first search prepares its tables, and a clock of the system ticks a hundred times a second.
SLACK = 0.2


def worked(engine):
    return processor_seconds(engine.transport.get_pid())


def play(engine, board, plies, base, increment):
    """A game of the engine against itself, on clocks that run while a processor works for it; time lost is a failure."""
    clocks = {chess.WHITE: base, chess.BLACK: base}
    for _ in range(plies):
        if board.is_game_over(claim_draw=True):
            break
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=increment, black_inc=increment
        )
        before = worked(engine)
        result = engine.play(board, limit, info=chess.engine.INFO_ALL)
        used = worked(engine) - before
        assert used < clocks[board.turn] + SLACK, f"{used} s of {clocks[board.turn]} s"
        clocks[board.turn] = max(clocks[board.turn] - used, 0.01) + increment
        check_line(board, result.info.get("pv", []))
        assert result.move in board.legal_moves
        board.push(result.move)
    return board


def test_a_game_against_itself(engine):
    board = play(engine, chess.Board(), 60, 1.0, 0.01)
    assert board.is_game_over(claim_draw=True) or len(board.move_stack) == 60


@pytest.mark.parametrize("number", [0, 356, 959])
def test_a_chess960_game(engine, number):
    board = play(engine, chess.Board.from_chess960_pos(number), 30, 0.5, 0.01)
    assert len(board.move_stack) == 30 or board.is_game_over(claim_draw=True)


def test_castling_in_both_notations(engine):
    """The king has one good move here, and it is castling."""
    fen = "4k3/8/8/8/8/8/7r/R3K3 w Q - 0 1"
    for chess960 in [False, True, False]:
        board = chess.Board(fen, chess960=chess960)
        castle = board.parse_san("O-O-O")
        assert castle.uci() == ("e1a1" if chess960 else "e1c1")
        found = engine.play(board, chess.engine.Limit(depth=3), root_moves=[castle])
        assert found.move == castle


def test_several_lines(engine):
    for fen in [
        chess.STARTING_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/8/8/8/5k2/7p/7K w - - 0 1",  # one legal move
        "8/8/8/8/8/2k5/8/K7 w - - 0 1",  # a draw already
    ]:
        board = chess.Board(fen)
        found = engine.analyse(board, chess.engine.Limit(depth=8), multipv=5)
        assert len(found) == min(5, board.legal_moves.count())
        first_moves = [info["pv"][0] for info in found]
        assert len(set(first_moves)) == len(first_moves)
        for info in found:
            check_line(board, info["pv"])
        scores = [info["score"].relative for info in found]
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    "fen, mate",
    [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 3),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ("6k1/8/6K1/8/8/8/8/R7 b - - 0 1", -2),
        ("3q3k/8/8/8/8/8/6PP/7K b - - 0 1", 1),
        ("7k/R7/1R6/8/8/8/8/K7 b - - 0 1", -1),
    ],
)
def test_mates_are_counted_in_moves(engine, fen, mate):
    board = chess.Board(fen)
    info = engine.analyse(board, chess.engine.Limit(depth=12))
    check_line(board, info["pv"])
    assert info["score"].relative == chess.engine.Mate(mate)
    for move in info["pv"]:
        board.push(move)
    assert board.is_checkmate()


def test_every_line_printed_is_legal(engine):
    board = chess.Board("r1bq3r/ppp2pk1/3p1pp1/8/2BbPQ2/2NP2P1/PPP4P/R4R1K b - - 0 1")
    with engine.analysis(board, chess.engine.Limit(time=1.0), multipv=2) as analysis:
        seen = 0
        for info in analysis:
            if "pv" in info:
                check_line(board, info["pv"])
                seen += 1
    assert seen > 10


def test_lines_end_at_a_draw(engine):
    """Two kings and a rook that can be taken: after that there is nothing more to say."""
    board = chess.Board("8/8/8/3k4/8/8/1r6/K7 w - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(depth=10))
    assert info["pv"] == [chess.Move.from_uci("a1b2")]
    # A hundred half moves without a capture end the game whatever comes.
    board = chess.Board("8/8/4k3/8/8/4K3/4R3/8 w - - 98 120")
    info = engine.analyse(board, chess.engine.Limit(depth=10))
    assert len(info["pv"]) <= 2
    assert info["score"].relative == chess.engine.Cp(0)


def test_a_repetition_is_known_from_the_game(engine):
    board = chess.Board()
    for move in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1".split():
        board.push_uci(move)
    # f6g8 makes the position stand for the third time.
    info = engine.analyse(board, chess.engine.Limit(depth=6), root_moves=[chess.Move.from_uci("f6g8")])
    assert info["score"].relative == chess.engine.Cp(0)
    assert info["pv"] == [chess.Move.from_uci("f6g8")]


def test_pondering(engine):
    board = chess.Board()
    for _ in range(10):
        result = engine.play(board, chess.engine.Limit(white_clock=1, black_clock=1), ponder=True)
        board.push(result.move)
        if result.ponder:
            assert result.ponder in board.legal_moves
            board.push(result.ponder)  # the expected answer: ponderhit
        else:
            board.push(next(iter(board.legal_moves)))
        if board.is_game_over():
            break
    # And now an answer it did not expect.
    result = engine.play(board, chess.engine.Limit(white_clock=1, black_clock=1), ponder=True)
    board.push(result.move)
    others = [move for move in board.legal_moves if move != result.ponder]
    board.push(others[0])
    assert engine.play(board, QUICK).move in board.legal_moves


def test_chances_are_shown_on_request(engine):
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=4))
    assert "wdl" not in info
    engine.configure({"UCI_ShowWDL": True})
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=4))
    assert sum(info["wdl"].relative) == 1000


def test_a_weaker_player(engine):
    low = engine.options["UCI_Elo"].min
    engine.configure({"UCI_LimitStrength": True, "UCI_Elo": low})
    board = chess.Board()
    for _ in range(8):
        board.push(engine.play(board, QUICK).move)


def test_threads(engine):
    engine.configure({"Threads": 2, "Hash": 8})
    board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    info = engine.analyse(board, chess.engine.Limit(time=0.5))
    check_line(board, info["pv"])


def test_move_time_is_kept(engine):
    for seconds in [0.05, 0.3]:
        before = worked(engine)
        engine.play(chess.Board(), chess.engine.Limit(time=seconds))
        assert worked(engine) - before < seconds + SLACK
