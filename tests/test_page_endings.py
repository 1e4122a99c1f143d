"""An ending that tables know, on the page."""

import pytest
from browser import serving
from conftest import ROOT

OPPOSITION = "8/8/3k4/8/8/3K4/3P4/8 w - - 0 1"


@pytest.fixture
def server_with_tables(bstar):
    with serving(bstar, arguments=["--syzygy", ROOT / "data" / "syzygy"]) as server:
        yield server


def test_all_moves_with_their_results(visit, server_with_tables):
    visitor = visit(server_with_tables.url)
    page = visitor.page
    visitor.set_up(OPPOSITION)
    visitor.think()
    answer = visitor.text("#answer-text")
    assert "known exactly" in answer and "throws the win away" in answer
    assert page.locator("#rivals").is_hidden()
    assert "Known exactly" in visitor.text("#known-note")
    rows = [" ".join(row.split()) for row in page.locator("#known-moves tr").all_inner_texts()]
    assert rows == ["wins 3 Kc4 Kd4 Ke4", "draws – Kc2 Ke2 Kc3 Ke3"]
    page.click("#known-moves button[data-move=d3c3]")
    visitor.until("document.querySelector('#known-moves button.is-selected')?.dataset.move === 'd3c3'")
    visitor.shot("known", full_page=True)


def test_a_position_that_tables_do_not_know(visit, server_with_tables):
    visitor = visit(server_with_tables.url)
    visitor.set_up("8/ppp5/8/PPP5/8/8/7k/5K2 w - - 0 1")
    visitor.think()
    assert visitor.page.locator("#known").is_hidden()
    assert visitor.page.locator("#rivals").is_visible()
