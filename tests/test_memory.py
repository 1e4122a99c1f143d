"""A search keeps to the memory it was given."""

import pathlib
import re
import resource
import signal
import struct
import subprocess
import sys
import time
import zlib

import pytest

from conftest import argv
from pipe import SEARCHES, Pipe, remarks

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

MIB = 1024


CLOSED = "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1"
SHARP = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def resident(pipe, field="VmRSS"):
    with open(f"/proc/{pipe.process.pid}/status") as status:
        return int(re.search(field + r":\s+(\d+) kB", status.read()).group(1)) / MIB


def forget_peak(pipe):
    """From now on `VmHWM` is the most that was resident since."""
    try:
        with open(f"/proc/{pipe.process.pid}/clear_refs", "w") as refs:
            refs.write("5")
    except OSError as error:
        pytest.skip(f"the peak cannot be measured: {error}")


# The tree of B* grows, slowly: without a limit its probes are deep.
@pytest.mark.parametrize("search, threads, room, growth", [("alphabeta", 1, 48, 4), ("alphabeta", 2, 64, 4), ("bstar", 1, 64, 16)])
def test_a_search_does_not_grow(raw, search, threads, room, growth):
    raw.send("setoption name Hash value 64", f"setoption name Search value {search}", f"setoption name Threads value {threads}")
    raw.settle()
    raw.send(f"position fen {SHARP}", "go infinite")
    time.sleep(1)
    after_one = resident(raw)
    time.sleep(2)
    after_three = resident(raw)
    raw.best("stop")
    assert after_three < 64 + room, f"{after_three} MiB with 64 MiB of hash"
    assert after_three - after_one < growth, f"{after_one} MiB, then {after_three} MiB"


@pytest.mark.parametrize("search", SEARCHES)
def test_searches_and_games_leave_nothing_behind(raw, search):
    raw.send(f"setoption name Search value {search}")

    def a_game():
        raw.send("ucinewgame")
        for _ in range(50):
            raw.best("go nodes 500")

    a_game()
    before = resident(raw)
    for _ in range(4):
        a_game()
    assert resident(raw) - before < 4


def test_the_table_has_the_size_it_was_given(raw):
    def with_hash(mib, search):
        raw.send(f"setoption name Hash value {mib}", f"setoption name Search value {search}")
        raw.settle()
        raw.best("go depth 5")
        return resident(raw)

    usual = with_hash(64, "alphabeta")
    large = with_hash(256, "alphabeta")
    assert 185 < large - usual < 200, f"{usual} MiB with 64, {large} MiB with 256"
    # The other half is for the tree, which is small yet.
    half = with_hash(256, "bstar")
    assert 120 < large - half < 135, f"{large} MiB without a tree, {half} MiB with one"
    assert with_hash(1, "alphabeta") < usual - 55


@pytest.mark.rare
@pytest.mark.parametrize("fen, mib, limit, last", [(CLOSED, 4, "nodes 2000000000", 4991), (SHARP, 16, "movetime 8000", None)])
def test_table_and_tree_together_stay_within_the_hash(raw, fen, mib, limit, last):
    """The most that was ever resident; without the limit the trees of these searches take far more. One that is folded goes on to the last
    of its 5,000 expansions, of which it shows every tenth."""
    raw.send("setoption name Hash value 1")
    raw.best("go depth 4")
    program = resident(raw)
    raw.send(
        f"setoption name Hash value {mib}",
        "setoption name Probe Depth value 1",
        "setoption name Expansions value 5000",
        "setoption name Show Search Log value true",
        f"position fen {fen}",
    )
    raw.settle()
    forget_peak(raw)
    raw.send("go " + limit)
    lines = raw.until("bestmove", patience=300)
    peak = resident(raw, "VmHWM")
    assert peak < program + mib + 2, f"{peak} MiB, and the program alone {program} MiB"
    numbers = [int(found.group(1)) for line in lines if (found := re.match(r"info string (\d+):", line))]
    assert numbers == sorted(numbers) and numbers
    assert last in (None, numbers[-1]), numbers[-1]


def limited_to(mib):
    """For a program that the system gives so many MiB of addresses, all it loads included."""

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (mib << 20, mib << 20))

    return limit


@pytest.mark.parametrize("command", ["explain --hash 64 --nodes 2000", pytest.param("search --hash 64 --depth 4", marks=pytest.mark.rare), pytest.param("suite FILE --nodes 500", marks=pytest.mark.rare)])
def test_a_program_that_gets_too_little_memory_says_so(bstar, tmp_path, command):
    """From far too little to enough: it does its work or says what is missing, and is never aborted."""
    positions = tmp_path / "mate.epd"
    positions.write_text("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n")
    arguments = [str(positions) if word == "FILE" else word for word in command.split()]
    codes = set()
    for mib in [*range(40, 200, 4), 1000]:
        done = subprocess.run(argv(bstar, *arguments), capture_output=True, text=True, timeout=60, preexec_fn=limited_to(mib))
        assert done.returncode in (0, 2), f"{mib} MiB: {done.returncode}\n{done.stderr}"
        if done.returncode == 2:
            assert re.match(r"bstar(-lab)?: ", done.stderr) and done.stderr.count("\n") == 1, done.stderr
        codes.add(done.returncode)
    assert codes == {0, 2}


def test_a_long_game_is_analysed_in_little_memory(bstar):
    """12,000 half moves. A copy of the game for each would take a gigabyte."""
    moves = "1. Nf3 Nf6 2. Ng1 Ng8 " * 3_000
    command = [bstar, "analyse", "-", "--nodes", "1", "--hash", "1"]
    done = subprocess.run(command, input=moves, capture_output=True, text=True, timeout=300, preexec_fn=limited_to(300))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Nf3") >= 3_000


