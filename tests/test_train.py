"""The trainer, as far as it needs no PyTorch: what it reads, and the whole numbers it holds the engine to."""

import json
import math
import os
import subprocess
import sys

import chess
import pytest

from conftest import ROOT, argv, laboratory
from games_reference import unpacked

sys.path.insert(0, str(ROOT / "train"))

import games  # noqa: E402
import network  # noqa: E402
import numpy as np  # noqa: E402
import settings  # noqa: E402


PLAIN = games.LabelRule()


@pytest.fixture(scope="module")
def data(bstar, tmp_path_factory):
    """Some games, with castling, promotions and captures en passant among them."""
    path = tmp_path_factory.mktemp("train") / "games.bin"
    command = argv(bstar, "datagen", "-o", path, "--games", "40", "--nodes", "100", "--seed", "3", "--jobs", "2")
    subprocess.run(command, check=True, timeout=120, stdout=subprocess.DEVNULL)
    plies = [ply for game in unpacked(path.read_bytes()) for ply in game.plies]
    assert any(board.is_castling(move) for board, move, _ in plies)
    assert any(board.is_en_passant(move) for board, move, _ in plies)
    assert any(move.promotion for _, move, _ in plies)
    return path


@pytest.fixture
def again(bstar, tmp_path):
    """`train/again` with a stand-in for Python that notes what it is asked for and hands out the network there is."""
    trainer = tmp_path / "trainer"
    trainer.write_text(
        "#!/bin/sh\n"
        '[ ! -f out-of-memory ] || exit 1\n'
        'echo "$@" >> trainings\n'
        'for name; do :; done\n'
        f'cp "{ROOT}/data/network.nn" "$name"\n'
    )
    trainer.chmod(0o755)
    (tmp_path / "made").mkdir()

    def run(part="100000", **environment):
        environment = os.environ | {"BSTAR_LAB": laboratory(bstar), "PYTHON": str(trainer), "JOBS": "1"} | environment
        command = [ROOT / "train/again", tmp_path / "made", part]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)

    run.trainer = trainer
    run.folder = tmp_path / "made"
    return run


def test_again_makes_four_generations_and_goes_on_where_it_was_interrupted(again):
    (again.folder / "out-of-memory").touch()
    assert again().returncode == 1
    (again.folder / "out-of-memory").unlink()
    second = again()
    assert second.returncode == 0, second.stderr
    lines = (again.folder / "trainings").read_text().splitlines()
    assert [line.split(" -o ")[1] for line in lines] == [f"gen{n}.nn" for n in (1, 2, 3, 4)]
    assert all(line.startswith(str(ROOT / "train/train.py")) for line in lines)
    made = {path.name: path.read_bytes() for path in again.folder.glob("*.bin")}
    assert sorted(made) == [f"gen{n}.bin" for n in ("1a", "1b", "2", "3a", "3b", "4a", "4b")]

    # What is all there stays; a training that ended before its note was written is done again, and so are all if there are more games.
    for missing, part, trainings in (([], "100000", 4), (["gen3.made"], "100000", 5), ([], "50000", 9)):
        for name in missing:
            (again.folder / name).unlink()
        assert again(part, PYTHON=os.path.relpath(again.trainer), CDPATH=".").returncode == 0
        assert len((again.folder / "trainings").read_text().splitlines()) == trainings
        games_now = {path.name: path.read_bytes() for path in again.folder.glob("*.bin")}
        assert (games_now == made) == (part == "100000")


@pytest.mark.parametrize(
    "part, environment, said",
    [
        ("none", {}, "'none' is no whole number above zero"),
        ("0", {}, "'0' is no whole number above zero"),
        ("100001", {}, "leaves a file without games"),
        ("1000", {"BSTAR_LAB": "/nowhere/bstar-lab"}, "there is no program /nowhere/bstar-lab; 'cargo build --release -p bstar-laboratory' makes it"),
        ("1000", {"PYTHON": "/nowhere/python"}, "there is no program /nowhere/python"),
    ],
)
def test_again_says_what_is_missing(again, part, environment, said):
    asked = again(part, **environment)
    assert asked.returncode == 2
    assert said in asked.stderr
    assert list(again.folder.iterdir()) == []


def placement(board):
    return f"{board.board_fen()} {'w' if board.turn else 'b'} - - 0 1"


def worth(scores, result, lesson):
    """What White can expect where a game has these scores still to come, found the slow way."""
    if not scores:
        return result / 2
    own = 1 / (1 + math.exp(-scores[0] / lesson.scale))
    return (1 - lesson.ahead) * own + lesson.ahead * worth(scores[1:], result, lesson)


def worth_learning(data, lesson=PLAIN):
    """What should be kept, found the slow way: (game, position, expected score, result)."""
    kept = []
    for number, game in enumerate(unpacked(data)):
        scores = [score for _, _, score in game.plies]
        for ply, (board, move, score) in enumerate(game.plies):
            if not (board.is_capture(move) or move.promotion or abs(score) > 15_000 or board.is_check()):
                expected, result = worth(scores[ply:], game.result, lesson), game.result
                if not board.turn:
                    expected, result = 1 - expected, 2 - result
                kept.append((number, placement(board), pytest.approx(expected, abs=1e-6), result))
    return kept


