"""A real nats-server with JetStream, and workers, for the tests of a cluster."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import threading
import time

from conftest import laboratory

# Generous, because tests share machines with builds.
PATIENCE = 120.0


def nats_server():
    """Debian puts it where only root looks for programs."""
    return shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/usr/local/sbin:/sbin")


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Server:
    """A server that can be killed and started again: its store stays."""

    def __init__(self, folder, *options, password=None):
        self.folder = pathlib.Path(folder)
        self.port = free_port()
        self.options = [nats_server(), "-js", "-a", "127.0.0.1", "-p", str(self.port), "-sd", str(self.folder / "store"), *options]
        self.password = password
        if password:
            self.options += ["--user", "me", "--pass", password]
        self.process = None
        self.start()

    @property
    def url(self):
        entrance = f"me:{self.password}@" if self.password else ""
        return f"nats://{entrance}127.0.0.1:{self.port}"

    def start(self):
        log = open(self.folder / "server.log", "ab")
        self.process = subprocess.Popen(self.options, stdout=log, stderr=log)
        log.close()
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=5) as line:
                line.settimeout(5)
                if line.recv(4).startswith(b"INFO"):
                    return
            time.sleep(0.05)
        raise AssertionError("nats-server does not answer")

    def kill(self):
        self.process.kill()
        self.process.wait()


class Worker:
    def __init__(self, bstar, url, name, *options, jobs=1, lost_after=2):
        self.name = name
        self.said = []
        self.process = subprocess.Popen(
            [laboratory(bstar), "worker", "--cluster", url, "--name", name, "--jobs", str(jobs), "--lost-after", str(lost_after), *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.listening = threading.Thread(target=self._listen, daemon=True)
        self.listening.start()

    def _listen(self):
        for line in self.process.stdout:
            self.said.append(line)

    def until(self, words):
        """Waits until the worker has said this."""
        wait_for(lambda: words in "".join(self.said), f"{self.name} to say {words!r}", lambda: "".join(self.said))

    def signal(self, number):
        self.process.send_signal(number)

    def begin_to_end(self):
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGCONT)
            self.process.terminate()

    def end(self):
        self.begin_to_end()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        # Its last words may still be on their way.
        self.listening.join(30)


class Overheard:
    """What workers say of themselves, heard with the protocol of NATS as it is on the wire."""

    def __init__(self, server, hear):
        self.line = socket.create_connection(("127.0.0.1", server.port))
        self.hear = hear
        self.line.sendall(b'CONNECT {"verbose":false,"pedantic":false}\r\nSUB bstar.workers 1\r\nPING\r\n')
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        lines = self.line.makefile("rb")
        with contextlib.suppress(OSError, ValueError):
            while line := lines.readline():
                if line.startswith(b"PING"):
                    self.line.sendall(b"PONG\r\n")
                elif line.startswith(b"MSG"):
                    state = json.loads(lines.read(int(line.split()[-1])))
                    lines.readline()
                    self.hear(state)

    def close(self):
        self.line.close()


def process_of(state):
    """The number of the process of a worker: it stands in brackets behind the name."""
    return int(state["name"].rsplit("(", 1)[1].rstrip(")"))


def kill_process(number):
    with contextlib.suppress(ProcessLookupError):
        os.kill(number, signal.SIGKILL)


def wait_for(condition, what, report=lambda: ""):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}\n{report()}"
        time.sleep(0.05)
