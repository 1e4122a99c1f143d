"""The rules of the house: how wide comments are, how large a package may be, and who may use whom."""

import pathlib
import re
import subprocess
import tomllib

from conftest import ROOT

COMMENT_COLUMNS = 100
LARGEST_SHARE = 0.15

# What a package must not use, directly or through others. `*` is every other package of the workspace.
FORBIDDEN = {
    "bstar": {"*"},
    "kit": {"board", "book", "concepts", "eval", "alphabeta", "thought", "engine", "explain", "ask", "uci", "arena", "training", "papers", "lab", "web"},
    "concepts": {"book", "kit", "eval", "alphabeta", "thought", "engine", "explain", "ask", "uci", "arena", "training", "papers", "lab", "web"},
    "eval": {"book", "concepts", "alphabeta", "thought", "engine", "explain", "ask", "uci", "arena", "training", "papers", "lab", "web"},
    "alphabeta": {"book", "concepts", "thought", "engine", "explain", "ask", "uci", "arena", "training", "papers", "lab", "web"},
    "board": {"book", "concepts", "eval", "alphabeta", "thought", "engine", "explain", "ask", "uci", "arena", "training", "papers", "lab", "web"},
    "book": {"concepts", "eval", "alphabeta", "thought", "engine", "explain", "ask", "uci", "arena", "training", "papers", "lab", "web"},
    "tables": {"book", "concepts", "eval", "alphabeta", "thought", "engine", "explain", "ask", "uci", "arena", "training", "papers", "lab", "web"},
    "cluster": {"board", "book", "concepts", "eval", "alphabeta", "thought", "engine", "explain", "ask", "uci", "arena", "training", "papers", "lab", "web"},
    "uci": {"book", "concepts", "thought", "engine", "explain", "ask", "arena", "training", "papers", "lab", "web"},
    "thought": {"book", "concepts", "alphabeta", "engine", "explain", "ask", "uci", "arena", "training", "papers", "lab", "web"},
    "engine": {"book", "concepts", "explain", "ask", "uci", "arena", "training", "papers", "lab", "web"},
    "explain": {"ask", "arena", "training", "papers", "lab", "web"},
    "ask": {"arena", "training", "papers", "lab", "terminal", "web"},
    "web": {"arena", "training", "papers", "lab"},
    "terminal": {"arena", "training", "papers", "lab", "web", "uci"},
    # Who installs `bstar` builds no laboratory.
    "cli": {"arena", "training", "papers", "lab"},
}
# Nobody uses the programs but `wire`, which describes what it writes.
ALWAYS_FORBIDDEN = {"cli", "laboratory", "wire"}
ALLOWED = {"wire": {"cli", "laboratory"}}

# What can hide `//` in Rust: strings and characters. Comments are what is left.
RUST_TOKEN = re.compile(
    r'''(?P<raw>\bb?r(?P<hashes>\#*)".*?"(?P=hashes))
      | (?P<string>"(?:\\.|[^"\\])*")
      | (?P<char>'(?:\\(?:u\{[^}]*\}|x..|.)|[^\\'\n])')
      | (?P<line>//[^\n]*)
      | (?P<block>/\*.*?\*/)''',
    re.VERBOSE | re.DOTALL,
)


