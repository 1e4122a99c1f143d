"""The trainer of the prior, as far as it needs no PyTorch: what it reads, its labels, and the whole numbers it holds the engine to."""

import os
import random
import subprocess
import sys

import pytest

from conftest import ROOT
from lessons_file import HEADER, RECORD_BYTES, made_up, record
from network_file import checksum

sys.path.insert(0, str(ROOT / "train"))

import numpy as np  # noqa: E402
from prior import integers, lessons, metrics, options, reference  # noqa: E402

CURVE = lessons.Curve(90.0, 120.0)


@pytest.fixture
def made(tmp_path):
    path = tmp_path / "some.lessons"
    path.write_bytes(made_up(120))
    return path


@pytest.fixture(scope="module")
def prior():
    """Random weights of all sizes."""
    numbers = np.random.default_rng(7)
    return integers.Prior(*(numbers.integers(-limit, limit, part.shape_for(64), endpoint=True) for part, limit in sizes()))


def sizes():
    for part in integers.PARTS:
        yield part, {"feature_weights": 60, "policy_biases": 100_000, "hidden_biases": 30_000, "output_biases": 100_000}.get(part.name, part.limit)


def records_of(path):
    return lessons.fields(lessons.mapped(path))


def test_a_written_prior_is_read_back(prior, tmp_path):
    path = tmp_path / "some.prior"
    found = integers.write(prior, path)
    data = path.read_bytes()
    assert data[:8] == b"BSTARPR1"
    assert np.frombuffer(data, "<u4", 6, 8).tolist() == [1, 3072, 64, 3760, 32, 8]
    assert len(data) == 40 + 2 * (3072 * 128 + 128) + 3760 * (64 + 4) + 8 * 32 * (64 + 4) + 8 * 4 * (32 + 4)
    assert found == checksum(data[40:]) == int.from_bytes(data[32:40], "little")
    again = integers.read(path)
    assert again.pairs == 64
    for part in integers.PARTS:
        assert np.array_equal(getattr(prior, part.name), getattr(again, part.name))
    assert sorted(tmp_path.iterdir()) == [path]


def changed(data, at, value):
    return data[:at] + value + data[at + len(value) :]


@pytest.mark.parametrize(
    "spoil, said",
    [
        (lambda data: data[:39], "too short"),
        (lambda data: changed(data, 0, b"BSTARNN1"), "not a prior"),
        (lambda data: changed(data, 8, b"\x02"), "not a prior of version 1"),
        (lambda data: changed(data, 16, b"\x41"), "another shape: 3072 inputs, 65 pairs"),
        (lambda data: data[:-1], "instead of"),
        (lambda data: data + b"!", "instead of"),
        (lambda data: changed(data, 5000, bytes([data[5000] ^ 1])), "checksum"),
    ],
)
def test_a_spoilt_prior_is_refused(prior, tmp_path, spoil, said):
    path = tmp_path / "bad.prior"
    integers.write(prior, path)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(ValueError, match=f"bad.prior.*{said}"):
        integers.read(path)


