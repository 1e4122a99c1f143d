//! `go` and its end: one `bestmove` for each, and not too early.

use std::time::Duration;

use bstar_board::notation;
use bstar_kit::effort::Effort;

use crate::harness::{Event, Session, best_moves};

const MATED: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";

#[test]
fn a_bounded_search_answers_by_itself() {
    let session = Session::start();
    session.send("go depth 1");
    let lines = session.until("bestmove");
    assert!(lines[0].starts_with("info depth 1 score cp 12 pv "));
    assert_eq!(lines.len(), 2);
    assert!(session.finish().is_empty());
}

#[test]
fn is_ready_is_answered_while_an_infinite_search_runs() {
    let session = Session::start();
    session.send("go infinite");
    session.searching();
    assert_eq!(best_moves(&session.settle()), 0);
    session.send("stop");
    session.until("bestmove");
}

#[test]
fn is_ready_is_answered_while_a_bounded_search_runs() {
    let session = Session::start();
    session.send("go nodes 77");
    session.searching();
    assert_eq!(best_moves(&session.settle()), 0);
    session.open_gate();
    session.until("bestmove");
}

#[test]
fn an_early_answer_is_held_back_until_it_is_due() {
    for (go, release) in [
        ("go infinite searchmoves b2b3", "stop"),
        ("go ponder depth 1", "ponderhit"),
        ("go ponder depth 1", "stop"),
        ("go ponder", "ponderhit"),
        ("go ponder infinite", "stop"),
        ("go", "stop"),
    ] {
        let session = Session::start();
        session.send(go);
        session.searching();
        if go.contains("depth") || go.contains("b2b3") {
            assert_eq!(session.event(), Event::Returned);
        }
        for _ in 0..20 {
            assert_eq!(best_moves(&session.settle()), 0, "{go}");
        }
        session.send(release);
        session.until("bestmove");
        assert_eq!(best_moves(&session.finish()), 0, "{go}");
    }
}

#[test]
fn a_ponderhit_does_not_end_an_infinite_search() {
    let session = Session::start();
    session.send("go infinite searchmoves b2b3");
    session.send("ponderhit");
    assert_eq!(session.searching().0, Effort::until_stopped());
    assert_eq!(session.event(), Event::Returned);
    assert_eq!(best_moves(&session.settle()), 0);
    session.send("stop");
    session.until("bestmove");
}

#[test]
fn a_stop_is_never_lost() {
    let session = Session::start();
    session.send(&"go infinite\nstop\n".repeat(50));
    for _ in 0..50 {
        session.until("bestmove");
    }
    assert_eq!(best_moves(&session.finish()), 0);
}

#[test]
fn a_stop_without_a_search_means_nothing_to_the_next() {
    let session = Session::start();
    session.send("stop\nponderhit\ngo infinite");
    session.searching();
    assert_eq!(best_moves(&session.settle()), 0);
    session.send("stop");
    session.until("bestmove");
}

#[test]
fn another_go_ends_the_search_before_it() {
    let session = Session::start();
    session.send("go infinite searchmoves a2a3");
    session.send("go infinite searchmoves h2h3");
    assert_eq!(session.until("bestmove").last().unwrap(), "bestmove a2a3");
    session.send("stop");
    assert_eq!(session.until("bestmove").last().unwrap(), "bestmove h2h3");
    assert_eq!(best_moves(&session.finish()), 0);
}

#[test]
fn where_no_move_is_legal_there_is_none() {
    let session = Session::start();
    session.send(&format!("position fen {MATED}"));
    session.send("go movetime 100");
    assert_eq!(session.line(), "info depth 0 score mate 0");
    assert_eq!(session.line(), "bestmove (none)");
    session.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    session.send("go infinite");
    assert_eq!(session.line(), "info depth 0 score cp 0");
    assert!(session.settle().is_empty());
    session.send("stop");
    assert_eq!(session.line(), "bestmove (none)");
}

