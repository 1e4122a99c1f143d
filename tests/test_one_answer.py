"""One question, one answer: "what about this move?" has the same sentences in the shell, from the server and at the turning point of a judged game."""

import json
import re
import urllib.request

import pytest
from browser import serving
from conftest import ROOT

# For a position of a judged game, and for the question at a turning point.
NODES = 2_000
FACTOR = 5
# The memory of a search of the server and of a judged game.
HASH_MIB = 16
# A loss by which a short search, too, calls a move a mistake.
CLEAR_LOSS_PERCENT = 11


def bad_moves():
    """Positions of games, and a move that loses much there."""
    found = []
    for line in (ROOT / "data/losing.epd").read_text().splitlines():
        if line.startswith("#"):
            continue
        fields = line.split()
        position = " ".join(fields[:4]) + " 0 1"
        operands = dict(re.findall(r'(\w+) "?([^";]+)"?;', " ".join(fields[4:])))
        if float(operands["loss"]) >= CLEAR_LOSS_PERCENT:
            found.append((position, operands["am"]))
    return found


def one_move_game(position, move):
    number = "1." if " w " in position else "1..."
    return f'[SetUp "1"]\n[FEN "{position}"]\n\n{number} {move} *\n\n'


def judged(run, tmp_path, moves):
    """What is said of the moves that are turning points of a game of one move."""
    file = tmp_path / "games.pgn"
    file.write_text("".join(one_move_game(*move) for move in moves))
    done = run("analyse", file, "--nodes", NODES, "--hash", HASH_MIB, "--json-lines")
    games = [json.loads(line) for line in done.stdout.splitlines()]
    told = {game["game"] - 1: game["moves"][0]["explanation"] for game in games}
    return {moves[at]: explanation for at, explanation in told.items() if explanation}


def in_the_shell(run, position, move):
    done = run("explain", position, "--move", move, "--nodes", FACTOR * NODES, "--hash", HASH_MIB, "--json")
    return json.loads(done.stdout)["comparison"]["sentences"]


def from_the_server(server, position, move):
    wish = {"fen": position, "move": move, "nodes": FACTOR * NODES}
    request = urllib.request.Request(server.url.rstrip("/") + "/api/search", json.dumps(wish).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        lines = [line.removeprefix("data:") for line in answer.read().decode().splitlines() if line.startswith("data:")]
    objects = map(json.loads, lines)
    [comparison] = [found for found in objects if found["type"] == "comparison"]
    return comparison["sentences"]


@pytest.mark.parametrize("questions", [20, pytest.param(100, marks=pytest.mark.rare)])
def test_a_question_has_the_same_answer_wherever_it_is_asked(run, bstar, tmp_path, questions):
    explained = dict(list(judged(run, tmp_path, bad_moves()[: 2 * questions]).items())[:questions])
    assert len(explained) == questions
    with serving(bstar) as server:
        for (position, move), explanation in explained.items():
            in_game = explanation["sentences"]
            assert in_game, f"{position} {move}"
            assert json.dumps(in_game) == json.dumps(in_the_shell(run, position, move)), f"{position} {move}"
            assert json.dumps(in_game) == json.dumps(from_the_server(server, position, move)), f"{position} {move}"
