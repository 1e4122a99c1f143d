"""What the program writes for programs is what docs/schema.json says: every field that is there is described, and nothing that is described is missing."""

import json
import pathlib
import urllib.error
import urllib.request

import jsonschema
import pytest
from browser import STREAMS, serving

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCHEMA = json.loads((ROOT / "docs/schema.json").read_text())
TACTIC = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"
QUIET = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
PAWN = "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1"
MATE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"

GAMES = """[Event "x"]
[White "a"]
[Black "b"]
[Round "1.1"]
[Result "1-0"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 h6 5. Bh4 Ne4 6. Bxd8 Nxc3 7. bxc3 Kxd8 8. Nf3 1-0

[Event "x"]
[White "b"]
[Black "a"]
[Round "1.2"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 1/2-1/2
"""

FAULTS = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - am Qh5; id "queen";\n'
THEMES = 'r2q1rk1/pp2bppp/2npb3/4p3/4P3/2N1B3/PPPQ1PPP/R4RK1 w - - bm Nd5; theme "outpost"; id "hole";\n'
SUITE = """2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "mate";
r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - bm dxc4; id "quiet";
"""


def referred(command):
    """The definitions of the objects that a command writes, by their type."""
    names = [part["$ref"].removeprefix("#/$defs/") for part in SCHEMA["$defs"][command]["anyOf"]]
    return {SCHEMA["$defs"][name]["properties"]["type"]["const"]: name for name in names}


def check(command, objects):
    """Every object is as its type of this command is described. Returns the types."""
    definitions = referred(command)
    for found in objects:
        assert found["type"] in definitions, f"{command} does not write {found['type']}: {found}"
        validator(definitions[found["type"]]).validate(found)
    return {found["type"] for found in objects}


def validator(name):
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


def objects(text):
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "games.pgn").write_text(GAMES)
    (tmp_path / "broken.pgn").write_text(GAMES + '\n[Event "x"]\n\n1. e4 e5 2. Ke3 *\n')
    (tmp_path / "suite.epd").write_text(SUITE)
    (tmp_path / "themes.epd").write_text(THEMES)
    (tmp_path / "faults.epd").write_text(FAULTS)
    (tmp_path / "learn.epd").write_text(f'{MATE.removesuffix("0 1")}id "learned";\n')
    (tmp_path / "wrong.epd").write_text("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 67\n")
    (tmp_path / "openings.epd").write_text("".join((ROOT / "data/openings.epd").read_text().splitlines(keepends=True)[:2]))
    (tmp_path / "named.epd").write_text("".join((ROOT / "data/regret/report.epd").read_text().splitlines(keepends=True)[:3]))
    (tmp_path / "anchors.tsv").write_text("a\t2000\t-\tsomebody\n")
    return tmp_path


EXPLAINED = {"thought", "scale", "move", "node", "event", "frame"}
REPLAYED = {"expand", "node", "verify", "done"}


