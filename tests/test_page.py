"""The page of `bstar serve` and the file of `bstar explain --html`, in a real browser.

Nothing here depends on what a search finds: only that what it found is shown. The pictures are in target/screenshots.
"""

import json
import re
import subprocess
import threading
import time
import urllib.error
import urllib.request

import chess
from browser import serving

TACTIC = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"
QUIET = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9"


def squares(visitor):
    """What stands where, as the board shows it."""
    return visitor.page.text_content("#board-text")


def test_a_position_is_pasted_searched_and_answered(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    visitor.shot("welcome")
    visitor.set_up(QUIET)
    page.select_option("#seconds", "3")
    page.click("#search")
    # While it searches: a sentence, bars that move, a tree that grows.
    page.wait_for_selector("#answer-text .so-far")
    visitor.until("document.querySelectorAll('#bars tr').length > 3")
    visitor.until("document.querySelectorAll('#tree-view .pill').length > 3")
    visitor.shot("searching")
    visitor.answered()
    answer = visitor.text("#answer-text")
    best = visitor.text("#bars tr.is-best .move")
    assert best in answer and "The search stopped because" in answer.replace("\n", " ")
    assert "expansions" in visitor.text("#effort") and "probe nodes" in visitor.text("#effort")
    # The rivals: always for the side to move, and labelled so; pawns on a switch.
    assert "Black" in visitor.text("#rivals-unit")
    assert page.locator("#bars tr").count() == 7
    chances = visitor.text("#bars tr.is-best .likely")
    page.locator("input[name=units][value=pawns]").check(force=True)
    visitor.until("before => document.querySelector('#bars tr.is-best .likely').textContent !== before", arg=chances)
    assert "pawns" in visitor.text("#rivals-unit")
    page.locator("input[name=units][value=chances]").check(force=True)
    page.click("#more-rivals")
    legal = chess.Board(QUIET).legal_moves.count()
    visitor.until("legal => document.querySelectorAll('#bars tr').length === legal", arg=legal)
    page.click("#more-rivals")
    page.wait_for_timeout(300)
    visitor.shot("answer", full_page=True)


def test_the_tree_is_opened_and_the_board_follows(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    visitor.set_up(TACTIC)
    visitor.think()
    at_root = squares(visitor)
    shown = page.locator("#tree-view .pill").count()
    # A move of the tree: the board shows the position after it, and the way there is said.
    pill = page.locator("#tree-view .pill.is-white").first
    san = pill.locator(".san").text_content()
    pill.click()
    visitor.until("san => document.querySelector('#caption').textContent.includes(san)", arg=san)
    assert squares(visitor) != at_root
    assert page.locator("#board svg.cg-shapes line, #board svg g line").count() > 0
    # Everything, and all open.
    page.locator("input[name=filter][value=all]").check(force=True)
    page.click("#open-all")
    visitor.until("shown => document.querySelectorAll('#tree-view .pill').length > shown", arg=shown)
    counted = visitor.text("#tree-count").split()
    assert int(counted[0]) == int(counted[2]) > shown
    # By filter, and by name.
    page.locator("input[name=filter][value=against]").check(force=True)
    page.wait_for_timeout(100)
    assert page.locator("#tree-view .pill").count() >= 2
    visitor.shot("tree-against")
    page.locator("input[name=filter][value=changed]").check(force=True)
    page.wait_for_timeout(100)
    page.locator("input[name=filter][value=decided]").check(force=True)
    page.fill("#tree-search", "Qg6")
    page.press("#tree-search", "Enter")
    visitor.until("document.querySelector('#tree-found').textContent.startsWith('1 of')")
    assert "Qg6" in visitor.text("#caption")
    # What would follow if the opponent passed can be played through, where something would.
    passed = page.locator(".strip.is-threat .word")
    if passed.count():
        passed.first.click()
        visitor.until("document.querySelector('#caption').textContent.includes('passed')")
        visitor.shot("if-the-opponent-passed")
    page.click("#to-game")
    visitor.until("text => document.querySelector('#board-text').textContent === text", arg=at_root)
    # The same in words.
    page.click("#outline summary")
    page.wait_for_selector("#outline-text li")
    assert "Qg6" in visitor.text("#outline-text")
    # A sentence shows what backs it.
    page.locator("#answer-text .sentence").first.click()
    visitor.until("document.querySelector('#caption').textContent.startsWith('After')")
    assert page.locator("#answer-text .is-backing").count() == 1


def test_the_slider_replays_the_search(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    visitor.set_up(QUIET)
    last = visitor.grow(6)
    at_end = visitor.text("#tree-count")
    page.fill("#slider", "2")
    visitor.until("document.querySelector('#moment').textContent.startsWith('Expansion 2 of')")
    assert visitor.text("#tree-count") != at_end
    page.click("#step-on")
    visitor.until("document.querySelector('#moment').textContent.startsWith('Expansion 3 of')")
    page.click("#phase-on")
    visitor.until("!document.querySelector('#moment').textContent.startsWith('Expansion 3 of')")
    assert "VERIFY" in page.get_attribute("#slider", "aria-valuetext") or "SELECT" in page.get_attribute("#slider", "aria-valuetext")
    page.fill("#slider", str(last // 2))
    page.wait_for_timeout(400)
    visitor.shot("replay", full_page=True)
    page.fill("#slider", str(last - 2))
    page.click("#replay")
    visitor.until("document.querySelector('#slider').value === document.querySelector('#slider').max")
    visitor.until("text => document.querySelector('#tree-count').textContent === text", arg=at_end)


def test_a_search_that_is_stopped_still_answers(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    visitor.set_up(QUIET)
    page.select_option("#seconds", "30")
    page.click("#search")
    page.wait_for_selector("#tree-view .pill")
    page.click("#search.is-stop")
    visitor.answered()
    assert float(page.locator("#effort div", has_text="seconds").locator("dd").inner_text()) < 25
    assert page.locator("#bars tr.is-best").count() == 1


def test_what_about_my_move(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    visitor.set_up(QUIET)
    visitor.think()
    page.click("#more-rivals")
    visitor.until("document.querySelectorAll('#bars tr').length > 7")
    row = page.locator("#bars tr", has=page.locator(".move", has_text=re.compile("^g5$")))
    before = row.inner_text()
    rows = page.locator("#bars tr").count()
    page.select_option("#my-move", "g7g5")
    page.click("#mine-form button")
    page.wait_for_selector("#mine-text .strip")
    text = visitor.text("#mine-text")
    assert "g5" in text and len(text) > 60
    # It still has one row, with what the search of all moves found, and nothing that reads as a mark for a mistake.
    visitor.until("document.querySelectorAll('#bars tr.is-asked').length === 1")
    assert page.locator("#bars tr").count() == rows
    assert row.inner_text() == before and "is-asked" in row.get_attribute("class")
    assert row.locator(".move").evaluate("move => getComputedStyle(move, '::after').content") in ("none", "normal")
    # Both values of the search that compared them stand together.
    both = visitor.text("#mine-text .values")
    assert "g5" in both and both.count("%") == 2, both
    visitor.shot("my-move", full_page=True)


def test_a_game_is_played_to_mate(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    page.select_option("#seconds", "0.5")
    # Two rooks: the visitor mates.
    visitor.set_up("8/7k/R7/1R6/8/8/8/K7 w - - 0 1")
    page.click("#play-white")
    page.fill("#move-input", "Rb7+")
    page.press("#move-input", "Enter")
    visitor.until("document.querySelector('#status').textContent.startsWith('It plays')")
    # On the board this time: the pieces are there to be moved.
    drag(visitor, "a6", "a8")
    visitor.until("document.querySelector('#status').textContent.startsWith('Checkmate: White')")
    assert len(visitor.game()["moves"]) == 3
    page.click("#end-game")
    # Queen and rook: it mates, and its view of every move is kept.
    visitor.set_up("4k3/8/8/8/8/8/8/R2QK3 w - - 0 1")
    page.click("#play-black")
    for turn in range(1, 40):
        visitor.until("turn => JSON.parse(localStorage['bstar.game']).moves.length === turn", arg=2 * turn - 1)
        board = chess.Board("4k3/8/8/8/8/8/8/R2QK3 w - - 0 1")
        for move in visitor.game()["moves"]:
            board.push_uci(move)
        if board.is_checkmate():
            break
        page.fill("#move-input", next(iter(board.legal_moves)).uci())
        page.press("#move-input", "Enter")
    assert board.is_checkmate()
    visitor.until("document.querySelector('#status').textContent.startsWith('Checkmate: White')")
    page.click("#end-game")
    visitor.until("turn => document.querySelectorAll('#graph .dot').length === turn", arg=turn)
    page.wait_for_timeout(200)
    visitor.shot("played", full_page=True)
    # Back to what it thought at first.
    box = page.locator("#graph").bounding_box()
    page.locator("#graph").click(position={"x": 30, "y": box["height"] / 2})
    visitor.until("document.querySelector('#caption').textContent === 'White to move'")
    page.wait_for_selector("#answer-text p.lead:not(.so-far, .welcome)")


def drag(visitor, origin, destination):
    """Moves a man on the board with the mouse."""
    box = visitor.page.locator("cg-board").bounding_box()
    size = box["width"] / 8

    def middle(square):
        column, row = ord(square[0]) - ord("a"), 8 - int(square[1])
        return box["x"] + (column + 0.5) * size, box["y"] + (row + 0.5) * size

    mouse = visitor.page.mouse
    mouse.move(*middle(origin))
    mouse.down()
    mouse.move(*middle(destination), steps=4)
    mouse.up()


def test_games_come_from_a_file_or_a_paste(visit, server, tmp_path):
    visitor = visit(server.url)
    page = visitor.page
    page.click("#setup summary")
    file = tmp_path / "games.pgn"
    file.write_text('[White "Anderssen"]\n[Black "Kieseritzky"]\n\n1. e4 e5 2. f4 exf4 3. Bc4 *\n\n[White "A"]\n[Black "B"]\n\n1. d4 *\n')
    page.set_input_files("#pgn-file", file)
    page.wait_for_selector("#game-choice:not([hidden])")
    visitor.until("document.querySelector('#moves').textContent.includes('Anderssen – Kieseritzky')")
    page.click("#last")
    visitor.until("JSON.parse(localStorage['bstar.game']).cursor === 5")
    page.select_option("#games", "1")
    visitor.until("JSON.parse(localStorage['bstar.game']).moves.length === 1")
    # A game with a fault: what and where.
    page.fill("#pgn", "1. e4 e5\n2. Nf3 Nf4")
    page.click("#pgn-form button")
    visitor.until("document.querySelector('#setup-problem').textContent.includes('line 2, column 8')")
    page.fill("#fen", "8/8/8/8/8/8/8/8 w - - 0 1")
    page.click("#fen-form button")
    visitor.until("document.querySelector('#setup-problem').textContent.includes('FEN')")
    # The browser notes that requests were refused.
    visitor.expected = "Failed to load resource"
    # Every move of a game judged, and a graph of it.
    page.fill("#pgn", "1. e4 e5 2. Qh5 Nc6 *")
    page.click("#pgn-form button")
    visitor.until("JSON.parse(localStorage['bstar.game']).moves.length === 4")
    page.select_option("#seconds", "0.5")
    page.click("#look-all")
    visitor.until("document.querySelectorAll('#graph .dot').length === 5")


def test_a_file_that_is_too_large_is_refused(visit, server, tmp_path):
    visitor = visit(server.url)
    file = tmp_path / "large.pgn"
    file.write_text("1. e4 e5 *\n\n" * 200_000)
    visitor.page.set_input_files("#pgn-file", file)
    visitor.until("document.querySelector('#setup-problem').textContent.includes('megabyte')")


def test_nothing_from_a_game_becomes_script(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    page.click("#setup summary")
    evil = '<img src=x onerror=alert(1)>"\'</textarea></script><script>alert(2)</script>'
    name = evil.replace("\\", "").replace('"', '\\"')
    page.fill("#pgn", f'[White "{name}"]\n[Black "{name}"]\n[Event "{name}"]\n\n1. e4 {{{evil.replace("}", "")}}} e5 *')
    page.click("#pgn-form button")
    visitor.until("JSON.parse(localStorage['bstar.game']).moves.length === 2")
    visitor.until("document.querySelector('#moves').textContent.includes('<img src=x onerror=alert(1)>')")
    page.reload()
    visitor.until("document.querySelector('#moves').textContent.includes('<img')")
    assert page.locator("main img, main script").count() == 0


def test_pieces_are_placed_by_hand(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    page.click("#setup summary")
    page.click("#edit")
    page.click("text=Empty board")
    for man, square in [("white king", "e1"), ("black king", "e8"), ("white queen", "d5")]:
        page.click(f"#editor button[aria-label='{man}']")
        box = page.locator(".edit-board cg-board").bounding_box()
        size = box["width"] / 8
        page.mouse.click(box["x"] + (ord(square[0]) - 96.5) * size, box["y"] + (8.5 - int(square[1])) * size)
    page.click("text=Done")
    visitor.until("JSON.parse(localStorage['bstar.game']).fen.startsWith('4k3/8/8/3Q4/8/8/8/4K3 w')")


def test_by_keyboard_alone(visit, server):
    visitor = visit(server.url)
    page = visitor.page

    def tab_to(selector):
        for _ in range(120):
            if page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"no way to {selector} by keyboard")

    tab_to("#setup summary")
    page.keyboard.press("Enter")
    tab_to("#fen")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(QUIET)
    page.keyboard.press("Enter")
    visitor.until("fen => JSON.parse(localStorage['bstar.game'] ?? '{}').fen === fen", arg=QUIET)
    tab_to("#seconds")
    page.keyboard.press("Home")
    # A search that begins a deeper tree shortly before its end has nothing to replay: then a longer one.
    for _ in range(4):
        tab_to("#seconds")
        page.keyboard.press("ArrowDown")
        tab_to("#search")
        page.keyboard.press("Enter")
        visitor.drawn()
        visitor.answered()
        if page.is_visible("#slider"):
            break
    tab_to("#slider")
    page.keyboard.press("Home")
    visitor.until("document.querySelector('#moment').textContent.startsWith('Expansion 1 of')")
    page.keyboard.press("End")
    tab_to("#tree-view")
    page.keyboard.press("ArrowRight")
    visitor.until("document.querySelector('#caption').textContent.startsWith('After')")
    first = visitor.text("#caption")
    page.keyboard.press("ArrowDown")
    visitor.until("before => document.querySelector('#caption').textContent !== before", arg=first)
    page.keyboard.press("ArrowLeft")
    visitor.until("document.querySelector('#caption').textContent === 'Black to move'")
    selected = page.get_attribute("#tree-view", "aria-activedescendant")
    assert page.locator(f"[id='{selected}'][role=treeitem]").count() == 1
    tab_to("#move-input")
    page.keyboard.insert_text("dxc4")
    page.keyboard.press("Enter")
    visitor.until("JSON.parse(localStorage['bstar.game']).moves[0] === 'd5c4'")


def test_on_a_phone(visit, server):
    visitor = visit(server.url, viewport={"width": 390, "height": 844}, device_scale_factor=2, is_mobile=True, has_touch=True)
    page = visitor.page
    visitor.set_up(TACTIC)
    page.locator("#setup").evaluate("setup => { setup.open = false; }")
    visitor.think()
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels too wide"
    board = page.locator("cg-board").bounding_box()
    assert board["width"] > 300
    page.wait_for_timeout(300)
    visitor.shot("phone", full_page=True)
    page.locator("#bars .move").nth(1).tap()
    visitor.until("document.querySelector('#caption').textContent.startsWith('After')")


def test_in_the_dark_and_on_paper(visit, server):
    visitor = visit(server.url, color_scheme="dark")
    page = visitor.page
    visitor.set_up(TACTIC)
    visitor.think()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.wait_for_timeout(300)
    visitor.shot("dark", full_page=True)
    page.locator("input[name=theme][value=light]").check(force=True)
    visitor.until("dark => getComputedStyle(document.body).backgroundColor !== dark", arg=dark)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_selector("#outline-text li")
    assert page.locator("#search").is_hidden() and page.locator("#answer-text").is_visible()
    visitor.shot("print", full_page=True)
    # Paper is white, whatever the screen is like.
    for theme in ("light", "auto", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)", theme


def test_the_answer_is_that_of_a_deep_search_and_says_how_sure_it_is(visit, server):
    """A tree is there at once. Then all moves are searched deeply, and the answer comes from that."""
    visitor = visit(server.url)
    page = visitor.page
    visitor.set_up(QUIET)
    page.select_option("#seconds", "3")
    page.click("#search")
    visitor.until("document.querySelectorAll('#tree-view .pill').length > 3")
    visitor.until("document.querySelector('#answer-text').textContent.includes('All moves are being searched deeply, to depth')")
    visitor.answered()
    told = visitor.text("#answer-text")
    assert "A much longer search puts that between" in told and "Of choices as settled as this" in told
    assert page.locator("#tree-view .pill").count() > 3


def test_what_is_finished_outlives_the_server(visit, bstar):
    with serving(bstar) as server:
        visitor = visit(server.url)
        page = visitor.page
        visitor.set_up(TACTIC)
        visitor.think()
        finished = visitor.text("#answer-text")
        # Nothing is decided after this, so the search does not end by itself.
        page.fill("#move-input", "Kh1")
        page.press("#move-input", "Enter")
        visitor.until("JSON.parse(localStorage['bstar.game']).moves.length === 1")
        page.select_option("#seconds", "30")
        page.click("#search")
        page.wait_for_selector("#answer-text .so-far")
        page.wait_for_timeout(500)
        server.kill()
        visitor.until("document.querySelector('#problem').textContent.includes('kept')")
        port = server.port
    # What the browser says of a connection that is gone is expected.
    visitor.expected = "Failed to load resource"
    with serving(bstar, port) as again:
        page.goto(again.url)
        visitor.until("document.querySelector('#moves').textContent.includes('Kh1')")
        page.click("#back")
        page.wait_for_selector("#answer-text p.lead:not(.so-far, .welcome)")
        assert visitor.text("#answer-text") == finished
        assert page.locator("#tree-view .pill").count() > 3


def html(bstar, tmp_path, *arguments):
    file = tmp_path / "search.html"
    done = subprocess.run([bstar, "explain", *arguments, "--html", file], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return file


def test_the_file_needs_no_network(visit, bstar, tmp_path):
    file = html(bstar, tmp_path, QUIET, "--expansions", "14", "--move", "g5")
    visitor = visit("about:blank", offline=True)
    page = visitor.page
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    page.wait_for_selector("#answer-text p.lead:not(.welcome)")
    assert asked == [file.as_uri()] or set(asked) == {file.as_uri()} | {url for url in asked if url.startswith("data:")}
    positions = int(visitor.text("#tree-count").split()[2])
    size = file.stat().st_size
    print(f"{positions} positions in {size} bytes")
    assert positions >= 500 and size < 400_000
    assert page.locator("#ask").is_hidden() and page.locator("#recorded-note").is_visible()
    assert "g5" in visitor.text("#mine-text")
    page.fill("#slider", "3")
    visitor.until("document.querySelector('#moment').textContent.startsWith('Expansion 3 of')")
    page.locator("#bars .move").first.click()
    visitor.until("document.querySelector('#caption').textContent.startsWith('After')")
    visitor.shot("offline", full_page=True)


def test_an_old_browser_and_a_damaged_file_are_told_so(browser, bstar, tmp_path):
    file = html(bstar, tmp_path, QUIET, "--expansions", "3")
    for spoil, part in [("delete window.DecompressionStream", "too old"), ("window.atob = () => 'x'", "damaged")]:
        context = browser.new_context()
        context.add_init_script(spoil)
        page = context.new_page()
        page.goto(file.as_uri())
        page.wait_for_selector("#cannot-open")
        assert part in page.inner_text("main")
        context.close()


# Counts the pictures a browser draws while something happens; gives the milliseconds between them, and of how many elements
# the tree was at most.
WATCH = """
async () => {
  const times = [], drawn = [];
  let isOn = true;
  const tick = time => {
    times.push(time);
    drawn.push(document.querySelectorAll('#tree-view *').length);
    if (isOn) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  await (ACT)();
  isOn = false;
  return { gaps: times.slice(1).map((time, i) => time - times[i]), drawn: Math.max(...drawn) };
}
"""
SCROLL = """async () => {
  const view = document.querySelector('#tree-view');
  for (let i = 0; i < 60; i++) { view.scrollTop += view.scrollHeight / 60; await new Promise(requestAnimationFrame); }
}"""
REPLAY = """async () => {
  const slider = document.querySelector('#slider');
  for (let i = 1; i <= 60; i++) {
    slider.value = Math.ceil(slider.max * i / 60);
    slider.dispatchEvent(new Event('input'));
    await new Promise(requestAnimationFrame);
  }
}"""
OPEN = """async () => {
  document.querySelector('#open-all').click();
  for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
}"""


def test_a_tree_of_two_thousand_positions_is_smooth(visit, bstar, tmp_path):
    file = html(bstar, tmp_path, QUIET, "--expansions", "75")
    visitor = visit(file.as_uri())
    page = visitor.page
    visitor.until("document.querySelector('#tree-count').textContent !== ''")
    positions = int(visitor.text("#tree-count").split()[2])
    size = file.stat().st_size
    print(f"{positions} positions in {size} bytes")
    assert positions >= 2_000 and size < 400_000
    # The title carries the move.
    best = visitor.text("#bars tr.is-best .move")
    assert page.title() == f"9... {best} · bstar"
    page.locator("input[name=filter][value=all]").check(force=True)
    devtools = visitor.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def work():
        """Milliseconds of the processor that the page has taken."""
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    for name, act in [("open", OPEN), ("scroll", SCROLL), ("replay", REPLAY)]:
        before = work()
        seen = page.evaluate(WATCH.replace("ACT", act))
        gaps, drawn = sorted(seen["gaps"]), seen["drawn"]
        each = (work() - before) / len(gaps)
        middle, most = gaps[len(gaps) // 2], gaps[int(len(gaps) * 0.95)]
        print(
            f"{name} a tree of {positions} positions: {drawn} elements at most, {each:.0f} ms of work for a picture; "
            f"one every {middle:.0f} ms, 95% within {most:.0f} ms"
        )
        # Only what is in sight is drawn; a position has four elements or more. The limit on work is generous: processors differ.
        assert 100 < drawn < 1.2 * positions
        assert each < 200
    visitor.shot("everything")


def first_word(url, times, seconds):
    """Asks for a search; how long until the first sentence comes."""
    body = json.dumps({"fen": QUIET, "seconds": seconds}).encode()
    request = urllib.request.Request(f"{url}api/search", body, {"content-type": "application/json"})
    asked = time.monotonic()
    with urllib.request.urlopen(request, timeout=60) as answer:
        told = [(time.monotonic() - asked, line) for line in answer if line.startswith(b"data: ")]
    first = next(when for when, line in told if b'"standing"' in line)
    assert any(b'"thought"' in line for _, line in told)
    assert first < told[-1][0]
    times.append((first, told[-1][0]))


def test_twenty_visitors_at_once(visit, server):
    times = []
    threads = [threading.Thread(target=first_word, args=(server.url, times, 4)) for _ in range(20)]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    # One more, who only looks around.
    visitor = visit(server.url)
    asked = time.monotonic()
    visitor.page.fill("#move-input", "e4")
    visitor.page.press("#move-input", "Enter")
    visitor.until("document.querySelector('#moves').textContent.includes('e4')")
    moved = time.monotonic() - asked
    for thread in threads:
        thread.join()
    assert len(times) == 20
    first, last = max(first for first, _ in times), max(end for _, end in times)
    print(f"20 visitors: first sentences within {first:.2f} s, answers to 4 seconds within {last:.2f} s, a move on the page took {moved:.2f} s")


def test_a_port_that_is_taken_is_named(bstar, server):
    done = subprocess.run([bstar, "serve", "--port", str(server.port)], capture_output=True, text=True, timeout=20)
    assert done.returncode == 2 and str(server.port) in done.stderr and done.stdout == ""


def test_a_forty_first_search_is_refused(server):
    searches, status = [], None
    try:
        for _ in range(60):
            body = json.dumps({"seconds": 60}).encode()
            request = urllib.request.Request(f"{server.url}api/search", body, {"content-type": "application/json"})
            try:
                searches.append(urllib.request.urlopen(request, timeout=20))
            except urllib.error.HTTPError as error:
                status, told = error.code, json.load(error)
                break
        assert status == 429 and "try again" in told["message"]
        assert len(searches) == 40
    finally:
        for search in searches:
            search.close()
    # They have left, and their searches with them.
    end = time.monotonic() + 20
    while json.load(urllib.request.urlopen(f"{server.url}api/status"))["running"] > 0:
        assert time.monotonic() < end
        time.sleep(0.1)
