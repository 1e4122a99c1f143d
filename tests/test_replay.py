"""`bstar-lab replay` and `bstar-lab worked-example`: against a plain reference on random trees, and with files that are wrong."""

import collections
import json
import pathlib
import random
import subprocess
import xml.etree.ElementTree

import pytest

from conftest import argv, laboratory
from replay_reference import replay

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "data/worked-example.json"
LARGEST = 2**30 - 1
TREES = 300


@pytest.fixture
def lab(bstar):
    def lab(*arguments, code=0, text=None):
        done = subprocess.run(argv(bstar, *arguments), capture_output=True, encoding="utf-8", timeout=60, input=text or "")
        assert done.returncode == code, f"{arguments}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        assert "panicked" not in done.stderr
        return done

    return lab


@pytest.fixture
def objects(lab):
    def objects(tree):
        done = lab("replay", "-", "--json", text=json.dumps(tree))
        assert done.stderr == ""
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        return lines

    return objects


class Scribe:
    """Writes random trees."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0
        self.spread = self.random.choice([1, 3, 20, 20, 100, 1000, LARGEST // 8])
        # In a calm tree values stay near their parent's and hopes are wide: nothing is decided soon.
        self.stray = self.random.choice([self.spread, self.spread // 4])
        self.width = self.random.choice([1, 2, 2, 3, 3, 4, 5])
        self.depth = self.random.choice([1, 2, 3, 4, 5, 6, 6, 6])
        self.grows = self.random.choice([0.5, 0.9, 1.0, 1.0])
        # Where the script would end, all games may: then the search can go on to its own end.
        self.is_closed = self.random.random() < 0.5
        self.finishes = self.random.choice([0, 0, 0.1, 0.4])
        self.silent = self.random.choice([0, 0, 0.1, 0.5])

    def tree(self):
        tree = {}
        if self.random.random() < 0.7:
            tree["min_act"] = self.random.choice([0, 0, 0.01, 0.05, 0.15, 0.15, 0.3, 0.5, 0.9, 1])
        # One move is soon told; a choice is what it is about.
        width = 1 if self.random.random() < 0.03 else max(2, self.width)
        common = self.random.randint(-self.spread, self.spread)
        tree["root"] = [self.node(0, common) for _ in range(width)]
        return tree

    def near(self, value):
        return max(-LARGEST, min(LARGEST, value + self.random.randint(-self.stray, self.stray)))

    def node(self, depth, around):
        self.names += 1
        real = self.near(around)
        node = {"name": f"n{self.names}", "real": real}
        if self.random.random() >= self.silent:
            reach = self.random.randint(0, 3 * self.spread)
            if depth % 2 == 0:
                node["opt"] = min(LARGEST, real + reach)
            else:
                node["pess"] = max(-LARGEST, real - reach)
        if self.random.random() < self.finishes:
            node["children"] = []
        elif depth + 1 < self.depth and self.names < 600 and self.random.random() < self.grows:
            width = self.random.randint(1, self.width)
            node["children"] = [self.node(depth + 1, real) for _ in range(width)]
        elif self.is_closed:
            node["children"] = []
        return node


def assert_same(ours, expected, tree):
    for at, (one, other) in enumerate(zip(ours, expected)):
        same = one.keys() == other.keys() and all(is_close(one[key], other[key]) for key in one)
        assert same, f"line {at + 1}: {one}, but expected {other}\n{json.dumps(tree)}"
    assert len(ours) == len(expected), json.dumps(tree)


def is_close(one, other):
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= 1e-12 * max(1, abs(other))
    return type(one) is type(other) and one == other


def test_random_trees_as_the_reference_does(objects):
    seen = collections.Counter()
    for seed in range(TREES):
        tree = Scribe(seed).tree()
        expected = replay(tree)
        assert_same(objects(tree), expected, tree)
        seen[expected[-1]["reason"]] += 1
        seen["refuted"] += any(line["type"] == "refuted" for line in expected)
        seen["long"] += sum(line["type"] == "expand" for line in expected) >= 8
        seen["verified after a refutation"] += expected[-1]["reason"] == "verified" and any(line["type"] == "refuted" for line in expected)
    # The trees are worth something only if they lead everywhere.
    assert seen["verified"] >= 50 and seen["script-ended"] >= 50 and seen["forced"] >= 3, seen
    assert seen["refuted"] >= 30 and seen["verified after a refutation"] >= 10 and seen["long"] >= 30, seen


def test_the_worked_example(objects, lab):
    tree = json.loads(EXAMPLE.read_text())
    lines = objects(tree)
    assert_same(lines, replay(tree), tree)
    assert [line["node"] for line in lines if line["type"] == "expand"] == ["root", "A", "D", "F", "G", "M", "J"]
    assert lines[-1] == {"type": "done", "best": "A", "reason": "verified"}
    assert lab("worked-example", "--json").stdout == lab("replay", EXAMPLE, "--json").stdout


def test_the_worked_example_for_people(lab):
    text = lab("worked-example").stdout
    for figure in [4, 5, 7, 8, 10, 12, 13, 14, 15]:
        assert f"Fig. {figure}. " in text
    assert "F     1/A                4       60      100         17   0.086" in text.split("Fig. 14")[1]
    assert "The rule is right" in text
    assert "SELECT expands D (target 30)" in lab("replay", EXAMPLE).stdout


def test_the_picture(lab, tmp_path):
    picture = tmp_path / "tree.svg"
    lab("worked-example", "--svg", picture)
    drawn = xml.etree.ElementTree.parse(picture).getroot()
    texts = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert all(name in texts for name in "ABCDEFGHIJKLMNPQRSTUV")
    assert [path.name for path in tmp_path.iterdir()] == ["tree.svg"]
    done = lab("worked-example", "--svg", tmp_path / "no/such/folder.svg", code=2)
    assert "folder.svg" in done.stderr and done.stdout == ""


A = {"name": "A", "real": 20, "opt": 100}
B = {"name": "B", "real": 18, "opt": 40}


def below(*children):
    return {"root": [{**A, "children": list(children)}, B]}


@pytest.mark.parametrize(
    "tree, reasons",
    [
        ({}, ["root", "missing"]),
        ({"root": []}, ["no moves"]),
        ({"root": {}}, ["root", "list"]),
        ([], ["object"]),
        ({"root": [A, B], "minact": 0.1}, ["minact"]),
        ({"root": [A, B], "min_act": 1.5}, ["min_act", "1.5"]),
        ({"root": [A, B], "min_act": -0.1}, ["min_act", "-0.1"]),
        ({"root": [A, B], "min_act": "x"}, ["min_act", "x"]),
        ({"root": [A, {"name": "B", "real": 1, "optt": 2}]}, ['"B"', "optt"]),
        ({"root": [A, {"real": 1}]}, ["root move 2", "name"]),
        ({"root": [A, {"name": "", "real": 1}]}, ["root move 2", "empty"]),
        ({"root": [A, {"name": 7, "real": 1}]}, ["root move 2", "7"]),
        ({"root": [A, {"name": "B"}]}, ['"B"', "real"]),
        ({"root": [A, 5]}, ["root move 2", "object"]),
        ({"root": [A, {"name": "B", "real": 1.5}]}, ['"B"', "1.5"]),
        ({"root": [A, {"name": "B", "real": None}]}, ['"B"', "null"]),
        ({"root": [A, {"name": "B", "real": "1"}]}, ['"B"', "real"]),
        ({"root": [A, {"name": "B", "real": LARGEST + 1}]}, ['"B"', str(LARGEST + 1)]),
        ({"root": [A, {"name": "B", "real": 0, "opt": 10**30}]}, ['"B"', "opt"]),
        ({"root": [A, {"name": "B", "real": -LARGEST - 1}]}, ['"B"', str(LARGEST)]),
        ({"root": [A, {"name": "B", "real": 3, "opt": 2}]}, ['"B"', "3", "2"]),
        ({"root": [A, {"name": "B", "real": 3, "pess": 2}]}, ['"B"', "pess"]),
        ({"root": [A, {"name": "B", "real": 3, "children": {}}]}, ['"B"', "children"]),
        ({"root": [A, A]}, ["root move 2", '"A"']),
        (below({"name": "B", "real": 1}), ["root move 2", '"B"']),
        (below({"name": "D", "real": 1, "opt": 2}), ['"D"', "opt"]),
        (below({"name": "D", "real": 1, "pess": 2}), ['"D"', "1", "2"]),
        (below({"name": "D", "real": 1}, {"real": 1}), ['move 2 of node "A"', "name"]),
        *[({"root": [A, {"name": name, "real": 1}]}, [name]) for name in ["root", "verify", "select"]],
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) and value and isinstance(value[0], str) else "",
)
def test_bad_trees_are_named(lab, tree, reasons):
    for json_too in [[], ["--json"]]:
        done = lab("replay", "-", *json_too, code=2, text=json.dumps(tree))
        assert done.stdout == ""
        for reason in reasons:
            assert reason in done.stderr


@pytest.mark.parametrize(
    "text, reasons",
    [
        ("", ["line 1"]),
        ("nonsense", ["line 1"]),
        (EXAMPLE.read_text()[:400], ["line "]),
        ('{"root": [\n{"name": "A", "real": NaN}]}', ["line 2"]),
        ('{"root": [{"name": "A", "real": 1, "real": 2}]}', ['"A"', "real", "twice"]),
        ('{"root": [{"name": "A", "real": 1e999}]}', ["line 1"]),
        ('{"root": [' + '{"name": "A", "real": 1, "children": [' * 5000, ["recursion", "line 1"]),
        (EXAMPLE.read_text() + "x", ["line "]),
    ],
    ids=["empty", "nonsense", "cut off", "NaN", "twice", "too large", "deep", "something behind"],
)
def test_what_is_not_json_is_named_with_its_place(lab, tmp_path, text, reasons):
    path = tmp_path / "tree.json"
    path.write_text(text)
    done = lab("replay", path, "--json", code=2)
    assert done.stdout == ""
    for reason in ["tree.json", *reasons]:
        assert reason in done.stderr


def test_a_missing_file_is_named(lab):
    assert "no-such-tree.json" in lab("replay", "no-such-tree.json", code=2).stderr


def test_a_finished_game_is_worth_what_it_is(objects):
    tree = {"root": [{"name": "A", "real": 5, "opt": 90, "children": []}, {"name": "B", "real": 0, "opt": 5}]}
    lines = objects(tree)
    assert {"type": "node", "after": "root", "name": "A", "real": 5, "opt": 5, "pess": 5, "probability": None} in lines
    assert lines[-1] == {"type": "done", "best": "A", "reason": "verified"}


def test_a_reader_that_goes_away_is_no_error(bstar):
    script = 'set -o pipefail; "$0" worked-example --json | head -1'
    done = subprocess.run(["bash", "-c", script, laboratory(bstar)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == ""
    assert json.loads(done.stdout) == {"type": "expand", "node": "root", "phase": "select", "target": None}


def test_what_is_wrong_is_said_once(lab):
    done = lab("replay", "-", text="", code=2)
    assert done.stderr.count("EOF while parsing") == 1
