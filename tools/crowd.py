"""A crowd at the page's server on this machine: half-open, slow and abandoned connections, and 1,000 visitors at once.

    python tools/crowd.py 180 > crowd.tsv

Starts `bstar serve` on 127.0.0.1, attacks it for this many seconds, and asks all the while whether it can be reached. Every second it
writes the MiB that are resident, as `memory_over_time.py` does. Exit code 1 if a question was not answered. It opens at most
1,500 connections at a time. Linux only.
"""

import asyncio
import collections
import json
import os
import random
import re
import resource
import subprocess
import sys
import time

from memory_over_time import resident_mib

HALF_OPEN = 300
SLOW = 40
ABANDONING = 20
VISITORS = 1000
# So often all visitors come at once.
CROWD_EVERY_SECONDS = 20
# Nobody waits longer for an answer; the server closes what waits for 30 s.
PATIENCE_SECONDS = 25

HALVES = [b"", b"GET / HT", b"POST /api/position HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"]


def request(method, path, body=None):
    text = json.dumps(body) if body is not None else ""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
    return (head + text).encode()


STATUS = request("GET", "/api/status")
PAGE = request("GET", "/")
POSITION = request("POST", "/api/position", {"moves": ["e4", "e5"]})
SEARCH = request("POST", "/api/search", {"seconds": 0.2})
LONG_SEARCH = request("POST", "/api/search", {"seconds": 20})


class Crowd:
    def __init__(self, port, seconds):
        self.port = port
        self.end = time.monotonic() + seconds
        self.counted = collections.Counter()
        self.waits = []
        self.unanswered = 0

    def goes_on(self):
        return time.monotonic() < self.end

    async def open(self):
        return await asyncio.wait_for(asyncio.open_connection("127.0.0.1", self.port), PATIENCE_SECONDS)

    async def answer(self, asked):
        """The status of an answer, read to its end."""
        reader, writer = await self.open()
        try:
            writer.write(asked)
            await writer.drain()
            text = await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
            return int(text.split(b" ", 2)[1]) if text.startswith(b"HTTP/1.1 ") else None
        finally:
            writer.close()

    async def half_open(self):
        """Never finishes a request. When it is thrown out, it comes again."""
        while self.goes_on():
            try:
                reader, writer = await self.open()
                writer.write(random.choice(HALVES))
                self.counted["half-open"] += 1
                await asyncio.wait_for(reader.read(), 40)
                writer.close()
            except (OSError, asyncio.TimeoutError):
                pass
            await asyncio.sleep(random.uniform(0.2, 2))

    async def slow(self):
        """Sends a byte at a time, and reads as slowly."""
        while self.goes_on():
            try:
                reader, writer = await self.open()
                for byte in random.choice([POSITION, SEARCH]):
                    writer.write(bytes([byte]))
                    await writer.drain()
                    await asyncio.sleep(0.05)
                for _ in range(40):
                    if not await asyncio.wait_for(reader.read(16), PATIENCE_SECONDS):
                        break
                    await asyncio.sleep(0.1)
                writer.close()
                self.counted["slow"] += 1
            except (OSError, asyncio.TimeoutError):
                await asyncio.sleep(0.5)

    async def abandon(self):
        """Asks for a long search, and leaves."""
        while self.goes_on():
            try:
                reader, writer = await self.open()
                writer.write(LONG_SEARCH)
                await asyncio.wait_for(reader.read(100), PATIENCE_SECONDS)
                await asyncio.sleep(random.uniform(0, 1))
                writer.transport.abort()
                self.counted["abandoned"] += 1
            except (OSError, asyncio.TimeoutError):
                pass
            await asyncio.sleep(random.uniform(0.5, 2))

    async def visit(self, number):
        try:
            status = await self.answer([STATUS, PAGE, POSITION, SEARCH][number % 4])
            self.counted[f"visitor answered {status}"] += 1
        except (OSError, asyncio.TimeoutError) as error:
            self.counted[f"visitor lost, {type(error).__name__}"] += 1

    async def crowds(self):
        while self.goes_on():
            await asyncio.gather(*(self.visit(number) for number in range(VISITORS)))
            self.counted["crowds"] += 1
            await asyncio.sleep(CROWD_EVERY_SECONDS)

    async def probe(self):
        """Somebody who only wants the page, as a browser does: if the connection is refused or closed, once more."""
        while self.goes_on():
            began = time.monotonic()
            answered = False
            for _ in range(3):
                try:
                    answered = await self.answer(random.choice([STATUS, PAGE])) == 200
                except (OSError, asyncio.TimeoutError):
                    pass
                if answered:
                    break
                self.counted["asked once more"] += 1
            self.waits.append(time.monotonic() - began)
            self.unanswered += not answered
            await asyncio.sleep(0.5)

    async def watch(self, server, after=15):
        began = time.monotonic()
        while time.monotonic() < self.end + after:
            print(f"{time.monotonic() - began:.1f}\t{resident_mib(server):.2f}", flush=True)
            await asyncio.sleep(1)

    async def come(self, server):
        kinds = [(HALF_OPEN, self.half_open), (SLOW, self.slow), (ABANDONING, self.abandon), (1, self.crowds), (1, self.probe)]
        tasks = [asyncio.create_task(kind()) for count, kind in kinds for _ in range(count)]
        await self.watch(server)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def main(seconds):
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    program = os.environ.get("BSTAR", "target/release/bstar")
    server = subprocess.Popen([program, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        port = int(re.search(r"127\.0\.0\.1:(\d+)", server.stdout.readline()).group(1))
        crowd = Crowd(port, float(seconds))
        asyncio.run(crowd.come(server))
    finally:
        server.kill()
        server.wait()
    waits = sorted(crowd.waits)
    for what, count in sorted(crowd.counted.items()):
        print(f"{what}: {count}", file=sys.stderr)
    print(f"asked {len(waits)} times: median {waits[len(waits) // 2]:.2f} s, longest {waits[-1]:.2f} s, unanswered {crowd.unanswered}", file=sys.stderr)
    return crowd.unanswered > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
