"""End-to-end tests: the built program, through the interfaces people and chess programs use.

Run by `./test`. By hand: BSTAR=path/to/bstar pytest tests
"""

import os
import pathlib
import subprocess
import sys

import pytest

sys.dont_write_bytecode = True

ROOT = pathlib.Path(__file__).resolve().parent.parent


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