# The command as the schema calls it, what is typed, the types that are written, and the exit code.
COMMANDS = [
    ("bstar-search", ["search", MATE, "--depth", "3"], {"search"}, 0),
    ("bstar-search", ["search", QUIET, "--depth", "3", "--multipv", "2"], {"search"}, 0),
    ("bstar-explain", ["explain", QUIET, "--expansions", "15", "--move", "h7h6"], {"answer"}, 0),
    ("bstar-explain", ["explain", TACTIC, "--expansions", "40"], {"answer"}, 0),
    ("bstar-explain", ["explain", MATED], {"answer"}, 0),
    ("bstar-explain", ["explain", PAWN, "--syzygy", ROOT / "data/syzygy"], {"answer"}, 0),
    ("bstar-explain-json-lines", ["explain", QUIET, "--expansions", "15", "--move", "h7h6"], EXPLAINED | {"comparison"}, 0),
    ("bstar-explain-json-lines", ["explain", TACTIC, "--expansions", "40"], EXPLAINED, 0),
    ("bstar-lab-check-claims", ["check", "claims", "suite.epd", "--nodes", "2000", "--play-on", "1000"], {"claims"}, 0),
    ("bstar-lab-check-themes", ["check", "themes", "themes.epd", "--nodes", "2000"], {"named-move", "themes"}, 0),
    ("bstar-lab-check-faults", ["check", "faults", "faults.epd", "--nodes", "2000"], {"losing-move", "faults"}, 0),
    ("bstar-analyse", ["analyse", "games.pgn", "--nodes", "2000"], {"games"}, 0),
    ("bstar-analyse", ["analyse", "broken.pgn", "--nodes", "500"], {"games"}, 2),
    ("bstar-analyse-json-lines", ["analyse", "games.pgn", "--nodes", "2000"], {"game"}, 0),
    ("bstar-analyse-json-lines", ["analyse", "broken.pgn", "--nodes", "500"], {"unreadable", "game"}, 2),
    ("bstar-lab-suite", ["suite", "suite.epd", "--nodes", "2000"], {"position", "suite"}, None),
    ("bstar-lab-suite", ["suite", "suite.epd", "--nodes", "5000", "--search", "bstar"], {"position", "suite"}, None),
    (
        "bstar-lab-match",
        ["match", "alphabeta,Hash=1", "bstar,Hash=1", "--nodes", "1000", "--games", "4", "--memory", "memory.svg", "--resign-rule", "2,300"],
        {"game", "memory", "match"},
        0,
    ),
    ("bstar-lab-perft", ["perft", "2"], {"perft"}, 0),
    ("bstar-lab-perft", ["perft", "2", "--file", "wrong.epd"], {"perft-mismatch", "perft-file"}, 1),
    ("bstar-book-make", ["book", "make", ROOT / "data/hitech-games.pgn", "--least-games", "1", "-o", "book.bin"], {"book-made"}, 0),
    ("bstar-book-show", ["book", "show", "-b", "book.bin"], {"book-position"}, 0),
    ("bstar-book-merge", ["book", "merge", "book.bin", "book.bin", "-o", "twice.bin"], {"book-merged"}, 0),
    ("bstar-book-openings", ["book", "openings", "-b", "book.bin", "--plies", "2", "--count", "1"], {"book-openings"}, 0),
    ("bstar-bench", ["bench"], {"bench"}, 0),
    ("bstar-lab-datagen", ["datagen", "--output", "games.bin", "--games", "2", "--nodes", "200"], {"datagen"}, 0),
    ("bstar-lab-datagen", ["datagen", "--check", "games.bin"], {"datagen-check"}, 0),
    ("bstar-tables-make-json-lines", ["tables", "make", "KPK", "--folder", "tables"], {"made-table"}, 0),
    ("bstar-tables-check-json-lines", ["tables", "check", "--folder", "tables", "--syzygy", ROOT / "data/syzygy"], {"checked-table"}, 0),
    ("bstar-tables-list", ["tables", "list", "--folder", "tables"], {"tables"}, 0),
    ("bstar-tables-show", ["tables", "show", "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", "--folder", "tables"], {"table-value"}, 0),
    ("bstar-lab-openings-check", ["openings", "--check", "openings.epd"], {"opening"}, None),
    ("bstar-lab-probes", ["probes", "--depth", "1"], {"probes"}, 0),
    ("bstar-lab-processors", ["processors", "--first", "1", "--depth", "2", "--expansions", "3", "--processors", "1,4"], {"processors"}, 0),
    ("bstar-lab-speed", ["speed", "--runs", "1", "echo", "1000 nps"], {"speed-pair", "speed"}, 0),
    ("bstar-lab-network", ["network", ROOT / "data/network.nn"], {"network"}, 0),
    ("bstar-lab-ladder", ["ladder", "games.pgn", "--anchors", "anchors.tsv"], {"pairing", "rating", "anchor", "ladder"}, 0),
    (
        "bstar-lab-calibration",
        ["calibration", "--positions", "suite.epd", "--learn", "learn.epd", "--nodes", "5000", "--judge-nodes", "500", "--inner-nodes", "500"],
        {"calibration-position", "calibration"},
        0,
    ),
    ("bstar-lab-endings-audit", ["endings", "audit", "games.pgn", "--syzygy", ROOT / "data/syzygy"], {"endings-audit"}, 0),
    ("bstar-lab-losses", ["losses", "games.pgn", "--player", "b", "--nodes", "5000"], {"loss", "losses"}, 0),
    (
        "bstar-lab-regret",
        ["regret", "alphabeta", "bstar,Hash=2", "--positions", "named.epd", "--nodes", "2000", "--judge-nodes", "3000"],
        {"regret-position", "regret"},
        0,
    ),
    ("bstar-lab-proposals", ["proposals", "games.pgn", "--player", "b", "--nodes", "2000", "--judge-nodes", "500"], {"proposals"}, 0),
    ("bstar-lab-settings", ["settings", "suite.epd", "--nodes", "5000"], {"answers", "settings"}, 0),
    ("bstar-lab-branching", ["branching", "suite.epd", "--nodes", "5000"], {"tree", "branching"}, 0),
    (
        "bstar-lab-trees",
        ["trees", "--trees", "2", "--widths", "3,5", "--ranges", "100", "--search", "2DRM,DB,CP,alphabeta"],
        {"tree", "table-one"},
        0,
    ),
    (
        "bstar-lab-enhancements",
        ["enhancements", "suite.epd", "--depth", "3", "--only", "pvs,pvs+trans+ref+hist"],
        {"enhancements-depth", "enhancements"},
        0,
    ),
    ("bstar-lab-scaling", ["scaling", "--run", "500:4", "--run", "300:2", "--bstar", "Hash=2"], {"scaling-run", "scaling"}, 0),
    ("bstar-lab-replay", ["replay", ROOT / "data/worked-example.json"], REPLAYED, 0),
    ("bstar-lab-worked-example", ["worked-example"], REPLAYED, 0),
]


