"""The trainer of the prior: what it reads, its labels, and the whole numbers it holds the engine to. Where there is PyTorch, also that it computes the same."""

import json
import os
import random
import subprocess
import sys
from dataclasses import dataclass

import chess
import pytest

from conftest import ROOT
from lessons_file import HEADER, RECORD_BYTES, made_up, record
from network_file import checksum

sys.path.insert(0, str(ROOT / "train"))

import numpy as np  # noqa: E402
from prior import integers, lessons, metrics, move_rows, options, reference  # noqa: E402

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


# The squares of each number of a move below 1880, and the man it promotes to.
WAYS = [(a, b, None) for a in range(64) for b in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[a] | chess.BB_RANK_ATTACKS[a][0] | chess.BB_FILE_ATTACKS[a][0] | chess.BB_DIAG_ATTACKS[a][0])]
WAYS += [(a, b, man) for man in (2, 3, 4, 5) for a in range(48, 56) for b in range(56, 64) if chess.square_distance(a, b) == 1]


@dataclass
class Position:
    """A real position: its features, the numbers of its moves, and the three rows of each, found by another chess program."""

    features: list
    moves: list
    rows: list
    men: int


def position(board, names, rng):
    """Whether a move loses material is drawn by lot: the number of the move tells it, and no one else."""
    us, king = board.turn, board.king(board.turn)
    turn = (0 if us else 56) ^ (7 if chess.square_file(king) < 4 else 0)

    def state(square):
        colour = board.color_at(square)
        return int(board.is_attacked_by(not colour, square)) + 2 * int(board.is_attacked_by(colour, square))

    men = board.piece_map().items()
    features = sorted(state(square) * 768 + ((man.color != us) * 6 + man.piece_type - 1) * 64 + (square ^ turn) for square, man in men)
    numbers, rows = [], []
    for name in names:
        move, loses = board.parse_uci(name), rng.randrange(2)
        target = move.to_square
        if board.is_castling(move):
            target = chess.square(7 if board.is_kingside_castling(move) else 0, chess.square_rank(king))
        number = WAYS.index((move.from_square ^ turn, target ^ turn, move.promotion)) + 1880 * loses
        kind = board.piece_type_at(move.from_square) - 1
        captured = board.piece_type_at(target) if board.color_at(target) == (not us) else 0
        after = board.copy(stack=False)
        man = after.remove_piece_at(move.from_square)
        after.set_piece_at(target, chess.Piece(move.promotion or man.piece_type, us))
        check = kind != 5 and board.king(not us) in after.attacks(target)
        numbers.append(number)
        deed = 4528 + ((kind * 6 + captured) * 2 + loses) * 8 + state(move.from_square) * 2 + check
        rows.append((number, 3760 + loses * 384 + kind * 64 + (target ^ turn), deed))
    return Position(features, numbers, rows, len(men))


@pytest.fixture(scope="module")
def positions():
    """Positions of games, and some that have what is rare: castling, promotions, captures en passant, checks past the square that was left."""
    rng = random.Random(5)
    lines = (ROOT / "data/prior-reference.tsv").read_text().splitlines()
    games = [(chess.Board(fen), [name.split(":")[0] for name in names.split()]) for fen, _, names in (line.split("\t") for line in lines[::3])]
    rare = [chess.Board(fen) for fen in RARE]
    return [position(board, names, rng) for board, names in games + [(board, [move.uci() for move in board.legal_moves]) for board in rare]]


RARE = (
    "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R b KQkq - 0 1",
    "1n2kr2/P5P1/8/8/8/8/6p1/4K2R w K - 0 1",
    "4k3/2P5/8/8/8/8/1p6/R3K3 b Q - 0 1",
    "8/8/8/1k1pP3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/8/1pPp4/8/8/2K5 b - c3 0 1",
    "4k3/4P3/8/4R3/8/8/8/4K3 w - - 0 1",  # the pawn shields the king
    "3k4/8/3R4/8/3r4/8/8/3K4 w - - 0 1",  # what moves along the line it attacks on
)


