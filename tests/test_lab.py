"""Experiments about B* in whole games: matches by kind of opening, ladders, lost games, effort, branching; and training data."""

import functools
import json
import math
import os
import pathlib
import re
import subprocess

import pytest

from conftest import argv, laboratory
from games_reference import unpacked

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPENINGS = ROOT / "data/paper-openings.pgn"

# Black moves the knight from between bishop and queen.
LOST = """[White "a"]
[Black "b"]
[Round "1.1"]
[Result "1-0"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 h6 5. Bh4 Ne4 6. Bxd8 Nxc3 7. bxc3 Kxd8 8. Nf3 1-0
"""

SUITE = """2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "mate";
r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - bm dxc4; id "quiet";
"""


@pytest.fixture
def run(run, tmp_path):
    return functools.partial(run, cwd=tmp_path)


def objects(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def of_type(found, kind):
    return [body for body in found if body["type"] == kind]


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(LOST)
    return path


@pytest.fixture
def suite(tmp_path):
    path = tmp_path / "suite.epd"
    path.write_text(SUITE)
    return path


MATCH = ["match", "alphabeta,Hash=1", "bstar,Hash=1", "--nodes", "1000", "--games", "24", "--openings", OPENINGS]
QUICK = ["--resign-rule", "2,300", "--draw-rule", "10,3,50"]


def test_a_match_by_kind_of_opening_with_trees_goes_on_where_it_ended(run, tmp_path):
    journal = tmp_path / "journal"
    found = objects(run(*MATCH, *QUICK, "--json", "--resume", journal, "--pgn", tmp_path / "out.pgn"))
    played, [result] = of_type(found, "game"), of_type(found, "match")
    assert len(played) == 24
    assert [of["kind"] for of in result["kinds"]] == ["closed", "half-open", "open"]
    for of in result["kinds"]:
        mine = [game for game in played if game["kind"] == of["kind"]]
        assert len(mine) == 8
        assert of["tally"]["wins"] == sum(game["points"] == "win" for game in mine)
        assert of["score"] == pytest.approx((of["tally"]["wins"] + of["tally"]["draws"] / 2) / 8)
        assert of["score_error"] > 0
    for game in played:
        sides = {tree["side"] for tree in game["trees"]}
        assert sides == {"second"}
        assert all(tree["expansions"] > 0 and tree["probe_depth"] > 0 for tree in game["trees"])
    assert result["typical_trees"][0] is None
    used_up = [tree for game in played for tree in game["trees"] if not tree["ended_early"]]
    assert result["typical_trees"][1]["searches"] == len(used_up) > 0
    # Again from the journal alone: nothing is played, and everything is known.
    again = run(*MATCH, *QUICK, "--json", "--resume", journal)
    [same] = objects(again)
    assert same["kinds"] == result["kinds"]
    assert same["typical_trees"][1]["searches"] == len(used_up)
    text = run(*MATCH, *QUICK, "--resume", journal).stdout
    for part in ["closed openings: 8 games", "half-open openings: 8 games", "open openings: 8 games", "searches used all their effort"]:
        assert part in text
    sheet = (tmp_path / "out.pgn").read_text()
    assert '[Kind "half-open"]' in sheet and "expansions" in sheet


def test_the_same_games_are_not_played_twice(run):
    done = run(*MATCH[:-4], "--games", "26", *MATCH[-2:], code=2)
    assert "26 games need 13 openings, and there are 12" in done.stderr
    assert done.stdout == ""


def test_a_kind_that_does_not_exist(run, tmp_path):
    book = tmp_path / "book.pgn"
    book.write_text('[Kind "ajar"]\n\n1. e4 *\n')
    done = run("match", "alphabeta", "alphabeta", "--nodes", "100", "--games", "2", "--openings", book, code=2)
    assert "book.pgn, game 1: `ajar` is no kind of opening" in done.stderr


def test_losses(run, games):
    found = objects(run("losses", games, "--player", "b", "--nodes", "5000", "--json"))
    [loss], [counts] = of_type(found, "loss"), of_type(found, "losses")
    assert {body["schema"] for body in found} == {2}
    point = loss["turning_point"]
    assert (point["played"], point["refutation"][0], loss["mistake"]) == ("Ne4", "Bxd8", "tactical")
    assert point["before"] >= 0.4 and point["after"] <= 0.2
    assert (counts["games"], counts["lost"], counts["points"]) == (1, 1, 1.0)
    for group in ["phase", "kind", "character", "start", "mistake"]:
        assert sum(of["games"] for of in counts["classes"] if of["group"] == group) == 1
    text = run("losses", games, "--player", "b", "--nodes", "5000", "--jobs", "2").stdout
    assert "overlooked tactics" in text and point["fen"] in text and "5... Ne4" in text


def test_losses_of_somebody_who_lost_nothing(run, games):
    assert "no points were lost" in run("losses", games, "--player", "a", "--nodes", "1000").stdout


@pytest.mark.parametrize(
    "content, player, message",
    [
        (LOST, "c", "nobody in games.pgn is called `c`; there are `a`, `b`"),
        ("", "a", "games.pgn has no games in it"),
        (LOST.replace("Bxd8", "Bxd9"), "b", "line 6"),
    ],
)
def test_losses_of_bad_games(run, tmp_path, content, player, message):
    (tmp_path / "games.pgn").write_text(content)
    done = run("losses", "games.pgn", "--player", player, code=2)
    assert message in done.stderr
    assert done.stdout == ""


PROPOSED = """[White "b"]
[Black "a"]
[SetUp "1"]
[FEN "3r2k1/5ppp/2b5/2P1Pn2/3P4/r1B5/5PPP/2RR2K1 w - - 0 1"]
[Result "*"]

1. Bb2 *

[White "a"]
[Black "b"]
[SetUp "1"]
[FEN "r4bk1/ppp3p1/2b4p/3qP3/3P4/2P3Q1/PP5P/R1B2RK1 b - - 0 1"]
[Result "*"]

1... Be7 2. h3 *
"""


def test_proposals(run, tmp_path):
    (tmp_path / "games.pgn").write_text(PROPOSED)
    # The tree gets far more than in games, so that it has something to say.
    command = ["proposals", "games.pgn", "--player", "b", "--root-search", "30", "--nodes", "150000", "--judge-nodes", "20000"]
    *proposals, counts = objects(run(*command, "--json"))
    # With another network they may be other moves.
    assert [(move["first"], move["other"], move["ruling"]) for move in proposals] == [("Bb2", "d5", "refused"), ("Be7", "h5", "confirmed")]
    assert (counts["games"], counts["searches"]) == (2, 2)
    gains = {group["group"]: (group["proposals"], group["gain"]) for group in counts["groups"]}
    both = [move["other_worth"] - move["first_worth"] for move in proposals]
    assert gains == {"refused": (1, pytest.approx(both[0])), "confirmed": (1, pytest.approx(both[1])), "unheard": (0, None), "all": (2, pytest.approx(sum(both) / 2))}
    assert both[0] < -0.02
    text = run(*command, "--judge", "alphabeta,Hash=1").stdout
    assert "2 games of b, 2 searches of 150000 nodes; alphabeta,Hash=1 judges by 20000 nodes a move" in text
    # In games such a choice gets no tree at all.
    assert objects(run("proposals", "games.pgn", "--player", "b", "--nodes", "150000", "--json"))[0]["groups"][-1]["proposals"] == 0


def test_proposals_of_nobody(run, tmp_path):
    (tmp_path / "games.pgn").write_text(PROPOSED)
    done = run("proposals", "games.pgn", "--player", "c", code=2)
    assert "nobody in games.pgn is called `c`; there are `a`, `b`" in done.stderr
    done = run("proposals", "games.pgn", "--player", "b", "--judge", "./nobody", code=2)
    assert "the judge ./nobody cannot be started" in done.stderr


def sheet(white, black, round_, result, moves="1. e4 e5"):
    return f'[White "{white}"]\n[Black "{black}"]\n[Round "{round_}"]\n[Result "{result}"]\n\n{moves} {result}\n\n'


def pairs(first, second, results):
    """Pairs of games by their results, the second game with colours swapped."""
    return "".join(sheet(first, second, f"{n}.1", one) + sheet(second, first, f"{n}.2", two) for n, (one, two) in enumerate(results, 1))


EVEN = [("1-0", "1-0"), ("1/2-1/2", "1-0"), ("1-0", "0-1"), ("1/2-1/2", "1/2-1/2"), ("0-1", "1/2-1/2")]
GOOD = [("1-0", "0-1"), ("1-0", "1/2-1/2"), ("1-0", "0-1"), ("1/2-1/2", "1/2-1/2"), ("1-0", "1-0")]


def elo_of(score):
    return 400 * math.log10(score / (1 - score))


def test_ladder(run, tmp_path):
    """Two pieces of one match, another match, a game that goes on, and a file given twice."""
    (tmp_path / "a.pgn").write_text(pairs("us", "stockfish-2190", GOOD) + sheet("us", "stockfish-2190", "6.1", "*"))
    (tmp_path / "b.pgn").write_text(pairs("us", "stockfish-2190", GOOD).replace("e5", "c5"))
    (tmp_path / "c.pgn").write_text(pairs("toga", "us", EVEN))
    files = ["a.pgn", "b.pgn", "c.pgn"]
    found = objects(run("ladder", *files, "a.pgn", "--json"))
    assert {body["schema"] for body in found} == {2}
    [whole] = of_type(found, "ladder")
    assert (whole["games"], whole["unfinished"], whole["repeated"], whole["unpaired"]) == (30, 2, 10, 0)
    match = next(body for body in of_type(found, "pairing") if "stockfish-2190" in body["players"])
    assert match["players"] == ["us", "stockfish-2190"] and match["tally"]["pairs"] == [0, 0, 4, 2, 4]
    assert match["strength"]["elo"] == pytest.approx(elo_of(0.75))
    # A chain of matches: every difference is that of its match, so that everything fits.
    ratings = {body["player"]: body for body in of_type(found, "rating")}
    assert match["score"] == pytest.approx(match["expected"]) and abs(match["deviation"]) < 1e-6
    assert ratings["stockfish-2190"]["elo"] == pytest.approx(2702.8) and ratings["us"]["anchored"]
    assert ratings["us"]["elo"] == pytest.approx(2702.8 + elo_of(0.75))
    other = next(body for body in of_type(found, "pairing") if "toga" in body["players"])
    assert ratings["us"]["elo"] - ratings["toga"]["elo"] == pytest.approx(other["strength"]["elo"])
    [anchor] = of_type(found, "anchor")
    assert (anchor["rating"], anchor["by_others"]) == (2702.8, None) and "4341" in anchor["source"]
    # The anchor's own error is in everybody's interval.
    (tmp_path / "exact.tsv").write_text("stockfish-2190\t2000\t-\tthe test\n")
    exact = {body["player"]: body for body in of_type(objects(run("ladder", *files, "--anchors", "exact.tsv", "--json")), "rating")}
    assert exact["us"]["elo"] == pytest.approx(2000 + elo_of(0.75)) and exact["stockfish-2190"]["low"] == 2000
    width = {name: (of["us"]["high"] - of["us"]["low"]) / 2 for name, of in [("own", ratings), ("exact", exact)]}
    assert width["own"] == pytest.approx(math.hypot(width["exact"], 30.5))
    # The order of the files makes no difference.
    text = run("ladder", *files).stdout
    assert text == run("ladder", *reversed(files)).stdout
    assert "30 games of 3 players from 3 files; 1 not finished and left out" in text and "2894 ± " in text
    text = run("ladder", *files, "--no-anchors").stdout
    assert "differences only, and the mean is 0" in text and "2703" not in text


def test_ladder_of_those_who_cannot_be_compared(run, tmp_path):
    swept = [("1-0", "0-1")] * 10
    (tmp_path / "games.pgn").write_text(pairs("a", "b", EVEN) + pairs("c", "d", EVEN) + pairs("giant", "a", swept))
    found = objects(run("ladder", "games.pgn", "--json"))
    ratings = {body["player"]: body for body in of_type(found, "rating")}
    assert ratings["giant"]["elo"] is None and ratings["giant"]["high"] is None
    # Ten pairs: below this score against him, something would have been dropped.
    assert ratings["giant"]["low"] - ratings["a"]["elo"] == pytest.approx(elo_of(0.025**0.1))
    [whole] = of_type(found, "ladder")
    assert [set(group) for group in whole["groups"]] == [{"a", "b", "giant"}, {"c", "d"}]
    text = run("ladder", "games.pgn").stdout
    assert "These 2 groups never met" in text and "at least" in text and "only a bound is told" in text


@pytest.mark.parametrize(
    "content, anchors, message",
    [
        ("", None, "games.pgn has no games in it"),
        (sheet("a", "b", "1", "1-0", "1. e4 e5 2. Ke3"), None, "games.pgn: PGN, game 1, line 6"),
        (sheet("a", "b", "1", "*"), None, "none of the 1 games is finished"),
        (sheet("a", "a", "1", "1-0"), None, "games.pgn, game 1: `a` plays against itself"),
        (sheet("a", "?", "1", "1-0"), None, "games.pgn, game 1: it does not say who had Black"),
        (LOST, "# x\na\tfast\t-\tme\n", "anchors.tsv, line 2: `fast` is no rating"),
        (LOST, "z\t2000\t-\tme\n", "none of the anchors of anchors.tsv plays in these games; there are `a`, `b`"),
    ],
)
def test_bad_use_of_ladder(run, tmp_path, content, anchors, message):
    (tmp_path / "games.pgn").write_text(content)
    arguments = []
    if anchors is not None:
        (tmp_path / "anchors.tsv").write_text(anchors)
        arguments = ["--anchors", "anchors.tsv"]
    done = run("ladder", "games.pgn", *arguments, code=2)
    assert message in done.stderr
    assert done.stdout == ""


def test_ladder_reads_what_a_match_writes(run, tmp_path):
    match = objects(run(*MATCH, *QUICK, "--json", "--pgn", "out.pgn"))
    [result] = of_type(match, "match")
    found = objects(run("ladder", "out.pgn", "--json"))
    [pairing], [whole] = of_type(found, "pairing"), of_type(found, "ladder")
    if pairing["players"] == result["players"]:
        assert pairing["tally"] == result["tally"] and pairing["strength"] == result["strength"]
    else:
        assert pairing["tally"]["pairs"] == result["tally"]["pairs"][::-1]
    assert (whole["games"], whole["unpaired"]) == (24, 0)


def test_the_ladder_of_the_documents_is_that_of_its_games(run):
    document = (ROOT / "docs/ladder.md").read_text()
    blocks = re.findall(r"```\n\$ bstar-lab ladder data/ladder/\*\.pgn\.gz(.*)\n(?:…\n)?((?:.*\n)*?)```", document)
    assert len(blocks) == 2
    files = sorted((ROOT / "data/ladder").glob("*.pgn.gz"))
    for options, shown in blocks:
        options = [ROOT / word if word.startswith("data/") else word for word in options.split()]
        assert shown in run("ladder", *files, *options).stdout
    [whole] = of_type(objects(run("ladder", *files, "--json")), "ladder")
    assert whole["forfeited"] == [{"player": "alphabeta", "opponent": "glaurung", "how": "time", "games": 1}]


def test_settings(run, suite):
    found = objects(run("settings", suite, "--nodes", "5000", "--json"))
    answers, [table] = of_type(found, "answers"), of_type(found, "settings")
    assert [body["id"] for body in answers] == ["mate", "quiet"]
    for body in answers:
        of = body["settings"]
        assert of["alphabeta"]["probe_depth"] is None
        assert of["bstar_2x"]["probe_depth"] == of["bstar"]["probe_depth"]
        assert of["bstar_deeper"]["probe_depth"] == of["bstar"]["probe_depth"] + 1
        assert of["bstar_deeper"]["expansions"] <= of["bstar"]["expansions"]
    [row] = table["rows"]
    assert row["positions"] == 2
    assert row["solved"] == {name: sum(body["settings"][name]["solved"] for body in answers) for name in row["solved"]}
    assert table["paper"][-1]["points"] == {"alphabeta": 770, "alphabeta_4x": 815, "bstar": 704, "bstar_2x": 765, "bstar_deeper": 781}
    text = run("settings", suite, suite, "--nodes", "5000", "--jobs", "2").stdout
    assert "suite.epd (2)" in text and "together (4)" in text and "The Best Move" in text


def test_branching(run, suite):
    # By the terms: how large trees get must not change with every network.
    player = ("--search", "bstar,evaluation=terms")
    found = objects(run("branching", suite, *player, "--nodes", "20000", "--json"))
    trees, [report] = of_type(found, "tree"), of_type(found, "branching")
    assert [tree["id"] for tree in trees] == ["mate", "quiet"]
    for tree in trees:
        assert tree["branching"] == pytest.approx(tree["expansions"] ** (1 / tree["depth"]))
    assert report["groups"][0]["positions"] == "all"
    assert report["groups"][0]["count"] == 2
    assert report["groups"][0]["mean"] == pytest.approx(sum(tree["branching"] for tree in trees) / 2)
    text = run("branching", suite, *player, "--nodes", "20000").stdout
    assert "branching factor median" in text


def test_enhancements(run, suite, tmp_path):
    command = ("enhancements", suite, "--depth", "3", "--resume", "journal")
    found = objects(run(*command, "--json", "--only", "pvs,pvs+trans+ref+hist"))
    rows, [whole] = of_type(found, "enhancements-depth"), of_type(found, "enhancements")
    assert [row["depth"] for row in rows] == [2, 3]
    for row in rows:
        assert [cell["variant"] for cell in row["cells"]] == ["direct", "pvs", "pvs+trans+ref+hist"]
        direct = row["cells"][0]["counts"]
        for cell in row["cells"]:
            assert cell["horizon_percent"] == pytest.approx(100 * cell["counts"]["horizon"] / direct["horizon"])
        assert row["positions"] == 2
    assert whole["disagreements"] == 0 and not whole["interrupted"] and whole["instructions"] is None
    written = (tmp_path / "journal").read_text()
    text = run(*command, "--svg", "figure.svg", "--page", "page.md").stdout
    assert "pvs+ref+hist" in text and "minimal tree" in text
    # What was searched before is not written down again. The first line is the journal's head.
    journal = (tmp_path / "journal").read_text()
    assert journal.startswith(written) and len(journal.splitlines()) == len(set(journal.splitlines())) == 1 + 2 * 11
    assert (tmp_path / "figure.svg").read_text().count("<polyline") == 13
    page = (tmp_path / "page.md").read_text()
    assert "(figure.svg)" in page and "--depth 3" in page
    assert "no search `scout`" in run("enhancements", "--only", "scout", code=2).stderr


def test_instructions_need_valgrind(run, bstar, suite, tmp_path):
    done = subprocess.run(
        argv(bstar, "enhancements", suite, "--instructions", "2"),
        capture_output=True, text=True, timeout=60, cwd=tmp_path, env={"PATH": str(tmp_path)},
    )
    assert done.returncode == 2 and "needs the program `valgrind`" in done.stderr and not done.stdout


@pytest.mark.parametrize("command", ["settings", "branching", "enhancements"])
def test_bad_positions(run, tmp_path, command):
    (tmp_path / "bad.epd").write_text("# x\nnonsense\n")
    assert "bad.epd: EPD, line 2" in run(command, "bad.epd", code=2).stderr
    assert "no-such.epd" in run(command, "no-such.epd", code=2).stderr


def test_branching_is_of_bstar(run, suite):
    assert "`alphabeta` has no tree" in run("branching", suite, "--search", "alphabeta", code=2).stderr


@pytest.mark.parametrize("command", ["ladder", "losses", "settings", "branching", "enhancements", "scaling", "calibration"])
def test_help_has_an_example(run, command):
    text = run(command, "--help").stdout
    assert "Usage:" in text and "Example" in text
    # The long description, and not only the line of the list of commands.
    assert len(text.split("Usage:")[0]) > 400


SMALL = ("trees", "--trees", "2", "--widths", "3,5", "--ranges", "100", "--search", "2DRM,DB,CP,alphabeta")


def test_trees_do_not_depend_on_jobs_or_interruptions(run, tmp_path):
    alone = run(*SMALL, "--jobs", "1", "--json").stdout
    journal = tmp_path / "trees.journal"
    assert run(*SMALL, "--jobs", "3", "--json", "--resume", journal).stdout == alone
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lines[:3]) + lines[3][:20])
    assert run(*SMALL, "--json", "--resume", journal).stdout == alone
    found = [json.loads(line) for line in alone.splitlines()]
    assert len(of_type(found, "tree")) == 4
    [table] = of_type(found, "table-one")
    assert [row["name"] for row in table["rows"]] == ["BF", "2DRM", "DB", "CP", "alphabeta"]
    assert sum(table["trees"]) == 4
    # A journal of other settings is refused, and nothing in it is lost.
    before = journal.read_text()
    assert "other settings" in run(*SMALL, "--seed", "2", "--resume", journal, code=2).stderr
    assert journal.read_text() == before


