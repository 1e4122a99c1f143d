"""One search over a cluster, at several distances, beside local threads: how fast it is, and how good its moves are.

    python3 tests/cluster_search.py [--positions 100] [--nodes 100000] [--delays 0,1,20] [--workers 1,2] [--threads 1,2]

Every position is searched by `bstar explain --root-search 0 --json`, so by the tree alone. Workers, of one thread each, are behind a line that takes its time (tests/delay.py), the client is at the server. Regret is that of docs/regret.md,
by what is kept in data/regret; positions in which somebody chose a move that was never judged are left out for all. Not a test: it takes minutes. Needs nats-server, and target/release/bstar.
"""

import argparse
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

import delay
import nats

ROOT = pathlib.Path(__file__).resolve().parent.parent
REGRET = ROOT / "data/regret"


def program():
    return os.environ.get("BSTAR", str(ROOT / "target/release/bstar"))


def positions(count):
    """The first positions with their names."""
    found = {}
    for line in (REGRET / "report.epd").read_text().splitlines():
        fields, _, rest = line.partition(" id ")
        if rest and len(found) < count:
            found[rest.split('"')[1]] = " ".join(fields.split(";")[0].split()[:4]) + " 0 1"
    return found


def judged():
    """What moves are worth in points of a hundred, and the best of each set."""
    worth, best = {}, {}
    for line in (REGRET / "report.alphabeta-5000000.tsv").read_text().splitlines():
        if line.startswith("R"):
            name, move = line.split("\t")
            move, value = move.split("=")
            worth[name, move] = int(value) / 100
    for line in (REGRET / "report.sets.tsv").read_text().splitlines():
        if line.startswith("R"):
            name, moves = line.split("\t")
            values = [worth[name, move] for move in moves.split() if (name, move) in worth]
            best[name] = max(values, default=None)
    return worth, best


def explain(fen, nodes, *options):
    command = [program(), "explain", fen, "--root-search", "0", "--hash", "32", "--nodes", str(nodes), "--json", *options]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return next(json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"type":"thought"'))


def cluster(workers, seconds, left):
    """A server with workers so far away. Returns its address; `left` ends all of it."""
    server = nats.Server(left.enter_context(tempfile.TemporaryDirectory()))
    left.callback(server.kill)
    url = server.url
    if seconds:
        line = delay.Delay(server.port, seconds)
        left.callback(line.close)
        url = f"nats://127.0.0.1:{line.port}"
    for number in range(workers):
        worker = nats.Worker(program(), url, f"worker-{number}", jobs=1)
        left.callback(worker.end)
        worker.until("is there")
    return server.url


def numbers(kind):
    return lambda text: [kind(word) for word in text.split(",") if word]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--delays", type=numbers(float), default=[0, 1, 20], help="milliseconds that a question and its answer take on their way")
    parser.add_argument("--workers", type=numbers(int), default=[1, 2])
    parser.add_argument("--threads", type=numbers(int), default=[1, 2])
    arguments = parser.parse_args()
    fens, (worth, best) = positions(arguments.positions), judged()
    with contextlib.ExitStack() as left:
        ways = {f"{threads} local threads": ["--threads", str(threads)] for threads in arguments.threads}
        for milliseconds in arguments.delays:
            for workers in arguments.workers:
                ways[f"{workers} workers, {milliseconds:g} ms"] = ["--cluster", cluster(workers, milliseconds / 1000, left)]
        runs = {way: {} for way in ways}
        # Position by position, so that what else the machine does meets all alike.
        for name, fen in fens.items():
            for way, options in ways.items():
                runs[way][name] = explain(fen, arguments.nodes, *options)
    counted = [name for name in fens if best.get(name) is not None and all((name, run[name]["best"]) in worth for run in runs.values())]
    print(f"{len(fens)} positions, {arguments.nodes} nodes each; regret on {len(counted)} of them")
    print(f"{'':24}{'nodes/s':>10}{'probes/s':>10}{'seconds':>9}{'regret':>15}")
    for name, run in runs.items():
        seconds = sum(one["seconds"] for one in run.values())
        nodes, probes = (sum(one[key] for one in run.values()) / seconds for key in ("nodes", "probes"))
        regrets = [best[at] - worth[at, run[at]["best"]] for at in counted]
        margin = 1.96 * statistics.stdev(regrets) / len(regrets) ** 0.5
        print(f"{name:24}{nodes:10.0f}{probes:10.0f}{seconds:9.1f}{statistics.mean(regrets):8.2f} ± {margin:4.2f}")


if __name__ == "__main__":
    main()
