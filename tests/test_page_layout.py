"""How the page looks and where things are: on a desk, on a large screen and on a phone, light and dark."""

import re

import pytest

from browser import SCREENS, STREAMS

TACTIC = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"
QUIET = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9"

DESK = {"viewport": {"width": 1400, "height": 900}}
WIDE = {"viewport": {"width": 1920, "height": 1080}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}


def is_in_sight(visitor, selector):
    """Whether all of an element is on the screen, and nothing lies on it."""
    return visitor.page.evaluate(
        """selector => {
          const box = document.querySelector(selector).getBoundingClientRect();
          if (box.width === 0 || box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth) return false;
          const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          return there !== null && document.querySelector(selector).contains(there);
        }""",
        selector,
    )


def point(visitor, square):
    """The middle of a square of the board, seen from White's side."""
    box = visitor.page.locator("#board-frame cg-board").last.bounding_box()
    size = box["width"] / 8
    return box["x"] + (ord(square[0]) - 96.5) * size, box["y"] + (8.5 - int(square[1])) * size


def drag(visitor, origin, destination, button="left"):
    mouse = visitor.page.mouse
    mouse.move(*point(visitor, origin))
    mouse.down(button=button)
    mouse.move(*point(visitor, destination), steps=4)
    mouse.up(button=button)


def close_setup(visitor):
    visitor.page.locator("#setup").evaluate("setup => { setup.open = false; }")
    visitor.page.evaluate("scrollTo(0, 0)")


@pytest.mark.parametrize(("name", "size", "board"), [("desk", DESK, 600), ("wide", WIDE, 800), ("phone", PHONE, 384)])
def test_the_board_fills_the_room_it_has(visit, server, name, size, board):
    for theme in ("light", "dark"):
        visitor = visit(server.url, color_scheme=theme, **size)
        page = visitor.page
        visitor.set_up(TACTIC)
        close_setup(visitor)
        visitor.think()
        page.evaluate("scrollTo(0, 0)")
        assert page.locator("cg-board").bounding_box()["width"] >= board
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # The board and what is said of it are in sight without scrolling, and so is the beginning of the answer.
        for selector in ("#board-frame", "#caption", ".steps", "#search"):
            assert is_in_sight(visitor, selector), selector
        assert page.locator("#answer-text p.lead").bounding_box()["y"] < size["viewport"]["height"] - 150
        # Nothing but the page itself, the move list and the tree scrolls.
        scrolling = page.evaluate(
            "[...document.querySelectorAll('main *')].filter(e => e.clientHeight > 0 && /auto|scroll/.test(getComputedStyle(e).overflowY)"
            " && e.scrollHeight > e.clientHeight + 4).map(e => e.id || e.className)"
        )
        assert set(scrolling) <= {"moves", "tree-view"}, scrolling
        visitor.shot(f"{name}-{theme}")


def test_messages_stay_in_sight_and_are_true(visit, server):
    visitor = visit(server.url, **DESK)
    page = visitor.page
    visitor.set_up(QUIET)
    visitor.think()
    visitor.until("document.querySelector('#status').textContent.startsWith('The answer is')")
    # Far down the page too.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.wait_for_timeout(100)
    assert is_in_sight(visitor, "#status")
    # In the next position it is no longer the answer.
    page.evaluate("scrollTo(0, 0)")
    page.fill("#move-input", "h6")
    page.press("#move-input", "Enter")
    visitor.until("document.querySelector('#moves').textContent.includes('h6')")
    visitor.until("document.querySelector('#status').textContent === ''")
    page.fill("#move-input", "Kxh6")
    page.press("#move-input", "Enter")
    visitor.until("document.querySelector('#status').textContent.includes('no legal move')")
    assert is_in_sight(visitor, "#status")
    page.click("#back")
    visitor.until("document.querySelector('#status').textContent === ''")
    # While it searches there is nothing that reads "Stop in 3 seconds".
    page.select_option("#seconds", "3")
    page.click("#search")
    page.wait_for_selector("#search.is-stop")
    assert page.inner_text("#search-form").split() == ["Stop"]
    page.click("#search")
    visitor.answered()
    assert "3 seconds" in page.inner_text("#search-form")


