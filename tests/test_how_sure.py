"""How sure a choice is, and the 90 % interval of its value: the numbers in the program are those that train/how_sure.py fits, and what they say is true."""

import math
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "data" / "how_sure.tsv"
sys.path.insert(0, str(ROOT / "train"))
import how_sure  # noqa: E402


@pytest.fixture(scope="module")
def rows():
    return how_sure.read(SAMPLES)


@pytest.fixture(scope="module")
def numbers(rows):
    return how_sure.fitted(rows)


def test_the_program_has_the_numbers_that_were_fitted(numbers):
    source = (ROOT / "crates/thought/src/how_sure.rs").read_text()
    names = ("WEIGHTS", "WEIGHTS_WITH_GAP", "SPREAD_WEIGHTS", "SHIFT_WEIGHTS", "INTERVAL_ENDS")
    shipped = [
        [float(number) for number in re.search(rf"const {name}: \[f64; \d+\] = \[(.*?),?\s*\];", source, re.S)[1].split(",")] for name in names
    ]
    assert shipped == [*numbers]


@pytest.fixture(scope="module")
def held_out(rows):
    """A tenth of the positions is held out at a time."""
    return how_sure.held_out(rows)


def test_chances_are_true_of_positions_that_were_not_learned_from(held_out):
    """What is said happens as often as it is said, and it says more than a constant."""
    cases = [(how_sure.said(numbers, known), better) for (_, known, _, better), numbers in held_out]
    for low, high in ((0, 0.1), (0.1, 0.2), (0.2, 0.35), (0.35, 0.5), (0.5, 1)):
        band = [case for case in cases if low <= case[0] < high]
        said, happened = (sum(column) / len(band) for column in zip(*band))
        # Up to four searches are about one position, so there are fewer cases than it seems.
        error = 1.96 * (happened * (1 - happened) / (len(band) / 4)) ** 0.5
        assert abs(said - happened) < error, (low, high, said, happened, error)
    assert 0.08 < how_sure.skill(cases) < 0.3


def test_nine_of_ten_are_inside_that_were_not_learned_from(held_out):
    """At every size, and of narrow and wide intervals alike."""
    found = []
    for (_, known, worth, _), numbers in held_out:
        if known[2] is not None:
            low, high = how_sure.interval(numbers, known)
            assert low <= known[1] <= high
            found.append((high - low, known[0], low <= how_sure.as_told(worth) <= high))
    found.sort()
    third = len(found) // 3
    groups = [found[:third], found[third : 2 * third], found[2 * third :]]
    groups += [[one for one in found if low <= one[1] < high] for low, high in ((0, 50_000), (50_000, 200_000), (200_000, 600_000), (600_000, 2_000_000))]
    for group in groups:
        inside = sum(is_inside for *_, is_inside in group) / len(group)
        assert 0.86 < inside < 0.94, (len(group), inside)


def test_a_known_curve_is_found():
    dice = random.Random(1)
    weights = [-1.0, 0.5, 2.0]
    features = [[1.0, dice.uniform(-1, 1), dice.uniform(0, 1)] for _ in range(4_000)]
    happened = [dice.random() < how_sure.probability(weights, one) for one in features]
    assert all(abs(found - known) < 0.25 for found, known in zip(how_sure.fit(features, happened), weights))


def test_a_known_spread_and_shift_are_found():
    """Changes of which the spread is known, around a shift."""
    dice = random.Random(2)
    spreads = [[1.0, dice.uniform(-1, 1)] for _ in range(4_000)]
    shifts = [[1.0, dice.uniform(0, 1)] for _ in range(4_000)]
    by_laplace = [dice.expovariate(1) * dice.choice((-1, 1)) for _ in range(4_000)]
    changes = [0.1 + 0.4 * y[1] + math.exp(-2 + 0.5 * x[1]) * z for x, y, z in zip(spreads, shifts, by_laplace)]
    spread, shift, ends = how_sure.fit_interval(spreads, shifts, changes)
    assert all(abs(found - known) < 0.08 for found, known in zip((*spread, *shift), (-2, 0.5, 0.1, 0.4)))
    # The 95 % point of that distribution is ln 10.
    assert all(abs(abs(end) - 2.303) < 0.2 for end in ends)


