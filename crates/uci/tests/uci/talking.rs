//! Everything but searching: options, positions, extras, and strange input.

use crate::harness::{Event, Session};

const MATED: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";

#[test]
fn it_introduces_itself() {
    let session = Session::start();
    session.send("uci");
    let lines = session.until("uciok");
    assert_eq!(lines[0], "id name Scripted 1");
    assert_eq!(lines[1], "id author the tests");
    assert_eq!(
        lines[2],
        "option name Hash type spin default 64 min 1 max 1024"
    );
    assert!(lines.contains(&"option name UCI_Chess960 type check default false".to_owned()));
    assert!(session.finish().is_empty());
}

#[test]
fn options_are_set() {
    let session = Session::start();
    for (line, name, value) in [
        ("setoption name hash value 0128", "Hash", Some("128")),
        ("setoption name Clear Hash", "Clear Hash", None),
        ("setoption name Ponder value True", "Ponder", Some("true")),
        (
            "setoption name style value very risky",
            "Style",
            Some("Very Risky"),
        ),
        (
            "setoption name Book File value /my  books/a.bin",
            "Book File",
            Some("/my  books/a.bin"),
        ),
    ] {
        session.send(line);
        let event = Event::Set(name.into(), value.map(Into::into));
        assert_eq!(session.event(), event);
        assert_eq!(session.settle(), [format!("info string {name} is set")]);
    }
}

#[test]
fn bad_options_are_named_and_not_set() {
    let session = Session::start();
    for (line, complaint) in [
        (
            "setoption name Has value 5",
            "info string there is no option `Has`; did you mean `Hash`?",
        ),
        (
            "setoption name Hash value 0",
            "info string option Hash is a whole number from 1 to 1024, not `0`",
        ),
        (
            "setoption name Hash value lots",
            "info string option Hash is a whole number from 1 to 1024, not `lots`",
        ),
        (
            "setoption name Hash",
            "info string option Hash needs a value",
        ),
        (
            "setoption name Style value Wild",
            "info string option Style is one of Solid, Very Risky, not `Wild`",
        ),
        (
            "setoption name Ponder value maybe",
            "info string option Ponder is true or false, not `maybe`",
        ),
        (
            "setoption name Hash value 666",
            "info string option Hash: that many evil bytes are not to be had",
        ),
        (
            "setoption Hash 5",
            "info string setoption: expected `name` and the name of an option",
        ),
    ] {
        session.send(line);
        assert_eq!(session.settle(), [complaint]);
    }
    session.send("ucinewgame");
    assert_eq!(session.event(), Event::NewGame);
}

#[test]
fn a_bad_position_is_named_and_the_one_before_stays() {
    let session = Session::start();
    session.send("position startpos moves e2e4");
    for (line, word) in [
        ("position startpos moves e2e4 e2e4", "e2e4"),
        ("position startpos moves d2d4 e7e5 xyzzy g8f6", "xyzzy"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "FEN"),
        ("position fen", "FEN"),
        ("position fen rubbish moves e2e4", "rubbish"),
        ("position nowhere", "nowhere"),
    ] {
        session.send(line);
        let said = session.settle();
        assert_eq!(said.len(), 1, "{line}");
        assert!(said[0].starts_with("info string position: "), "{said:?}");
        assert!(said[0].contains(word), "{said:?}");
    }
    session.send("go depth 1");
    let (.., fen) = session.searching();
    assert!(
        fen.starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"),
        "{fen}"
    );
}

#[test]
fn the_board_is_shown() {
    let session = Session::start();
    session.send(&format!("position fen {MATED}"));
    session.send("d");
    let lines = session.until("Legal moves");
    assert_eq!(lines[0], "8 R . . . . . k .");
    assert!(lines.contains(&format!("Fen: {MATED}")));
    assert!(lines.contains(&"Checkers: a8".to_owned()));
    assert_eq!(lines.last().unwrap(), "Legal moves: 0");
}

#[test]
fn eval_and_bench_are_passed_on() {
    let session = Session::start();
    session.send("eval");
    assert_eq!(session.settle(), ["Material: 0", "Total: 0"]);
    session.send("bench");
    assert_eq!(session.settle(), ["1 of 1", "1000 nodes 500 nps"]);
}

#[test]
fn perft_divides_and_adds_up() {
    let session = Session::start();
    session.send("go perft 3");
    // Scripts send `quit` without waiting.
    session.send("quit");
    let lines = session.ended();
    assert!(lines.contains(&"e2e4: 600".to_owned()));
    assert!(lines.contains(&"Nodes searched: 8902".to_owned()));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
}

#[test]
fn an_endless_perft_ends_with_a_stop_or_with_the_input() {
    for end in [Some("stop"), None] {
        let session = Session::start();
        session.send("go perft 30");
        session.send("isready");
        end.into_iter().for_each(|word| session.send(word));
        let lines = session.finish();
        assert!(lines.contains(&"readyok".to_owned()));
        assert!(lines.contains(&"info string perft was stopped before its end".to_owned()));
    }
}

#[test]
fn unknown_words_are_ignored_and_told_to_those_who_debug() {
    let session = Session::start();
    session.send("xyzzy");
    session.send("register later");
    session.send("");
    assert!(session.settle().is_empty());
    session.send("joho debug on");
    session.send("xyzzy isready");
    let said = session.until("readyok");
    assert!(said.contains(&"info string ignored: xyzzy".to_owned()));
    session.send("debug off");
    session.send("plugh");
    assert!(session.settle().is_empty());
}

#[test]
fn what_is_not_text_does_not_end_the_session() {
    let session = Session::start();
    session.send_bytes(b"\xff\xfe\x00\x80 isready\n");
    assert_eq!(session.line(), "readyok");
    let mut long = vec![b'x'; 3 << 20];
    long.push(b'\n');
    session.send_bytes(&long);
    let said = session.settle();
    assert_eq!(
        said,
        ["info string a line of more than 1048576 bytes was ignored"]
    );
    session.send_bytes(b"position fen \x1b[31m\r\nisready\r\n");
    let said = session.until("readyok");
    assert!(said[0].starts_with("info string position: bad FEN"));
    assert!(!said[0].contains('\x1b'));
}

#[test]
fn the_last_line_needs_no_end() {
    let session = Session::start();
    session.send_bytes(b"isready");
    assert_eq!(session.finish(), ["readyok"]);
}

#[test]
fn a_long_game_is_read() {
    let session = Session::start();
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(500);
    session.send(&format!("position startpos moves {moves}"));
    session.send("go depth 1");
    let (.., fen) = session.searching();
    assert!(fen.ends_with("100 1001"), "{fen}");
}

#[test]
fn a_broken_pipe_ends_the_session_although_the_input_stays_open() {
    let mut session = Session::start();
    session.close_output();
    session.send("isready");
    assert!(session.ended().is_empty());
}
