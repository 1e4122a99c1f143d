"""A cluster: a real nats-server, real workers, and all that can go wrong between them."""

import json
import re
import shutil
import signal
import socket
import subprocess
import threading
import time

import pytest

import nats
from conftest import ROOT, argv
from test_analyse import CARELESS, FISCHER, FOOL, NOTED

if nats.nats_server() is None:
    pytest.exit("the tests of a cluster need nats-server: apt-get install nats-server", returncode=2)

GAMES = "".join([NOTED, FOOL, CARELESS, FISCHER] * 2)


@pytest.fixture
def server(tmp_path):
    server = nats.Server(tmp_path)
    yield server
    server.kill()


@pytest.fixture
def hire(bstar):
    workers = []

    def hire(server, name, *options, **how):
        worker = nats.Worker(bstar, server.url, name, *options, **how)
        workers.append(worker)
        worker.until("is there")
        return worker

    yield hire
    # All at once: each of them takes a second to leave.
    for worker in workers:
        worker.begin_to_end()
    for worker in workers:
        worker.end()


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return path


def without_time(text):
    """Objects without what a clock says."""
    objects = [json.loads(line) for line in text.splitlines()]
    for one in objects:
        for key in ("seconds", "found_after", "choosing_core_hours"):
            one.pop(key, None)
    return objects


