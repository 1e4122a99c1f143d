"""A visitor's game on the page: judged move by move, kept, saved, and shown without a server."""

import io
import json

import chess.pgn
import pytest
from browser import SCREENS, serving

# Black overlooks a mate on the fourth move.
SCHOLAR = '[White "Ada"]\n[Black "Bob"]\n[Date "2024.05.01"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 {natural} (2... Nf6 {a gambit}) 3. Bc4 Nf6 4. Qxf7# 1-0'
OPERA = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 *"
FINISHED = "document.querySelector('#look-all').textContent === 'Look again'"


def read(visitor, pgn, plies):
    visitor.page.locator("#setup").evaluate("setup => { setup.open = true; }")
    visitor.page.fill("#pgn", pgn)
    visitor.page.click("#pgn-form button")
    visitor.until("plies => JSON.parse(localStorage['bstar.game'] ?? '{}').moves?.length === plies", plies)
    visitor.page.locator("#setup").evaluate("setup => { setup.open = false; }")


def judge(visitor, seconds="0.1"):
    visitor.page.select_option("#judge-seconds", seconds)
    visitor.page.click("#look-all")
    visitor.until(FINISHED)


def saved(visitor, button):
    with visitor.page.expect_download() as download:
        visitor.page.click(button)
    return download.value


@pytest.mark.parametrize("screen", SCREENS)
def test_the_moves_played_are_judged(visit, server, screen, tmp_path):
    visitor = visit(server.url, **SCREENS[screen])
    page = visitor.page
    read(visitor, SCHOLAR, 7)
    judge(visitor)
    # A mark in the list of moves, and a place on the curve for every position.
    blunder = page.locator("#moves .word.is-blunder")
    assert blunder.inner_text().replace("\n", "") == "Nf6??" and "a blunder" in blunder.get_attribute("aria-label")
    assert page.locator("#graph .dot").count() == 8 and page.locator("#graph .dot.is-blunder").count() == 1
    assert "Ada" in visitor.text("#tally") and "Bob" in visitor.text("#tally")
    # The turning point: why, and what was better, to play through.
    page.locator("#views .word.is-blunder").click()
    visitor.until("JSON.parse(localStorage['bstar.game']).cursor === 6")
    told = visitor.text("#verdict")
    assert "Nf6 is a blunder" in told and "4. Qxf7#" in told and "Better was" in told
    page.wait_for_timeout(200)
    visitor.shot(f"judged-{screen}", full_page=True)
    page.locator("#verdict .word").first.click()
    visitor.until("JSON.parse(localStorage['bstar.game']).moves[5] !== 'g8f6'")
    assert page.locator("#moves .aside .is-current").count() == 1
    # The curve leads anywhere.
    box = page.locator("#graph").bounding_box()
    page.locator("#graph").click(position={"x": box["width"] - 6, "y": box["height"] / 2})
    visitor.until("JSON.parse(localStorage['bstar.game']).cursor === 7")
    page.click("#turning-back")
    visitor.until("JSON.parse(localStorage['bstar.game']).cursor === 6")
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels too wide"
    if screen != "desk":
        return
    # As PGN, with everything: what the file had, what was found, and the side line that was looked at.
    game = chess.pgn.read_game(io.StringIO(open(saved(visitor, "#save-pgn").path(), encoding="utf-8").read()))
    nodes = list(game.mainline())
    assert not game.errors and game.headers["Annotator"] == "bstar" and game.headers["White"] == "Ada"
    assert nodes[5].nags == {chess.pgn.NAG_BLUNDER} and "Nf6 is a blunder" in nodes[5].comment
    assert "natural" in nodes[3].comment and nodes[2].variations[1].comment.split() == ["a", "gambit"]
    assert all(node.eval() is not None for node in nodes[:-1]) and len(nodes[4].variations) == 2
    # As one file that needs no server.
    file = tmp_path / "game.html"
    download = saved(visitor, "#save-html")
    assert download.suggested_filename == "Ada-Bob-2024.html"
    download.save_as(file)
    alone = visit("about:blank", offline=True, viewport={"width": 1400, "height": 900})
    alone.page.goto(file.as_uri())
    alone.page.wait_for_selector("#moves .word.is-blunder")
    assert alone.page.title() == "Ada – Bob, 2024 · bstar"
    alone.page.locator("#views .word.is-blunder").click()
    alone.until("document.querySelector('#verdict').textContent.includes('Nf6 is a blunder')")
    assert "a gambit" in alone.text("#moves") and alone.page.locator("#look-all").is_hidden()
    alone.shot("judged-alone")


