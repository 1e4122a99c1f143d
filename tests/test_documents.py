"""The documents tell the truth: the commands they show are run, and what they print must be what stands beside them.

A fenced block that begins with `$ ` holds commands and what they print. Blocks of one document run in order in one folder, which has a copy of
`data`. In what is printed

- `…` alone on a line stands for any lines left out, and at the end of a line for the rest of it,
- what differs from run to run is one of VARYING.

A block with commands that is not run says why, in a comment above it: `<!-- not run: takes minutes -->`. A document that is not tried at all is one of
NOT_TRIED. There is no third kind: any other block with a command of ours fails the test.
"""

import difflib
import os
import re
import shlex
import shutil
import signal
import subprocess

import pytest

from conftest import ROOT, laboratory

DOCUMENTS = ["README.md", "data/README.md", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))]

# Whole documents that are not tried, by what their paths begin with.
NOT_TRIED = {
    "docs/lab-book/": "a record: each entry was made by the program of its day",
    "docs/trees.md": "made as a whole by `bstar-lab trees --page`, in minutes; the tests of that package hold it to the program",
    "docs/enhancements.md": "made as a whole by `bstar-lab enhancements --page`, in minutes",
}

# What differs from run to run, and what stands for it.
VARYING = [
    (r"\bin \d+\.\d+\s+seconds", "in N seconds"),
    (r"\b\d+ nps\b", "N nps"),
    (r"\b\d+(?:\.\d+)? s\b", "N s"),
]

# Commands take less than ten seconds on an idle machine; not every machine is.
TIME_LIMIT_S = 200


class Block:
    def __init__(self, line, lines, reason):
        self.line = line
        self.lines = lines
        # Why it is not run, if it is not.
        self.reason = reason

    def is_session(self):
        return self.lines[0].startswith("$ ")

    def has_commands(self):
        return any(re.match(r"(\$ |(\w+=\S+ )*(\S*/)?bstar(-lab)? )", line) for line in self.lines)

    def commands(self):
        """Each command with what is printed beside it."""
        lines = list(self.lines)
        while lines:
            command = lines.pop(0).removeprefix("$ ")
            while is_open(command) and lines:
                command += "\n" + lines.pop(0)
            printed = []
            while lines and not lines[0].startswith("$ "):
                printed.append(lines.pop(0))
            yield command, printed


def is_open(command):
    """A quotation goes on in the next line."""
    try:
        shlex.split(command)
    except ValueError:
        return True
    return False


def blocks(text):
    lines = text.split("\n")
    number = 0
    reason = None
    while number < len(lines):
        line = lines[number]
        if line.startswith("```"):
            end = next(at for at in range(number + 1, len(lines)) if lines[at].startswith("```"))
            if end > number + 1:
                yield Block(number + 2, lines[number + 1 : end], reason)
            number, reason = end, None
        elif found := re.fullmatch(r"<!-- not run: (.+) -->", line):
            reason = found[1]
        elif line.strip():
            reason = None
        number += 1


def settled(lines):
    """Without what differs from run to run. Where that stood in a sentence, the lines of its paragraph are joined: it decides where they break."""
    paragraphs = "\n".join(line.rstrip() for line in lines).split("\n\n")
    for number, paragraph in enumerate(paragraphs):
        for pattern, stands_for in VARYING:
            paragraph = re.sub(pattern, stands_for, paragraph)
        paragraphs[number] = paragraph.replace("\n", " ") if "in N seconds" in paragraph else paragraph
    return "\n\n".join(paragraphs).strip("\n").split("\n")


def agrees(expected, printed):
    """Whether the lines are those expected, `…` being any."""
    if not expected:
        return not printed
    if expected[0] == "…":
        return any(agrees(expected[1:], printed[skipped:]) for skipped in range(len(printed) + 1))
    return bool(printed) and is_line(expected[0], printed[0]) and agrees(expected[1:], printed[1:])


def is_line(expected, printed):
    return printed.startswith(expected[:-1]) if expected.endswith(" …") else printed == expected


def parts(name):
    return list(blocks((ROOT / name).read_text()))


def not_tried(name):
    return next((reason for start, reason in NOT_TRIED.items() if name.startswith(start)), None)


TRIED = [name for name in DOCUMENTS if not not_tried(name)]


@pytest.mark.parametrize("name", TRIED)
def test_every_block_with_commands_is_run_or_says_why_not(name):
    silent = [f"{name}:{block.line}: {block.lines[0]}" for block in parts(name) if block.has_commands() and not block.is_session() and not block.reason]
    assert not silent, "neither begun with `$ ` nor marked `<!-- not run: why -->`:\n" + "\n".join(silent)