#[test]
fn what_changes_the_engine_waits_for_the_search() {
    let session = Session::start();
    session.send("go nodes 77");
    session.send("setoption name Hash value 2");
    session.send("ucinewgame");
    session.send("position startpos moves e2e4");
    session.send("go depth 3 searchmoves e7e5");
    // The second `go` stops the first. So the gate need not be opened.
    session.searching();
    assert_eq!(session.event(), Event::Returned);
    assert_eq!(session.event(), Event::Set("Hash".into(), Some("2".into())));
    assert_eq!(session.event(), Event::NewGame);
    let (effort, _, fen) = session.searching();
    assert_eq!(effort, Effort::depth(3));
    assert!(fen.contains(" b "));
    session.until("bestmove");
    assert_eq!(session.until("bestmove").last().unwrap(), "bestmove e7e5");
}

#[test]
fn strange_numbers_are_named_and_the_search_ends() {
    let session = Session::start();
    for (line, movetime) in [
        ("go movetime -5", 1),
        ("go movetime soon", 1),
        (
            "go movetime 123456789012345678901234567890",
            i64::MAX as u64,
        ),
    ] {
        session.send(line);
        let lines = session.until("bestmove");
        assert!(
            lines[0].starts_with("info string go: movetime"),
            "{lines:?}"
        );
        let time = Duration::from_millis(movetime);
        assert_eq!(session.searching().0, Effort::time(time));
        assert_eq!(session.event(), Event::Returned);
    }
}

#[test]
fn search_moves_are_read_and_wrong_ones_named() {
    let session = Session::start();
    session.send("go depth 1 searchmoves e2e5 g1f3 g1f3 h7h5");
    let lines = session.until("bestmove");
    assert_eq!(
        lines[0],
        "info string searchmoves: the move e2e5 is not legal here"
    );
    assert_eq!(lines.last().unwrap(), "bestmove g1f3");
    let only = session.searching().1;
    let start = bstar_board::Position::start();
    let expected = notation::parse(&start, "g1f3").unwrap();
    assert_eq!(only, [expected]);
}

#[test]
fn castling_is_written_as_chess960_wants_it() {
    let session = Session::start();
    session.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    session.send("go depth 1 searchmoves e1g1");
    assert_eq!(session.until("bestmove").last().unwrap(), "bestmove e1g1");
    session.send("setoption name UCI_Chess960 value true");
    session.send("go depth 1 searchmoves e1h1");
    assert_eq!(session.until("bestmove").last().unwrap(), "bestmove e1h1");
}

#[test]
fn an_engine_that_panics_does_not_take_the_session_with_it() {
    let session = Session::start();
    session.send("go depth 13");
    let lines = session.until("bestmove");
    let failure = lines.iter().find(|line| line.contains("failed")).unwrap();
    assert!(failure.contains("(search)") && failure.contains("thirteen"));
    // The answer is the first move of the line it had reported.
    let reported = lines[0].split(' ').next_back().unwrap();
    assert_eq!(*lines.last().unwrap(), format!("bestmove {reported}"));
    session.send("go infinite searchmoves g2g4");
    assert_eq!(best_moves(&session.settle()), 0);
    session.send("stop");
    session.until("bestmove");
    session.send("go depth 1");
    session.until("bestmove");
}

#[test]
fn an_answer_that_is_no_move_is_replaced() {
    let session = Session::start();
    for go in ["go depth 14", "go depth 15"] {
        session.send(go);
        let lines = session.until("bestmove");
        let reported = lines[0].split(' ').next_back().unwrap();
        assert_eq!(*lines.last().unwrap(), format!("bestmove {reported}"));
        assert!(lines[1].contains("no legal move"), "{lines:?}");
    }
}

