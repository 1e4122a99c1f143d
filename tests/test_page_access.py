"""For everybody: axe-core looks at every state of the page, and the keyboard alone does everything."""

import pytest
from conftest import ROOT

TACTIC = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"
QUIET = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9"
AXE = ROOT / "crates/web/page/node_modules/axe-core/axe.min.js"

SIZES = {
    "desk": {"viewport": {"width": 1400, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True},
}


def faults(visitor):
    """What axe-core calls serious or critical, in both colours. (The page's policy lets in no script by an element; the debugger may.)"""
    page = visitor.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate(
        """async () => {
          const { dataset } = document.documentElement;
          const { violations } = await axe.run(document, { resultTypes: ['violations'] });
          // In the dark only the colours are others.
          dataset.theme = 'dark';
          const dark = await axe.run(document, { runOnly: ['color-contrast'] });
          dataset.theme = 'light';
          return [...violations, ...dark.violations];
        }"""
    )
    return [
        f"{fault['impact']}: {fault['id']}: {node['target']} {node.get('failureSummary', '')}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious(visit, server, size):
    # Colours that glide would be measured half-way.
    visitor = visit(server.url, color_scheme="light", reduced_motion="reduce", **SIZES[size])
    page = visitor.page
    wrong = {"welcome": faults(visitor)}
    page.locator("#settings").evaluate("settings => { settings.open = true; }")
    page.locator("#setup").evaluate("setup => { setup.open = true; }")
    page.locator("#edit").click()
    page.wait_for_selector(".edit-board cg-board")
    wrong["placing pieces"] = faults(visitor)
    page.click("text=Never mind")
    page.fill("#pgn", '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Qh5 Nc6 *\n\n[White "C"]\n[Black "D"]\n\n1. d4 *\n')
    page.click("#pgn-form button")
    page.wait_for_selector("#game-choice:not([hidden])")
    page.click("#last")
    visitor.until("JSON.parse(localStorage['bstar.game']).cursor === 4")
    page.select_option("#judge-seconds", index=0)
    page.click("#look-all")
    visitor.until("document.querySelector('#status').textContent === 'Every move was looked at.'")
    wrong["judged"] = faults(visitor)
    page.select_option("#seconds", "600")
    page.click("#search")
    visitor.until("document.querySelectorAll('#tree-view .pill').length > 3")
    wrong["searching"] = faults(visitor)
    page.click("#search.is-stop")
    visitor.answered()
    page.locator("#outline").evaluate("outline => { outline.open = true; }")
    wrong["answered"] = faults(visitor)
    page.locator("#answer-text .sentence").first.evaluate("sentence => sentence.click()")
    page.wait_for_selector("#answer-text .is-backing")
    page.locator("input[name=filter][value=all]").check(force=True)
    page.click("#open-all")
    wrong["a line, and the whole tree"] = faults(visitor)
    visitor.set_up("7k/4P3/8/8/8/8/8/K7 w - - 0 1")
    page.click("#play-white")
    page.focus("#board-frame")
    for key in ["ArrowUp"] * 5 + ["Enter", "ArrowUp", "Enter"]:
        page.keyboard.press(key)
    page.wait_for_selector(".promotion")
    wrong["promotion"] = faults(visitor)
    assert not {state: found for state, found in wrong.items() if found}


def test_axe_finds_nothing_serious_in_the_file(visit, run, tmp_path):
    file = tmp_path / "search.html"
    run("explain", TACTIC, "--expansions", "8", "--move", "Kh1", "--html", file)
    visitor = visit(file.as_uri())
    visitor.page.wait_for_selector("#answer-text p.lead:not(.welcome)")
    assert not faults(visitor)


def test_everything_by_keyboard(visit, server):
    visitor = visit(server.url, **SIZES["desk"])
    page = visitor.page

    def tab_to(selector, key="Tab"):
        for _ in range(120):
            if page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
                return
            page.keyboard.press(key)
        raise AssertionError(f"no way to {selector} by keyboard")

    def press(*keys):
        for key in keys:
            page.keyboard.press(key)

    # A move on the board: the cursor is on e2 at first.
    tab_to("#board-frame")
    press("Enter", "ArrowUp", "ArrowUp", "Enter")
    visitor.until("JSON.parse(localStorage['bstar.game'] ?? '{}').moves?.[0] === 'e2e4'")
    press("ArrowUp")
    visitor.until("document.querySelector('#cursor-text').textContent === 'e5, empty'")
    # A circle and an arrow.
    press("o", "a", "ArrowDown", "a")
    visitor.until("document.querySelectorAll('#board svg.cg-shapes g line, #board svg.cg-shapes g circle').length === 2")
    # Turned, the same place of the board is another square.
    press("f")
    page.wait_for_selector("#board.orientation-black")
    press("ArrowDown")
    visitor.until("document.querySelector('#cursor-text').textContent === 'd6, empty'")
    press("f")
    # Pieces.
    tab_to("#setup summary")
    press("Enter")
    tab_to("#edit")
    press("Enter")
    page.wait_for_selector(".edit-board cg-board")
    tab_to("#editor button:not([aria-pressed])")
    assert page.evaluate("document.activeElement.textContent") == "Empty board"
    press("Enter")
    tab_to("#board-frame", "Shift+Tab")
    press(*["ArrowLeft"] * 8, *["ArrowUp"] * 8, "k", "ArrowDown", "ArrowDown", "Shift+K", "ArrowDown", "ArrowRight", "ArrowRight", "Shift+P", "Shift+Q", "ArrowRight", "Shift+R", "Delete")
    tab_to("#editor select")
    press("Home")
    tab_to("#editor .primary")
    press("Enter")
    visitor.until("JSON.parse(localStorage['bstar.game']).fen.startsWith('k7/8/K7/2Q5/8/8/8/8 w')")
    # A search, its tree, and a word that is explained.
    tab_to("#seconds")
    press("Home")
    tab_to("#search")
    press("Enter")
    visitor.answered()
    tab_to("[data-hint=likely]")
    page.wait_for_selector("#hint:not([hidden])")
    tab_to("#tree-view")
    press("ArrowRight")
    visitor.until("document.querySelector('#caption').textContent.startsWith('After')")
    # The pawn's choice.
    visitor.set_up("7k/4P3/8/8/8/8/8/K7 w - - 0 1")
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    tab_to("#board-frame")
    press(*["ArrowRight"] * 8, *["ArrowUp"] * 8, *["ArrowLeft"] * 3, "ArrowDown", "Enter", "ArrowUp", "Enter")
    page.wait_for_selector(".promotion")
    press("ArrowDown", "Enter")
    visitor.until("JSON.parse(localStorage['bstar.game']).moves[0] === 'e7e8n'")
    # And on with the board.
    assert page.evaluate("document.activeElement.id") == "board-frame"
