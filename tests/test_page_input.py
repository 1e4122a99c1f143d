"""What people type and paste, as they write it."""

import chess
import pytest

CASTLE = "r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R w KQkq - 0 1"
KNIGHTS = "4k3/8/8/8/8/2p5/1P1N4/4K1N1 w - - 0 1"
PROMOTION = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"


TYPED = [
    (chess.STARTING_FEN, ["nf3", "NF3", "Nf3"], "g1f3"),
    (chess.STARTING_FEN, [" e2-e4 ", "E4"], "e2e4"),
    (CASTLE, ["o-o", "0-0", "OO"], "e1g1"),
    (CASTLE, ["o-o-o", "0-0-0"], "e1c1"),
    (KNIGHTS, ["bxc3", "bc3"], "b2c3"),
    (KNIGHTS, ["ngf3"], "g1f3"),
    (PROMOTION, ["a8q", "a8=Q", "A8=Q+"], "a7a8q"),
    (PROMOTION, ["a8=n"], "a7a8n"),
]


def moves(visitor):
    return visitor.page.evaluate("JSON.parse(localStorage['bstar.game']).moves")


def type_move(visitor, word):
    visitor.page.fill("#move-input", word)
    visitor.page.press("#move-input", "Enter")
    visitor.drawn()


def test_a_move_is_typed_as_people_type_it(visit, server):
    visitor = visit(server.url)
    for fen, words, move in TYPED:
        for word in words:
            visitor.set_up(fen)
            visitor.until("JSON.parse(localStorage['bstar.game']).moves.length === 0")
            type_move(visitor, word)
            assert moves(visitor) == [move], word


def test_a_move_of_two_pieces_is_not_guessed(visit, server):
    visitor = visit(server.url)
    visitor.set_up(KNIGHTS)
    type_move(visitor, "nf3")
    assert "nf3" in visitor.text("#status") and moves(visitor) == []


@pytest.mark.parametrize("form, field", [("#pgn-form", "#pgn"), ("#fen-form", "#fen")])
def test_a_web_address_is_answered_in_words(visit, server, form, field):
    visitor = visit(server.url)
    page = visitor.page
    page.locator("#setup").evaluate("setup => { setup.open = true; }")
    for address in ["https://lichess.org/q7ZvsdUF/black", "lichess.org/q7ZvsdUF", "www.chess.com/game/live/123"]:
        page.fill(field, address)
        page.click(f"{form} button")
        visitor.until("document.querySelector('#setup-problem').textContent.includes('paste the PGN')")
        page.evaluate("document.querySelector('#setup-problem').textContent = ''")
    # One of ours is a game.
    page.fill(field, f"{server.url}#pgn=1._e4_c5&ply=2")
    page.click(f"{form} button")
    visitor.until("document.querySelectorAll('#moves .word').length === 2")


def test_a_position_in_the_field_for_games_is_set_up(visit, server):
    visitor = visit(server.url)
    visitor.page.locator("#setup").evaluate("setup => { setup.open = true; }")
    visitor.page.fill("#pgn", f" {KNIGHTS}\n")
    visitor.page.click("#pgn-form button")
    visitor.until("fen => JSON.parse(localStorage['bstar.game'] ?? '{}').fen === fen", KNIGHTS)