def begin(bstar, *arguments):
    """Starts a command that goes on beside the test."""
    return subprocess.Popen(argv(bstar, *arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(process):
    said, complained = process.communicate(timeout=nats.PATIENCE)
    assert "panicked" not in complained, complained
    return process.returncode, said, complained


def overhear(process):
    """What a command complains of, while it runs."""
    heard = []
    threading.Thread(target=lambda: heard.extend(iter(process.stderr.readline, "")), daemon=True).start()
    return heard


@pytest.mark.parametrize(
    "command",
    [
        ["analyse", "{games}", "--nodes", "2000", "--hash", "1"],
        ["analyse", "{games}", "--nodes", "2000", "--hash", "1", "--json"],
        ["analyse", "{games}", "--nodes", "2000", "--hash", "1", "--json-lines"],
        ["suite", ROOT / "data/bratko-kopec.epd", "--nodes", "3000", "--json"],
        ["suite", ROOT / "data/bratko-kopec.epd", "--search", "bstar,Hash=1", "--nodes", "3000", "--no-judge", "--json"],
        ["match", "alphabeta,Hash=1", "bstar,Hash=1", "--nodes", "500", "--games", "6", "--json"],
        ["match", "alphabeta,Hash=1", "alphabeta,Hash=1,off=null-move", "--nodes", "300", "--games", "20", "--sprt=-300,300", "--json"],
    ],
    ids=lambda command: "-".join(map(str, command[:1])),
)
def test_the_result_is_that_of_one_machine(command, bstar, run, server, hire, games):
    command = [str(part).format(games=games) for part in command]
    alone = subprocess.run(argv(bstar, *command), capture_output=True, text=True, timeout=nats.PATIENCE)
    hire(server, "a", jobs=2)
    hire(server, "b")
    together = run(*command, "--cluster", server.url, code=alone.returncode, timeout=nats.PATIENCE)
    if {"--json", "--json-lines"} & set(command):
        assert without_time(together.stdout) == without_time(alone.stdout)
    else:
        assert together.stdout == alone.stdout
    assert "lets anybody in" in together.stderr


def test_files_are_those_of_one_machine(run, server, hire, tmp_path):
    """Files that are continued: by a cluster what one machine began, and the other way."""
    for name in ("a", "b"):
        hire(server, name)
    cluster = ["--cluster", server.url]
    data = ["--nodes", "200", "--hash", "1"]
    run("datagen", "-o", tmp_path / "alone", "--games", 30, *data)
    run("datagen", "-o", tmp_path / "mixed", "--games", 5, *data)
    run("datagen", "-o", tmp_path / "mixed", "--games", 23, *data, *cluster)
    run("datagen", "-o", tmp_path / "mixed", "--games", 30, *data)
    assert (tmp_path / "mixed").read_bytes() == (tmp_path / "alone").read_bytes()
    epd = (ROOT / "data/bratko-kopec.epd").read_text().splitlines(keepends=True)[:4]
    reports = []
    for name, options in (("one", []), ("two", cluster)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "p.epd").write_text("".join(epd))
        players = ["alphabeta,Hash=1", "bstar,Hash=1"]
        done = run("regret", *players, "--nodes", 2000, "--judge-nodes", 5000, "--positions", folder / "p.epd", "--journal", folder / "journal", *options)
        kept = [path.read_bytes() for path in sorted(folder.glob("*.tsv"))]
        assert len(kept) == 2
        reports.append((done.stdout, kept))
    assert reports[0] == reports[1]


@pytest.mark.rare
def test_killed_stopped_and_restarted_it_ends_as_on_one_machine(bstar, run, server, hire, games, tmp_path):
    """Half of the workers are killed at work, the server too, and one worker is slow: nothing is lost and nothing is there twice."""
    effort = ["--nodes", "8000", "--hash", "1"]
    workers = [hire(server, name) for name in "abcd"]
    output = tmp_path / "judged.pgn"
    client = begin(bstar, "analyse", games, "-o", output, *effort, "--cluster", server.url)
    nats.wait_for(lambda: output.exists() and output.stat().st_size > 0, "the first game")
    for worker in workers[:2]:
        worker.signal(signal.SIGKILL)
    workers[2].signal(signal.SIGSTOP)
    time.sleep(1)
    server.kill()
    time.sleep(1)
    server.start()
    # Longer than it takes until its job is given to another.
    time.sleep(4)
    workers[2].signal(signal.SIGCONT)
    code, _, complained = ended(client)
    assert code == 0, complained
    assert "connection to the cluster is lost" in complained
    run("analyse", games, "-o", tmp_path / "alone.pgn", *effort, timeout=nats.PATIENCE)
    assert output.read_bytes() == (tmp_path / "alone.pgn").read_bytes()


@pytest.mark.rare
def test_a_job_that_kills_whoever_takes_it_is_given_up_and_named(bstar, run, server, hire, games, tmp_path):
    """The third game kills every worker that begins with it. A watchman starts new ones."""
    effort = ["--nodes", "2000", "--hash", "1"]
    deaths = []

    def kill(state):
        if "game 3" in state["doing"] and nats.process_of(state) not in deaths:
            deaths.append(nats.process_of(state))
            nats.kill_process(nats.process_of(state))

    overheard = nats.Overheard(server, kill)
    for name in "abcde":
        hire(server, name)
    output = tmp_path / "judged.pgn"
    client = begin(bstar, "analyse", games, "-o", output, *effort, "--cluster", server.url)
    code, said, complained = ended(client)
    overheard.close()
    assert code == 2
    assert len(deaths) == 3
    assert "game 3 is given up: 3 workers have taken it" in complained
    assert complained.rstrip().endswith("given up, and missing in the result: game 3")
    assert "8 games" in said
    run("analyse", games, "-o", tmp_path / "alone.pgn", *effort)
    alone = (tmp_path / "alone.pgn").read_text().split("\n\n[Event ")
    together = output.read_text().split("\n\n[Event ")
    differ = [number for number, (one, other) in enumerate(zip(alone, together, strict=True), 1) if one != other]
    assert differ == [3]
    assert "%eval" not in together[2]


@pytest.mark.rare
def test_a_server_that_has_lost_its_disk_gets_the_jobs_again(bstar, run, server, hire, games, tmp_path):
    command = ["analyse", games, "--nodes", "1000", "--hash", "1"]
    client = begin(bstar, *command, "--cluster", server.url)
    nats.wait_for(lambda: list((tmp_path / "store").rglob("*.blk")), "the first job")
    server.kill()
    shutil.rmtree(tmp_path / "store")
    server.start()
    hire(server, "a")
    code, said, complained = ended(client)
    assert code == 0, complained
    assert said == run(*command).stdout


def test_two_clients_at_once_get_what_is_theirs(bstar, run, server, hire, games):
    hire(server, "a", jobs=2)
    commands = [
        ["analyse", games, "--nodes", "3000", "--hash", "1"],
        ["match", "alphabeta,Hash=1", "bstar,Hash=1", "--nodes", "300", "--games", "8"],
        ["analyse", games, "--nodes", "1000", "--hash", "1"],
    ]
    clients = [begin(bstar, *command, "--cluster", server.url) for command in commands]
    for command, client in zip(commands, clients, strict=True):
        code, said, complained = ended(client)
        assert code == 0, complained
        assert said == run(*command).stdout


@pytest.mark.rare
def test_who_is_interrupted_takes_the_work_back(bstar, run, server, hire, games, tmp_path):
    worker = hire(server, "a")
    output = tmp_path / "judged.pgn"
    effort = ["--nodes", "5000", "--hash", "1"]
    client = begin(bstar, "analyse", games, "-o", output, *effort, "--cluster", server.url)
    nats.wait_for(lambda: output.exists() and output.stat().st_size > 0, "the first game")
    client.send_signal(signal.SIGINT)
    code, _, complained = ended(client)
    assert code == 130 and "--resume goes on from here" in complained
    # The jobs that wait are gone: something small comes next.
    run("suite", ROOT / "data/bratko-kopec.epd", "--nodes", "100", "--no-judge", "--cluster", server.url)
    run("analyse", games, "-o", output, *effort, "--resume", "--cluster", server.url, timeout=nats.PATIENCE)
    run("analyse", games, "-o", tmp_path / "alone.pgn", *effort, timeout=nats.PATIENCE)
    assert output.read_bytes() == (tmp_path / "alone.pgn").read_bytes()
    worker.end()
    assert re.search(r"\d+ jobs done, 0 put back", "".join(worker.said))


def test_a_worker_that_leaves_puts_its_job_back_and_it_counts_as_no_try(bstar, run, server, hire, games, tmp_path):
    """Four leave in the middle of the same job, which is one more than may die of it."""
    one = tmp_path / "one.pgn"
    one.write_text(NOTED)
    effort = ["--nodes", "60000", "--hash", "1"]
    busy = []
    overheard = nats.Overheard(server, lambda state: busy.append(nats.process_of(state)) if state["doing"] else None)
    client = begin(bstar, "analyse", one, *effort, "--cluster", server.url)
    for name in "abcd":
        worker = hire(server, name)
        nats.wait_for(lambda worker=worker: worker.process.pid in busy, f"{name} at work")
        worker.end()
        assert "0 jobs done, 1 put back" in "".join(worker.said)
    hire(server, "e")
    code, said, complained = ended(client)
    overheard.close()
    assert code == 0, complained
    assert said == run("analyse", one, *effort).stdout
    assert "has no worker" in complained or len(busy) > 0


def say(server, subject, message):
    text = json.dumps(message).encode()
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(b'CONNECT {"verbose":false}\r\nPUB %b %d\r\n%b\r\nPING\r\n' % (subject.encode(), len(text), text))
        line.settimeout(10)
        while b"PONG" not in line.recv(4096):
            pass


def test_another_program_is_refused_by_name(bstar, server, hire, games):
    """On both sides. The jobs stay for those that fit."""
    other = "bstar 0.0.9, bench 1 and 2, network 0123456789abcdef"
    client = begin(bstar, "analyse", games, "--nodes", "500", "--hash", "1", "--cluster", server.url)
    heard = overhear(client)
    state = {"name": "old (1)", "program": other, "jobs": 4, "starts_programs": False, "doing": [], "leaves": False}

    def both_are_said():
        say(server, "bstar.workers", state)
        return "is refused" in "".join(heard) and "has no worker" in "".join(heard)

    nats.wait_for(both_are_said, "both remarks", lambda: "".join(heard))
    worker = hire(server, "new")
    client.stdout.read()
    assert client.wait(nats.PATIENCE) == 0
    complained = "".join(heard)
    assert re.search(r"the worker old \(1\) is refused: it is bstar 0\.0\.9, .*; this is bstar \d", complained)
    assert "has no worker for this" in complained
    say(server, "bstar.clients", {"run": "x", "program": other, "has_ended": False})
    worker.until("a client is refused: it is bstar 0.0.9")


def test_engines_are_started_only_where_that_is_allowed(bstar, run, server, hire):
    """Otherwise whoever may use the cluster could run any command on all its machines."""
    command = ["suite", ROOT / "data/bratko-kopec.epd", "--engine", bstar, "--nodes", "300", "--no-judge", "--json"]
    careful = hire(server, "careful")
    client = begin(bstar, *command, "--cluster", server.url)
    wanted = "the worker careful"
    heard = overhear(client)
    nats.wait_for(lambda: any(wanted in line and "starts no other engines" in line for line in heard), "the remark")
    assert client.poll() is None
    hire(server, "trusting", "--engines")
    said = client.stdout.read()
    assert client.wait(nats.PATIENCE) == 0
    assert without_time(said) == without_time(run(*command).stdout)
    careful.end()
    assert "0 jobs done" in "".join(careful.said)


def test_a_password_is_asked_for_and_never_shown(bstar, run, hire, games, tmp_path):
    server = nats.Server(tmp_path, password="sesame")
    try:
        worker = hire(server, "a")
        done = run("analyse", games, "--nodes", "300", "--hash", "1", "--cluster", server.url)
        assert "sesame" not in done.stdout + done.stderr and "lets anybody in" not in done.stderr
        wrong = server.url.replace("sesame", "simsim")
        refused = run("analyse", games, "--cluster", wrong, code=2).stderr
        assert "no connection to the cluster at nats://127.0.0.1" in refused and "simsim" not in refused
        assert "simsim" not in run("worker", "--cluster", wrong, code=2).stderr
        assert "simsim" not in run("worker", "--cluster", wrong.replace("nats:", "http:"), code=2).stderr
        worker.end()
    finally:
        server.kill()


def test_without_a_server_it_is_said_at_once(run, games, tmp_path):
    url = f"nats://127.0.0.1:{nats.free_port()}"
    assert f"no connection to the cluster at {url}" in run("analyse", games, "--cluster", url, code=2).stderr
    plain = subprocess.Popen([nats.nats_server(), "-a", "127.0.0.1", "-p", url.rsplit(":", 1)[1]], stderr=subprocess.DEVNULL)
    try:
        nats.wait_for(lambda: socket.socket().connect_ex(("127.0.0.1", int(url.rsplit(":", 1)[1]))) == 0, "the server")
        assert "nats-server -js" in run("worker", "--cluster", url, code=2, timeout=60).stderr
    finally:
        plain.kill()
        plain.wait()
    refused = run("analyse", games, "--cluster", url, "--evaluation", tmp_path / "no.nn", code=2).stderr
    assert "no.nn" in refused
