"""End-to-end tests: the built program, through the interfaces people and chess programs use.

Run by `./test`, two at a time. By hand: BSTAR=path/to/bstar pytest tests
"""

import os
import pathlib
import subprocess
import sys

import pytest

sys.dont_write_bytecode = True

ROOT = pathlib.Path(__file__).resolve().parent.parent


# These measure time, or set more searches going than there are processors.
ON_THE_CLOCK = {"test_bstar", "test_client", "test_games", "test_page", "test_pondering", "test_sequences"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Where tests run side by side, those on the clock run one after the other, and so do those of one file, which may share what they are tried on."""
    for item in items:
        group = "clock" if item.path.stem in ON_THE_CLOCK else item.path.stem
        item.add_marker(pytest.mark.xdist_group(group))


def program():
    """The program under test."""
    path = pathlib.Path(os.environ.get("BSTAR", ROOT / "target/release/bstar"))
    if not path.is_file():
        pytest.exit(f"there is no program {path}: build it with `cargo build --release`", returncode=2)
    return str(path.resolve())


@pytest.fixture(scope="session")
def bstar():
    return program()


@pytest.fixture
def run(bstar):
    """Runs a command to its end, which must come with this exit code and without a panic."""

    def run(*arguments, code=0, timeout=120, **options):
        done = subprocess.run(
            [bstar, *map(str, arguments)], capture_output=True, text=True, timeout=timeout, stdin=subprocess.DEVNULL, **options
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
