"""The page's own words: English and German, and none of them in the code."""

import re
import subprocess

QUIET = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9"

# Every text and label of the page that is not marked as being in a language of its own.
COLLECT = """() => {
  const said = new Set();
  const add = text => { if (/\\p{L}{3}/u.test(text ?? '')) said.add(text.trim()); };
  const walk = element => {
    if (element !== document.documentElement && element.hasAttribute('lang')) return;
    if (['SCRIPT', 'STYLE', 'CODE'].includes(element.tagName)) return;
    for (const name of ['title', 'aria-label', 'aria-valuetext', 'placeholder']) add(element.getAttribute(name));
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) add(node.data);
      else if (node.nodeType === Node.ELEMENT_NODE) walk(node);
    }
  };
  walk(document.documentElement);
  return [...said];
}"""

# The same in both: names, notation, and words that English and German share.
SHARED = {"bstar", "FEN", "Auto", "Pause", "Expansion"}


def own_words(visitor):
    """Texts without moves, squares and numbers."""
    texts = visitor.page.evaluate(COLLECT)
    return {text for text in texts if text not in SHARED and re.search(r"[A-Za-zäöüß]{3}", re.sub(r"\bbstar\b|\b[KQRBNa-h]?[a-hx1-8]{2,5}[+#]?\b", "", text))}


def test_the_page_speaks_the_language_of_the_browser_or_the_one_chosen(visit, server):
    visitor = visit(server.url, locale="de-AT")
    page = visitor.page
    assert page.get_attribute("html", "lang") == "de"
    assert visitor.text("#search") == "Besten Zug suchen" and visitor.text("#caption") == "Weiß am Zug"
    page.locator("input[name=language][value=en]").check(force=True)
    visitor.until("document.querySelector('#caption').textContent === 'White to move'")
    assert visitor.text("#search") == "Find the best move" and page.get_attribute("html", "lang") == "en"
    # The choice is kept, against the browser's.
    page.reload()
    visitor.until("document.querySelector('#caption').textContent === 'White to move'")
    assert page.is_checked("input[name=language][value=en]")
    # A language that we do not have: English.
    assert visit(server.url, locale="fi-FI").page.get_attribute("html", "lang") == "en"


def test_no_english_word_is_left_in_the_german_page(visit, server, bstar, tmp_path):
    """The same search, told twice. What both pages say in the same words was not translated."""
    file = tmp_path / "search.html"
    subprocess.run([bstar, "explain", QUIET, "--expansions", "14", "--move", "g5", "--html", file], check=True, capture_output=True, timeout=60)
    told = {}
    for locale in ("en-GB", "de-DE"):
        visitor = visit(file.as_uri(), locale=locale)
        visitor.page.wait_for_selector("#answer-text p.lead:not(.welcome)")
        visitor.page.click("#outline summary")
        visitor.page.wait_for_selector("#outline-text li")
        told[locale] = own_words(visitor)
        live = visit(server.url, locale=locale)
        live.page.click("#setup summary")
        live.page.click("#edit")
        live.page.wait_for_selector(".edit-board cg-board")
        told[locale] |= own_words(live)
    assert min(map(len, told.values())) > 150
    assert not sorted(told["en-GB"] & told["de-DE"])
    # Numbers have a comma.
    assert re.search(r"\d,\d", visit(file.as_uri(), locale="de-DE").text("#bars tr.is-best .likely"))


def test_a_search_goes_on_while_the_language_changes(visit, server):
    visitor = visit(server.url)
    page = visitor.page
    visitor.set_up(QUIET)
    # Until it is told to stop: a busy machine may take seconds to change the language.
    page.select_option("#seconds", "600")
    page.click("#search")
    page.wait_for_selector("#answer-text .so-far")
    page.locator("input[name=language][value=de]").check(force=True)
    visitor.until("document.querySelector('#search').textContent === 'Anhalten'")
    page.click("#search")
    visitor.until("document.querySelector('#search').textContent === 'Besten Zug suchen'")
    # The sentences of the search are English, and say so.
    assert page.get_attribute("#answer-text p.lead", "lang") == "en"
    assert "Schwarz am Zug" in visitor.text("#rivals-unit")
