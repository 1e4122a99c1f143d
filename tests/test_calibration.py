"""What B* says against what happens: `bstar-lab calibration`."""

import json
import shutil
import signal
import subprocess
import time
import xml.etree.ElementTree

import pytest

from conftest import ROOT, argv

# B* and the judge have little memory, so that their searches begin at once.
PLAYERS = ["--player", "bstar,Hash=4", "--judge", "alphabeta,Hash=1,name=judge"]
COMMAND = ["calibration", "--positions", "report.epd", "--learn", "learn.epd", "--first", "5", *PLAYERS]
SMALL = [*COMMAND, "--nodes", "20000", "--judge-nodes", "3000", "--inner-nodes", "2000"]
KINDS = ["leaf", "depth-1", "depth-2", "depth-3", "likeliest-rival", "second-by-likely"]


@pytest.fixture
def folder(tmp_path):
    """A folder with both halves, in which nothing is judged."""
    for half in ["learn", "report"]:
        shutil.copy(ROOT / f"data/regret/{half}.epd", tmp_path)
    return tmp_path


def objects(text):
    return [json.loads(line) for line in text.splitlines()]


def timeless(found):
    """What does not depend on how long it took, nor on whether it was interrupted before."""
    return [{key: value for key, value in body.items() if key not in {"core_hours", "interrupted"}} for body in found]


def test_the_report_has_every_kind_and_the_references(run, folder):
    text = run(*SMALL, "--svg", "said.svg", cwd=folder).stdout
    for part in [
        "5 of 5 positions; to learn from: 5 of 5 positions",
        "The judge judge had 3000 nodes for a root move and 2000 for a position inside a tree",
        "| leaf |",
        "| second by likely | 5 |",
        "likeliest rival: the rival with the highest overtakes",
        "| how far behind | cases |",
        "| as told |",
        "| likely ± ",
        "Core-hours: ",
    ]:
        assert part in text, part
    assert "missing" not in text
    xml.etree.ElementTree.parse(folder / "said.svg")
    # Root moves are judged in the files of `lab regret`, and only there.
    for half, letter in [("report", "R"), ("learn", "L")]:
        lines = (folder / f"{half}.judge-3000.tsv").read_text().splitlines()
        judged = [line.split("\t") for line in lines if line.startswith(letter)]
        assert len({name for name, _ in judged}) == 5 and all("=" in said for _, said in judged)
    assert not list(folder.glob("*.journal"))


def test_the_statements_are_told_one_by_one_and_count(run, folder):
    *positions, report = objects(run(*SMALL, "--json", cwd=folder).stdout)
    assert [body["type"] for body in positions] == 5 * ["calibration-position"]
    assert [body["position"] for body in positions] == [f"R{number:04}" for number in range(1, 6)]
    assert [kind["kind"] for kind in report["kinds"]] == KINDS
    for kind in report["kinds"]:
        told = [one for body in positions for one in body["statements"] if one["kind"] == kind["kind"]]
        assert kind["cases"] == len(told) == sum(band["cases"] for band in kind["bands"])
        if not told:
            continue
        brier = sum((one["said"] - one["happened"]) ** 2 for one in told) / len(told)
        assert kind["brier"]["mean"] == pytest.approx(brier)
        assert kind["said"] == pytest.approx(sum(one["said"] for one in told) / len(told))
        share = sum(one["happened"] for one in told) / len(told)
        assert kind["constant_brier"] == pytest.approx(share * (1 - share))
        for one in told:
            assert 0 <= one["said"] <= 1 and one["moves"]
            if kind["kind"].startswith("depth-"):
                assert len(one["moves"]) == int(kind["kind"][-1])
    for body in positions:
        target = body["target"]
        for one in body["statements"]:
            if one["kind"] in KINDS[4:]:
                assert one["happened"] == (round(100 * one["worth"]) - round(100 * body["worth"]) > 100)
            else:
                # B* keeps a point at either end for mates.
                assert one["happened"] == (one["worth"] >= min(max((target - 1) / 0.98, 0), 100) - 1e-9)
    [told, constant, scaled] = report["intervals"]
    inside = [body["interval"] is not None for body in positions]
    assert told["cases"] == sum(inside) and told["fitted"] is None
    assert constant["rule"] == "constant" and scaled["rule"] == "open-game"
    assert report["without_interval"] == 5 - sum(inside)


def test_explain_says_the_same(run, folder):
    first = objects(run(*SMALL, "--json", cwd=folder).stdout)[0]
    fen = (folder / "report.epd").read_text().split(" id ")[0] + " 0 1"
    told = json.loads(run("explain", fen, "--nodes", "20000", "--hash", "4", "--root-search", "0", "--json").stdout)
    moves = {body["move"]: body for body in told["moves"]}
    chosen = moves[first["chosen"]]
    assert chosen["overtakes"] is None and chosen["real"] == round(100 * first["likely"])
    if first["interval"]:
        least, most = chosen["pess"], chosen["opt"]
        assert round(100 * first["interval"][0]) == (least if isinstance(least, int) else least["min"])
        assert round(100 * first["interval"][1]) == (most if isinstance(most, int) else most["max"])
    rivals = {one["kind"]: one for one in first["statements"] if one["kind"] in KINDS[4:]}
    for one in rivals.values():
        assert one["said"] == pytest.approx(moves[one["moves"][0]]["overtakes"], abs=1e-6)
    assert rivals["likeliest-rival"]["said"] == pytest.approx(max(body["overtakes"] or 0 for body in moves.values()), abs=1e-6)


