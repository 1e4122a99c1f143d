"""The steps of `./test` (tests/steps.sh): what they say is shown, how long they take is written down, and the first that fails ends all."""

import os
import signal
import subprocess
import time

from conftest import ROOT

STEPS = f"set -euo pipefail\nsource {ROOT}/tests/steps.sh\n"


def shell(script):
    return subprocess.run(["bash", "-c", STEPS + script], capture_output=True, text=True, timeout=60)


def test_steps_that_end_at_once_are_shown_and_written_down(tmp_path):
    # The ticker of such a step is stopped the moment it is begun.
    ran = shell(f"step_times={tmp_path}/steps.tsv\nfor n in $(seq 40); do step $n echo quick; done")
    assert ran.returncode == 0, ran
    assert ran.stderr == ""
    assert ran.stdout.count("quick\n") == 40
    assert [line.split("\t")[0] for line in (tmp_path / "steps.tsv").read_text().splitlines()] == [str(n) for n in range(1, 41)]


def test_the_first_step_that_fails_ends_everything():
    ran = shell("step one true\nstep two false\nstep three true")
    assert ran.returncode == 1
    assert ran.stderr == "test: two failed (after one, passed)\n"
    assert "three" not in ran.stdout


def test_a_long_step_says_that_it_goes_on():
    ran = shell("tick_every=1\nstep long sleep 1.5")
    assert ran.returncode == 0, ran
    assert "   … long, 1 s\n== long: passed in " in ran.stdout


def test_nothing_is_left_when_it_is_interrupted():
    running = subprocess.Popen(["bash", "-c", STEPS + "step long sleep 300"], stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert running.stdout.readline() == "== long\n"
    time.sleep(0.5)
    os.killpg(running.pid, signal.SIGINT)
    # The ticker and the step hold its output open: at its end they have ended too.
    assert "passed" not in running.stdout.read()
    assert running.wait(timeout=20) != 0
