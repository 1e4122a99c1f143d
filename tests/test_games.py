"""B* in whole games over the protocol: clocks that are odd or nearly over, positions that do not follow from the last one, thinking ahead."""

import random
import time

import chess
import pytest

from pipe import best_of

# For what should be answered at once: seconds of work. The engine needs a few hundredths.
AT_ONCE = 1.0
# A game between two others, and moves of quite another one.
GAME = "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6".split()
OTHER_GAME = "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5".split()
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"


def command(moves, fen=None):
    place = f"position fen {fen}" if fen else "position startpos"
    return place + (" moves " + " ".join(moves) if moves else "")


def board_of(moves, fen=None):
    board = chess.Board(fen) if fen else chess.Board()
    for move in moves:
        board.push_uci(move)
    return board


def check(board, lines):
    """One legal move, and if a reply is expected a legal one. Gives both."""
    words = lines[-1].split()
    move = chess.Move.from_uci(best_of(lines))
    assert move in board.legal_moves, f"{move} in {board.fen()}"
    if len(words) < 4:
        return move, None
    assert words[2] == "ponder", words
    after = board.copy()
    after.push(move)
    reply = chess.Move.from_uci(words[3])
    assert reply in after.legal_moves, f"{reply} in {after.fen()}"
    return move, reply


def answer(raw, moves, go, fen=None, within=AT_ONCE):
    before = raw.worked()
    lines = raw.ask(command(moves, fen), "go " + go, begin="bestmove")
    used = raw.worked() - before
    assert used < within, f"{used:.2f} s for `go {go}`"
    return check(board_of(moves, fen), lines)


@pytest.mark.parametrize(
    "go",
    [
        "wtime 0 btime 0",
        "wtime 0 btime 0 winc 0 binc 0",
        "wtime 1 btime 1",
        "wtime -1 btime -1",
        "wtime -5000 btime -5000 winc 10 binc 10",
        "wtime 0 btime 0 movestogo 0",
        "wtime 1000 btime 1000 movestogo 0",
        "wtime 1000 btime 1000",
        "wtime 1000 winc 10",
        "btime 1000 binc 10",
        "wtime 1000 btime 1000 winc -10 binc -10",
        "wtime 10 btime 10 movestogo 40",
        "winc 10 binc 10 wtime 5 btime 5",
        "movestogo 0 movetime 0",
    ],
)
def test_an_odd_clock_gives_a_legal_move_at_once(raw, go):
    """For either side, in the middle of a game, and again: nothing stays behind from the search before."""
    for moves, fen in [(GAME, None), (GAME[:-1], None), ([], ENDGAME), (["e2e3"], ENDGAME)]:
        answer(raw, moves, go, fen)
    assert raw.settle() == []


def test_words_without_a_search_do_no_harm(raw):
    raw.send("stop", "ponderhit", "stop")
    assert raw.settle() == []
    answer(raw, GAME, "wtime 1000 btime 1000 winc 10 binc 10")
    raw.send("ponderhit", "stop", "ponderhit")
    assert raw.settle() == []
    answer(raw, GAME, "wtime 1000 btime 1000 winc 10 binc 10")
    # What nobody waits for must not end a search that has its own limits early, nor count its time from then on.
    began, before = time.monotonic(), raw.worked()
    raw.send(command(GAME), "go movetime 400", "ponderhit")
    check(board_of(GAME), raw.until("bestmove"))
    assert time.monotonic() - began >= 0.39
    assert raw.worked() - before < AT_ONCE


def test_a_position_need_not_follow_from_the_last_one(raw):
    """Another game, moves taken back, the same again, a game after its end: without a word of a new game in between."""
    mated = "f2f3 e7e5 g2g4 d8h4".split()
    for moves, fen in [
        (GAME, None),
        (OTHER_GAME, None),
        (GAME[:4], None),
        (GAME[:4], None),
        ([], ENDGAME),
        ([], None),
        (GAME, None),
        (GAME[:-2], None),
        (mated[:-1], None),
    ]:
        answer(raw, moves, "wtime 2000 btime 2000 winc 20 binc 20", fen)
    raw.send(command(mated))
    assert raw.best("go wtime 1000 btime 1000") is None
    answer(raw, mated[:-2], "wtime 1000 btime 1000")


def test_jumping_about_in_a_game(raw):
    dice = random.Random(1996)
    for _ in range(40):
        moves = dice.choice([GAME, OTHER_GAME])
        answer(raw, moves[: dice.randint(0, len(moves))], "wtime 300 btime 300 winc 3 binc 3")
    assert raw.settle() == []


def think_ahead(raw, moves, seconds, clock="wtime 1000 btime 1000 winc 10 binc 10"):
    """Begins, waits, and makes sure that no answer comes."""
    raw.send(command(moves), "go ponder " + clock)
    early = raw.quiet_for(seconds)
    assert not [line for line in early if line.startswith("bestmove")], early
    # Only the position that was asked about is talked of, whatever else is thought about.
    board = board_of(moves)
    for line in early:
        if " pv " in line:
            assert chess.Move.from_uci(line.split(" pv ")[1].split()[0]) in board.legal_moves, line


