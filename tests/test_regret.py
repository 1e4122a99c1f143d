"""How much worse than the best the moves are that players choose: `bstar-lab positions` and `bstar-lab regret`."""

import gzip
import json
import pathlib
import signal
import subprocess
import sys
import time

import chess
import pytest

from conftest import argv

ROOT = pathlib.Path(__file__).parent.parent
POSITIONS = (ROOT / "data/regret/report.epd").read_text().splitlines()[:6]
REGRET = ["regret", "--positions", "p.epd", "--nodes", "2000", "--judge-nodes", "4000", "--judge", "alphabeta,Hash=1,name=judge"]

# An engine that plays what a rule says, by the moves in alphabetical order.
ENGINE = """
import sys, chess
rule = sys.argv[1]
board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name rule\\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:2] == ["position", "fen"]:
        board = chess.Board(" ".join(words[2:8]))
    elif words[:1] == ["go"]:
        moves = sorted(move.uci() for move in board.legal_moves)
        if rule == "all":
            mv = moves[int(open(sys.argv[2]).read()) % len(moves)]
        else:
            best = dict(line.split() for line in open(sys.argv[2]))
            mv = best[board.epd()]
        print("bestmove", mv, flush=True)
    elif words[:1] == ["quit"]:
        break
"""


def objects(text):
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "p.epd").write_text("\n".join(POSITIONS) + "\n")
    (tmp_path / "engine.py").write_text(ENGINE)
    return tmp_path


def rule(*arguments, name):
    return f"{sys.executable} engine.py {' '.join(map(str, arguments))},name={name}"


def boards():
    for line in POSITIONS:
        board, operations = chess.Board.from_epd(line)
        yield operations["id"], board


def test_who_plays_the_judges_choice_regrets_nothing(run, folder):
    found = objects(run(*REGRET, "alphabeta,Hash=1", "--json", cwd=folder).stdout)
    by_name = dict(boards())
    best = {by_name[one["position"]].epd(): one["best"] for one in found if one["type"] == "regret-position"}
    assert len(best) == len(POSITIONS)
    (folder / "best").write_text("".join(f"{epd.replace(' ', '_')} {mv}\n" for epd, mv in best.items()))
    engine = (folder / "engine.py").read_text().replace("best[board.epd()]", "best[board.epd().replace(' ', '_')]")
    (folder / "engine.py").write_text(engine)
    *positions, report = objects(run(*REGRET, rule("best", "best", name="oracle"), "--json", cwd=folder).stdout)
    assert [one["regrets"] for one in positions] == [[0.0]] * len(POSITIONS)
    assert report["players"][0]["regret"] == {"count": len(POSITIONS), "mean": 0.0, "error": 0.0}


@pytest.mark.rare
def test_a_random_move_costs_what_the_moves_cost_on_average(run, folder):
    """All moves of a position are tried in turn. Their mean is what a random one can expect, and is far above the regret of a player
    that thinks."""
    lines = [line for line in POSITIONS if chess.Board.from_epd(line)[0].legal_moves.count() < 40][:2]
    (folder / "p.epd").write_text("\n".join(lines) + "\n")
    counts = [chess.Board.from_epd(line)[0].legal_moves.count() for line in lines]
    found = objects(run(*REGRET, "alphabeta,Hash=1", "--json", cwd=folder).stdout)
    thinking = found[-1]["players"][0]["regret"]["mean"]
    all_regrets = [[], []]
    for number in range(max(counts)):
        (folder / "number").write_text(str(number))
        found = objects(run(*REGRET, rule("all", "number", name="turn"), "--json", cwd=folder).stdout)
        for place, one in enumerate(found[:2]):
            if number < counts[place]:
                all_regrets[place].append(one["regrets"][0])
    assert [len(regrets) for regrets in all_regrets] == counts
    expected = sum(sum(regrets) / len(regrets) for regrets in all_regrets) / 2
    assert expected > thinking + 3
    # Everything is judged now: the file holds every move, once.
    judged = [line for line in (folder / "p.judge-4000.tsv").read_text().splitlines() if line.startswith("R")]
    assert len(judged) == len(set(judged)) == sum(counts)


