"""The steps of `./test` (tests/steps.sh): what goes on beside them goes on, what they say is shown, and the first that fails ends all."""

import os
import signal
import subprocess
import time

from conftest import ROOT

STEPS = f"set -euo pipefail\nsource {ROOT}/tests/steps.sh\n"


def shell(script):
    return subprocess.run(["bash", "-c", STEPS + script], capture_output=True, text=True, timeout=60)


def gone(process):
    """Whether a process has ended, or does within some seconds."""
    for _ in range(100):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_steps_that_end_at_once_do_not_end_what_goes_on_beside_them(tmp_path):
    # The ticker of such a step is stopped the moment it is begun.
    log = tmp_path / "log"
    ran = shell(f"begin_beside {log} bash -c 'sleep 2; echo built'\nfor n in $(seq 40); do step $n echo quick; done\nstep build end_beside")
    assert ran.returncode == 0, ran
    assert ran.stderr == ""
    assert ran.stdout.count("quick\n") == 40
    assert "== build\nbuilt\n== build: passed" in ran.stdout


def test_the_first_step_that_fails_ends_everything(tmp_path):
    ran = shell(f"begin_beside {tmp_path}/log sleep 300\necho beside $beside\nstep one true\nstep two false\nstep three true")
    assert ran.returncode == 1
    assert ran.stderr == "test: two failed (after one, passed)\n"
    assert "three" not in ran.stdout
    assert gone(int(ran.stdout.split()[1]))


def test_what_failed_beside_the_steps_fails_where_it_is_waited_for(tmp_path):
    ran = shell(f"begin_beside {tmp_path}/log bash -c 'echo no such file; exit 3'\nstep one true\nstep build end_beside\nstep two true")
    assert ran.returncode == 1
    assert "== build\nno such file\n" in ran.stdout
    assert ran.stderr == "test: build failed (after one, passed)\n"


def test_a_long_step_says_that_it_goes_on():
    ran = shell("step long sleep 21")
    assert ran.returncode == 0, ran
    assert "   … long, 20 s\n== long: passed in 21 s\n" in ran.stdout


def test_nothing_is_left_when_it_is_interrupted(tmp_path):
    script = f"begin_beside {tmp_path}/log sleep 300\necho $beside\nstep long sleep 300"
    running = subprocess.Popen(["bash", "-c", STEPS + script], stdout=subprocess.PIPE, text=True, start_new_session=True)
    beside = int(running.stdout.readline())
    assert running.stdout.readline() == "== long\n"
    time.sleep(0.5)
    os.killpg(running.pid, signal.SIGINT)
    # The ticker and the step hold its output open: at its end they have ended too.
    assert "passed" not in running.stdout.read()
    assert running.wait(timeout=20) != 0
    assert gone(beside)