@pytest.mark.parametrize("text", ["", "# nothing\n", "L0001\t10000\n"])
def test_a_file_without_samples_is_named(text, tmp_path):
    file = tmp_path / "samples.tsv"
    file.write_text(text)
    done = subprocess.run([sys.executable, ROOT / "train/how_sure.py", "--fit", file], capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr == f"{file}: no file of samples, as this program writes them\n"


def positions_with_judgements(folder, count=1):
    """The first positions of the learning half, and what is known about them."""
    for name in ("learn.epd", "learn.sets.tsv", "learn.alphabeta-5000000.tsv"):
        (folder / name).write_text((ROOT / "data/regret" / name).read_text())
    file = folder / "learn.epd"
    file.write_text("".join(file.open().readlines()[:count]))
    return file


@pytest.mark.rare
def test_samples_come_out_again(bstar, tmp_path):
    out = tmp_path / "samples.tsv"
    subprocess.run([sys.executable, ROOT / "train/how_sure.py", positions_with_judgements(tmp_path), "--bstar", bstar, "-o", out], check=True)
    made = out.read_text().splitlines()
    assert made == SAMPLES.read_text().splitlines()[: len(made)] and len(made) == 5


@pytest.mark.rare
def test_a_choice_that_nobody_has_judged_is_named(bstar, tmp_path):
    positions = positions_with_judgements(tmp_path)
    worths = tmp_path / "learn.alphabeta-5000000.tsv"
    chosen = how_sure.told(bstar, "explain", " ".join(positions.read_text().split()[:4]), "--nodes", 30_000)[0]["best"]
    sets = tmp_path / "learn.sets.tsv"
    sets.write_text("".join(line.replace(f" {chosen}", "") for line in sets.open()))
    worths.write_text("".join(line for line in worths.open() if f"L0001\t{chosen}=" not in line))
    done = subprocess.run(
        [sys.executable, ROOT / "train/how_sure.py", positions, "--bstar", bstar, "-o", tmp_path / "samples.tsv"], capture_output=True, text=True
    )
    assert done.returncode == 1 and done.stderr.startswith(f"nobody has judged L0001 {chosen}"), done.stderr


def test_the_program_tells_the_chance_that_the_numbers_give(bstar, numbers):
    fen = "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5"
    thought, *rest = how_sure.told(bstar, "explain", fen, "--nodes", 30_000)
    moves = [one for one in rest if one["type"] == "move"]
    known = list(how_sure.sample(fen, thought, moves))
    known[3] = thought["root_stability"]["share_of_best"]
    better = how_sure.said(numbers, known)
    assert abs(thought["how_sure"]["better"] - better) < 1e-4
    nearest = max((one for one in moves[1:] if isinstance(one["real"], int)), key=lambda one: one["real"])
    assert thought["how_sure"]["nearest"] == nearest["move"]
    told = subprocess.run([bstar, "explain", fen, "--nodes", "30000"], capture_output=True, text=True, check=True).stdout
    low, high = how_sure.interval(numbers, known)
    assert thought["how_sure"]["interval"] == [round(low), round(high)]
    words = f"Of choices as settled as this, {100 * better:.0f}% are worse than another move by more than a percentage point; here {nearest['san']} comes nearest."
    assert words in " ".join(told.split())
    assert f"between {math.floor(round(low) / 100)}% and {math.ceil(round(high) / 100)}%, nine times out of ten" in " ".join(told.split())
    assert how_sure.told(bstar, "explain", fen, "--nodes", 20_000, "--root-search", 0)[0]["how_sure"] is None