#[test]
fn at_the_end_of_the_input_a_bounded_search_is_finished() {
    let mut session = Session::start();
    session.send("go nodes 77");
    session.searching();
    session.close_input();
    session.open_gate();
    assert_eq!(best_moves(&session.ended()), 1);
}

#[test]
fn at_the_end_of_the_input_every_search_is_stopped() {
    for go in [
        "go infinite",
        "go ponder",
        "go infinite searchmoves b2b3",
        "go ponder wtime 1 btime 1",
        "go nodes 77",
    ] {
        let session = Session::start();
        session.send(go);
        session.searching();
        let lines = session.finish();
        assert_eq!(best_moves(&lines), 1, "{go}");
        let why = "info string the input has ended, so what still runs is stopped";
        assert!(lines.contains(&why.to_owned()), "{go}: {lines:?}");
    }
}

#[test]
fn a_search_that_is_over_hears_nothing_of_the_end_of_the_input() {
    let session = Session::start();
    session.send("go depth 1");
    session.until("bestmove");
    assert!(session.finish().is_empty());
}

#[test]
fn quit_stops_every_search() {
    for go in ["go infinite", "go nodes 77", "go ponder nodes 77"] {
        let session = Session::start();
        session.send(go);
        session.searching();
        // The input stays open.
        session.send("quit");
        assert_eq!(best_moves(&session.ended()), 1, "{go}");
    }
}

#[test]
fn a_reader_who_leaves_ends_the_search() {
    let mut session = Session::start();
    session.send("go infinite");
    session.searching();
    session.close_output();
    session.send("stop");
    assert!(session.ended().is_empty());
}

/// Every line here waits for the end of the search. Together they are more than may wait.
fn flood() -> String {
    "position startpos moves e2e4\nsetoption name Hash value 32\n".repeat(20_000)
}

#[test]
fn a_flood_of_lines_keeps_no_search_from_being_steered() {
    for (go, release) in [
        ("go infinite", "stop"),
        ("go ponder", "ponderhit"),
        ("go infinite", "go depth 1"),
    ] {
        let session = Session::start();
        session.send(go);
        session.searching();
        session.send(&flood());
        let lines = session.settle();
        let remarks: Vec<_> = lines
            .iter()
            .filter(|line| line.starts_with("info string"))
            .collect();
        assert_eq!(remarks.len(), 1, "{remarks:?}");
        assert!(remarks[0].contains("too many lines"), "{remarks:?}");
        assert_eq!(best_moves(&lines), 0);
        session.send(release);
        session.until("bestmove");
    }
    let session = Session::start();
    session.send("go infinite");
    session.send(&flood());
    session.send("quit");
    assert_eq!(best_moves(&session.ended()), 1);
}

#[test]
fn the_last_position_of_a_flood_is_the_one_that_is_searched() {
    let session = Session::start();
    session.send("go infinite");
    session.searching();
    session.send(&flood());
    session.send("position startpos moves d2d4");
    session.send("go depth 1");
    let fen = loop {
        if let Event::Searching { fen, .. } = session.event() {
            break fen;
        }
    };
    assert!(fen.starts_with("rnbqkbnr/pppppppp/8/8/3P4/8/"), "{fen}");
}

/// Without a search the sender waits, and nothing is dropped.
#[test]
fn a_flood_without_a_search_is_obeyed_to_the_last_line() {
    let session = Session::start();
    session.send(&"setoption name Hash value 32\n".repeat(20_000));
    let lines = session.settle();
    assert_eq!(lines.len(), 20_000);
    assert!(lines.iter().all(|line| line == "info string Hash is set"));
}

/// Words without a meaning do not take the room of others.
#[test]
fn a_flood_of_nonsense_costs_nothing() {
    let session = Session::start();
    session.send("go infinite");
    session.searching();
    session.send(&"joho joho\n".repeat(100_000));
    session.send("setoption name Hash value 32");
    session.send("stop");
    session.until("bestmove");
    assert_eq!(session.settle(), ["info string Hash is set"]);
}