def read(*paths, lesson=PLAIN):
    """What the trainer keeps, likewise; how it counted, and what it said."""
    said = []
    positions, counts = games.read(paths, lesson, said.append)
    rows = zip(positions.game, positions.features.tolist(), positions.side, positions.expected, positions.result)
    kept = [(int(game), network.fen(men, side), float(expected), int(result)) for game, men, side, expected, result in rows]
    return kept, counts, said


def in_order(kept):
    """A block's positions come ply by ply; here they are sorted by game and position."""
    return sorted(kept, key=lambda row: row[:2])


def test_reads_what_another_program_reads(data, monkeypatch):
    monkeypatch.setattr(games, "GAMES_PER_BLOCK", 7)
    kept, counts, said = read(data)
    expected = worth_learning(data.read_bytes())
    assert in_order(kept) == in_order(expected)
    assert said == []
    assert (counts.games, counts.kept) == (40, len(expected))
    assert counts.positions == counts.noisy + counts.mates + counts.checks + counts.kept
    assert min(counts.noisy, counts.checks) > 0


def test_a_position_is_worth_what_comes_after_it(data):
    far_sighted = games.LabelRule(scale=200, ahead=0.85)
    kept, _, _ = read(data, lesson=far_sighted)
    assert in_order(kept) == in_order(worth_learning(data.read_bytes(), far_sighted))
    plain, _, _ = read(data)
    assert max(abs(a[2] - b[2]) for a, b in zip(in_order(kept), in_order(plain))) > 0.2


def test_games_have_their_numbers_whatever_files_there_are_beside(data, tmp_path):
    """By its number a game is held out: in every generation the same ones."""
    first = tmp_path / "first.bin"
    whole = data.read_bytes()
    first.write_bytes(whole[: game_starts(whole)[7]])
    kept, counts, _ = read(first, data)
    assert counts.games == 47
    alone, _, _ = read(data)
    assert kept[-len(alone) :] == alone
    assert kept[: -len(alone)] == [row for row in alone if row[0] < 7]


def game_starts(data):
    starts, _ = games.find_games(np.frombuffer(data, dtype="<u4"))
    return [4 * int(start) for start in starts]


@pytest.mark.parametrize("length", [1, 3, 4, 44, 47])
def test_a_cut_file_is_used_up_to_the_cut(data, tmp_path, length):
    whole = data.read_bytes()
    last = game_starts(whole)[-1]
    cut = tmp_path / "cut.bin"
    cut.write_bytes(whole[: last + length])
    kept, counts, said = read(cut)
    assert counts.games == 39
    assert in_order(kept) == in_order(worth_learning(whole[:last]))
    assert said == [f"{cut}, byte {last + length}: the file ends in the middle of a game; the games before it are used"]


@pytest.mark.parametrize(
    ("byte", "garbage", "at", "message"),
    [(32, b"\x3f\x0e", 32, "not possible"), (8, b"\x77\x77", 0, "no start position"), (30, b"\x03", 0, "no start position")],
)
def test_garbage_is_named_and_what_comes_before_it_is_used(data, tmp_path, byte, garbage, at, message):
    whole = bytearray(data.read_bytes())
    start = game_starts(bytes(whole))[25]
    whole[start + byte : start + byte + len(garbage)] = garbage
    bad = tmp_path / "bad.bin"
    bad.write_bytes(whole)
    kept, counts, said = read(bad)
    assert counts.games == 25
    assert in_order(kept) == in_order(worth_learning(bytes(whole[:start])))
    assert len(said) == 1 and f"byte {start + at}:" in said[0] and message in said[0]


def test_a_lot_of_garbage_is_not_taken_for_a_game(data, tmp_path):
    """Neither is room made for so long a game, nor is it played."""
    whole = data.read_bytes()
    start, no_start = whole[:32], b"\xff" * 32
    for header in (start, no_start):
        bad = tmp_path / "bad.bin"
        bad.write_bytes(whole + header + b"\xee" * 40_000_000 + bytes(4))
        kept, counts, said = read(bad)
        assert counts.games == 40 and len(said) == 1
        assert in_order(kept) == in_order(worth_learning(whole))


def test_nothing_to_learn_from_is_an_error(tmp_path):
    empty = tmp_path / "empty.bin"
    empty.write_bytes(b"")
    with pytest.raises(games.DataError):
        games.read([empty], PLAIN, print)


def listed(board):
    """A board's men as the trainer lists them."""
    men = [((0 if man.color else 6) + man.piece_type - 1) * 64 + square for square, man in board.piece_map().items()]
    return sorted(men) + [network.INPUTS] * (32 - len(men))