@pytest.mark.parametrize("name", [name for name in TRIED if any(block.is_session() and not block.reason for block in parts(name))])
def test_commands_print_what_the_document_says(name, bstar, tmp_path):
    shutil.copytree(ROOT / "data", tmp_path / "data")
    programs = tmp_path / ".programs"
    programs.mkdir()
    (programs / "bstar").symlink_to(bstar)
    (programs / "bstar-lab").symlink_to(laboratory(bstar))
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
    wrong = []
    for block in parts(name):
        if not block.is_session() or block.reason:
            continue
        for command, expected in block.commands():
            expected, printed = settled(expected), settled(output(command, tmp_path, environment).split("\n"))
            if not agrees(expected, printed):
                difference = difflib.unified_diff(expected, printed, f"{name}:{block.line}", "what it prints", lineterm="")
                wrong.append(f"$ {command}\n" + "\n".join(difference))
    assert not wrong, "\n\n".join(wrong)


OUTPUTS = {}


def output(command, folder, environment):
    """What a command prints. One that is shown twice is run once, unless it needs files that others made or makes some."""
    before = set(folder.iterdir())
    is_fresh = {path.name for path in before} == {"data", ".programs"}
    if is_fresh and command in OUTPUTS:
        return OUTPUTS[command]
    shell = subprocess.Popen(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        printed, _ = shell.communicate(timeout=TIME_LIMIT_S)
    except subprocess.TimeoutExpired:
        os.killpg(shell.pid, signal.SIGKILL)
        shell.communicate()
        return f"still at work after {TIME_LIMIT_S} s: mark it `<!-- not run: takes minutes -->`"
    if is_fresh and set(folder.iterdir()) == before:
        OUTPUTS[command] = printed
    return printed


def mentioned(name):
    """The commands of ours that a document names, in blocks and in lines."""
    text = (ROOT / name).read_text()
    for block in parts(name):
        # Other lines of a session are what commands print.
        for line in [line for line in block.lines if line.startswith("$ ")] if block.is_session() else block.lines:
            if found := re.search(r"(?:^|[|] |^\$ )(?:\w+=\S+ )*(bstar(?:-lab)? .*)", line):
                yield found[1]
    for found in re.finditer(r"(?<!`)`(bstar(?:-lab)? [^`]+)`", re.sub(r"(?ms)^```.*?^```", "", text)):
        yield found[1]


@pytest.mark.parametrize("name", TRIED)
def test_the_options_that_are_named_exist(name, run):
    help_texts = {}
    wrong = []
    for command in mentioned(name):
        program, *words = command.split()
        path = words[:2] if words[0] in {"book", "check", "endings", "tables"} else words[:1]
        # `bstar COMMAND --help` means any.
        if not all(re.fullmatch(r"[a-z][a-z0-9-]*", word) for word in path):
            continue
        if (program, *path) not in help_texts:
            help_texts[program, *path] = run(*path, "--help", program=program).stdout
        known = set(re.findall(r"(?<![\w-])--?[A-Za-z][\w-]*", help_texts[program, *path]))
        # What comes after another program's name is that program's.
        words = words[: words.index("stockfish")] if path == ["speed"] and "stockfish" in words else words
        options = {word.split("=")[0].strip('"') for word in words if re.match(r"--?[A-Za-z]", word)}
        wrong += [f"{program} {' '.join(path)} has no {option}: `{command}`" for option in sorted(options - known)]
    assert not wrong, "\n".join(wrong)


def test_what_is_left_out_is_marked():
    assert agrees(["a", "…", "d"], ["a", "b", "c", "d"])
    assert agrees(["…"], [])
    assert not agrees(["a", "…", "d"], ["a", "b", "c"])
    assert not agrees(["a"], ["a", "b"])
    assert agrees(["a b …"], ["a b c"]) and not agrees(["a b …"], ["a c"])


def test_blocks_are_read():
    text = "```\n$ bstar a 'b\nc'\nprinted\n\n$ bstar d\n```\n<!-- not run: takes minutes -->\n\n```\nbstar e\n```\n```\nbstar f\n```\n```rust\nfn g() {}\n```"
    first, second, third, fourth = blocks(text)
    assert list(first.commands()) == [("bstar a 'b\nc'", ["printed", ""]), ("bstar d", [])]
    assert second.has_commands() and second.reason == "takes minutes"
    assert third.has_commands() and not third.is_session() and third.reason is None
    assert not fourth.has_commands()


def test_seconds_may_differ_and_break_lines_elsewhere():
    assert settled(["a b, in 0.02 seconds. The", "tree", "", "c  d"]) == settled(["a b, in 10.25", "seconds. The tree", "", "c  d"])
    assert settled(["c  d"]) != settled(["c d"])
