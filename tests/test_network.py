"""Evaluation by a network, through the program: files good and bad, options, matches, and the values themselves."""

import functools
import json
import pathlib
import shutil

import chess
import pytest
from network_file import MAGIC, Network

ROOT = pathlib.Path(__file__).resolve().parent.parent
POSITIONS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 40 60",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R b K - 99 80",
    "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
]


@pytest.fixture
def run(run, tmp_path):
    return functools.partial(run, cwd=tmp_path, timeout=300)


@pytest.fixture
def networks(tmp_path):
    """Two networks in files, one with several buckets."""
    made = {"one.nn": Network(1), "other net.nn": Network(2, hidden=64, buckets=8, scale=380)}
    for name, network in made.items():
        (tmp_path / name).write_bytes(network.file())
    return made


def broken(whole):
    """Files that are no networks, and what is said of each."""
    wide = bytearray(whole)
    wide[12:16] = (769).to_bytes(4, "little")
    damaged = bytearray(whole)
    damaged[1000] ^= 1
    return {
        "cut-off.nn": (whole[:-1], "cut off"),
        "short.nn": (whole[:20], "cut off"),
        "longer.nn": (whole + b"x", "should end after"),
        "noise.nn": (bytes(range(256)) * 200, "no network of bstar"),
        "empty.nn": (b"", "cut off"),
        "wide.nn": (bytes(wide), "769 for inputs"),
        "damaged.nn": (bytes(damaged), "checksum"),
        "large.nn": (MAGIC + bytes(5 << 20), "too large"),
    }


def test_values_are_those_of_the_definition(run, networks, tmp_path):
    for name, network in networks.items():
        values = {fen: network.value(chess.Board(fen)) for fen in POSITIONS}
        (tmp_path / "plain.txt").write_text("".join(fen + "\n" for fen in values))
        lines = run("network", name, "--positions", "plain.txt").stdout.splitlines()
        assert lines == [f"{fen}\t{value}" for fen, value in values.items()]

        (tmp_path / "reference.tsv").write_text("# the trainer's\n" + "".join(f"{fen}\t{value}\n" for fen, value in values.items()))
        last = run("network", name, "--positions", "reference.tsv").stdout.splitlines()[-1]
        assert last == f"# 0 of {len(values)} values differ"
        # What is said can be said again.
        (tmp_path / "said.tsv").write_text("\n".join(lines))
        run("network", name, "--positions", "said.tsv")

    done = run("network", "one.nn", "--positions", "reference.tsv", "--json", code=1)
    *objects, summary = map(json.loads, done.stdout.splitlines())
    assert [each["expected"] for each in objects] == list(values.values())
    assert (summary["type"], summary["positions"], summary["compared"]) == ("network-values", 7, 7)
    assert summary["different"] == sum(each["value"] != each["expected"] for each in objects) > 0


def test_a_network_is_described(run, networks):
    described = json.loads(run("network", "other net.nn", "--json").stdout)
    shown = {key: described[key] for key in ("type", "hidden", "buckets", "scale")}
    assert shown == {"type": "network", "hidden": 64, "buckets": 8, "scale": 380}
    assert described["checksum"] in run("network", "other net.nn").stdout


def test_bad_files_are_refused_in_words(run, networks, tmp_path):
    for name, (content, words) in broken(networks["one.nn"].file()).items():
        (tmp_path / name).write_bytes(content)
        done = run("network", name, code=2)
        assert words in done.stderr and name in done.stderr and not done.stdout, done.stderr
        for command in (["search", "--depth", "1"], ["bench"], ["explain", "--nodes", "100"], ["datagen", "-o", "x.bin"]):
            done = run(*command, "--evaluation", name, code=2)
            assert words in done.stderr and not done.stdout, done.stderr
        assert words in run("suite", ROOT / "data/wac.epd", "--search", f"alphabeta,evaluation={name}", code=2).stderr
    assert not (tmp_path / "x.bin").exists() and not (tmp_path / "x.bin.settings").exists()
    assert "cannot read nowhere.nn" in run("bench", "--evaluation", "nowhere.nn", code=2).stderr
    assert "not a file" in run("bench", "--evaluation", ".", code=2).stderr
    (tmp_path / "bad.tsv").write_text(f"{chess.STARTING_FEN}\t1.5\n")
    assert "line 1: after the tab" in run("network", "one.nn", "--positions", "bad.tsv", code=2).stderr


def remarks(lines):
    return [line.removeprefix("info string ") for line in lines if line.startswith("info string")]


def value_by_network(lines):
    """What `eval` says, and of which network."""
    [shown] = [line for line in lines if line.startswith("network ")]
    return float(shown.split()[-1]), lines[lines.index(shown) + 1]