def test_trees_table_and_plot(run, tmp_path):
    done = run(*SMALL, "--plot", "effort.svg")
    assert [line.split()[0] for line in done.stdout.splitlines()[1:]] == ["trees", "BF", "2DRM", "DB", "CP", "alphabeta"]
    assert (tmp_path / "effort.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    "arguments",
    [("--search", "nobody"), ("--widths", "1"), ("--draws", "11"), ("--invalid", "2"), ("--page", "x", "--seed", "3"), ("--trees", "0")],
)
def test_bad_use_of_trees(run, arguments):
    assert run("trees", *arguments, code=2).stderr


def test_training_data_is_made_continued_and_checked(run, tmp_path):
    arguments = ["datagen", "--nodes", "200", "--seed", "7", "--json"]
    [made] = objects(run(*arguments, "-o", "games.bin", "--games", "5", "--jobs", "2"))
    data = (tmp_path / "games.bin").read_bytes()
    games = unpacked(data)
    assert (made["type"], made["games"], made["interrupted"]) == ("datagen", 5, False)
    assert made["positions"] == sum(len(game.plies) for game in games)
    assert [made["black_wins"], made["draws"], made["white_wins"]] == [sum(game.result == of for game in games) for of in range(3)]
    assert made["bytes"] == len(data) and made["bytes_per_position"] == pytest.approx(len(data) / made["positions"])
    # In two steps, the second after a cut.
    run(*arguments, "-o", "again.bin", "--games", "3")
    again = tmp_path / "again.bin"
    again.write_bytes(again.read_bytes()[:-9])
    run(*arguments, "-o", "again.bin", "--games", "5")
    assert again.read_bytes() == data
    done = run("datagen", "--nodes", "300", "--seed", "7", "-o", "again.bin", code=2)
    assert "again.bin was made with nodes `200`, wanted is `300`" in done.stderr and again.read_bytes() == data
    # Whole, cut off, and with a move that cannot be.
    [checked] = objects(run("datagen", "--check", "games.bin", "--json"))
    assert (checked["replayed"], checked["broken"]) == (5, None)
    assert all(checked[field] == made[field] for field in ["games", "positions", "bytes"])
    assert "2 replayed" in run("datagen", "--check", "games.bin", "--sample", "2").stdout
    again.write_bytes(data[:-1])
    done = run("datagen", "--check", "again.bin", code=1)
    assert f"again.bin, byte {len(data) - 1}: the file ends in the middle of a game; the 4 games before it" in done.stdout
    again.write_bytes(data[:32] + b"\xff" + data[33:])
    [broken] = objects(run("datagen", "--check", "again.bin", "--json", code=1))
    assert (broken["broken"]["offset"], broken["games"]) == (32, 0) and "not legal" in broken["broken"]["flaw"]


