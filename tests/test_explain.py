"""`bstar explain`: what a search found, in words, as a log, as objects."""

import json
import os
import re
import signal
import stat
import subprocess
import time

import chess
import pytest


TACTIC = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"
QUIET = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9"
ENDING = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"
MATE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
CHESS960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
POSITIONS = [TACTIC, QUIET, ENDING, MATE, CHESS960]


def children_worked():
    """The seconds that processors have worked for programs that have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system


def flat(text):
    return " ".join(text.split())


def without_time(text):
    """What two runs have in common."""
    text = re.sub(r"in [\d.]+ seconds", "", flat(text))
    text = re.sub(r'"seconds":[\d.e-]+', "", text)
    return re.sub(r"\b\d+\.\d\d (?=\d+ \d+ (>=|<=|=))", "", text)


@pytest.mark.parametrize("position", POSITIONS)
def test_words(run, position):
    told = run("explain", position, "--expansions", 20).stdout
    text = flat(told)
    found = re.match(r"B\* chooses (\d+)(\.+) (\S+) for (White|Black)\. ", text)
    assert found, text
    board = chess.Board(position, chess960=True)
    assert int(found[1]) == board.fullmove_number and found[2] == ("." if board.turn else "...")
    assert found[4] == ("White" if board.turn else "Black")
    board.push_san(found[3])
    for percent in re.findall(r"([\d.]+)%", text):
        assert 0 <= float(percent) <= 100
    line = re.search(r"The expected line is (.*?)(, and then the position repeats|, a draw)?\.\n\n", told, re.DOTALL)
    if line:
        board.pop()
        for word in line[1].split():
            if not re.fullmatch(r"\d+\.+", word):
                board.push_san(word)


def lines(run, *arguments):
    """The objects of `--json-lines`."""
    return [json.loads(line) for line in run(*arguments, "--json-lines").stdout.splitlines()]


@pytest.mark.parametrize("position, words", [
    ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "checkmate, White has won"),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
    ("7k/8/5QK1/8/8/8/8/8 b - - 0 1", "Black has only one legal move, 1... Kg8."),
    (MATE, "B* chooses 1. Ra8# for White. It is checkmate."),
])
def test_at_once(run, position, words):
    before = children_worked()
    assert words in flat(run("explain", position).stdout)
    assert children_worked() - before < 2


@pytest.mark.parametrize("form", [[], ["--log"], ["--json"], ["--json-lines"]], ids=" ".join)
def test_the_same_search_twice(run, form):
    once, again = (run("explain", QUIET, "--expansions", 25, "--move", "h5", *form).stdout for _ in range(2))
    assert without_time(once) == without_time(again)


@pytest.mark.parametrize("limit", [["--seconds", "0.3"], ["--nodes", "20000"], ["--nodes", "1"], ["--expansions", "1"]], ids=" ".join)
def test_limits(run, limit):
    assert "B* chooses 1..." in run("explain", "startpos", "moves", "e2e4", *limit).stdout


@pytest.mark.parametrize("arguments, message", [
    (["8/8/8/8/8/8/8/8 w - - 0 1"], "king"),
    (["--move", "e2e5"], "e2e5"),
    (["--move", "Qh5"], "Qh5"),
    (["--move", "nonsense"], "nonsense"),
    (["--move", ""], "--move"),
    (["--seconds", "-1"], "seconds"),
    (["--seconds", "1", "--nodes", "5"], "--nodes"),
    (["--expansions", "0"], "expansions"),
    (["--log", "--json"], "--json"),
    (["--json", "--json-lines"], "--json-lines"),
    (["--hash", "0"], "hash"),
    (["startpos", "moves", "e2e5"], "e2e5"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_bad_use(run, arguments, message):
    done = run("explain", *arguments, code=2)
    assert message in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("move", ["h5", "h7h5"])
def test_a_move_in_the_comparison(run, move):
    text = flat(run("explain", QUIET, "--expansions", 15, "--move", move).stdout)
    assert "About h5." in text or "h5 comes out best" in text or "h5 is the move the search chose" in text
    objects = lines(run, "explain", QUIET, "--expansions", 15, "--move", move)
    assert objects[-1]["type"] == "comparison"
    assert objects[-1]["san"] == "h5" and objects[-1]["line"][0] == "h7h5"


def test_the_move_itself_in_the_comparison(run):
    assert "Qg6 is the move the search chose." in flat(run("explain", TACTIC, "--expansions", 15, "--move", "Qg6").stdout)


@pytest.mark.parametrize("position", POSITIONS)
def test_log(run, position):
    lines = run("explain", position, "--expansions", 25, "--log").stdout.splitlines()
    end = lines.index("Depth Nodes")
    summary = re.fullmatch(r"(\d+\.\d\d) (\d+) (\d+) (>=|<=|=) (\d+\.\d\d)((?: \S+)*)", lines[end - 1])
    assert summary, lines[end - 1]
    expansions = int(summary[2])
    entries = 0
    for at, line in enumerate(lines[: end - 1]):
        first, rest = line.split(": ")
        assert int(first) == 10 * at + 1
        entries += sum(1 for word in rest.split() if re.fullmatch(r"[*$]*[a-h][1-8][a-h][1-8](=[nbrq])?([a-z]+|[A-Z]+)", word))
    # The root's own expansion is the best move it found.
    assert entries + 1 == expansions
    assert sum(int(line.split()[1]) for line in lines[end + 1 :]) == expansions
    board = chess.Board(position, chess960=True)
    for word in summary[6].split():
        if word != "#":
            board.push_san(word)


def ends(value):
    """The two ends of a value: a number if it is known, else an object with two different ends."""
    if isinstance(value, int):
        value = {"min": value, "max": value}
    else:
        assert set(value) == {"min", "max"} and value["min"] < value["max"]
    assert 0 <= value["min"] and value["max"] <= 10_000
    return value["min"], value["max"]


@pytest.mark.parametrize("position", POSITIONS)
def test_objects(run, position):
    objects = lines(run, "explain", position, "--expansions", 15)
    assert {found["schema"] for found in objects} == {2}
    thought, nodes = objects[0], {found["key"]: found for found in objects if found["type"] == "node"}
    assert thought["type"] == "thought" and {found["type"] for found in objects[1:]} == {"scale", "move", "node", "event", "frame"}
    assert len(nodes) == thought["positions"]
    # A frame for each expansion, from which the whole tree can be put together again.
    frames = [found for found in objects if found["type"] == "frame"]
    assert [frame["frame"] for frame in frames] == list(range(1, thought["expansions"] + 1))
    keys = {0: thought["root"], **{n: key for frame in frames for n, _, _, key in frame["moves"]}}
    assert set(keys.values()) == set(nodes)
    last = {keys[n]: values for frame in frames for n, *values in frame["values"]}
    assert all(last[key] == [node["pess"], node["real"], node["opt"]] for key, node in nodes.items())
    moves = [found for found in objects if found["type"] == "move"]
    assert moves[0]["move"] == thought["best"] and len(moves) == len(frames[0]["moves"])
    events = [found for found in objects if found["type"] == "event"]
    expanded = {found["job"] for found in events if found["event"] == "completed" and found["purpose"] == "expand"}
    assert len(expanded) == thought["expansions"]
    assert events[-1]["event"] == "done" and events[-1]["move"] == thought["best"]
    root = chess.Board(position, chess960=True)
    for node in nodes.values():
        least, most = ends(node["real"])
        assert node["pess"] is None or ends(node["pess"])[0] <= most
        assert node["opt"] is None or ends(node["opt"])[1] >= least
        ends(node["proven"])
        assert bool(node["parents"]) == (node["key"] != thought["root"]) or node["repeats"]
        for edge in node["parents"]:
            assert edge["key"] in nodes and nodes[edge["key"]]["expanded"]
            if edge["key"] == thought["root"]:
                assert root.parse_san(edge["san"]) in root.legal_moves


def without_seconds(value):
    """A part of an answer without what differs between two runs."""
    if isinstance(value, dict):
        return {key: without_seconds(part) for key, part in value.items() if key != "seconds"}
    if isinstance(value, list):
        return [without_seconds(part) for part in value]
    return without_time(value) if isinstance(value, str) else value


@pytest.mark.parametrize("asked", [[], ["--move", "h5"]], ids=" ".join)
def test_the_document_says_what_the_lines_say(run, asked):
    arguments = ["explain", QUIET, "--expansions", 15, *asked]
    text = run(*arguments, "--json").stdout
    assert len(text.splitlines()) == 1
    answer = json.loads(text)
    assert (answer.pop("type"), answer.pop("schema")) == ("answer", 2)
    parts = {}
    for found in lines(run, *arguments):
        assert found.pop("schema") == 2
        parts.setdefault(found.pop("type"), []).append(found)
    (thought,), (scale,) = parts["thought"], parts["scale"]
    assert list(answer)[: len(thought)] == list(thought)
    assert without_seconds(answer) == without_seconds({
        **thought,
        "scale": scale,
        "moves": parts["move"],
        "comparison": parts["comparison"][0] if asked else None,
        "tree": {"nodes": parts["node"], "events": parts["event"], "frames": parts["frame"]},
    })


def test_the_document_of_an_ended_game(run):
    answer = json.loads(run("explain", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "--json").stdout)
    assert answer["best"] is None and answer["outcome"] == "checkmate"
    assert answer["moves"] == answer["tree"]["frames"] == [] and answer["sentences"]


def test_an_interruption_gives_the_best_answer_so_far(bstar):
    process = subprocess.Popen([bstar, "explain", QUIET, "--seconds", "60"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    text, errors = process.communicate(timeout=10)
    assert process.returncode == 0, errors
    assert "B* chooses 9... " in text and "The search was interrupted" in text
    assert "interrupted" in errors


def test_an_interruption_gives_a_whole_document(bstar):
    process = subprocess.Popen([bstar, "explain", QUIET, "--seconds", "60", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    text, errors = process.communicate(timeout=30)
    assert process.returncode == 0 and "interrupted" in errors
    assert json.loads(text)["best_san"]


@pytest.mark.parametrize("form", ["", "--log", "--json", "--json-lines"])
def test_a_reader_that_goes_away_is_no_error(bstar, form):
    script = f'set -o pipefail; "$0" explain --expansions 5 {form} | head -1'
    done = subprocess.run(["bash", "-c", script, bstar], capture_output=True, text=True, timeout=60)
    assert done.stderr == "" and done.returncode == 0
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize("position", POSITIONS)
def test_the_table_says_what_the_objects_say(run, position):
    told = run("explain", position, "--expansions", 30).stdout
    objects = lines(run, "explain", position, "--expansions", 30)
    thought = objects[0]
    values = {}
    for node in objects:
        for edge in node.get("parents", []):
            if edge["key"] == thought["root"]:
                values[edge["san"]] = node
    percent = lambda points: {0: "0", 10_000: "100"}.get(points) or "%d.%d" % divmod(min(max((points + 5) // 10, 1), 999), 10)

    def cell(value):
        if value is None:
            return "-"
        least, most = ends(value)
        if least == most:
            return percent(least)
        if least <= 1:
            return "?" if most >= 9_999 else f"≤{percent(most)}"
        return f"≥{percent(least)}" if most >= 9_999 else f"{percent(least)}–{percent(most)}"

    rows = told[told.index("\nmove  ") + 1 :].split("\n\n")[0].splitlines()[1:]
    assert rows[0].split()[0] == thought["best_san"]
    for row in rows:
        if not row.startswith("and "):
            san, *cells = row.split()
            assert cells[:3] == [cell(values[san][name]) for name in ("pess", "real", "opt")], row


def test_help(run):
    text = run("explain", "--help").stdout
    assert "--move" in text and "Examples:" in text and "three seconds" in text


def test_a_page_is_written_where_it_is_meant_to_be(run, tmp_path):
    """A link stays a link, a file of another name is nobody's business, and a device stays a device."""

    def explain(file):
        run("explain", MATE, "--expansions", 1, "--html", file)

    target, link = tmp_path / "target.html", tmp_path / "link.html"
    target.write_text("old")
    link.symlink_to(target)
    for name in ["link.html.part", "target.html.part"]:
        (tmp_path / name).write_text("mine")
    explain(link)
    assert link.is_symlink() and target.read_text().startswith("<!doctype html>")
    assert [(tmp_path / name).read_text() for name in ["link.html.part", "target.html.part"]] == ["mine", "mine"]
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "link.html", "link.html.part", "target.html", "target.html.part"
    ]
    # A pipe of our own comes first, so that a mistake does not cost the machine its /dev/null.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True)
    try:
        explain(pipe)
        assert stat.S_ISFIFO(pipe.stat().st_mode) and reader.communicate(timeout=10)[0].startswith("<!doctype html>")
    finally:
        reader.kill()
    explain("/dev/null")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    run("explain", MATE, "--expansions", 1, "--html", tmp_path / "no" / "such", code=2)