def test_pieces_are_placed_where_the_board_is(visit, server):
    for size in (DESK, PHONE):
        visitor = visit(server.url, **size)
        page = visitor.page
        page.locator("#setup summary").click()
        page.locator("#edit").click()
        page.wait_for_selector(".edit-board cg-board")
        page.wait_for_timeout(100)
        for selector in ("#board-frame", "#editor .palette", "#editor .primary"):
            assert is_in_sight(visitor, selector), selector
        # What is wrong is said there.
        page.click("text=Empty board")
        page.click("text=Done")
        page.wait_for_selector("#editor .problem:not(:empty)")
        assert "king" in visitor.text("#editor .problem") and is_in_sight(visitor, "#editor .problem")
        # The browser notes that the server refused.
        visitor.expected = "Failed to load resource"


def test_coordinates_are_in_the_squares_they_name(visit, server):
    for size in (DESK, PHONE):
        visitor = visit(server.url, **size)
        board = visitor.page.locator("cg-board").bounding_box()
        square = board["width"] / 8
        for kind, names in (("files", "abcdefgh"), ("ranks", "12345678")):
            # Where the letter itself is, not the box around it.
            boxes = visitor.page.evaluate(
                """kind => [...document.querySelectorAll(`#board coords.${kind} coord`)].map(coord => {
                  const range = document.createRange();
                  range.selectNodeContents(coord);
                  const { left, right, top, bottom } = range.getBoundingClientRect();
                  return [coord.textContent, left, right, top, bottom];
                })""",
                kind,
            )
            assert sorted(name for name, *_ in boxes) == list(names)
            for name, left, right, top, bottom in boxes:
                column = ord(name) - ord("a") if kind == "files" else 7
                row = 7 if kind == "files" else 8 - int(name)
                assert board["x"] + column * square <= left < right <= board["x"] + (column + 1) * square + 1, (name, size)
                assert board["y"] + row * square <= top < bottom <= board["y"] + (row + 1) * square + 3, (name, size)


def test_a_sentence_takes_the_board_along_on_a_phone(visit, server):
    visitor = visit(server.url, **PHONE)
    page = visitor.page
    visitor.set_up(TACTIC)
    close_setup(visitor)
    visitor.think()
    page.locator("#answer-text h3").last.evaluate("heading => heading.scrollIntoView({ block: 'start' })")
    page.wait_for_timeout(200)
    assert not is_in_sight(visitor, "#board-frame")
    page.locator("#answer-text .sentence").last.evaluate("sentence => sentence.click()")
    visitor.until("document.querySelector('#caption').textContent.startsWith('After')")
    visitor.until("document.querySelector('#board-frame').classList.contains('is-floating')")
    assert is_in_sight(visitor, "#board-frame")
    visitor.shot("phone-sentence")
    # A touch of it leads back.
    page.locator("#board-frame").tap()
    visitor.until("!document.querySelector('#board-frame').classList.contains('is-floating')")
    page.wait_for_timeout(400)
    assert is_in_sight(visitor, "#board-frame")


def test_long_names_of_games_stay_in_their_place(visit, server):
    """And the list of what was wrong with a game does not run into its neighbours."""
    games = "".join(f'[White "{"Longname-" * 9}{n}"]\n[Black "{"Another-" * 9}{n}"]\n[Event "A tournament with a name that does not end {n}"]\n\n1. e4 e5 *\n\n' for n in range(3))
    for size in (DESK, PHONE):
        visitor = visit(server.url, **size)
        page = visitor.page
        page.locator("#setup summary").click()
        page.fill("#pgn", games)
        page.click("#pgn-form button")
        page.wait_for_selector("#game-choice:not([hidden])")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        right = page.locator("#setup").bounding_box()
        for selector in ("#games", "#moves"):
            box = page.locator(selector).bounding_box()
            assert box["x"] + box["width"] <= right["x"] + right["width"] + 1, selector
        # The moves are there to be seen, however long the names.
        page.locator("#moves").evaluate("moves => moves.scrollIntoView({ block: 'center' })")
        assert is_in_sight(visitor, "#moves .word")
        # Neither lies on the other, nor on the board.
        boxes = [page.locator(selector).bounding_box() for selector in ("#moves", "#games", "#new-game", "#board-frame")]
        for i, a in enumerate(boxes):
            for b in boxes[i + 1 :]:
                assert a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"] or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]
    page.fill("#pgn", "1. e4 e5 2. Qh5 Nf6 3. Qxe5+ Be7 4. Qxe7+ Qxe7 5. f3 Qxe4+ 6. fxe4 a5 *")
    page.click("#pgn-form button")
    visitor.replay("judge", (STREAMS / "judge-blunders.txt").read_text())
    page.click("#look-all")
    visitor.until("document.querySelectorAll('#views li').length >= 3")
    visitor.until("document.querySelector('#status').textContent === 'Every move was looked at.'")
    # The text of each item, wherever it wraps.
    overlaps = page.evaluate(
        """() => {
          const boxes = [...document.querySelectorAll('#views li')].map(item => {
            const range = document.createRange();
            range.selectNodeContents(item);
            return [...range.getClientRects()].filter(box => box.width > 0);
          });
          const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
          return boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => a.some(x => b.some(y => meet(x, y))))).length;
        }"""
    )
    assert overlaps == 0