def test_what_is_judged_outlives_the_server_and_the_page(visit, bstar):
    asked = []
    with serving(bstar) as server:
        visitor = visit(server.url)
        page = visitor.page
        page.on("request", lambda request: request.url.endswith("/api/judge") and asked.append(json.loads(request.post_data)))
        read(visitor, OPERA, 22)
        page.select_option("#judge-seconds", "0.1")
        page.click("#look-all")
        visitor.until("document.querySelectorAll('#graph .dot').length >= 6")
        assert "of 23 positions" in visitor.text("#judge-text")
        server.kill()
        visitor.until("document.querySelector('#judge-problem').textContent.includes('goes on as soon as the server does')")
        port = server.port
    found = page.locator("#graph .dot").count()
    with serving(bstar, port):
        # It goes on by itself, and does not ask for what is known.
        visitor.until("found => document.querySelectorAll('#graph .dot').length > found + 3", found)
        assert len(asked[-1]["known"]) >= found > 0
        visitor.expected = "Failed to load resource"
        page.wait_for_timeout(800)
        page.reload()
        visitor.until(FINISHED)
        assert len(asked[-1]["known"]) > found
        assert page.locator("#graph .dot").count() == 23
        marks = visitor.text("#views")
        assert page.locator("#moves .word.is-mistake, #moves .word.is-blunder").count() > 0
        # What is finished is there after a reload, and nothing is asked again.
        number = len(asked)
        page.reload()
        visitor.until(FINISHED)
        assert visitor.text("#views") == marks and len(asked) == number
        # Whoever prolongs or shortens the game has only the rest searched.
        page.click("#first")
        page.fill("#move-input", "d4")
        page.press("#move-input", "Enter")
        page.click("#aside-promote")
        visitor.until("document.querySelectorAll('#graph .dot').length === 1")


def test_who_stops_goes_on_later(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    read(visitor, OPERA, 22)
    page.select_option("#judge-seconds", "0.5")
    page.click("#look-all")
    visitor.until("document.querySelectorAll('#graph .dot').length >= 2")
    page.click("#look-all")
    visitor.until("document.querySelector('#look-all').textContent === 'Go on looking'")
    page.reload()
    visitor.until("document.querySelector('#look-all').textContent === 'Go on looking'")
    assert page.locator("#graph .dot").count() >= 2


SPOILED = [
    {"game": '{"fen": "nonsense", "moves": ["e2e4"]}'},
    {"game": '{"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}'},
    {"game": '{"moves": "e2e4", "cursor": "x", "title": 7, "line": {"moves": [3]}, "tags": 5}'},
    {"game": '{"moves": ["e2e4", "e2e4"], "line": {"moves": ["e2e4"], "notes": [{"ply": 0, "variations": [null]}]}}'},
    {"game": "[1, 2", "look": "7", "opinions": '{"x": 3}'},
    {"game": "{}", "look": '{"units": "furlongs", "seconds": "x", "language": "tlh", "threads": -1, "lines": null}'},
]


def test_a_spoiled_game_in_the_browser_does_no_harm(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    for stored in SPOILED:
        page.evaluate("stored => { for (const name in stored) localStorage[`bstar.${name}`] = stored[name]; }", stored)
        page.goto("about:blank")
        page.goto(server.url)
        visitor.until("document.querySelectorAll('cg-board piece').length === 32")
        # It can be used.
        move = "d5" if visitor.text("#caption") == "Black to move" else "d4"
        page.fill("#move-input", move)
        page.press("#move-input", "Enter")
        visitor.until("move => document.querySelector('#moves').textContent.includes(move)", move)


def test_the_opening_has_a_name(visit, server, tmp_path):
    visitor = visit(server.url)
    page = visitor.page
    assert page.is_hidden("#opening")
    read(visitor, "1. e4 e5 2. Nf3 Nc6 3. Bc4 a5 4. a4 *", 7)
    visitor.until("document.querySelector('#opening').textContent === 'Italian Game (C50); 3… a5 left the known paths'")
    visitor.shot("opening")
    page.locator("input[name=language][value=de]").check(force=True)
    visitor.until("document.querySelector('#opening').textContent === 'Italian Game (C50); 3… a5 verließ die bekannten Wege'")
    assert page.get_attribute("#opening span", "lang") == "en"
    page.locator("input[name=language][value=en]").check(force=True)
    # Another move becomes a side line, with a name of its own.
    page.click("#first")
    page.fill("#move-input", "d4")
    page.click("#by-hand button")
    visitor.until("document.querySelector('#opening').textContent.startsWith(\"Queen's Pawn Game (A40)\")")
    visitor.think()
    assert "This is the Queen's Pawn Game (A40)." in visitor.text("#answer-text")
    # Without a server, what was recorded knows the name.
    file = tmp_path / "answer.html"
    saved(visitor, "#save-html").save_as(file)
    alone = visit("about:blank", offline=True)
    alone.page.goto(file.as_uri())
    alone.until("document.querySelector('#opening').textContent !== ''")
    page.evaluate("document.querySelector('#new-game').click()")
    visitor.until("document.querySelector('#opening').hidden")
