"""`bstar serve` under load: it stays reachable."""

import json
import resource
import socket
import sys
import urllib.request

import pytest
from browser import serving
from pipe import PATIENCE

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

# As many files as some systems allow a program.
FILES = 256
HEAD = b"POST /api/position HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
# Connections that wait for the rest of a request, which never comes.
HALF_OPEN = [b"", b"GET / HT", HEAD, HEAD + b"Content-Length: 100\r\n\r\n{"]

# The last line of a search.
DONE = '"event":"done"'


def few_files():
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))


def opened(server, path, body=None):
    request = urllib.request.Request(server.url + path, data=body and json.dumps(body).encode(), headers={"Content-Type": "application/json"})
    return urllib.request.urlopen(request, timeout=PATIENCE)


def asked(server, path, body=None):
    """The text of an answer."""
    with opened(server, path, body) as answer:
        return answer.read().decode()


def test_half_open_connections_keep_nobody_out(bstar):
    """With more of them than the server may have open files, and with a search that began before."""
    with serving(bstar, preexec_fn=few_files) as server, opened(server, "api/search", {"seconds": 10}) as search:
        assert b"accepted" in search.readline() + search.readline()
        waiting = []
        try:
            for number in range(400):
                waiting.append(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
                waiting[-1].sendall(HALF_OPEN[number % len(HALF_OPEN)])
                if number % 20 == 0:
                    assert json.loads(asked(server, "api/status"))["type"] == "status"
            assert "<html" in asked(server, "")
            assert DONE in search.read().decode()
        finally:
            for connection in waiting:
                connection.close()