@pytest.mark.rare
def test_an_interrupted_run_goes_on_and_comes_to_the_same_report(bstar, run, folder, tmp_path_factory):
    # Long enough to be interrupted while positions inside the trees are judged.
    command = [*COMMAND, "--nodes", "20000", "--judge-nodes", "20000", "--inner-nodes", "150000", "--json"]
    whole = timeless(objects(run(*command, cwd=folder).stdout))
    other = tmp_path_factory.mktemp("other")
    for half in ["learn", "report"]:
        shutil.copy(folder / f"{half}.epd", other)
    resumed = [*command, "--resume", "journals"]
    working = subprocess.Popen(argv(bstar, *resumed), cwd=other, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    inner = other / "journals/inner.journal"
    deadline = time.monotonic() + 60
    while not (inner.exists() and inner.read_text().count("\n") > 2) and time.monotonic() < deadline:
        time.sleep(0.005)
    working.send_signal(signal.SIGINT)
    said, remarks = working.communicate(timeout=60)
    assert working.returncode == 130, remarks
    assert "the same command goes on from here" in remarks
    part = objects(said)
    assert part[-1]["interrupted"] and part[-1]["report"] == {"asked": 5, "thought": 5}
    statements = [one for body in part[:-1] for one in body["statements"]]
    assert any(one["happened"] is None for one in statements) and any(one["happened"] is not None for one in statements)
    assert sum(kind["cases"] for kind in part[-1]["kinds"]) == sum(one["happened"] is not None for one in statements)
    # A line that was cut off is written anew.
    inner.write_text(inner.read_text() + '{"type":"judgement","fen":"8/8')
    assert timeless(objects(run(*resumed, "--jobs", "2", cwd=other).stdout)) == whole
    before = {path.name: path.read_text() for path in (other / "journals").iterdir()}
    assert set(before) == {"report.journal", "learn.journal", "inner.journal"}
    assert timeless(objects(run(*resumed, cwd=other).stdout)) == whole
    assert before == {path.name: path.read_text() for path in (other / "journals").iterdir()}


def test_without_a_learning_half_the_references_are_missing(run, folder):
    alone = [word for word in SMALL if word not in {"--learn", "learn.epd"}]
    done = run(*alone, cwd=folder)
    assert "The references that are fitted to a learning half are missing" in done.stdout
    assert "| as told |" in done.stdout and "likely ±" not in done.stdout
    report = objects(run(*alone, "--json", cwd=folder).stdout)[-1]
    assert report["learn"] is None and len(report["intervals"]) == 1
    assert all(kind["beside_curve"] is None for kind in report["kinds"])


def test_a_journal_belongs_to_its_settings_and_positions(run, folder):
    command = [*SMALL, "--resume", "journals"]
    run(*command, cwd=folder)
    for other, differs in [(["--seed", "2"], "seed: 1 there, 2 here"), (["--nodes", "10000"], "nodes: 20000 there, 10000 here"), (["--inner-nodes", "9"], "nodes: 2000 there, 9 here")]:
        changed = [word for word in command]
        if other[0] in changed:
            changed[changed.index(other[0]) + 1] = other[1]
        else:
            changed += other
        assert differs in run(*changed, cwd=folder, code=2).stderr
    lines = (folder / "report.epd").read_text().splitlines(keepends=True)
    board = lines[0].split(" id ")[0]
    (folder / "report.epd").write_text(lines[0].replace(board, lines[9].split(" id ")[0]) + "".join(lines[1:9]))
    for path in folder.glob("report.judge-*.tsv"):
        path.unlink()
    assert "has another position called R0001" in run(*command, cwd=folder, code=2).stderr


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--player", "alphabeta"], "`alphabeta` says nothing that could be checked"),
        (["--player", "bstar,time=8"], "must be limited by nodes"),
        (["--player", "bstar,colour=red"], "no option `colour`"),
        (["--learn", "report.epd"], "R0001 of the learning half and R0001 of the reporting half are the same position"),
        (["--learn", "no-such.epd"], "no-such.epd"),
        (["--positions", "no-such.epd"], "no-such.epd"),
        (["--positions", "nameless.epd"], "nameless.epd, line 1: the position has no id"),
        (["--positions", "bad.epd"], "bad.epd: EPD, line 1"),
        (["--first", "0"], "--first"),
        (["--nodes", "0"], "--nodes"),
        (["--inner-nodes", "x"], "--inner-nodes"),
        (["--jobs", "0"], "--jobs"),
        (["--resume", "report.epd"], "cannot make the folder report.epd"),
        (["--svg", "no-such-folder/said.svg"], "cannot write no-such-folder/said.svg"),
        (["--judge", "/no/such/engine"], "the judge /no/such/engine"),
    ],
)
def test_what_cannot_be_done_is_refused(run, folder, arguments, message):
    (folder / "nameless.epd").write_text("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\n")
    (folder / "bad.epd").write_text("nonsense\n")
    usual = ["--positions", "report.epd", "--first", "1", "--nodes", "1000", "--judge-nodes", "100", "--inner-nodes", "100"]
    taken = [word for at, word in enumerate(usual) if usual[at - at % 2] not in arguments]
    done = run("calibration", *taken, *arguments, code=2, cwd=folder, timeout=30)
    assert message in done.stderr
