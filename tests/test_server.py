"""`bstar serve` under load: it stays reachable, and gives its memory back."""

import concurrent.futures
import json
import re
import resource
import socket
import sys
import time
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


def resident_mib(server):
    with open(f"/proc/{server.process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+) kB", status.read()).group(1)) / 1024


LEFT_MIB = 130


def test_the_memory_of_searches_is_given_back(bstar):
    """160 searches, each with a table of 8 MiB and a tree. Once they are over, two engines are kept for who goes on, and little else."""
    with serving(bstar) as server, concurrent.futures.ThreadPoolExecutor(40) as visitors:
        before = resident_mib(server)
        for _ in range(4):
            for answer in visitors.map(lambda _: asked(server, "api/search", {"seconds": 0.2}), range(40)):
                assert DONE in answer
        # The last ones tell their answer a moment before they end.
        deadline = time.monotonic() + PATIENCE
        while (after := resident_mib(server)) - before > LEFT_MIB and time.monotonic() < deadline:
            time.sleep(0.1)
        assert after - before < LEFT_MIB, f"{before} MiB before the searches, {after} MiB after"
