//! Classical endings of three men, as they are told.

use bstar_board::{Game, fen, san};
use bstar_engine::{Engine, Evaluation, SearchKind, Settings, Task};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_tables::{Syzygy, Tables};

use crate::Reading;
use crate::facts::claims::check::check_with;
use crate::facts::claims::{Claim, EndingFact, Fact, LineStart};
use bstar_board::Color;

fn tables() -> Tables {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");
    Tables::default().with_syzygy(Some(Syzygy::open(folder).unwrap()))
}

/// What is told of a position, after checking that nothing told is false.
fn told<T>(text: &str, tell: impl Fn(&Reading) -> T) -> T {
    let settings = Settings {
        hash_mib: 1,
        search: SearchKind::Bstar,
        evaluation: Evaluation::Terms,
        endings: tables(),
        ..Settings::default()
    };
    let game = Game::new(fen::parse(text).unwrap());
    let mut engine = Engine::new(settings).unwrap();
    let effort = Effort::expansions(10);
    let thought = engine.run(&Task::explain(&game, effort), &Stop::new(), &mut ());
    let reading = crate::tests::read(&game, &thought);
    let (_, audit) = reading.audited();
    assert!(audit.refused.is_empty(), "{text}: {:?}", audit.refused);
    tell(&reading)
}

fn flat(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

#[track_caller]
fn tells(text: &str, sentences: &[&str]) {
    let story = flat(&told(text, |reading| reading.story()));
    for sentence in sentences {
        assert!(story.contains(sentence), "{story}");
    }
}

#[test]
fn the_opposition() {
    tells(
        "8/8/3k4/8/8/3K4/3P4/8 w - - 0 1",
        &[
            "White wins, whatever Black does",
            "known exactly, from endgame tables",
            "3 of 7 moves win: Kc4, Kd4 and Ke4; the other 4 moves draw.",
            "1. Kc3 throws the win away: Black takes the opposition with 1... Kc5, the only move \
             that draws.",
            "wins 3 Kc4, Kd4, Ke4 draws - Kc2, Ke2, Kc3, Ke3",
        ],
    );
    tells(
        "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
        &[
            "With best play of both sides the game is a draw.",
            "All 4 moves draw.",
            "Black has the opposition: the kings face each other, and White has to give way. With \
             Black to move White would win.",
        ],
    );
}

#[test]
fn key_squares() {
    tells(
        "4k3/8/8/3K4/4P3/8/8/8 w - - 0 1",
        &[
            "The king reaches d6, a key square of the pawn on e4: from there White wins, whoever \
           is to move.",
        ],
    );
}

#[test]
fn the_square_of_the_pawn() {
    tells(
        "8/8/8/8/P4k2/8/8/7K w - - 0 1",
        &[
            "Only 1. a5 wins; the other 3 moves draw. The pawn runs, and Black's king cannot catch \
             it: 1. a5 Ke4 2. a6 Kd5 3. a7 Kc6 4. a8=Q+.",
            "1. Kg1 throws the win away: with 1... Ke4 Black's king is in the square of the pawn \
             and catches it.",
        ],
    );
    tells(
        "8/8/8/8/P3k3/8/8/7K b - - 0 1",
        &[
            "Black's king is in the square of the pawn on a4",
            "1... Kd3 loses: Black's king cannot catch the pawn, which runs through with 2. a5",
        ],
    );
}

#[test]
fn a_rook_pawn_and_the_corner() {
    tells(
        "7k/8/8/6K1/7P/8/8/8 w - - 0 1",
        &["Black's king holds the corner in front of the rook pawn, and cannot be driven away."],
    );
}

#[test]
fn a_queen_mates_or_stalemates() {
    tells(
        "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1",
        &[
            "White mates with the next move.",
            "throws the win away: it is stalemate.",
            "mate in moves wins 1 Qc8#",
        ],
    );
}

#[test]
fn a_rook_mates() {
    tells(
        "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        &[
            "White wins: mate in 15 moves at most",
            "All 15 moves win. The quickest is 1. Re1.",
        ],
    );
}

#[test]
fn the_fifty_moves() {
    tells(
        "8/8/8/3k4/8/8/8/KR6 w - - 90 80",
        &["Without the fifty-move rule White would win"],
    );
}

#[test]
fn a_move_that_is_asked_about() {
    let asked = |text: &str, name: &str| {
        told(text, |reading| {
            let mv = san::parse(reading.position(), name).unwrap();
            flat(&reading.asked(mv).text().unwrap())
        })
    };
    let opposition = "8/8/3k4/8/8/3K4/3P4/8 w - - 0 1";
    assert!(asked(opposition, "Kc3").starts_with(
        "About Kc3. It throws the win away: Black takes the opposition with 1... Kc5, the only \
         move that draws. Kc4 is right."
    ));
    assert!(asked(opposition, "Ke4").starts_with("Ke4 wins too."));
    let rook = "8/8/8/3k4/8/8/8/KR6 w - - 0 1";
    assert_eq!(
        asked(rook, "Rb5+"),
        "Rb5+ wins too. It is mate in 17 moves at most."
    );
}

/// The checker takes nobody's word.
#[test]
fn false_claims_are_refused() {
    let game = Game::new(fen::parse("8/8/3k4/8/8/3K4/3P4/8 w - - 0 1").unwrap());
    let tables = tables();
    let check = |names: &str, side, line: &str, fact| {
        let path = crate::tests::played(game.position(), names);
        let place = crate::facts::claims::position_after(game.position(), &path);
        let claim = Claim {
            side,
            line: crate::tests::played(&place, line),
            begins: LineStart::Move,
            path,
            fact: Fact::Ending(fact),
        };
        check_with(&game, &tables, &claim).is_ok()
    };
    use bstar_tables::Outcome::{Draw, Loss, Win};
    let opposition = |otherwise| EndingFact::Opposition { otherwise };
    let pawn = bstar_board::Square::D2;
    assert!(check("Kc3 Kc5", Color::Black, "", opposition(Loss)));
    assert!(!check("Kc3 Kc5", Color::Black, "", opposition(Draw)));
    assert!(!check("Kc3 Kc6", Color::Black, "", opposition(Loss)));
    assert!(check("Kc3", Color::Black, "Kc5", EndingFact::OnlyKeeps));
    assert!(!check("Kc3", Color::Black, "Kd5", EndingFact::OnlyKeeps));
    assert!(check(
        "Kd4",
        Color::White,
        "",
        EndingFact::KeySquare { pawn }
    ));
    assert!(!check(
        "Ke3",
        Color::White,
        "",
        EndingFact::KeySquare { pawn }
    ));
    assert!(check(
        "Kd4",
        Color::White,
        "",
        EndingFact::Comes { to: Win }
    ));
    assert!(!check(
        "Ke3",
        Color::White,
        "",
        EndingFact::Comes { to: Win }
    ));
    for fact in [
        EndingFact::Runs { pawn },
        EndingFact::Promotes,
        EndingFact::FiftyMoves,
        EndingFact::Wins {
            square: pawn,
            moves: 2,
        },
        EndingFact::Wins {
            square: pawn,
            moves: 0,
        },
        EndingFact::Catches { pawn },
        EndingFact::Blocks { pawn },
        EndingFact::HoldsCorner {
            corner: bstar_board::Square::D8,
        },
    ] {
        for side in Color::ALL {
            assert!(!check("Kd4", side, "", fact), "{fact:?}");
        }
    }
}
