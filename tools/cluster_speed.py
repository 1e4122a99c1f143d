"""How much faster four workers are than one, with 200 games, on this machine.

    python3 tools/cluster_speed.py [--games 200] [--nodes 20000] [--jobs 4] [--workers 4]

It takes minutes, and means something only where there are as many cores as jobs. Needs nats-server, pytest, and both programs with
clusters in target/release, or where BSTAR=path/to/bstar says.
"""

import argparse
import contextlib
import pathlib
import subprocess
import sys
import tempfile
import time

# The server, the workers and the program are those of the tests.
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "tests"))

import nats
from conftest import argv, program


def games(count):
    """Games of the engine against itself, each another one."""
    folder = pathlib.Path(tempfile.mkdtemp())
    path = folder / "games.pgn"
    subprocess.run(argv(program(), "selfplay", "--games", count, "--nodes", "300", "--output", path), check=True, stdout=subprocess.DEVNULL)
    return path


def seconds(path, nodes, workers, jobs):
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as left:
        server = nats.Server(folder)
        left.callback(server.kill)
        for number in range(workers):
            worker = nats.Worker(program(), server.url, f"worker-{number}", jobs=jobs)
            left.callback(worker.end)
            worker.until("is there")
        began = time.monotonic()
        done = subprocess.run(
            [program(), "analyse", str(path), "--nodes", str(nodes), "--hash", "1", "--cluster", server.url], check=True, capture_output=True
        )
        return time.monotonic() - began, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=4, help="of each worker")
    arguments = parser.parse_args()
    path = games(arguments.games)
    one, alone = seconds(path, arguments.nodes, 1, arguments.jobs)
    many, together = seconds(path, arguments.nodes, arguments.workers, arguments.jobs)
    print(f"{arguments.games} games, {arguments.nodes} nodes, {arguments.jobs} jobs a worker: one worker {one:.1f} s, {arguments.workers} workers {many:.1f} s, ratio {many / one:.3f}")
    print("same bytes" if alone == together else "NOT THE SAME BYTES")


if __name__ == "__main__":
    main()