@pytest.mark.rare
def test_an_interrupted_run_goes_on_and_comes_to_the_same_result(bstar, run, folder):
    players = ["alphabeta,Hash=1", "bstar,Hash=2,name=tree"]
    command = ["regret", *players, "--positions", "p.epd", "--nodes", "2000", "--judge", "alphabeta,Hash=1,name=judge", "--judge-nodes", "300000"]
    command += ["--journal", "choices"]
    working = subprocess.Popen(argv(bstar, *command), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    judged = folder / "p.judge-300000.tsv"
    deadline = time.monotonic() + 60
    while not (judged.exists() and judged.read_text().count("=") > 2) and time.monotonic() < deadline:
        time.sleep(0.01)
    working.send_signal(signal.SIGINT)
    said, remarks = working.communicate(timeout=60)
    assert working.returncode == 130 and "only finished positions count" in remarks
    assert f"of {len(POSITIONS)} positions" in said
    before = judged.read_text()
    resumed = run(*command, cwd=folder).stdout
    assert judged.read_text().startswith(before)
    for kept in folder.glob("p.*.tsv"):
        kept.unlink()
    assert run(*command, "--jobs", "2", cwd=folder).stdout == resumed


def test_a_packed_journal_is_read_and_is_continued_beside_itself(run, folder):
    def measured(*players):
        command = ["regret", *players, "--positions", "p.epd", "--nodes", "1000", "--judge", "alphabeta,Hash=1,name=judge", "--judge-nodes", "2000"]
        return run(*command, "--journal", "choices", cwd=folder).stdout

    said = measured("alphabeta,Hash=1")
    plain, packed = folder / "choices", folder / "choices.gz"
    choices = plain.read_text()
    packed.write_bytes(gzip.compress(choices.encode()))
    plain.unlink()
    before = packed.read_bytes()
    assert measured("alphabeta,Hash=1") == said
    assert not plain.exists()
    measured("alphabeta,Hash=1", "bstar,Hash=2,name=tree")
    continued = plain.read_text()
    assert continued.startswith(choices) and continued.count("\n") == choices.count("\n") + len(POSITIONS)
    assert packed.read_bytes() == before


def test_who_says_how_sure_it_is_is_held_to_it(run, folder):
    """Each statement is compared with the regret of the move it was made about."""
    explainer = "bstar,root-search=80,Hash=2,nodes=30000,name=explain"
    found = objects(run(*REGRET, explainer, "bstar,Hash=2,name=tree", "--journal", "choices", "--json", cwd=folder).stdout)
    report = found[-1]
    told, tree = (player["how_sure"] for player in report["players"])
    assert tree is None
    regrets = [one["regrets"][0] for one in found if one["type"] == "regret-position"]
    said = [choice["tree"]["sure"] for choice in objects((folder / "choices").read_text()) if "sure" in choice.get("tree", {})]
    assert told["cases"] == len(said) == len(POSITIONS)
    assert told["happened"] == pytest.approx(sum(regret > 1 for regret in regrets) / len(regrets))
    assert told["said"] == pytest.approx(sum(one["better"] for one in said) / len(said))
    assert sum(band["cases"] for band in told["bands"]) == len(said)
    assert [rule["rule"] for rule in told["intervals"]] == ["as-told", "constant", "open-game"]
    assert told["intervals"][0]["cases"] == sum(one["interval"] is not None for one in said)
    text = run(*REGRET, explainer, "--journal", "choices", cwd=folder).stdout
    assert f"How sure explain was: in {len(said)} positions it said on average" in text and "Its intervals beside" in text


def test_positions_are_drawn_from_games_in_two_halves(run, tmp_path):
    games = ROOT / "data/ladder/alphabeta-toga2-1.pgn.gz"
    draw = ["positions", games, "--nodes", "500", "--learn", "learn.epd", "--report", "report.epd"]
    few = [*draw, "--count", "5"]
    assert run(*few, cwd=tmp_path).stdout == "5 positions in learn.epd\n5 positions in report.epd\n"
    halves = [(tmp_path / name).read_text().splitlines() for name in ("learn.epd", "report.epd")]
    games = [{line.split('c0 "')[1].split(", half")[0] for line in half} for half in halves]
    assert not games[0] & games[1]
    run(*few, cwd=tmp_path)
    assert halves == [(tmp_path / name).read_text().splitlines() for name in ("learn.epd", "report.epd")]
    done = run(*draw, "--count", "100000", "--per-game", "1", cwd=tmp_path, code=1)
    assert "do not have as many positions as wanted" in done.stderr


@pytest.mark.rare
def test_samples_are_collected_in_parts_and_no_other_file_is_touched(bstar, run, folder):
    spread = ["spread", "p.epd", "--nodes", "200000", "--jobs", "1"]
    run(*spread, "-o", "whole", cwd=folder)
    working = subprocess.Popen(argv(bstar, *spread, "-o", "parts"), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    parts = folder / "parts"
    deadline = time.monotonic() + 60
    while not (parts.exists() and parts.read_text().count("\n") > 1) and time.monotonic() < deadline:
        time.sleep(0.005)
    working.send_signal(signal.SIGINT)
    working.communicate(timeout=60)
    assert working.returncode == 130 and parts.read_text().count("\n") < len(POSITIONS) + 1
    assert f"from {len(POSITIONS)} positions" in run(*spread, "-o", "parts", cwd=folder).stdout
    assert parts.read_text() == (folder / "whole").read_text()
    for more, message in [
        (["-o", "engine.py"], "engine.py, line 1: this is not the first line of a journal"),
        (["-o", "whole", "--seed", "2"], "seed: 1 there, 2 here"),
    ]:
        before = (folder / more[1]).read_text()
        assert message in run(*spread, *more, cwd=folder, code=2).stderr
        assert (folder / more[1]).read_text() == before
    (folder / "p.epd").write_text("\n".join(POSITIONS[1:]) + "\n")
    assert "whole has samples of other positions" in run(*spread, "-o", "whole", cwd=folder, code=2).stderr


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--positions", "none.epd", "alphabeta"], "cannot read none.epd"),
        (["--positions", "nameless.epd", "alphabeta"], "nameless.epd, line 1: the position has no id"),
        (["--positions", "p.epd", "alphabeta", "alphabeta"], "two players are called alphabeta"),
        (["--positions", "p.epd", "alphabeta,movetime=5"], "must be limited by nodes"),
        (["--positions", "p.epd", "alphabeta", "--judge", "./nobody"], "the judge ./nobody cannot be started"),
        (["--positions", "p.epd", "./nobody"], "the player ./nobody cannot be started"),
        (["--positions", "p.epd"], "PLAYER"),
        (["--positions", "p.epd", "alphabeta", "--journal", "p.epd"], "p.epd, line 1: this is not the first line of a journal"),
    ],
)
def test_what_cannot_be_measured_is_named(run, folder, arguments, message):
    (folder / "nameless.epd").write_text("8/5k2/8/4K3/4P3/8/8/8 w - -\n")
    done = run("regret", "--nodes", "500", "--judge-nodes", "500", *arguments, cwd=folder, code=2)
    assert message in done.stderr


@pytest.mark.parametrize("kind, counts, men", [("", [1500, 1500], range(2, 33)), ("endings-", [555, 483], range(5, 8))])
def test_the_positions_that_come_with_the_program_are_what_they_should_be(kind, counts, men):
    """So many in each half, all legal, none twice, no game in both halves."""
    seen = set()
    games = []
    for name, count in zip(("learn", "report"), counts):
        lines = (ROOT / f"data/regret/{kind}{name}.epd").read_text().splitlines()
        assert len(lines) == count
        of_half = set()
        for line in lines:
            board, operations = chess.Board.from_epd(line)
            assert board.is_valid() and board.legal_moves.count() >= 4
            assert len(board.piece_map()) in men
            assert board.epd() not in seen
            seen.add(board.epd())
            of_half.add(operations["c0"].split(", half")[0])
        games.append(of_half)
    assert not games[0] & games[1]
