"""Records what the server sends, for tests of the page that need no live search: tests/streams.

    BSTAR=path/to/bstar python tools/record_streams.py

`tests/test_wire.py` says when the recordings are no longer what the server sends.
"""

import json
import os
import pathlib
import sys
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from browser import STREAMS, serving  # noqa: E402

# The name of each recording, with the request.
REQUESTS = {
    # An Italian game: a quiet best move.
    "search-italian": ("api/search", {"fen": "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 3", "seconds": 0.1}),
    # A game with three blunders or more.
    "judge-blunders": ("api/judge", {"pgn": "1. e4 e5 2. Qh5 Nf6 3. Qxe5+ Be7 4. Qxe7+ Qxe7 5. f3 Qxe4+ 6. fxe4 a5 *", "seconds": 1}),
}


def main():
    STREAMS.mkdir(exist_ok=True)
    with serving(os.environ.get("BSTAR", "target/release/bstar")) as server:
        for name, (path, body) in REQUESTS.items():
            request = urllib.request.Request(server.url + path, json.dumps(body).encode(), {"content-type": "application/json"})
            with urllib.request.urlopen(request, timeout=300) as answer:
                (STREAMS / f"{name}.txt").write_bytes(answer.read())


if __name__ == "__main__":
    main()
