"""One search whose probes are made by the workers of a cluster."""

import json
import re
import signal
import time

import delay
import nats
from test_cluster import begin, ended, hire, say, server  # noqa: F401  (fixtures)

QUIET = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
TREE = ["explain", QUIET, "--root-search", "0", "--hash", "8"]


def thought(said):
    return next(json.loads(line) for line in said.splitlines() if line.startswith('{"type":"thought"'))


def answered(worker):
    worker.end()
    return int(re.search(r"(\d+) questions answered", "".join(worker.said))[1])


def test_workers_make_the_probes_and_the_answer_is_told_as_always(run, server, hire):
    workers = [hire(server, "a"), hire(server, "b", jobs=2)]
    done = run(*TREE, "--nodes", "20000", "--json", "--cluster", server.url)
    here = run(*TREE, "--nodes", "20000", "--json")
    found, alone = thought(done.stdout), thought(here.stdout)
    assert found.keys() == alone.keys() and found["best"]
    assert found["nodes"] >= 20000 and found["expansions"] > 1
    kinds = [{json.loads(line)["type"] for line in one.stdout.splitlines()} for one in (done, here)]
    assert kinds[0] == kinds[1]
    assert "B* chooses" in run(*TREE, "--nodes", "5000", "--cluster", server.url).stdout
    counts = [answered(worker) for worker in workers]
    # Whatever took long on a busy machine was answered here.
    assert all(count > 0 for count in counts) and sum(counts) > found["probes"] / 2


def test_without_workers_the_search_is_made_here(run, server):
    alone = run(*TREE, "--nodes", "5000").stdout
    done = run(*TREE, "--nodes", "5000", "--cluster", server.url)
    assert "the cluster has no worker for this; it is done here" in done.stderr
    assert re.search(r"B\* chooses \S+ \S+ for White", done.stdout)[0] == re.search(r"B\* chooses \S+ \S+ for White", alone)[0]


def test_workers_and_servers_that_go_away_lose_nothing(bstar, server, hire):
    """One is killed, one is stopped for good, one leaves, then the server goes: the search ends with its decision."""
    workers = {name: hire(server, name) for name in "abc"}
    client = begin(bstar, *TREE, "--seconds", "4", "--json", "--cluster", server.url)
    for name, number in (("a", signal.SIGKILL), ("b", signal.SIGSTOP), ("c", signal.SIGTERM)):
        time.sleep(0.5)
        workers[name].signal(number)
    time.sleep(0.5)
    server.kill()
    code, said, complained = ended(client)
    assert code == 0, complained
    found = thought(said)
    assert found["best"] and found["seconds"] < 6
    workers["b"].signal(signal.SIGKILL)


def test_nobody_waits_for_answers_that_do_not_come(bstar, server):
    """In the midst of a search the only worker is suddenly a minute away."""
    line = delay.Delay(server.port, 0.002)
    worker = nats.Worker(bstar, f"nats://127.0.0.1:{line.port}", "far", jobs=1)
    try:
        worker.until("is there")
        client = begin(bstar, *TREE, "--nodes", "100000000", "--json", "--cluster", server.url)
        time.sleep(1)
        line.one_way = 30
        time.sleep(0.5)
        client.send_signal(signal.SIGINT)
        began = time.monotonic()
        code, said, complained = ended(client)
        assert time.monotonic() - began < 3
        assert code == 0 and "interrupted" in complained
        # What is not answered there is answered here.
        assert thought(said)["best"] and thought(said)["probes"] > 100
    finally:
        worker.signal(signal.SIGKILL)
        worker.end()
        line.close()


def test_a_worker_with_another_program_is_refused_by_name(bstar, server, hire):
    hire(server, "new")
    client = begin(bstar, *TREE, "--seconds", "3", "--cluster", server.url)
    other = "bstar 0.0.9, bench 1 and 2, network 0123456789abcdef"
    state = {"name": "old (1)", "program": other, "jobs": 4, "starts_programs": False, "doing": [], "leaves": False}
    for _ in range(3):
        time.sleep(0.5)
        say(server, "bstar.workers", state)
    code, _, complained = ended(client)
    assert code == 0
    assert re.search(r"the worker old \(1\) is refused: it is bstar 0\.0\.9, .*; this is bstar \d", complained)


def test_what_workers_do_not_have_is_refused(run, tmp_path):
    nobody = ["--cluster", f"nats://127.0.0.1:{nats.free_port()}"]
    assert "cannot be used with" in run("explain", "--check", tmp_path / "x.epd", *nobody, code=2).stderr
    assert "cannot be used with" in run(*TREE, "--threads", "2", *nobody, code=2).stderr
    assert "no connection to the cluster" in run(*TREE, *nobody, code=2).stderr
