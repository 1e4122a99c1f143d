//! Commands in any order, and bytes of any kind.

use proptest::prelude::*;
use std::io;

use crate::harness::{Scripted, Session, best_moves};

/// One step of a conversation. `go` in all its kinds comes most often.
fn step() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "go infinite",
        "go infinite searchmoves b2b3",
        "go ponder",
        "go ponder wtime 1000 btime 1000",
        "go depth 1",
        "go movetime -5",
        "go depth 13",
        "stop",
        "stop",
        "stop",
        "ponderhit",
        "ponderhit",
        "isready",
        "isready",
        "setoption name Hash value 32",
        "setoption name Clear Hash",
        "setoption name UCI_Chess960 value true",
        "position startpos moves e2e4",
        "position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
        "position fen nonsense",
        "ucinewgame",
        "debug on",
        "uci",
    ])
}

proptest! {
    // The panics of `go depth 13` are intended. The test runner captures their messages.
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn each_go_has_one_answer(
        steps in prop::collection::vec((step(), any::<bool>()), 1..30),
        quits in any::<bool>(),
    ) {
        let session = Session::start();
        let mut said = Vec::new();
        let mut searches = 0;
        let mut questions = 0;
        // What the last search waits for. All earlier ones have been stopped by the `go` after
        // them.
        let mut waits_for: &[&str] = &[];
        for (step, waits) in steps {
            session.send(step);
            searches += usize::from(step.starts_with("go"));
            questions += usize::from(step == "isready");
            if waits_for.contains(&step) {
                waits_for = &[];
            } else if step.starts_with("go") {
                waits_for = match step {
                    _ if step.contains("infinite") => &["stop"],
                    _ if step.contains("ponder") => &["stop", "ponderhit"],
                    _ => &[],
                };
            }
            // Sometimes all commands come at once, sometimes the engine gets some time.
            if waits {
                said.extend(session.settle());
                let held_back = usize::from(!waits_for.is_empty());
                prop_assert!(best_moves(&said) <= searches - held_back);
            }
        }
        if quits {
            session.send("quit");
        }
        said.extend(session.finish());
        prop_assert_eq!(best_moves(&said), searches);
        let answers = said.iter().filter(|line| *line == "readyok").count();
        // Each `settle` takes one answer. It may be that of a step, but the sum is right.
        prop_assert_eq!(answers, questions);
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let (engine, _events, _gate) = Scripted::new();
        prop_assert!(bstar_uci::run(engine, io::Cursor::new(bytes), io::sink()).is_ok());
    }

    #[test]
    fn any_words_are_survived(
        text in "((uci|debug|on|isready|setoption|name|value|Hash|Style|ucinewgame|position|startpos|fen|moves|\
                 e2e4|8/8/8/8/8/8/8/8|w|-|go|depth|nodes|movetime|infinite|ponder|searchmoves|perft 2|stop|\
                 ponderhit|d|eval|bench|-?[0-9]{1,20}|\\PC{0,5})[ \n])*"
    ) {
        let (engine, _events, gate) = Scripted::new();
        // The words may contain `nodes 77`.
        for _ in 0..100 {
            gate.send(()).unwrap();
        }
        prop_assert!(bstar_uci::run(engine, io::Cursor::new(text.into_bytes()), io::sink()).is_ok());
    }
}
