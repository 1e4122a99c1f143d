"""The address holds the game; links, pasting, side lines and comments."""

import io
import re
import time
import urllib.parse

import chess.pgn
import pytest
from playwright.sync_api import expect

from browser import SCREENS
from pipe import PATIENCE

QUIET = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9"
GAME = '[White "A_B & C"]\n[Black "D"]\n\n{Well.} 1. e4 {[%eval 0.2] best by test} e5 (1... c5 {sharp} 2. Nf3 (2. c3 $5)) 2. Nf3 $1 Nc6 *'
PASTE = """text => {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def game_is(visitor, fen=None, moves=None):
    if fen is not None:
        visitor.until("fen => JSON.parse(sessionStorage['bstar.game'] ?? '{}').fen === fen", fen)
    if moves is not None:
        visitor.until("moves => JSON.parse(sessionStorage['bstar.game'] ?? '{}').moves?.join(' ') === moves", moves)


def play(page, *moves):
    for move in moves:
        page.fill("#move-input", move)
        page.press("#move-input", "Enter")


def shows(page, moves):
    """Waits until the moves beside the board are these."""
    expect(page.locator("#moves")).to_have_text(re.compile(r"\s*".join(map(re.escape, moves.split())) + r"\s*$"), timeout=PATIENCE * 1000)


def offers(page, *games):
    expect(page.locator("#own-games button")).to_have_text([f"{game} – bring it back" for game in games], timeout=PATIENCE * 1000)


@pytest.mark.parametrize("screen", SCREENS)
def test_the_address_holds_the_position_and_the_game(visit, server, screen):
    visitor = visit(f"{server.url}#fen={QUIET.replace(' ', '_')}")
    page = visitor.page
    game_is(visitor, QUIET, "")
    page.fill("#move-input", "h6")
    page.press("#move-input", "Enter")
    game_is(visitor, QUIET, "h7h6")
    visitor.until("location.hash.startsWith('#pgn=')")
    # Somebody else opens it, or the same one in another window.
    other = visit(page.url)
    game_is(other, QUIET, "h7h6")
    assert other.text("#caption") == "White to move"
    # By hand, as one would write it.
    plain = visit(f"{server.url}#pgn={urllib.parse.quote('1. e4 e5 2. Nf3')}&ply=2")
    game_is(plain, moves="e2e4 e7e5 g1f3")
    plain.until("document.querySelector('#moves .is-current').textContent === 'e5'")
    # A link in the same window.
    plain.page.evaluate("location.hash = '#pgn=1.d4_d5'")
    game_is(plain, moves="d2d4 d7d5")
    # A reload keeps the place.
    plain.page.click("#first")
    plain.until("location.hash.endsWith('ply=0')")
    plain.page.reload()
    plain.until("document.querySelector('#caption').textContent === 'White to move'")
    game_is(plain, moves="d2d4 d7d5")


def test_a_reload_soon_after_a_move_keeps_the_move(visit, server):
    """While the page is being loaded again its address still follows the game, which comes too late."""
    visitor = visit(server.url)
    page = visitor.page
    page.fill("#move-input", "e4")
    page.press("#move-input", "Enter")
    visitor.until("location.hash.includes('e4')")
    page.route(lambda url: urllib.parse.urlsplit(url).path == "/", lambda route: (time.sleep(1), route.continue_()))
    page.fill("#move-input", "e5")
    with page.expect_event("domcontentloaded"):
        page.evaluate("document.querySelector('#by-hand').requestSubmit(); location.reload()")
    visitor.until("location.hash.includes('e5')")
    game_is(visitor, moves="e2e4 e7e5")


@pytest.mark.parametrize("way", ["in the same page", "from another page"])
def test_a_link_whose_game_did_not_come_is_opened_by_a_reload(visit, server, way):
    visitor = visit(server.url)
    page = visitor.page
    page.fill("#move-input", "d4")
    page.press("#move-input", "Enter")
    visitor.until("location.hash.includes('d4')")
    # Later than the address follows the game that was there.
    page.route("**/api/games", lambda route: (time.sleep(1), route.abort()))
    if way == "from another page":
        page.goto("about:blank")
    page.goto(f"{server.url}#pgn=1._e4_e5")
    visitor.until("document.querySelector('#setup-problem').textContent !== ''")
    game_is(visitor, moves="d2d4")
    page.unroute("**/api/games")
    page.reload()
    game_is(visitor, moves="e2e4 e7e5")
    visitor.expected = "Failed to load resource"


def test_a_link_in_another_tab_leaves_the_game_alone(visit, server):
    visitor = visit(server.url)
    mine = visitor.page
    play(mine, "e4", "e5", "Nf3", "Nc6")
    visitor.until("location.hash.includes('Nc6')")
    link = visitor.context.new_page()
    link.goto(f"{server.url}#pgn=1._d4_d5")
    shows(link, "1. d4 d5")
    mine.reload()
    shows(mine, "1. e4 e5 2. Nf3 Nc6")
    assert "e4_e5_2._Nf3_Nc6" in mine.evaluate("location.hash")
    offers(link, "1. e4 e5 2. Nf3 Nc6")
    # Who only looks at it begins with their own again.
    link.close()
    third = visitor.context.new_page()
    third.goto(server.url)
    shows(third, "1. e4 e5 2. Nf3 Nc6")
    assert third.locator("#own-games").is_hidden()


def test_games_of_links_that_are_played_on_do_not_replace_ones_own(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    play(page, "e4", "e5")
    visitor.until("location.hash.includes('e5')")
    for game, move in [("1. d4 d5", "c4"), ("1. c4 e5", "Nc3")]:
        page = visitor.context.new_page()
        page.goto(f"{server.url}#pgn={game.replace(' ', '_')}&ply=2")
        shows(page, game)
        play(page, move)
    shows(page, "1. c4 e5 2. Nc3")
    offers(page, "1. d4 d5 2. c4", "1. e4 e5")
    page.reload()
    offers(page, "1. d4 d5 2. c4", "1. e4 e5")
    page.click("#own-games button:last-of-type")
    shows(page, "1. e4 e5")
    offers(page, "1. c4 e5 2. Nc3", "1. d4 d5 2. c4")
    # It is their own again, and goes on in the next tab.
    play(page, "f4")
    shows(page, "1. e4 e5 2. f4")
    page = visitor.context.new_page()
    page.goto(server.url)
    shows(page, "1. e4 e5 2. f4")


def test_two_tabs_with_a_game_each_keep_both(visit, server):
    visitor = visit(server.url)
    one, two = visitor.page, visitor.context.new_page()
    two.goto(server.url)
    play(one, "e4")
    shows(one, "1. e4")
    play(two, "d4", "d5")
    shows(two, "1. d4 d5")
    play(one, "c5")
    for page, game in [(one, "1. e4 c5"), (two, "1. d4 d5")]:
        page.reload()
        shows(page, game)
    three = visitor.context.new_page()
    three.goto(server.url)
    shows(three, "1. e4 c5")
    offers(three, "1. d4 d5")


def test_the_way_back_from_a_link_is_the_browsers_too(visit, server):
    """What an address does not hold comes back as well: whose game it is."""
    visitor = visit(server.url)
    page = visitor.page
    page.select_option("#level", "1200")
    page.click("#play-white")
    play(page, "e4")
    visitor.until("document.querySelectorAll('#moves .word').length === 2")
    visitor.until("location.hash.includes('e4')")
    mine = " ".join(visitor.text("#moves").split())
    page.evaluate("location.hash = '#pgn=1._d4_d5'")
    shows(page, "1. d4 d5")
    assert not page.is_visible("#end-game")
    page.go_back()
    shows(page, mine)
    visitor.until("!document.querySelector('#end-game').hidden")


def test_a_new_game_does_not_throw_the_last_one_away(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    play(page, *"e4 e5 Nf3 Nc6 Bb5 a6 Ba4".split())
    page.locator("#setup").evaluate("setup => { setup.open = true; }")
    page.click("#new-game")
    offers(page, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 …")
    # Games of one file can be had again.
    page.fill("#pgn", "\n\n".join(f'[White "{name}"]\n[Black "X"]\n\n1. d4 d5 *' for name in "ABC"))
    page.click("#pgn-form button")
    for index in "120":
        page.select_option("#games", index)
    offers(page, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 …")
    play(page, "c4")
    page.select_option("#games", "1")
    offers(page, "A – X", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 …")
    # From a position of a game one may play, and the rest of the game is not lost.
    page.click("#own-games button:last-of-type")
    page.click("#first")
    page.select_option("#level", "1200")
    page.click("#play-white")
    offers(page, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 …", "B – X", "A – X")


def test_a_bad_link_is_named_and_does_no_harm(visit, server):
    for bad, part in [("#fen=8/8/8 w", "FEN"), ("#pgn=1._e4_e9", "line 1"), ("#fen=%E0%A4%A", "FEN")]:
        visitor = visit(server.url + bad)
        visitor.until("part => document.querySelector('#setup-problem').textContent.includes(part)", part)
        assert visitor.page.locator("#setup-problem").is_visible()
        visitor.until("document.querySelectorAll('cg-board piece').length === 32")
        # The browser notes that the request was refused.
        visitor.expected = "Failed to load resource"


def test_a_link_is_copied(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate(PASTE, GAME)
    game_is(visitor, moves="e2e4 e7e5 g1f3 b8c6")
    page.click("#copy-link")
    visitor.until("document.querySelector('#status').textContent.includes('copied')")
    link = page.evaluate("navigator.clipboard.readText()")
    other = visit(link)
    game_is(other, moves="e2e4 e7e5 g1f3 b8c6")
    # With the players, the side lines and the comments.
    assert "A_B & C – D" in other.text("#moves") and "sharp" in other.text("#moves")
    # Where the browser does not allow it, the link is there to be copied by hand.
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.click("#copy-link")
    visitor.until("document.querySelector('#link').value.includes('#pgn=')")
    assert page.locator("#link").is_visible()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_text_is_pasted_anywhere(visit, server, screen):
    visitor = visit(server.url, **SCREENS[screen])
    page = visitor.page
    page.evaluate(PASTE, QUIET)
    game_is(visitor, QUIET, "")
    page.evaluate(PASTE, "1. d4 d5 2. c4")
    game_is(visitor, chess.STARTING_FEN, "d2d4 d7d5 c2c4")
    page.evaluate(PASTE, f"{server.url}#fen={QUIET.replace(' ', '_')}")
    game_is(visitor, QUIET, "")
    page.evaluate(PASTE, "hello")
    visitor.until("document.querySelector('#setup-problem').textContent !== ''")
    assert page.locator("#setup-problem").is_visible()
    visitor.expected = "Failed to load resource"
    # What is pasted into a field stays there.
    page.locator("#setup").evaluate("setup => { setup.open = true; }")
    page.focus("#pgn")
    page.evaluate("document.querySelector('#pgn').dispatchEvent(new ClipboardEvent('paste', { clipboardData: new DataTransfer(), bubbles: true }))")
    game_is(visitor, QUIET, "")


@pytest.mark.parametrize("screen", SCREENS)
def test_side_lines_and_comments_are_shown_and_kept(visit, server, screen):
    visitor = visit(server.url, **SCREENS[screen])
    page = visitor.page
    page.evaluate(PASTE, GAME)
    game_is(visitor, moves="e2e4 e7e5 g1f3 b8c6")
    told = " ".join(visitor.text("#moves").split())
    assert "Well. 1. e4 best by test" in told and "sharp 2. Nf3" in told and "!?" in told
    assert "%eval" not in told and "Nf3 !" in told.replace("Nf3!", "Nf3 !")
    # A move of a side line of a side line is shown on the board.
    page.locator("#moves .aside .aside .word").first.click()
    game_is(visitor, moves="e2e4 c7c5 c2c3")
    # Another move there is another side line, and the game keeps its own.
    page.click("#back")
    page.fill("#move-input", "d4")
    page.press("#move-input", "Enter")
    game_is(visitor, moves="e2e4 c7c5 d2d4")
    page.reload()
    visitor.until("document.querySelectorAll('#moves .aside').length === 3")
    with page.expect_download() as download:
        page.click("#save-pgn")
    game = chess.pgn.read_game(io.StringIO(open(download.value.path(), encoding="utf-8").read()))
    first = game.variations[0]
    assert [node.san() for node in game.mainline()] == ["e4", "e5", "Nf3", "Nc6"] and not game.errors
    assert [node.san() for node in first.variations] == ["e5", "c5"] and first.variations[1].comment == "sharp"
    assert [node.san() for node in first.variations[1].variations] == ["Nf3", "c3", "d4"]
    assert game.headers["White"] == "A_B & C" and first.variations[0].variations[0].nags == {1}
    # It can be removed, or become the game.
    page.click("#aside-promote")
    visitor.until("document.querySelector('#aside-tools').hidden")
    assert " ".join(visitor.text("#moves").split()).startswith("A_B & C – D Well. 1. e4 best by test c5") or "c5" in visitor.text("#moves")
    page.locator("#moves .aside .word").first.click()
    visitor.until("!document.querySelector('#aside-tools').hidden")
    page.click("#aside-remove")
    visitor.until("document.querySelectorAll('#moves .aside').length === 2")