"""The 90 % intervals of explanations: the numbers in the program are those that train/intervals.py fits."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "data" / "intervals.tsv"
sys.path.insert(0, str(ROOT / "train"))
import intervals  # noqa: E402


@pytest.fixture(scope="module")
def numbers():
    return intervals.fitted(intervals.read(SAMPLES))


def test_the_program_has_the_numbers_that_were_fitted(numbers):
    source = (ROOT / "crates/explain/src/reading/interval.rs").read_text()
    shipped = [
        [float(number) for number in re.search(rf"const {name}: \[f64; \d\] = \[(.*?)\];", source)[1].split(",")]
        for name in ("SPREAD_WEIGHTS", "INTERVAL_ENDS")
    ]
    assert shipped == [*numbers]


def test_nine_of_ten_are_inside_that_were_not_learned_from():
    """Whole positions are held out, a fifth at a time. It holds at every size, and of narrow and wide intervals alike."""
    rows = intervals.read(SAMPLES)
    found = []
    for part in range(5):
        is_held_out = {row: int(row[0][1:]) % 5 == part for row in rows}
        numbers = intervals.fitted([row for row in rows if not is_held_out[row]])
        for row in (row for row in rows if is_held_out[row]):
            low, high = intervals.interval(*numbers, *row[1:4])
            found.append((high - low, row[1], low <= row[4] <= high))
    found.sort()
    third = len(found) // 3
    groups = [found[:third], found[third : 2 * third], found[2 * third :]]
    groups += [[one for one in found if one[1] == nodes] for nodes in intervals.NODES]
    for group in groups:
        inside = sum(is_inside for *_, is_inside in group) / len(group)
        # The error of a share of 100 is three points.
        assert 0.84 < inside < 0.96, (len(group), inside)


@pytest.mark.parametrize("text", ["", "# nothing\n", "L0001\t10000\n"])
def test_a_file_without_samples_is_named(text, tmp_path):
    file = tmp_path / "samples.tsv"
    file.write_text(text)
    done = subprocess.run([sys.executable, ROOT / "train/intervals.py", "--fit", file], capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr == f"{file}: no file of samples, as this program writes them\n"


def test_samples_come_out_again(bstar, tmp_path):
    out = tmp_path / "samples.tsv"
    positions = tmp_path / "positions.epd"
    positions.write_text("".join((ROOT / "data/regret/learn.epd").open().readlines()[:2]))
    subprocess.run([sys.executable, ROOT / "train/intervals.py", positions, "--bstar", bstar, "-o", out], check=True)
    made = out.read_text().splitlines()
    assert made == SAMPLES.read_text().splitlines()[: len(made)] and len(made) > 3


def test_the_program_tells_the_interval_that_the_numbers_give(bstar, numbers):
    fen = "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5"
    thought = intervals.told(bstar, "explain", fen, "--nodes", 20_000)[0]
    expected = intervals.interval(*numbers, thought["nodes"], thought["root_stability"]["swing"], thought["real"])
    assert thought["interval"] == [round(end) for end in expected]
    assert intervals.told(bstar, "explain", fen, "--nodes", 20_000, "--root-search", 0)[0]["interval"] is None


def test_a_curve_that_is_known_is_found():
    """Changes of which the spread is known: large ones where much changed last."""
    rows = []
    for number in range(2_000):
        swing = 100 * (number % 5)
        # Steps of Laplace's distribution, in turn.
        part = (number * 7_919 % 2_000 + 0.5) / 2_000
        change = -intervals.math.log(1 - abs(2 * part - 1)) * (1 if part > 0.5 else -1) * intervals.math.exp(-2 + 0.5 * (swing / 100) ** 0.5)
        later = 10_000 / (1 + intervals.math.exp(-change))
        rows.append(("x", 100_000 if number % 2 else 10_000, swing, 5_000 if number % 3 else 4_000, round(later) if number % 3 else round(10_000 / (1 + intervals.math.exp(-change - intervals.logit(4_000))))))
    weights, ends = intervals.fitted(rows)
    assert abs(weights[3] - 0.5) < 0.05 and abs(weights[2]) < 0.1
    # The 95 % point of that distribution is ln 10.
    assert all(abs(abs(end) - 2.303) < 0.25 for end in ends)