def slowly(prior, features, moves, men):
    """The definition, number by number."""
    pairs = prior.pairs
    sums = [int(prior.feature_biases[i]) + sum(int(prior.feature_weights[f][i]) for f in features) for i in range(2 * pairs)]
    clamped = [max(0, min(255, x)) for x in sums]
    units = [(clamped[i] * clamped[i + pairs]) >> 9 for i in range(pairs)]

    def dot(bias, weights, inputs):
        return int(bias) + sum(int(w) * x for w, x in zip(weights, inputs))

    b = min((men - 2) * 8 // 31, 7)
    hidden = [max(0, min(127, dot(prior.hidden_biases[b][j], prior.hidden_weights[b][j], units) >> 6)) for j in range(32)]
    outputs = [dot(prior.output_biases[b][k], prior.output_weights[b][k], hidden) for k in range(4)]
    return outputs, [dot(prior.policy_biases[m], prior.policy_weights[m], units) for m in moves]


def test_the_arithmetic_is_the_definition(prior, made):
    records = records_of(made)[:300]
    moves = records["moves"].astype(np.int64)
    moves[moves == 65535] = -1
    men = records["men"] & 127
    outputs, logits = integers.evaluate(prior, records["features"], moves, men, rows_at_once=7)
    assert set(integers.bucket(men.astype(int)).tolist()) == set(range(8))
    for row in range(0, len(records), 9):
        legal = [m for m in moves[row].tolist() if m >= 0]
        features = [f for f in records["features"][row].tolist() if f != 3072]
        expected = slowly(prior, features, legal, int(men[row]))
        assert (outputs[row].tolist(), logits[row, : len(legal)].tolist()) == expected
        assert not logits[row, len(legal) :].any()


def test_weights_are_rounded_and_kept_within_limits():
    real = {part.name: np.zeros(part.shape_for(64)) for part in integers.PARTS}
    real["feature_biases"][3] = 1.0
    real["policy_weights"][5, 5] = -1.98
    real["output_biases"][7, 3] = -2.0
    rounded = integers.quantise(real)
    assert (rounded.feature_biases[3], rounded.policy_weights[5, 5], rounded.output_biases[7, 3]) == (255, -127, -16256)
    for name, value, said in (("policy_weights", 2.0, "2.000, more than 1.984"), ("hidden_weights", np.nan, "no number"), ("feature_weights", 3.9, "more than 3.890")):
        spoilt = real | {name: np.full_like(real[name], value)}
        with pytest.raises(ValueError, match=f"{name} is .*{said}"):
            integers.quantise(spoilt)


def test_lessons_are_read(made, monkeypatch):
    monkeypatch.setattr(lessons, "RECORDS_AT_ONCE", 100)
    said = []
    read = lessons.read(made, said.append)
    records = records_of(made)
    assert (said, read.games(), len(read)) == ([], 120, len(records))
    for name in ("score", "result", "plies_left", "game"):
        assert np.array_equal(getattr(read, name), records[name])
    assert np.array_equal(lessons.fields(read.words), records)
    assert set(read.game[read.is_held_out()].tolist()) == {0, 50, 100}


@pytest.mark.parametrize("cut", [1, 239, 240, 241])
def test_cut_lessons_are_used_up_to_the_last_whole_game(tmp_path, cut):
    game = b"".join(record([1, 2], [5, 6], 10, 1, 2, left, 0) for left in (2, 1, 0))
    path = tmp_path / "cut.lessons"
    path.write_bytes(HEADER + game + game[:cut])
    said = []
    assert len(lessons.read(path, said.append)) == 3
    assert any("middle of a record" in line for line in said) == (cut % 240 != 0)
    assert any("last game has no end" in line for line in said) == (cut >= 240)


GOOD = {"features": [1, 2], "moves": [5, 6], "score": 10, "result": 1, "men": 2, "plies_left": 0, "game": 0}


@pytest.mark.parametrize(
    "change, said",
    [
        ({"features": [1, 3073]}, "a feature is above 3072"),
        ({"features": [1]}, "not as many as the men"),
        ({"features": [1], "men": 1}, "number of men is impossible"),
        ({"moves": [5, 3760]}, "number of a move is not below 3760"),
        ({"legal": 3}, "moves are not as many"),
        ({"moves": [65535, 5], "legal": 1}, "no chosen move"),
        ({"result": 3}, "the result is none of"),
        ({"score": -15001}, "the score is beyond"),
        ({"plies_left": 2}, "not the next ply"),
        ({"plies_left": 1, "game": 7}, "belongs to another game"),
        ({"plies_left": 1, "result": 2}, "another result"),
    ],
)
def test_bad_lessons_are_refused_and_named(tmp_path, change, said):
    path = tmp_path / "bad.lessons"
    path.write_bytes(HEADER + record(**GOOD) + record(**GOOD | change) + record(**GOOD))
    with pytest.raises(lessons.LessonsError, match=f"bad.lessons, byte {16 + RECORD_BYTES}, record 1: .*{said}"):
        lessons.read(path)


@pytest.mark.parametrize(
    "data, said",
    [
        (b"", "too short"),
        (HEADER, "has no lesson"),
        (b"BSTARLE2" + HEADER[8:], "not a file of lessons"),
        (changed(HEADER, 8, b"\x02"), "version 2 in records of 240 bytes"),
        (changed(HEADER, 12, b"\xf8"), "version 1 in records of 248 bytes"),
        (HEADER + record(**GOOD | {"plies_left": 1}), "no whole game"),
    ],
)
def test_what_is_no_file_of_lessons_is_refused(tmp_path, data, said):
    path = tmp_path / "bad.lessons"
    path.write_bytes(data)
    with pytest.raises(lessons.LessonsError, match=f"bad.lessons .*{said}"):
        lessons.read(path, lambda line: None)


def own_chances(score):
    win, loss = (1 / (1 + np.exp(-(s - CURVE.a) / CURVE.b)) for s in (score, -score))
    return [win, 1 - win - loss, loss]


def slow_label(scores, result, ahead):
    """The label of the first of these positions. The result is that of its side to move."""
    if not scores:
        return [float(result == 2), float(result == 1), float(result == 0)]
    following = slow_label(scores[1:], 2 - result, ahead)
    # After the last position nobody moves: the result is seen by the other side like the rest.
    return [(1 - ahead) * own + ahead * after for own, after in zip(own_chances(scores[0]), following[::-1])]


@pytest.mark.parametrize("ahead", [0.0, 0.7, 1.0])
def test_labels_look_ahead_in_their_game(made, ahead, monkeypatch):
    monkeypatch.setattr(lessons, "RECORDS_AT_ONCE", 100)
    read = lessons.read(made)
    found = lessons.labels(read, CURVE, ahead)
    assert found.sum(1) == pytest.approx(1, abs=1e-5)
    for row in range(0, len(read), 11):
        scores = read.score[row : row + int(read.plies_left[row]) + 1].astype(float).tolist()
        assert found[row].tolist() == pytest.approx(slow_label(scores, int(read.result[row]), ahead), abs=1e-5)


def test_the_curve_that_made_the_results_is_found_again():
    numbers = np.random.default_rng(3)
    score = numbers.normal(0, 300, 100_000).astype(np.int16)
    chances = np.cumsum(CURVE.win_draw_loss(score), axis=1)
    result = (2 - (numbers.random(len(score))[:, None] > chances[:, :2]).sum(1)).astype(np.uint8)
    found = lessons.fit_curve(lessons.count_results(score, result))
    assert (found.a, found.b) == (pytest.approx(CURVE.a, rel=0.05), pytest.approx(CURVE.b, rel=0.05))


def some_answers(probability, said, expected, spread, men=None):
    probability = np.array(probability)
    count = len(probability)
    men = np.full(count, 20) if men is None else np.array(men)
    return metrics.Answers(probability, probability > 0, np.ones(count), np.array(said), np.array(expected), np.array(spread), men, (probability > 0).sum(1))


def test_metrics_of_positions_that_can_be_counted_by_hand():
    found = metrics.all_metrics(
        some_answers(
            probability=[[0.6, 0.4, 0], [0.25, 0.35, 0.4], [0.35, 0.25, 0.4], [1.0, 0, 0]],
            said=[0.5, 0.6, 0.9, 0.1],
            expected=[0.5, 0.5, 0.7, 0.4],
            spread=[0.1, 0.2, 0.3, 0.4],
            men=[5, 15, 25, 32],
        )
    )
    policy = found["policy"]
    assert policy["positions"] == 3  # without the one that has a single move
    assert policy["first"] == {"1": 0.33333, "2": 0.66667, "3": 1.0, "5": 1.0}
    assert policy["mean_probability"] == 0.4
    assert policy["calibration"][0] == {"stated": 0.25, "came_true": 0.5, "moves": 2}
    assert found["value"]["mean_error"] == 0.15
    assert found["spread"]["rank_correlation"] == 1.0
    assert [found["phases"][name]["positions"] for name in metrics.PHASES] == [1, 1, 2]
    assert len(metrics.lines(found)) == 1 + 4 + 1 + 4


def test_equal_values_share_their_places():
    assert metrics.ranks(np.array([3.0, 1.0, 3.0, 2.0])).tolist() == [3.5, 1.0, 3.5, 2.0]
    assert metrics.correlation(np.ones(5), np.arange(5)) is None


def test_the_reference_names_the_moves(prior, made, tmp_path):
    records = records_of(made)[:20]
    small, fens, priors, out = (tmp_path / name for name in ("small.lessons", "small.txt", "some.prior", "reference.tsv"))
    small.write_bytes(HEADER + records.tobytes())
    counts = [int((row["moves"] != 65535).sum()) for row in records]
    fens.write_text("".join(f"fen {n}\t{' '.join(f'm{k}' for k in range(count))}\n" for n, count in enumerate(counts)))
    integers.write(prior, priors)
    command = [sys.executable, ROOT / "train/prior/reference.py", priors, small, fens, "-o", out]
    subprocess.run(command, check=True, timeout=120)
    lines = out.read_text().splitlines()
    assert len(lines) == 20
    for number in random.Random(1).sample(range(20), 4):
        row = records[number]
        features = [f for f in row["features"].tolist() if f != 3072]
        outputs, logits = slowly(prior, features, row["moves"][: counts[number]].tolist(), int(row["men"]) & 127)
        named = " ".join(f"m{k}:{logit}" for k, logit in enumerate(logits))
        assert lines[number] == f"fen {number}\t{' '.join(map(str, outputs))}\t{named}"
    with pytest.raises(ValueError, match="20 records, but 19 lines"):
        reference.reference(prior, records, fens.read_text().splitlines()[1:])
    fens.write_text(fens.read_text().replace(" m1", "", 1))
    refused = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert refused.returncode == 1 and "moves, but its record has" in refused.stderr


@pytest.mark.parametrize(
    "words, said",
    [
        ("--pairs 100", "--pairs: must be a multiple of 64"),
        ("--ahead 2", "--ahead: must be from 0 to 1"),
        ("--seconds 0", "--seconds: must be at least 1"),
        ("--spread-weight -1", "--spread-weight: must be a number that is not negative"),
        ("--curve fine", "--curve fine needs --fine"),
        ("-o x.nn", "x.nn does not end in .prior"),
    ],
)
def test_what_cannot_work_is_refused_before_training(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as refusal:
        options.arguments(["some.lessons", "-o", "x.prior", *words.split()])
    assert refusal.value.code == 2
    assert said in capsys.readouterr().err


def test_again_makes_games_lessons_and_the_prior_and_goes_on(bstar, tmp_path):
    """A stand-in for Python notes what it is asked for and hands out the prior there is."""
    trainer, folder = tmp_path / "trainer", tmp_path / "made"
    trainer.write_text(f'#!/bin/sh\necho "$@" >> asked\nfor name; do :; done\ncp "{ROOT}/data/learned.prior" "$name"\n')
    trainer.chmod(0o755)
    environment = os.environ | {"BSTAR": str(bstar), "PYTHON": str(trainer), "JOBS": "1"}
    for trainings in (1, 1):
        run = subprocess.run([ROOT / "train/prior/again", folder, "6000"], env=environment, capture_output=True, text=True, timeout=120)
        assert run.returncode == 0, run.stderr
        asked = [line.split()[0] for line in (folder / "asked").read_text().splitlines()]
        assert asked.count(str(ROOT / "train/prior/train.py")) == trainings
    for name in ("short", "middle", "long1", "long2"):
        records = records_of(folder / f"{name}.lessons")
        assert len(records) > 20
    assert len((folder / "reference.txt").read_text().splitlines()) == len(records_of(folder / "reference.lessons"))