def test_one_best_move_on_the_screen(visit, server):
    """While it searches, what the words call best is what the bars and the board show."""
    visitor = visit(server.url, **DESK)
    page = visitor.page
    differing = []
    for fen in (QUIET, "r2q1rk1/1b2bppp/p2ppn2/1p6/3QP3/1BN1B3/PPP2PPP/R4RK1 w - - 0 13"):
        visitor.set_up(fen)
        page.select_option("#seconds", "1")
        page.click("#search")
        for _ in range(25):
            page.wait_for_timeout(40)
            said = page.evaluate("[document.querySelector('#answer-text .so-far')?.textContent ?? '', document.querySelector('#bars tr.is-best .move')?.textContent ?? '']")
            best = re.match(r"So far (\S+) looks best", said[0])
            if best and said[1] and best[1] != said[1]:
                differing.append((best[1], said[1]))
        visitor.answered()
    assert not differing


def test_the_mark_is_on_the_right_side_of_the_value(visit, server):
    """What would refute the best move is below its value, and what would overtake it above, at every moment of a search."""
    visitor = visit(server.url, **DESK)
    page = visitor.page
    visitor.set_up("r2q1rk1/1b2bppp/p2ppn2/1p6/3QP3/1BN1B3/PPP2PPP/R4RK1 w - - 0 13")
    visitor.grow(6)
    seen = page.evaluate(
        """async () => {
          const seen = [];
          const slider = document.querySelector('#slider');
          for (let frame = 1; frame <= Number(slider.max); frame++) {
            slider.value = frame;
            slider.dispatchEvent(new Event('input'));
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            const label = document.querySelector('#target-label');
            if (!label.hidden) seen.push([label.textContent, document.querySelector('#bars tr.is-best .likely').textContent]);
          }
          return seen;
        }"""
    )
    assert seen
    for label, likely in seen:
        mark, value = (float(re.search(r"\d+\.\d", text)[0]) for text in (label, likely))
        assert mark <= value + 0.1 if "down to" in label else mark >= value - 0.1, (label, likely)


@pytest.mark.parametrize("screen", ["desk", "wide-dark"])
def test_pawns_are_in_the_words_too(visit, server, screen):
    visitor = visit(server.url, **SCREENS[screen])
    page = visitor.page
    visitor.set_up(QUIET)
    visitor.think()
    assert re.search(r"\d\.\d%", visitor.text("#answer-text"))
    chances = re.findall(r"(?<![\d.])\d+%", visitor.text("#answer-text").split("nine times")[-1])
    page.locator("input[name=units][value=pawns]").check(force=True)
    visitor.until("/[+−]?\\d\\.\\d\\d pawns/.test(document.querySelector('#answer-text').textContent)")
    told = visitor.text("#answer-text")
    assert not re.search(r"\d\.\d%", told) and "a draw counts half" not in told
    # How likely something is stays a chance.
    assert re.findall(r"(?<![\d.])\d+%", told.split("nine times")[-1]) == chances
    assert "pawns" not in page.get_attribute("#value-bar", "aria-label") and "%" not in page.get_attribute("#value-bar", "aria-label")


@pytest.mark.parametrize("screen", ["desk", "wide-dark"])
def test_the_value_bar_shows_the_interval(visit, server, screen):
    visitor = visit(server.url, **SCREENS[screen])
    page = visitor.page
    visitor.set_up(QUIET)
    assert page.locator("#value-bar").is_hidden()
    visitor.think("1")
    page.wait_for_selector("#value-bar:not([hidden])")
    low, high = map(float, re.search(r"between (\d+)% and (\d+)%, nine times", visitor.text("#answer-text")).groups())
    bar, band = page.locator("#value-bar").bounding_box(), page.locator("#value-interval").bounding_box()
    # White is below; Black is to move and is told Black's chances.
    share = [100 * (y - bar["y"]) / bar["height"] for y in (band["y"], band["y"] + band["height"])]
    # The words round outwards.
    assert share == pytest.approx([low, high], abs=1.1)
    assert "White’s chances" in page.get_attribute("#value-bar", "aria-label")
    # The bar turns with the board.
    page.keyboard.press("f")
    page.wait_for_selector("#value-bar.is-turned")
    turned = page.locator("#value-interval").bounding_box()
    assert turned["y"] + turned["height"] - bar["y"] == pytest.approx(bar["height"] - (band["y"] - bar["y"]), abs=1.5)
    assert page.locator("#arrow-legend .arrow-key").count() >= 1 and "best move" in visitor.text("#arrow-legend")