@pytest.mark.parametrize("command, arguments, kinds, code", COMMANDS, ids=lambda value: value if isinstance(value, str) else "")
def test_what_commands_write_is_as_described(run, files, command, arguments, kinds, code):
    if "games.bin" in arguments and "--check" in arguments:
        run("datagen", "--output", "games.bin", "--games", "2", "--nodes", "200", cwd=files)
    if "book.bin" in arguments and "make" not in arguments:
        run("book", "make", ROOT / "data/hitech-games.pgn", "--least-games", "1", "-o", "book.bin", cwd=files)
    if arguments[0] == "tables" and arguments[1] != "make":
        run("tables", "make", "KPK", "--folder", "tables", cwd=files)
    # What follows the other program's name is the other program's.
    at = 2 if arguments[0] in {"book", "check", "tables", "endings"} else 1
    form = "--json-lines" if command.endswith("-json-lines") else "--json"
    typed = [*arguments[:at], form, *arguments[at:]]
    for expected in [code] if code is not None else [0, 1]:
        try:
            done = run(*typed, code=expected, cwd=files)
            break
        except AssertionError:
            if code is not None or expected == 1:
                raise
    written = objects(done.stdout)
    found = check(command, written)
    # A command that has a stream too writes one document.
    assert f"{command}-json-lines" not in SCHEMA["$defs"] or len(written) == 1
    # Whether there is something to propose, or a frame, is the search's business.
    assert found >= kinds, (found, kinds)


def post(server, path, body):
    request = urllib.request.Request(server.url.rstrip("/") + path, json.dumps(body).encode(), {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.read().decode()


def streamed(text):
    return objects("\n".join(line.removeprefix("data:").strip() for line in text.splitlines() if line.startswith("data:")))


def test_what_the_server_sends_is_as_described(bstar):
    with serving(bstar) as server:
        stream = streamed(post(server, "/api/search", {"fen": QUIET, "seconds": 1}))
        assert check("bstar-serve", stream) >= EXPLAINED | {"accepted", "standing"}
        assert [found["type"] for found in stream][0] == "accepted"
        stream = streamed(post(server, "/api/search", {"fen": QUIET, "seconds": 0.5, "move": "h7h6"}))
        assert "comparison" in check("bstar-serve", stream)
        stream = streamed(post(server, "/api/judge", {"pgn": "1. f3 e5 2. g4 Qh4# 0-1", "seconds": 0.02}))
        assert check("bstar-serve-judging", stream) == {"accepted", "finding", "game", "annotated"}
        with urllib.request.urlopen(server.url.rstrip("/") + "/api/status", timeout=30) as answer:
            status = answer.read().decode()
        answers = [
            status,
            post(server, "/api/position", {"fen": MATE}),
            post(server, "/api/games", {"pgn": GAMES}),
            post(server, "/api/position", {"fen": "nonsense"}),
            post(server, "/api/games", {"pgn": "1. e4 {x} (1. d4 $1) *"}),
            post(server, "/api/move", {"elo": 1200}),
            post(server, "/api/stop", {"search": "nobody"}),
        ]
        answers = [json.loads(answer) for answer in answers]
        check("bstar-serve-answers", answers)
        assert [answer["type"] for answer in answers] == ["status", "position", "games", "problem", "games", "played", "problem"]


@pytest.mark.parametrize(("kind", "command"), [("search", "bstar-serve"), ("judge", "bstar-serve-judging")])
def test_what_was_recorded_is_what_the_server_sends(kind, command):
    recordings = sorted(STREAMS.glob(f"{kind}-*.txt"))
    assert recordings
    for recording in recordings:
        try:
            check(command, streamed(recording.read_text()))
        except jsonschema.ValidationError as error:
            raise AssertionError(f"{recording.name} is out of date: tools/record_streams.py records it again") from error


def test_a_field_nobody_describes_is_noticed():
    bench = {"type": "bench", "schema": 2, "nodes": 1, "seconds": 0.5, "nps": 2}
    assert check("bstar-bench", [bench]) == {"bench"}
    for wrong in [{**bench, "speed": 1}, {**bench, "nps": "2"}, {key: value for key, value in bench.items() if key != "nodes"}]:
        with pytest.raises(jsonschema.ValidationError):
            check("bstar-bench", [wrong])


def test_the_description_is_a_schema_and_knows_every_command():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    tried = {command for command, *_ in COMMANDS} | {"bstar-serve", "bstar-serve-answers", "bstar-serve-judging"}
    # These take long, or need files that are not here.
    left_out = {"bstar-lab-techniques", "bstar-lab-tune"}
    commands = {name for name in SCHEMA["$defs"] if name.startswith("bstar-")}
    assert tried | left_out == commands