def test_the_rows_of_moves_are_those_of_another_chess_program(positions):
    assert (move_rows.BY_MAN, move_rows.BY_DEED, move_rows.MOVE_ROWS, integers.MOVE_ROWS) == (3760, 4528, 5104, 5104)
    for own in positions:
        assert move_rows.move_rows(own.features + [3072] * (32 - own.men), own.moves) == own.rows
    deeds = {row[2] - 4528 for own in positions for row in own.rows}
    for divisor, count in ((1, 2), (2, 4), (8, 2), (16, 6), (96, 6)):
        assert {deed // divisor % count for deed in deeds} == set(range(count))


def in_columns(positions):
    """Features and moves as the trainer has them."""
    features = np.full((len(positions), 32), 3072)
    moves = np.full((len(positions), 80), -1)
    for row, own in enumerate(positions):
        features[row, : own.men], moves[row, : len(own.moves)] = own.features, own.moves
    return features, moves


def test_a_written_prior_is_read_back(prior, tmp_path):
    path = tmp_path / "some.prior"
    found = integers.write(prior, path)
    data = path.read_bytes()
    assert data[:8] == b"BSTARPR1"
    assert np.frombuffer(data, "<u4", 6, 8).tolist() == [2, 3072, 64, 5104, 32, 8]
    assert len(data) == 40 + 2 * (3072 * 128 + 128) + 5104 * (64 + 4) + 8 * 32 * (64 + 4) + 8 * 4 * (32 + 4)
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
        (lambda data: changed(data, 8, b"\x01"), "not a prior of version 2"),
        (lambda data: changed(data, 16, b"\x41"), "another shape: 3072 inputs, 65 pairs"),
        (lambda data: changed(data, 20, b"\xb0\x0e"), "another shape: .* 3760 rows of moves"),
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


def slowly(prior, features, rows, men):
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
    return outputs, [sum(dot(prior.policy_biases[row], prior.policy_weights[row], units) for row in three) for three in rows]


def test_the_arithmetic_is_the_definition(prior, positions):
    features, moves = in_columns(positions)
    men = 2 + np.arange(len(positions)) % 31
    outputs, logits = integers.evaluate(prior, features, moves, men, rows_at_once=7)
    for row in range(0, len(positions), 9):
        own = positions[row]
        assert (outputs[row].tolist(), logits[row, : len(own.moves)].tolist()) == slowly(prior, own.features, own.rows, int(men[row]))
        assert not logits[row, len(own.moves) :].any()


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
    return metrics.Answers(probability, probability > 0, np.ones(count), np.array(said), np.array(expected), spread and np.array(spread), men, (probability > 0).sum(1))


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


def test_metrics_of_a_teacher_have_no_spread():
    found = metrics.all_metrics(metrics.Answers.join([some_answers([[0.6, 0.4]], [0.5], [0.7], None, men=[5])] * 2))
    assert (found["positions"], found["value"]["mean_error"], found["spread"], found["phases"]["up to 12 men"]["spread"]) == (2, 0.2, None, None)
    assert len(metrics.lines(found)) == 1 + 2 + 1


def test_equal_values_share_their_places():
    assert metrics.ranks(np.array([3.0, 1.0, 3.0, 2.0])).tolist() == [3.5, 1.0, 3.5, 2.0]
    assert metrics.correlation(np.ones(5), np.arange(5)) is None


def test_the_reference_names_the_moves(prior, positions, tmp_path):
    some = positions[::10][:20]
    small, fens, priors, out = (tmp_path / name for name in ("small.lessons", "small.txt", "some.prior", "reference.tsv"))
    small.write_bytes(HEADER + b"".join(record(own.features, own.moves, 0, 1, own.men, 0, number) for number, own in enumerate(some)))
    fens.write_text("".join(f"fen {n}\t{' '.join(f'm{k}' for k in range(len(own.moves)))}\n" for n, own in enumerate(some)))
    integers.write(prior, priors)
    command = [sys.executable, ROOT / "train/prior/reference.py", priors, small, fens, "-o", out]
    subprocess.run(command, check=True, timeout=120)
    lines = out.read_text().splitlines()
    assert len(lines) == 20
    for number in random.Random(1).sample(range(20), 4):
        outputs, logits = slowly(prior, some[number].features, some[number].rows, some[number].men)
        named = " ".join(f"m{k}:{logit}" for k, logit in enumerate(logits))
        assert lines[number] == f"fen {number}\t{' '.join(map(str, outputs))}\t{named}"
    with pytest.raises(ValueError, match="20 records, but 19 lines"):
        reference.reference(prior, records_of(small), fens.read_text().splitlines()[1:])
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
        ("--channels 192", "unrecognized arguments: --channels"),
    ],
)
def test_what_cannot_work_is_refused_before_training(words, said, tmp_path, monkeypatch, capsys):
    refused(options.arguments, ["some.lessons", "-o", "x.prior", *words.split()], said, tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize(
    "words, said",
    [
        ("--channels 100", "--channels: must be a multiple of 8"),
        ("--channels 2048", "--channels: must be"),
        ("--blocks 0", "--blocks: must be"),
        ("--curve fine", "--curve fine needs --fine"),
        ("-o x.prior", "x.prior does not end in .teacher"),
    ],
)
def test_what_cannot_work_is_refused_before_teaching(words, said, tmp_path, monkeypatch, capsys):
    refused(options.teaching_arguments, ["some.lessons", "-o", "x.teacher", *words.split()], said, tmp_path, monkeypatch, capsys)


def refused(arguments, words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as refusal:
        arguments(words)
    assert refusal.value.code == 2
    assert said in capsys.readouterr().err


def tensors(positions, torch):
    return (torch.from_numpy(values) for values in in_columns(positions))


def test_the_device_finds_the_same_rows(positions):
    torch = pytest.importorskip("torch")
    from prior.device_rows import Rows

    found = torch.stack(Rows()(*tensors(positions, torch)), 2).tolist()
    for rows, own in zip(found, positions):
        assert [tuple(three) for three in rows[: len(own.moves)]] == own.rows


def test_the_device_computes_the_same(prior, positions):
    torch = pytest.importorskip("torch")
    from prior.model import Model, WholeNumbers

    men = 2 + np.arange(len(positions)) % 31
    buckets = torch.from_numpy(integers.bucket(men))
    outputs, logits = integers.evaluate(prior, *in_columns(positions), men)
    found = WholeNumbers(prior, "cpu")(*tensors(positions, torch), buckets)
    assert np.array_equal(found[0].numpy(), logits) and np.array_equal(found[1].numpy(), outputs)
    learned = Model.of(prior)(*tensors(positions, torch), buckets)
    # Real numbers may miss a step of the rounding. In three rows that changes a move's logit by 3/64 at most.
    for own, whole in zip(learned, (logits, outputs)):
        known = own.detach().numpy() > -1e4
        assert own.detach().numpy()[known] == pytest.approx(whole[known] / integers.LOGIT_ONE, abs=2 * 3 / 64)


def test_a_written_teacher_is_read_back(positions, tmp_path):
    torch = pytest.importorskip("torch")
    from prior import teacher as teachers

    path = tmp_path / "some.teacher"
    settings = options.teaching_arguments(["some.lessons", "-o", str(path), "--device", "cpu", "--product", "float32"])
    teacher = teachers.Teacher(16, 2).eval()
    torch.nn.init.normal_(teacher.move_bias)
    teachers.write(teacher, path)
    with torch.no_grad():
        ours, theirs = (one(*tensors(positions, torch)) for one in (teacher, teachers.read(path, settings)))
    for left, right in zip(ours, theirs):
        assert torch.allclose(left, right, atol=1e-5)
    assert torch.equal(ours[0] > -1e4, torch.from_numpy(in_columns(positions)[1] >= 0))
    data = path.read_bytes()
    for spoilt, said in ((data[:-1], "damaged"), (changed(data, 9000, bytes([data[9000] ^ 1])), "damaged"), (b"", "not a teacher"), (b"BSTARPR1" + data[8:], "not a teacher")):
        path.write_bytes(spoilt)
        with pytest.raises(ValueError, match=f"some.teacher is {said}"):
            teachers.read(path, settings)


def test_what_a_teacher_says_is_mixed_into_what_is_learned(made):
    torch = pytest.importorskip("torch")
    from prior.table import Table

    table = Table([lessons.read(made)], CURVE, options.arguments([str(made), "-o", "x.prior", "--device", "cpu"]))
    rows = torch.tensor([3, 5, 9])
    before = table.batch(rows)
    assert before.wanted is None
    said = torch.zeros(2, 80)
    said[:, :2] = torch.tensor([[0.25, 0.75], [1.0, 0.0]])
    table.open_for_teacher(0.8, 0.5)
    table.teach(rows[:2], said, torch.tensor([[1.0, 0, 0]] * 2))
    after = table.batch(rows)
    assert after.wanted[:, :3].tolist() == [pytest.approx(own, abs=1e-3) for own in ([0.4, 0.6, 0], [1, 0, 0], [1, 0, 0])]
    assert after.wanted.sum(1).tolist() == pytest.approx([1, 1, 1])
    assert torch.allclose(after.label[:2], before.label[:2] / 2 + torch.tensor([0.5, 0, 0]))
    assert torch.equal(after.label[2], before.label[2]) and torch.equal(after.expected, before.expected)


def test_a_teacher_and_a_prior_are_trained(made, tmp_path):
    pytest.importorskip("torch")

    def trained(program, *words):
        once = ["--fine", made, "--epochs", "1", "--fine-epochs", "1", "--batch", "256", "--device", "cpu", "--threads", "1"]
        run = subprocess.run([sys.executable, ROOT / f"train/prior/{program}.py", made, *once, *words], cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert run.returncode == 0, run.stderr
        return run.stdout

    trained("teach", "-o", "large.teacher", "--channels", "8", "--blocks", "1")
    assert "the teacher was asked about" in trained("train", "-o", "some.prior", "--teacher", "large.teacher", "--pairs", "64")
    assert "the teacher" not in trained("train", "-o", "alone.prior", "--pairs", "64")
    assert integers.read(tmp_path / "some.prior").pairs == 64
    report = json.loads((tmp_path / "some.json").read_text())
    assert report["settings"]["teacher"] == "large.teacher" and report["asked_of_teacher"] == sum(own["learned"] for own in report["data"].values())
    assert set(json.loads((tmp_path / "large.json").read_text())["metrics"]) == {"lessons", "fine"}


def test_again_makes_games_lessons_and_the_prior_and_goes_on(bstar, tmp_path):
    """A stand-in for Python notes what it is asked for and hands out the prior there is, as a teacher too."""
    trainer, folder = tmp_path / "trainer", tmp_path / "made"
    trainer.write_text(f'#!/bin/sh\necho "$@" >> asked\nfor name; do :; done\ncp "{ROOT}/data/learned.prior" "$name"\n')
    trainer.chmod(0o755)
    environment = os.environ | {"BSTAR": str(bstar), "PYTHON": str(trainer), "JOBS": "1"}
    for trainings in (1, 1):
        run = subprocess.run([ROOT / "train/prior/again", folder, "6000"], env=environment, capture_output=True, text=True, timeout=120)
        assert run.returncode == 0, run.stderr
        asked = [line.split()[0] for line in (folder / "asked").read_text().splitlines()]
        assert [asked.count(str(ROOT / f"train/prior/{name}.py")) for name in ("teach", "train")] == [trainings, trainings]
    for name in ("short", "middle", "long1", "long2", "long3"):
        records = records_of(folder / f"{name}.lessons")
        assert len(records) > 20
    assert len((folder / "reference.txt").read_text().splitlines()) == len(records_of(folder / "reference.lessons"))