@pytest.mark.parametrize("screen", ["desk", "wide-dark"])
def test_arrows_and_circles_are_drawn_with_the_right_button(visit, server, screen):
    visitor = visit(server.url, **SCREENS[screen])
    page = visitor.page
    drag(visitor, "e2", "e4", button="right")
    drag(visitor, "d4", "d4", button="right")
    drawn = "document.querySelectorAll('#board svg.cg-shapes g line, #board svg.cg-shapes g circle').length"
    visitor.until(f"{drawn} === 2")
    # They stay while it searches, and go with the position.
    page.select_option("#seconds", "0.5")
    page.click("#search")
    visitor.answered()
    assert page.evaluate(drawn) >= 3
    drag(visitor, "e2", "e4")
    visitor.until("JSON.parse(localStorage['bstar.game']).moves[0] === 'e2e4'")
    visitor.until(f"{drawn} === 0")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_pawn_is_promoted_at_the_square(visit, server, screen):
    visitor = visit(server.url, **SCREENS[screen])
    page = visitor.page
    visitor.set_up("7k/4P3/8/8/8/8/8/K7 w - - 0 1")
    close_setup(visitor)
    drag(visitor, "e7", "e8")
    page.wait_for_selector(".promotion")
    box, (x, y) = page.locator(".promotion button").first.bounding_box(), point(visitor, "e8")
    assert box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]
    # Never mind: the pawn goes back.
    page.keyboard.press("Escape")
    page.wait_for_selector(".promotion", state="detached")
    drag(visitor, "e7", "e8")
    page.click(".promotion button[aria-label=knight]")
    visitor.until("JSON.parse(localStorage['bstar.game']).moves[0] === 'e7e8n'")


@pytest.mark.parametrize("screen", ["desk", "wide-dark"])
def test_a_large_tree_has_an_overview(visit, server, screen):
    visitor = visit(server.url, **SCREENS[screen])
    page = visitor.page
    visitor.set_up(QUIET)
    visitor.grow(15)
    page.locator("input[name=filter][value=all]").check(force=True)
    page.click("#open-all")
    page.wait_for_selector("#tree-map:not([hidden])")
    page.locator("#tree-view").scroll_into_view_if_needed()
    # The root and the moves below it are in sight at first.
    assert page.evaluate("document.querySelector('#tree-view').scrollTop") == 0
    sans = page.locator("#tree-view .pill .san")
    assert sans.count() > 10
    counted = [int(number) for number in re.findall(r"\d+", visitor.text("#tree-count"))]
    assert counted[0] == counted[1]
    box = page.locator("#tree-map").bounding_box()
    page.mouse.click(box["x"] + 20, box["y"] + box["height"] * 0.9)
    visitor.until("document.querySelector('#tree-view').scrollTop > 500")
    visitor.shot("tree-map")


@pytest.mark.parametrize("screen", ["desk", "wide-dark"])
def test_our_words_are_explained(visit, server, screen):
    visitor = visit(server.url, **SCREENS[screen])
    page = visitor.page
    visitor.set_up(QUIET)
    visitor.grow(2)
    page.hover("[data-hint=overtakes]")
    page.wait_for_selector("#hint:not([hidden])")
    assert "catch up" in visitor.text("#hint")
    page.mouse.move(0, 0)
    page.wait_for_selector("#hint", state="hidden")
    # The keyboard reaches every one of them; Escape takes it away.
    hints = page.locator("[data-hint]:visible")
    assert hints.count() >= 8
    for hint in hints.all():
        hint.focus()
        page.wait_for_selector("#hint:not([hidden])")
        assert hint.get_attribute("aria-describedby") == "hint" and len(visitor.text("#hint")) > 20
    page.keyboard.press("Escape")
    page.wait_for_selector("#hint", state="hidden")


def test_the_page_has_an_icon(visit, server):
    visitor = visit(server.url)
    size = visitor.page.evaluate(
        """async () => {
          const image = new Image();
          image.src = document.querySelector('link[rel=icon]').href;
          await image.decode();
          return image.naturalWidth;
        }"""
    )
    assert size > 0