def test_a_test_that_had_not_begun_did_not_use_up_its_effort(run):
    """It once said that the search was about to test the choice, and that the effort for the test was used up."""
    told = [" ".join(run("explain", "startpos", "moves", "e4", "e5", "--root-search", 0, "--nodes", nodes).stdout.split()) for nodes in range(2000, 6000, 500)]
    not_begun = [text for text in told if "was about to take Black's side" in text]
    assert not_begun, "none of the searches ended there"
    assert all("was used up, before the choice was put to the test." in text for text in not_begun)


@pytest.mark.parametrize("position, move", [("startpos", "e4"), ("startpos", "d4"), ("startpos moves e2e4 e7e5", "Nf3")])
def test_a_second_opinion_ends_after_a_search_by_expansions(run, position, move):
    """It had half of no nodes and half of no time, and went on for ever."""
    text = flat(run("explain", *position.split(), "--expansions", 20, "--move", move, timeout=120).stdout)
    assert f"About {move}." in text or f"{move} is the move the search chose" in text


def test_faults_by_expansions_end(run, tmp_path):
    """The same question for the moves of a file takes the same road."""
    file = tmp_path / "moves.epd"
    file.write_text('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - am d4; id "quiet";\n')
    told = run("check", "faults", file, "--expansions", 20, timeout=120).stdout
    assert told.splitlines()[0].split() == ["moves", "1"]


