"""What reads and writes games takes work in proportion to their size, whatever is in them.

Work is instructions, which Valgrind counts: unlike time they hardly change from run to run, and nothing is left out of them. Each input is made
in two sizes, one four times the other. Four times the size may take at most six times the work; sixteen times would be quadratic.
"""

import functools
import json
import re
import shutil
import signal
import subprocess
import urllib.request

import pytest

from conftest import argv

pytestmark = [pytest.mark.rare, pytest.mark.skipif(not shutil.which("valgrind"), reason="instructions are counted by valgrind")]

TIMES_THE_SIZE = 4
AT_MOST_TIMES_THE_WORK = 6

# One node a position: the search is the least part of the work.
ANALYSE = ("analyse", "-", "--nodes", "1", "--hash", "1")
BOOK = ("book", "make", "-", "--least-games", "1", "-o", "/dev/null")
SUITE = ("suite", "-", "--nodes", "1", "--no-judge")
GAMES, JUDGE, POSITION = (("serve", f"api/{name}") for name in ("games", "judge", "position"))
# A game of one move, which mates: there is little to search.
MATE = '[FEN "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]\n\n1. Ra8# '
EPD = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;"
# The least that each can be given. What that takes is subtracted.
LEAST = {ANALYSE: "1. e4 *\n", BOOK: "1. e4 e5 1-0\n\n", SUITE: EPD + "\n", (): "quit\n", GAMES: MATE + "*", JUDGE: MATE + "*", POSITION: ""}


def nested(variations):
    return "1. e4 " + ("(1. d4 " * 50 + ")" * 50) * variations


# For each: the command, the input of a size, and that size.
INPUTS = {
    "a comment of many words": (ANALYSE, lambda size: "1. e4 {" + "x " * size + "} *\n", 5_000),
    "a comment of one word": (ANALYSE, lambda size: "1. e4 {" + "x" * size + "} *\n", 50_000),
    "many comments": (ANALYSE, lambda size: "1. e4 " + "{x} " * size + "*\n", 5_000),
    "comments behind semicolons": (ANALYSE, lambda size: "1. e4 " + "; x\n" * size + "*\n", 5_000),
    "commands without an end": (ANALYSE, lambda size: "1. e4 {" + "[%a " * size + "} *\n", 5_000),
    "evaluations of others": (ANALYSE, lambda size: "1. e4 {" + "[%eval 0.1] [%eval " * size + "} *\n", 2_000),
    "many tags": (ANALYSE, lambda size: "".join(f'[Tag{n} "x"]\n' for n in range(size)) + "\n1. e4 *\n", 2_000),
    "marks": (ANALYSE, lambda size: "1. e4 " + "$1 " * size + "*\n", 5_000),
    "many variations": (ANALYSE, lambda size: "1. e4 " + "(1. d4) " * size + "*\n", 1_000),
    "nested variations": (ANALYSE, lambda size: nested(size) + "*\n", 20),
    "a long variation": (ANALYSE, lambda size: "1. e4 (" + "1. Nf3 Nf6 2. Ng1 Ng8 " * size + ") *\n", 500),
    "null moves": (ANALYSE, lambda size: "1. e4 (1. d4 " + "-- (--) " * size + ") *\n", 2_000),
    "a long game": (ANALYSE, lambda size: "1. Nf3 Nf6 2. Ng1 Ng8 " * size + "*\n", 40),
    "many games": (BOOK, lambda size: "1. e4 e5 1-0\n\n" * size, 1_000),
    "games with faults": (ANALYSE, lambda size: "1. e4 e5 1-0\n\n" + "1. e5 1-0\n\n" * size, 2_000),
    "a word that is no move": (ANALYSE, lambda size: "1. e4 e5 1-0\n\n1. " + "x" * size + " *\n", 50_000),
    "open brackets": (ANALYSE, lambda size: "1. e4 e5 1-0\n\n1. e4 " + "(" * size + " *\n", 20_000),
    "operations of a position": (SUITE, lambda size: EPD + "".join(f" c{n} 1;" for n in range(2, size)) + "\n", 2_000),
    "solutions of a position": (SUITE, lambda size: EPD[:-1] + " O-O" * size + ";\n", 2_000),
    "many positions": (SUITE, lambda size: (EPD + "\n") * size, 100),
    "a long list of moves": ((), lambda size: "position startpos moves" + " g1f3 g8f6 f3g1 f6g8" * size + "\nquit\n", 1_000),
    "words that are no moves": ((), lambda size: "go depth 1 searchmoves" + " a1" * size + "\nquit\n", 500),
    "a long FEN": ((), lambda size: "position fen " + "8/" * size + " w - -\nquit\n", 20_000),
    "a FEN of many words": ((), lambda size: "position fen 4k3/8/8/8/8/8/8/4K3 w" + " -" * size + "\nquit\n", 20_000),
    "words that are no command": ((), lambda size: "debug on\n" + "x " * size + "\nquit\n", 20_000),
    "a request about a game of many words": (GAMES, lambda size: MATE + "{" + "x " * size + "} *", 5_000),
    "a request about a game of many tags": (GAMES, lambda size: "".join(f'[Tag{n} "x"]\n' for n in range(size)) + MATE + "*", 2_000),
    "a request to judge a game of many words": (JUDGE, lambda size: MATE + "{" + "x " * size + "} *", 20_000),
    "a request to judge a game of many tags": (JUDGE, lambda size: "".join(f'[Tag{n} "x"]\n' for n in range(size)) + MATE + "*", 5_000),
    "a request with many moves": (POSITION, lambda size: "g1f3 g8f6 f3g1 f6g8 " * size, 100),
    "many lines": ((), lambda size: "position startpos moves e2e4\n" * size + "quit\n", 2_000),
}


COUNTING = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]


def instructions(program, arguments, text):
    """Of the whole program, which gets the text as its input, or as the body of a request."""
    if arguments[:1] == ("serve",):
        said = of_request(program, arguments[1], text)
    else:
        said = subprocess.run([*COUNTING, *argv(program, *arguments)], input=text, capture_output=True, text=True, timeout=600).stderr
    found = re.search(r"I\s+refs:\s+([\d,]+)", said)
    assert found, said[-2000:]
    return int(found.group(1).replace(",", ""))


def of_request(program, path, text):
    body = {"moves": text.split()} if path == "api/position" else {"pgn": text}
    process = subprocess.Popen([*COUNTING, program, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        url = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline()).group()
        request = urllib.request.Request(url + path, data=json.dumps(body).encode(), headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=600) as answer:
            answer.read()
        process.send_signal(signal.SIGINT)
        return process.communicate(timeout=600)[1]
    finally:
        process.kill()
        process.communicate()


@functools.cache
def to_begin(program, arguments):
    """What the program takes to begin and to end."""
    return instructions(program, arguments, LEAST[arguments])


@pytest.mark.parametrize("name", INPUTS)
def test_work_grows_with_the_size_and_not_with_its_square(bstar, name):
    arguments, text, size = INPUTS[name]
    least = to_begin(bstar, arguments)
    once, longer = (instructions(bstar, arguments, text(times * size)) - least for times in (1, TIMES_THE_SIZE))
    assert 0 < longer < AT_MOST_TIMES_THE_WORK * once, f"{name}: {size} take {once} instructions, {TIMES_THE_SIZE * size} take {longer}"