def made_up_table(folder, ending, slots):
    """A file as `tables make` writes it, in which every position is drawn. Made in a moment, and large when it is unpacked."""
    block_slots = 1 << 18
    blocks = []
    # A draw is 127, and the second half has the differences between the two distances.
    for byte in (127, 0):
        for at in range(0, slots, block_slots):
            packer = zlib.compressobj(wbits=-15)
            blocks.append(packer.compress(bytes([byte]) * min(block_slots, slots - at)) + packer.flush())
    head_bytes = 8 + 4 + 8 + 8 + 4 + 8
    whole = head_bytes + sum(4 + len(block) for block in blocks) + 4
    content = b"bstarend" + struct.pack("<I8sQIQ", 1, ending.encode(), slots, block_slots, whole)
    content += b"".join(struct.pack("<I", len(block)) for block in blocks) + b"".join(blocks)
    (folder / f"{ending}.table").write_bytes(content + struct.pack("<I", zlib.crc32(content)))


# Endings without pawns, whose two other men differ: they have as many slots.
LARGE_ENDINGS = ["KQKR", "KQKB", "KQKN", "KRKB", "KRKN", "KBKN", "KQRK", "KQBK", "KQNK", "KRBK", "KRNK", "KBNK"]
LARGE_SLOTS = 3_725_568


def test_tables_for_which_there_is_no_memory_are_named_in_a_session(bstar, tmp_path):
    for ending in LARGE_ENDINGS:
        made_up_table(tmp_path, ending, LARGE_SLOTS)
    mib = 300
    with Pipe(bstar, preexec_fn=limited_to(mib)) as pipe:
        pipe.send("setoption name Hash value 8", "setoption name Search value alphabeta", f"setoption name TablesPath value {tmp_path}")
        assert remarks(pipe.settle()) == [f"endgame tables of {len(LARGE_ENDINGS)} endings"]
        # The largest that is given leaves a reserve, and one table after the other takes of it.
        for hash_mib in range(mib, 8, -4):
            pipe.send(f"setoption name Hash value {hash_mib}")
            if not pipe.settle():
                break
        named = []
        for ending in LARGE_ENDINGS:
            white, black = ending[1:].split("K")
            fen = f"7k/8/8/{white}{8 - len(white)}/8/8/8/K{7 - len(black)}{black.lower()} w - - 0 1"
            lines = pipe.ask(f"position fen {fen}", "go nodes 500", begin="bestmove")
            named += remarks(lines)
        assert len(named) == 1 and "there is not enough memory for the table of" in named[0], named
        pipe.leave()


@pytest.mark.rare
def test_tables_for_which_there_is_no_memory_are_not_begun(bstar, tmp_path):
    """The tables to which it leads are there already, and the large one is begun and stopped: that it can be made is seen when it says so."""
    subprocess.run([bstar, "tables", "make", "KQK", "KRK", "--folder", tmp_path], check=True, capture_output=True)
    codes = set()
    for mib in [64, 80, 100, 130, 190, 200, 230]:
        arguments = [bstar, "tables", "make", "KQKR", "--folder", tmp_path, "--threads", "2"]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=limited_to(mib)) as process:
            try:
                _, said = process.communicate(timeout=4)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
                _, said = process.communicate(timeout=60)
            assert process.returncode in (2, 130), (mib, process.returncode, said)
            if process.returncode == 2:
                assert said.startswith("bstar: there is not enough memory for the table of KQKR"), said
            codes.add(process.returncode)
    assert codes == {2, 130}


def test_a_search_by_one_thread_has_one_thread(bstar):
    """Any other would take addresses for its memory when it likes, also those that a search was promised."""
    with subprocess.Popen([bstar, "search", "--depth", "100"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        time.sleep(0.5)
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
    assert re.search(r"^Threads:\s+1$", status, re.MULTILINE), status


@pytest.mark.parametrize("search", SEARCHES)
def test_a_hash_or_threads_beyond_the_memory_are_refused_in_a_session(bstar, search):
    with Pipe(bstar, preexec_fn=limited_to(500)) as pipe:
        pipe.send(f"setoption name Search value {search}")
        assert pipe.settle() == []
        refused = 0
        for mib in [*range(100, 500, 20), 64]:
            pipe.send(f"setoption name Hash value {mib}")
            refused += len(remarks(pipe.settle()))
            assert pipe.best("go nodes 3000")
        assert refused > 0
        pipe.send("setoption name Threads value 512")
        said = remarks(pipe.settle())
        assert len(said) == 1 and "not enough memory for 512 threads" in said[0], said
        assert pipe.best("go nodes 3000")
        pipe.leave()


# Lines that wait for the end of the search, and lines that mean nothing.
@pytest.mark.parametrize("line", ["position startpos moves e2e4 e7e5 g1f3", "joho", pytest.param("setoption name Hash value 64", marks=pytest.mark.rare), pytest.param("d", marks=pytest.mark.rare)])
def test_lines_sent_during_a_search_do_not_pile_up(raw, line):
    raw.send("go infinite")
    raw.until("info")
    before = resident(raw)
    chunk = f"{line}\n".encode() * 2000
    for _ in range(10_000_000 // len(chunk)):
        raw.send_bytes(chunk)
    # Everything before it was read when this is answered.
    lines = raw.ask("isready", begin="readyok")
    after = resident(raw)
    assert len(remarks(lines)) == (line != "joho"), remarks(lines)
    assert after - before < 64, f"{before} MiB before the lines, {after} MiB after"
    assert raw.best("stop")
    raw.settle()