def test_all_numbers_of_a_comparison_agree(run):
    """It said 53.5 % and 44.4 %, and "worse by 6.9": the best move of the second search was never shown. And overtaking
    meant 76.8 % where nothing was said to reach more than 61 %."""
    told = run("explain", "startpos", "moves", "e4", "e5", "--move", "Qh5", "--nodes", 300000).stdout
    text = flat(told)
    own, best, points = map(float, re.search(r"That makes Qh5 \(([\d.]+)%\) worse than Nf3 \(([\d.]+)%\) by ([\d.]+) percentage points\.", text).groups())
    assert f"White can expect to score {own}% with Qh5" in text
    assert round(best - own, 1) == points
    table = told[told.index("\nmove ") :].split("\n\n")[0].splitlines()[2:]
    highest = [float(re.split("[–≤≥]", row.split()[3])[-1]) for row in table if row[:4] != "and " and row.split()[3] != "-"]
    mark = float(re.search(r"would raise the move to ([\d.]+)%", text).group(1))
    assert mark <= max(highest)


def test_moves_that_were_looked_into_are_in_the_table(run):
    """Of moves with equal bounds the first by the alphabet hid those that the search had looked into."""
    arguments = ["explain", "startpos", "moves", "e4", "e5", "--nodes", 300000]
    moves = json.loads(run(*arguments, "--json").stdout)["moves"]
    rows = [row.split()[0] for row in run(*arguments).stdout.split("\nmove ")[1].split("\n\n")[0].splitlines()[1:]]
    assert {move["san"] for move in moves if move["spent"]} <= set(rows)
    estimates = [isinstance(move["real"], int) for move in moves if not move["spent"]]
    assert estimates == sorted(estimates, reverse=True), "a bound stands before an estimate"


def test_why_shows_every_idea_with_its_factors(run):
    outpost = "r2q1rk1/pp2bppp/2npb3/4p3/4P3/1NN1B3/PPP2PPP/R2Q1RK1 w - - 0 12"
    thought = json.loads(run("explain", outpost, "--nodes", 20000, "--json").stdout)
    text = run("explain", outpost, "--nodes", 20000, "--why").stdout
    table = text.split("Reasons and ideas for ")[1]
    assert "contrast" in table and "crates/explain/src/tell/choose.rs" in table
    assert thought["ideas"], "the position should have ideas to tell"
    for idea in thought["ideas"]:
        (row,) = [line for line in table.splitlines() if f" {idea['kind']} " in line and flat(idea["text"]) in flat(line)]
        assert abs(float(row.split()[0]) - idea["weight"]) < 0.06
        told = {None: "yes", "too-light": "too light", "repeats": "repeats", "no-room": "no room"}[idea["left_out"]]
        assert f"  {told}  " in row
    assert "cannot be used with" in run("explain", outpost, "--why", "--json", code=2).stderr