def tracked(*patterns):
    """The files of the repository, as git knows them, that match."""
    listed = subprocess.run(["git", "ls-files", "-z", "--", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [pathlib.Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def wide_comments(source):
    """The numbers of the lines that hold a comment and are too wide, with their width."""
    lines = source.split("\n")
    for token in RUST_TOKEN.finditer(source):
        if token["line"] is None and token["block"] is None:
            continue
        first = source.count("\n", 0, token.start())
        for number in range(first, first + token[0].count("\n") + 1):
            if len(lines[number]) > COMMENT_COLUMNS:
                yield number + 1, len(lines[number])


def test_wide_comments_are_told_from_wide_strings():
    wide = "x" * COMMENT_COLUMNS
    assert list(wide_comments(f"// {wide}")) == [(1, COMMENT_COLUMNS + 3)]
    assert list(wide_comments(f"fn f<'a>() {{}} // {wide}"))
    assert list(wide_comments(f"/* a\n {wide} */")) == [(2, COMMENT_COLUMNS + 4)]
    assert not list(wide_comments(f'let s = "// {wide}";\nlet c = \'"\'; // a\nlet r = r#"// {wide}"#;'))


def test_comments_are_at_most_100_columns_wide():
    wide = [
        f"{path}:{number}: {width} columns"
        for path in tracked("*.rs")
        for number, width in wide_comments((ROOT / path).read_text())
    ]
    assert not wide, f"{len(wide)} lines with a comment are wider than {COMMENT_COLUMNS} columns:\n" + "\n".join(wide[:40])


def unsafe_blocks():
    """How many `unsafe` blocks each package has, and those that no `SAFETY` comment precedes."""
    counts, bare = {}, []
    for path in tracked("crates/*.rs", "fuzzing/*.rs"):
        source = (ROOT / path).read_text()
        code = RUST_TOKEN.sub(lambda token: re.sub(r"[^\n]", " ", token[0]), source).split("\n")
        lines = source.split("\n")
        for number, line in enumerate(code):
            assert not re.search(r"\bunsafe (fn|impl|trait|extern)\b", line), f"{path}:{number + 1}"
            blocks = len(re.findall(r"\bunsafe \{", line))
            if blocks:
                counts[path.parts[1]] = counts.get(path.parts[1], 0) + blocks
                if not any("// SAFETY:" in before for before in lines[max(0, number - 3) : number]):
                    bare.append(f"{path}:{number + 1}")
    return counts, bare


def test_the_unsafe_blocks_are_as_many_as_is_said():
    counts, bare = unsafe_blocks()
    assert not bare, bare
    said = re.search(r"There are (\d+) `unsafe` blocks of one expression each, in (\w+) packages", (ROOT / "docs/decisions.md").read_text())
    packages = ["no", "one", "two", "three", "four", "five"][len(counts)]
    assert (int(said[1]), said[2]) == (sum(counts.values()), packages), counts


def packages():
    """The packages of the workspace by the name of their folder, with the folders of those they use."""
    manifests = {path.parent.name: tomllib.loads((ROOT / path).read_text()) for path in tracked("crates/*/Cargo.toml")}
    folder = {manifest["package"]["name"]: name for name, manifest in manifests.items()}
    uses = {}
    for name, manifest in manifests.items():
        tables = [manifest, *manifest.get("target", {}).values()]
        # Tests may use anybody.
        used = {dependency for table in tables for kind in ("dependencies", "build-dependencies") for dependency in table.get(kind, {})}
        uses[name] = {folder[dependency] for dependency in used if dependency in folder}
    return uses


def above(uses, name):
    """All that a package uses, directly or through others."""
    seen, todo = set(), [name]
    while todo:
        for used in uses.get(todo.pop(), ()):
            if used not in seen:
                seen.add(used)
                todo.append(used)
    return seen


def broken_floors(uses):
    for name in sorted(uses):
        used = above(uses, name)
        if name in used:
            yield f"{name} uses itself through others"
        forbidden = FORBIDDEN.get(name, set())
        wrong = used if "*" in forbidden else used & (forbidden | ALWAYS_FORBIDDEN - ALLOWED.get(name, set()))
        yield from (f"{name} uses {other}" for other in sorted(wrong - {name}))


def test_a_broken_floor_is_found():
    assert list(broken_floors({"bstar": {"kit"}, "kit": set()})) == ["bstar uses kit"]
    assert list(broken_floors({"engine": {"a"}, "a": {"uci"}, "uci": set()})) == ["engine uses uci"]
    assert list(broken_floors({"lab": {"cli"}, "cli": set()})) == ["lab uses cli"]
    assert list(broken_floors({"a": {"b"}, "b": {"a"}})) == ["a uses itself through others", "b uses itself through others"]


def test_packages_keep_to_their_floors():
    uses = packages()
    missing = (set(FORBIDDEN) | ALWAYS_FORBIDDEN) - set(uses)
    assert not missing, f"the rules name packages that are not there: {sorted(missing)}"
    assert list(broken_floors(uses)) == []


def drawn_floors(plan):
    """What the table of the plan says of each package: its floor, and whom it uses."""
    rows = re.findall(r"(?m)^\| (\d+) \| \[(\w+)\]\(\.\./crates/\2/src/\w+\.rs\) \|[^|]*\| ([\w, ]*)\|$", plan)
    return {name: (int(floor), set(re.findall(r"\w+", used))) for floor, name, used in rows}


def test_the_plan_is_the_house():
    drawn, uses = drawn_floors((ROOT / "docs/architecture.md").read_text()), packages()
    assert {name: used for name, (_, used) in drawn.items()} == uses
    up = [f"{name} uses {other}" for name, (floor, used) in drawn.items() for other in used if drawn[other][0] >= floor]
    assert not up, up


def too_large(lines):
    whole = sum(lines.values())
    return [f"{name}: {count} of {whole} lines, {count / whole:.1%}" for name, count in lines.items() if count >= LARGEST_SHARE * whole]


def test_a_large_package_is_found():
    assert too_large({"a": 15, "b": 14, "c": 14, "d": 14, "e": 14, "f": 14, "g": 14, "h": 1}) == ["a: 15 of 100 lines, 15.0%"]


def test_no_package_is_too_large():
    lines = {}
    for path in tracked("crates/*/src/*.rs"):
        lines[path.parts[1]] = lines.get(path.parts[1], 0) + (ROOT / path).read_text().count("\n")
    assert too_large(lines) == []


