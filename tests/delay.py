"""A line that takes its time: what goes in at one end comes out at the other a while later, in both directions.

    python3 tests/delay.py --to HOST:PORT --milliseconds 20

Needs nothing of the system. `tc qdisc … netem` would do the same to real packets, where the kernel has it. Nothing is lost here, and however much is on its way, it is not slower.
"""

import argparse
import asyncio
import contextlib
import threading

CHUNK = 65_536


async def carry(reader, writer, line):
    """Hands on every piece when its time has come."""
    loop = asyncio.get_running_loop()
    pieces = asyncio.Queue()

    async def deliver():
        while True:
            due, piece = await pieces.get()
            await asyncio.sleep(max(0.0, due - loop.time()))
            if not piece:
                break
            writer.write(piece)
            await writer.drain()
        writer.close()

    delivering = asyncio.ensure_future(deliver())
    with contextlib.suppress(OSError):
        while piece := await reader.read(CHUNK):
            pieces.put_nowait((loop.time() + line.one_way, piece))
    pieces.put_nowait((loop.time() + line.one_way, b""))
    with contextlib.suppress(OSError):
        await delivering


class Delay:
    """A server on a port of its own, on a thread of its own. The seconds are those of the way there and back; `one_way` may be changed."""

    def __init__(self, port, seconds, host="127.0.0.1"):
        self.to, self.one_way, self.port = (host, port), seconds / 2, None
        self.is_open, self.serving = threading.Event(), None
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self._run, daemon=True).start()
        self.is_open.wait()

    def _run(self):
        asyncio.set_event_loop(self.loop)
        self.serving = self.loop.create_task(self._serve())
        with contextlib.suppress(asyncio.CancelledError):
            self.loop.run_until_complete(self.serving)
        left = asyncio.all_tasks(self.loop)
        for task in left:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))

    async def _serve(self):
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.is_open.set()
        await server.serve_forever()

    async def _connect(self, reader, writer):
        there, back = await asyncio.open_connection(*self.to)
        await asyncio.gather(carry(reader, back, self), carry(there, writer, self))

    def close(self):
        self.loop.call_soon_threadsafe(self.serving.cancel)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--to", required=True, metavar="HOST:PORT")
    parser.add_argument("--milliseconds", type=float, required=True, help="there and back")
    arguments = parser.parse_args()
    host, port = arguments.to.rsplit(":", 1)
    delay = Delay(int(port), arguments.milliseconds / 1000, host)
    print(f"127.0.0.1:{delay.port}", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