def test_training_data_is_as_the_document_shows(bstar, tmp_path):
    document = (ROOT / "docs/datagen.md").read_text()
    shown = "".join(block for block in re.findall(r"```\n(.*?)```", document, re.DOTALL) if block.startswith("$ "))
    assert shown.count("$ bstar-lab datagen") == 4
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/bstar-lab").symlink_to(laboratory(bstar))
    environment = os.environ | {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}
    found = ""
    for line in shown.splitlines():
        if line.startswith("$ "):
            command = ["sh", "-c", f"{line[2:]} 2>&1"]
            found += line + "\n" + subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120).stdout
    assert found == shown


def test_training_data_that_is_none(run, games):
    assert "the 0 games before it (0 bytes) are whole" in run("datagen", "--check", games, code=1).stdout
    assert "no/such" in run("datagen", "--check", "no/such", code=2).stderr
    before = games.read_text()
    assert "games.pgn.settings" in run("datagen", "-o", games, "--games", "1", code=2).stderr
    assert games.read_text() == before


@pytest.mark.parametrize("name", ["root-search=0", "survey=0"])
def test_a_player_without_a_search_of_the_root(run, name):
    done = run("match", f"bstar,Hash=1,{name},name=tree", "bstar,Hash=1,expansions=2", "--time", "0.3+0.01", "--games", "2", *QUICK)
    assert "tree against bstar" in done.stdout


def test_help_names_what_can_be_given(run):
    assert "root-search=" in run("match", "--help").stdout
    told = run("suite", "--help").stdout
    assert "`alphabeta` or `bstar`" in told and "match --help" in told