@pytest.mark.parametrize("clock", ["wtime 1000 btime 1000 winc 10 binc 10", "wtime 0 btime 0", "wtime -5 btime -5", "movetime 100"])
@pytest.mark.parametrize("seconds", [0, 0.02, 0.5])
def test_thinking_ahead_ends_when_told(raw, clock, seconds):
    for word in ["stop", "ponderhit", "stop"]:
        think_ahead(raw, GAME, seconds, clock)
        before = raw.worked()
        check(board_of(GAME), raw.ask(word, begin="bestmove"))
        assert raw.worked() - before < AT_ONCE
    # And the next search is an ordinary one.
    answer(raw, GAME, "wtime 1000 btime 1000")
    assert raw.settle() == []


def test_what_was_thought_ahead_counts_as_thought(raw):
    """After a long time on the opponent's clock the answer is ready."""
    times = []
    for _ in range(3):
        think_ahead(raw, GAME, 1.0, "wtime 6000 btime 6000")
        before = raw.worked()
        raw.ask("ponderhit", begin="bestmove")
        times.append(raw.worked() - before)
    # A search from the beginning would have taken about a quarter of a second. The best of three: how much had been thought in a second hangs on
    # what else the machine did.
    assert min(times) < 0.2, times


def first_depth(lines):
    """The depth of the first line of a search: more than one if it went on in a tree."""
    return next(int(line.split(" depth ")[1].split()[0]) for line in lines if " depth " in line)


def test_the_tree_is_kept_as_long_as_the_game_goes_on(raw):
    # By the terms: whether there is something to keep depends on the evaluation, and must not change with every network.
    raw.send("setoption name Evaluation value terms")
    moves, depths = [], []
    for _ in range(8):
        lines = raw.ask(command(moves), "go nodes 60000", begin="bestmove")
        depths.append(first_depth(lines))
        move, reply = check(board_of(moves), lines)
        if reply is None:
            break
        moves += [move.uci(), reply.uci()]
    assert depths[0] == 1 and max(depths) > 1, depths
    # The same moves in a new game, where nothing can have been kept.
    for length in range(0, len(moves), 2):
        lines = raw.ask("ucinewgame", command(moves[:length]), "go nodes 60000", begin="bestmove")
        assert first_depth(lines) == 1


def test_thinking_ahead_in_vain(raw):
    """Stopped, and then another reply than the expected one, as interfaces do it."""
    moves = []
    for _ in range(6):
        move, reply = answer(raw, moves, "wtime 1000 btime 1000 winc 10 binc 10")
        moves.append(move.uci())
        board = board_of(moves)
        others = [other for other in board.legal_moves if other != reply]
        if reply is not None:
            think_ahead(raw, [*moves, reply.uci()], 0.05)
            check(board_of([*moves, reply.uci()]), raw.ask("stop", begin="bestmove"))
        moves.append(others[len(others) // 2].uci())
        if board_of(moves).is_game_over():
            break


def play(raw, go, most_plies=200):
    """A whole game against itself. `go` makes the limits of a move; gives the board and the seconds of work of every move."""
    board, times = chess.Board(), []
    while not board.is_game_over(claim_draw=True) and len(times) < most_plies:
        moves = [move.uci() for move in board.move_stack]
        before = raw.worked()
        lines = raw.ask(command(moves), "go " + go(board), begin="bestmove")
        times.append(raw.worked() - before)
        move, _ = check(board, lines)
        board.push(move)
    return board, times


def test_a_whole_game_on_a_clock_that_never_changes(raw):
    """Only White's clock is named, and only White's increment: it is Black's clock too."""
    board, times = play(raw, lambda _: "wtime 1000 winc 10")
    assert len(times) > 20, board.fen()
    assert max(times) < AT_ONCE, max(times)
    # The usual share is below a tenth of such a clock.
    assert sorted(times)[len(times) // 2] < 0.2, sorted(times)


def test_a_whole_game_on_its_own_clocks(raw):
    """One second and a hundredth for every move, on clocks that run while a processor works; nobody loses on time."""
    clocks = {chess.WHITE: 1.0, chess.BLACK: 1.0}
    before = None

    def go(board):
        nonlocal before
        if before is not None:
            mover = not board.turn
            clocks[mover] += before - raw.worked()
            assert clocks[mover] > 0, f"time lost in {board.fen()}"
            clocks[mover] += 0.01
        before = raw.worked()
        white, black = (int(1000 * clocks[side]) for side in (chess.WHITE, chess.BLACK))
        return f"wtime {white} btime {black} winc 10 binc 10"

    board, times = play(raw, go)
    assert len(times) > 20, board.fen()


def test_a_whole_game_that_thinks_ahead(raw):
    """One side thinks on the other's time; half of the replies are the ones it expects."""
    dice = random.Random(5)
    moves = []
    for _ in range(40):
        move, reply = answer(raw, moves, "wtime 500 btime 500 winc 10 binc 10")
        moves.append(move.uci())
        while reply is not None and not board_of([*moves, reply.uci()]).is_game_over():
            think_ahead(raw, [*moves, reply.uci()], dice.choice([0, 0.01, 0.03]), "wtime 500 btime 500 winc 10 binc 10")
            hit = dice.random() < 0.5
            board = board_of([*moves, reply.uci()])
            before = raw.worked()
            move, next_reply = check(board, raw.ask("ponderhit" if hit else "stop", begin="bestmove"))
            assert raw.worked() - before < AT_ONCE
            if not hit:
                break
            moves += [reply.uci(), move.uci()]
            reply = next_reply
        board = board_of(moves)
        if board.is_game_over(claim_draw=True):
            break
        moves.append(dice.choice(list(board.legal_moves)).uci())
        if board_of(moves).is_game_over(claim_draw=True):
            break
    assert raw.settle() == []
