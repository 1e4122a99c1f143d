"""A conversation with a UCI engine over a bare pipe: nothing checked, nothing tidied, every byte as sent.

A chess library would refuse to send most of what these tests send.
"""

import os
import pathlib
import queue
import subprocess
import threading
import time

# Generous, because tests share machines with builds; finite, because an engine that hangs must fail.
PATIENCE = 60.0

# The values of the option `Search`, the usual one first.
SEARCHES = ["bstar", "alphabeta"]


def processor_seconds(pid):
    """How long processors have worked for a program. Unlike the time that has passed, it does not grow with what else the machine does."""
    stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    # The name before it, in brackets, may have spaces.
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


class Pipe:
    def __init__(self, program, **options):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
        )
        self.said = []
        self._lines = queue.Queue()
        self._errors = []
        self._threads = [
            threading.Thread(target=self._listen, daemon=True),
            threading.Thread(target=self._overhear, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except OSError:
                pass

    def _listen(self):
        for line in self.process.stdout:
            self._lines.put(line.decode("utf-8").rstrip("\r\n"))
        self._lines.put(None)

    def _overhear(self):
        for line in self.process.stderr:
            self._errors.append(line.decode("utf-8", "replace"))

    def send(self, *lines):
        """Sends whole lines, in one write."""
        self.send_bytes("".join(line + "\n" for line in lines).encode())

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def close(self):
        """The end of the input."""
        self.process.stdin.close()

    def read(self, patience=PATIENCE):
        """The next line; None when the program has closed its output."""
        try:
            line = self._lines.get(timeout=patience)
        except queue.Empty:
            last = "\n".join(self.said[-20:])
            raise AssertionError(f"nothing came for {patience} s; before that:\n{last}") from None
        if line is not None:
            self.said.append(line)
        return line

    def until(self, begin, patience=PATIENCE):
        """All lines up to the first that begins with this word."""
        deadline = time.monotonic() + patience
        lines = []
        while True:
            line = self.read(max(0.01, deadline - time.monotonic()))
            assert line is not None, f"the program ended before `{begin}`: {self.last_words()}"
            lines.append(line)
            if line.split(" ")[0] == begin:
                return lines

    def ask(self, *lines, begin):
        """Sends lines and reads to an answer."""
        self.send(*lines)
        return self.until(begin)

    def settle(self):
        """Everything said until now, once the program has done all it was told. Not for use during a search."""
        return self.ask("isready", begin="readyok")[:-1]

    def best(self, *lines):
        """Sends lines that end with a `go`, and gives the move that was answered."""
        return best_of(self.ask(*lines, begin="bestmove"))

    def quiet_for(self, seconds):
        """What comes within some time; for making sure that something does not."""
        lines = []
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                line = self._lines.get(timeout=left)
            except queue.Empty:
                break
            assert line is not None, f"the program ended: {self.last_words()}"
            self.said.append(line)
            lines.append(line)
        return lines

    def rest(self):
        """All that comes until the program closes its output."""
        lines = []
        while (line := self.read()) is not None:
            lines.append(line)
        return lines

    def end(self):
        """Waits for the program's end; gives its exit code."""
        code = self.process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        return code

    def leave(self):
        """The program must be alive, leave when told to, and have had nothing to complain about."""
        if self.process.poll() is None and not self.process.stdin.closed:
            self.send("quit")
        code = self.end()
        assert code == 0, f"exit code {code}: {self.last_words()}"
        assert self.last_words() == "", self.last_words()

    def worked(self):
        """The seconds that processors have worked for the program."""
        return processor_seconds(self.process.pid)

    def last_words(self):
        return "".join(self._errors)


def best_of(lines):
    """The move of the `bestmove` line that ends these lines; None for `(none)`."""
    words = lines[-1].split()
    assert words[0] == "bestmove", lines
    return None if words[1] == "(none)" else words[1]


def remarks(lines):
    return [line[len("info string ") :] for line in lines if line.startswith("info string ")]