@pytest.mark.parametrize("first", ["EvalFile", "Evaluation"])
def test_the_options_in_any_order(raw, networks, tmp_path, first):
    options = {"EvalFile": tmp_path / "other net.nn", "Evaluation": "network"}
    order = [first, *(name for name in options if name != first)]
    said = []
    for name in order:
        raw.send(f"setoption name {name} value {options[name]}")
        said = remarks(raw.settle())
    assert len(said) == 1 and said[0].startswith("evaluating by /") and "other net.nn: network " in said[0]

    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1"
    raw.send(f"position fen {fen}", "eval")
    shown = raw.settle()
    value, origin = value_by_network(shown)
    assert round(-100 * value) == networks["other net.nn"].value(chess.Board(fen))
    assert "other net.nn" in origin and "64 wide, buckets 8" in origin
    assert any(line.startswith("material") for line in shown)
    for search in ("alphabeta", "bstar"):
        move = raw.best(f"setoption name Search value {search}", "go nodes 20000")
        assert chess.Move.from_uci(move) in chess.Board(fen).legal_moves


def test_what_was_in_use_stays_when_a_file_is_bad(raw, networks, tmp_path):
    raw.send(f"setoption name EvalFile value {tmp_path / 'one.nn'}", "setoption name Evaluation value network")
    raw.settle()
    raw.send("position startpos", "eval")
    before = value_by_network(raw.settle())
    for name, (content, words) in broken(networks["one.nn"].file()).items():
        (tmp_path / name).write_bytes(content)
        raw.send(f"setoption name EvalFile value {tmp_path / name}")
        [said] = remarks(raw.settle())
        assert words in said and "; still evaluating by /" in said and "one.nn: network " in said
    raw.send("setoption name EvalFile value /no/such.nn")
    [said] = remarks(raw.settle())
    assert "cannot read /no/such.nn" in said
    raw.send("eval")
    assert value_by_network(raw.settle()) == before


def nodes_of(lines):
    words = [line.split() for line in lines if " nodes " in line][-1]
    return words[words.index("nodes") + 1], words[words.index("cp") + 1] if "cp" in words else None


def test_two_evaluations_do_not_mix(raw, networks, tmp_path):
    """There and back: the same search as in the beginning, for nothing is left of the other's."""
    raw.send("setoption name Search value alphabeta", "setoption name Evaluation value terms", "position startpos moves e2e4")

    def search():
        return nodes_of(raw.ask("go depth 8", begin="bestmove"))

    by_terms = search()
    raw.send(f"setoption name EvalFile value {tmp_path / 'one.nn'}", "setoption name Evaluation value network")
    by_network = search()
    raw.send("setoption name Evaluation value terms")
    assert search() == by_terms != by_network
    raw.send("setoption name Evaluation value network")
    assert search() == by_network
    raw.send(f"setoption name EvalFile value {tmp_path / 'other net.nn'}", f"setoption name EvalFile value {tmp_path / 'one.nn'}")
    assert search() == by_network


def test_network_and_terms_play_each_other(run, networks):
    done = run(
        "match", "alphabeta,evaluation=one.nn,name=network", "alphabeta,evaluation=terms,name=terms",
        "--games", "2", "--nodes", "500", "--json",
    )
    *games, match = map(json.loads, done.stdout.splitlines())
    assert match["players"] == ["network", "terms"] and match["faults"] == [{}, {}]
    assert len(games) == 2 and not any(game["culprit"] for game in games)
    run("match", "bstar,evaluation=one.nn,name=a", "bstar,evaluation=terms,name=b", "--games", "2", "--nodes", "2000")


@pytest.mark.rare
def test_bench_tells_networks_apart_and_repeats_itself(run, networks):
    nodes = [run("bench", "--evaluation", name).stdout.split()[0] for name in ("terms", "one.nn", "one.nn")]
    assert nodes[0] != nodes[1] == nodes[2]


def test_games_for_training_remember_their_evaluation(run, networks, tmp_path):
    """By the network's checksum: under another name it is still the same."""
    make = ["datagen", "--nodes", "100", "--seed", "3", "-o", "games.bin", "--games"]
    run(*make, "2", "--evaluation", "one.nn")
    (tmp_path / "nested").mkdir()
    shutil.move(tmp_path / "one.nn", tmp_path / "nested/renamed.nn")
    settings = (tmp_path / "games.bin.settings").read_text()
    assert "one.nn" not in settings and "evaluation: network " in settings
    run(*make, "3", "--evaluation", "nested/renamed.nn")
    for wrong in ("terms", "other net.nn"):
        done = run(*make, "4", "--evaluation", wrong, code=2)
        assert "was made with evaluation `network " in done.stderr, done.stderr
    assert "3 games" in run("datagen", "--check", "games.bin").stdout


def test_games_made_when_there_were_only_terms_are_continued_by_them(run, networks, tmp_path):
    make = ["datagen", "--nodes", "100", "--seed", "3", "-o", "games.bin", "--games"]
    run(*make, "2", "--evaluation", "terms")
    file = tmp_path / "games.bin.settings"
    lines = file.read_text().splitlines(keepends=True)
    assert "evaluation: terms\n" in lines
    file.write_text("".join(line for line in lines if not line.startswith("evaluation")))
    done = run(*make, "3", "--evaluation", "one.nn", code=2)
    assert "was made with evaluation `terms`" in done.stderr
    run(*make, "3", "--evaluation", "terms")