def test_the_example_of_the_documentation():
    hidden = 32
    example = network.Network(
        np.zeros((network.INPUTS, hidden), dtype=np.int64),
        np.zeros(hidden, dtype=np.int64),
        np.zeros((1, 2 * hidden), dtype=np.int64),
        np.array([1000]),
        400,
    )
    example.feature_biases[0] = 10
    example.feature_weights[8, :2] = 100, -5
    example.feature_weights[324, 0] = 50
    example.feature_weights[764, 0] = -20
    example.feature_weights[432, 0] = 300
    example.output_weights[0, :2] = 64, 127
    example.output_weights[0, hidden] = -3
    men = np.array([listed(chess.Board("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"))] * 2)
    assert network.evaluate(example, men, np.array([0, 1])).tolist() == [126, 418]


def test_division_rounds_toward_zero():
    assert network.truncated(np.array([-7, 7, -6]), 2).tolist() == [-3, 3, -3]


def some_network():
    random = np.random.default_rng(5)
    return network.quantise(
        random.uniform(-0.5, 0.5, (network.INPUTS, 32)), random.uniform(0, 1, 32), random.uniform(-1, 1, (8, 64)), random.uniform(-1, 1, 8), 280
    )


def test_a_written_network_is_read_back(tmp_path):
    path = tmp_path / "some.nn"
    made = some_network()
    checksum = network.write(made, path)
    again = network.read(path)
    for name in ("feature_weights", "feature_biases", "output_weights", "output_biases", "scale"):
        assert np.array_equal(getattr(made, name), getattr(again, name))
    assert network.fnv1a(path.read_bytes()[network.HEADER.size :]) == checksum
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    with pytest.raises(ValueError, match="damaged"):
        network.read(path)


@pytest.mark.parametrize("weight", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_refused(weight):
    weights = np.zeros((network.INPUTS, 32))
    weights[5, 5] = weight
    with pytest.raises(ValueError, match="no number"):
        network.quantise(weights, np.zeros(32), np.zeros((1, 64)), np.zeros(1), 400)


@pytest.mark.parametrize("length", [0, 43, 44, 1000])
def test_a_network_that_is_cut_off_is_refused(tmp_path, length):
    path = tmp_path / "cut.nn"
    path.write_bytes((ROOT / "data/network.nn").read_bytes()[:length])
    with pytest.raises(ValueError, match="cut.nn is"):
        network.read(path)


@pytest.mark.parametrize(
    "options, said",
    [
        ("--hidden 100", "--hidden: must be a multiple of 32"),
        ("--hidden 0", "--hidden: must be at least 32"),
        ("--hidden 4096", "--hidden: must be at most 2048"),
        ("--hidden wide", "--hidden: invalid whole number value: 'wide'"),
        ("--buckets 0", "--buckets: must be at least 1"),
        ("--buckets 9", "--buckets: must be at most 8"),
        ("--scale 20000", "--scale: must be at most 10000"),
        ("--seed -1", "--seed: must be at least 0"),
        ("--rate nan", "--rate: must be a number that is not negative"),
        ("--ahead 2", "--ahead: must be from 0 to 1"),
        ("-o nowhere/x.nn", "-o/--output: there is no folder nowhere"),
        ("-o folder.nn", "-o/--output: folder.nn is a folder"),
        ("-o gen1.json", "-o/--output: gen1.json does not end in .nn"),
        ("--reference nowhere/x.tsv", "--reference: there is no folder nowhere"),
    ],
)
def test_what_cannot_work_is_refused_before_training(options, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.nn").mkdir()
    with pytest.raises(SystemExit) as refusal:
        settings.arguments(["games.bin", "-o", "x.nn", *options.split()])
    assert refusal.value.code == 2
    assert said in capsys.readouterr().err


def test_reports_become_a_table(tmp_path):
    report = {
        "network": "gen1.nn",
        "checksum": "a42252ee2e5adbd8",
        "data": {"games": 355226, "positions": 26981422, "kept": 18636683},
        "seconds": 61.4,
        "loss": [{"learned": 0.02, "held_out": 0.021}, {"learned": 0.011524, "held_out": 0.012306}],
        "loss_in_whole_numbers": 0.0123,
    }
    path = tmp_path / "gen1.json"
    path.write_text(json.dumps(report))

    def made(*paths):
        return subprocess.run([sys.executable, ROOT / "train/summary.py", *paths], capture_output=True, text=True, timeout=60)

    assert made(path).stdout == (
        "network    games   positions        kept  learned  held out    whole  seconds          checksum\n"
        "   gen1  355,226  26,981,422  18,636,683  0.01152   0.01231  0.01230       61  a42252ee2e5adbd8\n"
    )
    for content in ("", "[]", "{}", '{"data": {}, "loss": []}'):
        path.write_text(content)
        refused = made(path)
        assert refused.returncode == 1 and "gen1.json is no report of a training" in refused.stderr


def test_weights_the_engine_cannot_hold_are_refused():
    with pytest.raises(ValueError, match="4.000, more than 3.890"):
        network.quantise(np.full((network.INPUTS, 32), 4.0), np.zeros(32), np.zeros((1, 64)), np.zeros(1), 400)
