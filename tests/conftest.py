"""End-to-end tests: the built program, through the interfaces people and chess programs use.

Run by `./test`, several at a time. By hand: BSTAR=path/to/bstar pytest tests
"""

import collections
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

sys.dont_write_bytecode = True

# Whoever starts the tests in the background of a script has it ignored, and so would every program that is interrupted here.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = pathlib.Path(__file__).resolve().parent.parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Where tests run side by side, those of one file run one after the other: they may share what they are tried on. What is tried on every
    screen is tried on one of them by `./test`."""
    for item in items:
        item.add_marker(pytest.mark.xdist_group(item.path.stem))
        if hasattr(item, "callspec") and item.callspec.params.get("screen", "desk") != "desk":
            item.add_marker(pytest.mark.rare)


class Progress:
    """A line for every file whose tests are done."""

    def __init__(self, reporter):
        self.reporter = reporter
        self.left = collections.Counter()
        self.counted = collections.defaultdict(collections.Counter)
        self.began = time.monotonic()

    def count(self, nodeids):
        self.left = self.left or collections.Counter(nodeid.split("::")[0] for nodeid in nodeids)

    def pytest_collection_finish(self, session):
        self.count(item.nodeid for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids):
        self.count(ids)

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report):
        """No dots: they would stand between the lines."""
        return ("passed" if report.when == "call" else "", "", "") if report.passed else None

    def pytest_runtest_logreport(self, report):
        name = report.nodeid.split("::")[0]
        if report.when == "call" or not report.passed:
            self.counted[name][report.outcome] += 1
        if report.when != "teardown":
            return
        self.left[name] -= 1
        if self.left[name] == 0:
            outcomes = ", ".join(f"{number} {outcome}" for outcome, number in sorted(self.counted[name].items()))
            self.reporter.write_line(f"{name}: {outcomes}, at {time.monotonic() - self.began:.0f} s")


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    # Those that run tests for another process report to that one.
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Progress(reporter))


def program():
    """The program under test."""
    path = pathlib.Path(os.environ.get("BSTAR", ROOT / "target/release/bstar"))
    for needed in (path, path.parent / "bstar-lab"):
        if not needed.is_file():
            pytest.exit(f"there is no program {needed}: build both with `cargo build --release -p bstar-cli -p bstar-laboratory --features bstar-cli/cluster,bstar-laboratory/cluster`", returncode=2)
    return str(path.resolve())


# What the second program does. It lies beside the first.
LABORATORY = {"match", "suite", "check", "perft", "datagen", "worked-example", "replay", "openings", "positions", "regret", "calibration", "endings", "enhancements", "techniques", "ladder", "losses", "proposals", "settings", "scaling", "branching", "trees", "selfplay", "tune", "wdl", "network", "probes", "processors", "spread", "speed"}


def laboratory(bstar):
    """The program `bstar-lab` that was built with this one."""
    return str(pathlib.Path(bstar).parent / "bstar-lab")


def argv(bstar, *arguments, program=None):
    """The command line of a command, by the program that has it if none is named."""
    words = [str(argument) for argument in arguments]
    is_laboratory = program == "bstar-lab" or program is None and words and words[0] in LABORATORY
    return [laboratory(bstar) if is_laboratory else bstar, *words]


@pytest.fixture(scope="session")
def bstar():
    return program()


@pytest.fixture
def run(bstar):
    """Runs a command to its end, which must come with this exit code and without a panic."""

    def run(*arguments, code=0, timeout=120, program=None, **options):
        done = subprocess.run(
            argv(bstar, *arguments, program=program), capture_output=True, text=True, timeout=timeout, stdin=subprocess.DEVNULL, **options
        )
        assert done.returncode == code, f"{arguments}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        assert "panicked" not in done.stderr
        return done

    return run


@pytest.fixture
def raw(bstar):
    """A session over a bare pipe. At the end of a test the program must still be there and leave when asked."""
    from pipe import Pipe

    with Pipe(bstar) as pipe:
        yield pipe
        pipe.leave()


@pytest.fixture(scope="module")
def browser():
    from browser import browsing

    with browsing() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(bstar):
    from browser import serving

    with serving(bstar) as server:
        yield server


@pytest.fixture
def visit(browser):
    """Opens pages; at the end none may have complained."""
    from browser import Visitor

    visitors = []

    def visit(url, **how):
        visitor = Visitor(browser, **how)
        visitors.append(visitor)
        visitor.page.goto(url)
        return visitor

    yield visit
    for visitor in visitors:
        visitor.leave()
