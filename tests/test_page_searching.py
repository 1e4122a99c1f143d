"""How long and how wide the page searches, and games against it."""

import json

import chess
import pytest
from browser import SCREENS, STREAMS
from playwright.sync_api import expect

QUIET = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9"


def seconds_spent(visitor):
    return float(visitor.page.locator("#effort div", has_text="seconds").locator("dd").inner_text())


@pytest.mark.parametrize("screen", SCREENS)
def test_a_search_goes_on(visit, server, screen):
    visitor = visit(server.url, **SCREENS[screen])
    page = visitor.page
    asked = []
    page.on("request", lambda request: request.url.endswith("/api/search") and asked.append(json.loads(request.post_data)))
    visitor.set_up(QUIET)
    page.locator("#setup").evaluate("setup => { setup.open = false; }")
    assert page.locator("#go-on").is_hidden()
    visitor.think("0.5")
    before = seconds_spent(visitor)
    best = visitor.text("#answer-text")
    page.click("#go-on")
    visitor.until("document.querySelector('#search').textContent === 'Stop'")
    # What was found stays until there is more.
    assert visitor.text("#answer-text") == best or "so-far" in page.inner_html("#answer-text")
    visitor.answered()
    assert seconds_spent(visitor) > before + 0.5 and asked[1]["continues"]
    # Several lines, each with its value.
    page.select_option("#lines", "3")
    visitor.until("document.querySelectorAll('#strips .strip:not(.is-threat)').length === 3")
    firsts = [line.locator(".word").first.inner_text().split()[-1] for line in page.locator("#strips .strip:not(.is-threat)").all()]
    assert firsts[0] == visitor.text("#bars tr.is-best .move") and len(set(firsts)) == 3
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels too wide"
    page.wait_for_timeout(200)
    visitor.shot(f"searching-{screen}")


def test_a_search_lasts_until_it_is_stopped_and_takes_threads(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    asked = []
    page.on("request", lambda request: request.url.endswith("/api/search") and asked.append(json.loads(request.post_data)))
    visitor.until("document.querySelectorAll('#threads option').length >= 1")
    cores = page.locator("#threads option").count()
    page.select_option("#threads", str(cores))
    page.select_option("#seconds", "600")
    visitor.set_up(QUIET)
    page.click("#search")
    visitor.until("document.querySelector('#answer-text .so-far') !== null")
    visitor.until("performance.getEntriesByName('first-sentence').length > 0")
    first = page.evaluate("performance.getEntriesByName('first-sentence')[0].duration")
    print(f"first sentence after {first:.0f} ms")
    assert first < 1_000
    page.wait_for_timeout(1_000)
    page.click("#search")
    visitor.answered()
    assert asked[0]["threads"] == cores and asked[0]["seconds"] == 600
    # It is kept.
    page.reload()
    visitor.until("cores => document.querySelector('#threads').value === String(cores)", cores)
    assert page.input_value("#seconds") == "600"


@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_a_game_at_a_level_gives_nothing_away(visit, server, screen):
    visitor = visit(server.url, **SCREENS[screen])
    page = visitor.page
    asked = []
    page.on("request", lambda request: "/api/" in request.url and request.method == "POST" and asked.append((request.url.rsplit("/", 1)[1], json.loads(request.post_data))))
    page.select_option("#level", "1400")
    page.click("#play-black")
    visitor.until("document.querySelector('#whose').classList.contains('is-yours')")
    assert "Your move" in visitor.text("#whose") and "1400" in visitor.text("#whose") and "White" in visitor.text("#whose")
    assert ("move", 1400) in [(path, body.get("elo")) for path, body in asked]
    reply = next(iter(chess.Board(chess.STARTING_FEN.replace(" w ", " b ")).legal_moves)).uci()
    page.fill("#move-input", reply)
    page.press("#move-input", "Enter")
    visitor.until("JSON.parse(localStorage['bstar.game']).moves.length === 3")
    for hidden in ("#rivals", "#tree", "#story", "#value-bar"):
        assert page.locator(hidden).is_hidden(), hidden
    assert page.locator("#strips .strip").count() == 0
    visitor.shot(f"playing-{screen}")
    # At full strength it thinks, and shows that only if asked.
    page.select_option("#level", "")
    page.select_option("#seconds", "0.5")
    page.fill("#move-input", next(iter(board_of(visitor).legal_moves)).uci())
    page.press("#move-input", "Enter")
    visitor.until("document.querySelector('#whose').textContent.includes('think')")
    visitor.until("JSON.parse(localStorage['bstar.game']).moves.length === 5")
    assert "all it has" in visitor.text("#whose")
    assert page.locator("#rivals").is_hidden() and page.locator("#strips .strip").count() == 0
    page.check("#show-thoughts")
    page.wait_for_selector("#bars tr")
    page.uncheck("#show-thoughts")
    visitor.until("document.querySelector('#rivals').hidden")
    # The game goes on after a reload, and a move can be taken back.
    page.reload()
    visitor.until("document.querySelector('#whose').classList.contains('is-yours')")
    page.click("#take-back")
    visitor.until("JSON.parse(localStorage['bstar.game']).moves.length === 3")
    page.click("#end-game")
    visitor.until("document.querySelector('#whose').hidden")


def board_of(visitor):
    board = chess.Board()
    for move in visitor.game()["moves"]:
        board.push_uci(move)
    return board


@pytest.mark.parametrize("line, kind", [(["d2d4"], None), (["c4f7", "e8e7"], "threatens-material")])
def test_only_a_threat_is_drawn_as_one(visit, server, line, kind):
    """What would follow if the opponent passed is drawn in red if the sentences would call it a threat, and not else."""
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 3"
    text = (STREAMS / "search-italian.txt").read_text()
    lines = [json.loads(line.removeprefix("data:")) for line in text.splitlines() if line.startswith("data:")]
    thought = next(line for line in lines if line["type"] == "thought")
    best = next(node for node in lines if node["type"] == "node" and any(way["key"] == thought["root"] and way["move"] == thought["best"] for way in node["parents"]))
    best.update(threat=line, threatens=kind)
    visitor = visit(server.url)
    page = visitor.page
    visitor.set_up(fen)
    body = "event: lines\n" + "".join(f"data: {json.dumps(line)}\n" for line in lines) + "\n"
    visitor.replay("search", body)
    visitor.think()
    expect(page.locator("#arrow-legend .is-best")).to_have_count(1)
    expect(page.locator("#arrow-legend .is-threat")).to_have_count(int(kind is not None))
    # What would follow can be played through in any case.
    expect(page.locator("#strips .is-threat .word")).to_have_count(len(line))
