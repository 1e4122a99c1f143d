"""A server, and a browser that looks at it: Debian's Chromium, without a window."""

import contextlib
import os
import pathlib
import re
import subprocess
import time

from playwright.sync_api import expect, sync_playwright

from pipe import PATIENCE

expect.set_options(timeout=PATIENCE * 1000)

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# No sandbox, because tests may run as root; and nothing that asks for a network.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", pathlib.Path(__file__).resolve().parent.parent / "target"))
SCREENSHOTS = TARGET / "screenshots"
# What the server sent, recorded by tools/record_streams.py.
STREAMS = pathlib.Path(__file__).resolve().parent / "streams"
# What people look at the page with.
SCREENS = {
    "desk": {"viewport": {"width": 1400, "height": 900}},
    "wide-dark": {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True},
}


class Server:
    """`bstar serve`."""

    def __init__(self, bstar, port=0, arguments=(), **options):
        self.process = subprocess.Popen(
            [bstar, "serve", "--port", str(port), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
        )
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"bstar serve says {line!r} and {self.process.stderr.read()!r}"
        self.url, self.port = found.group(), int(found[1])

    def kill(self):
        self.process.kill()
        _, said = self.process.communicate()
        return said


@contextlib.contextmanager
def serving(bstar, port=0, arguments=(), **options):
    server = Server(bstar, port, arguments, **options)
    try:
        yield server
    finally:
        said = server.kill()
    assert "panicked" not in said, said


@contextlib.contextmanager
def browsing():
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """Someone with a page open. Whatever the page complains about fails the test."""

    def __init__(self, browser, **how):
        self.context = browser.new_context(**{"viewport": {"width": 1440, "height": 1000}, **how})
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.complaints = []
        # A part of what may be complained about.
        self.expected = None
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        self.page.on("dialog", lambda dialog: self.complaints.append(f"a dialog: {dialog.message}"))

    def replay(self, path, text):
        """Answers the page's questions by a recording, at once and the same every time."""
        self.page.route(f"**/api/{path}", lambda route: route.fulfill(content_type="text/event-stream", body=text))

    def leave(self):
        self.context.close()
        # They may come late, so what is expected is left out only here.
        complaints = [complaint for complaint in self.complaints if self.expected is None or self.expected not in complaint]
        assert not complaints, complaints

    def shot(self, name, **how):
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", **how)

    def set_up(self, fen):
        self.page.locator("#setup").evaluate("setup => { setup.open = true; }")
        self.page.fill("#fen", fen)
        self.page.click("#fen-form button")
        self.until("fen => JSON.parse(localStorage['bstar.game'] ?? '{}').fen === fen", fen)

    def think(self, seconds="0.5"):
        """Searches, and waits for the answer."""
        self.page.select_option("#seconds", seconds)
        self.page.click("#search")
        # Until the next picture there is the answer of the search before.
        self.drawn()
        self.answered()

    def grow(self, expansions):
        """Searches until one search has so many expansions or more, and tells how many. A search that begins a deeper tree shortly before its
        end has few, and when it does depends on the speed of the machine."""
        for seconds in [*("0.5", "1", "3") * 3, "10", "10", "30", "30"]:
            self.think(seconds)
            grown = int(self.page.get_attribute("#slider", "max")) if self.page.is_visible("#slider") else 0
            if grown >= expansions:
                return grown
        raise AssertionError(f"no search had {expansions} expansions")

    def answered(self):
        self.page.wait_for_selector("#answer-text p.lead:not(.so-far, .welcome)")
        self.page.wait_for_selector("#effort dd")
        self.until("document.querySelector('#search').textContent === 'Find the best move'")

    def until(self, what, arg=None):
        """Waits until this is so. (The page forbids what playwright's own way of waiting does: making code of text.)"""
        end = time.monotonic() + PATIENCE
        while not self.page.evaluate(what, arg):
            assert time.monotonic() < end, f"it never came true that {what}"
            self.page.wait_for_timeout(20)
        self.drawn()

    def drawn(self):
        """The page draws what has changed before the next picture, and only then does it show."""
        self.page.evaluate("new Promise(shown => requestAnimationFrame(() => shown()))")

    def text(self, selector):
        return self.page.inner_text(selector)

    def game(self):
        """The game that is shown, as the window keeps it."""
        return self.page.evaluate("JSON.parse(sessionStorage['bstar.game'])")
