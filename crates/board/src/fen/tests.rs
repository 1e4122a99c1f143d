use super::{FenFault, parse, write};
use crate::position::{CastlingSide, Position};
use crate::types::{Color, File, Square};

fn fault(text: &str) -> (usize, FenFault) {
    let error = parse(text).unwrap_err();
    (error.column, error.fault)
}

fn rook(position: &Position, color: Color, side: CastlingSide) -> Option<File> {
    position.castling_rook(color, side)
}

#[test]
fn faults_of_the_fields() {
    assert_eq!(fault(""), (1, FenFault::FieldCount(0)));
    assert_eq!(fault("4k3/8/8/8/8/8/8/4K3"), (20, FenFault::FieldCount(1)));
    assert_eq!(
        fault("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2"),
        (31, FenFault::FieldCount(7))
    );
}

#[test]
fn what_stands_below_a_diagram_is_enough() {
    let whole = "r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1";
    for text in [
        "r3k2r/8/8/8/8/8/8/R3K2R b",
        "\u{feff}r3k2r/8/8/8/8/8/8/R3K2R b -",
        "r3k2r/8/8/8/8/8/8/R3K2R b - -",
        "r3k2r/8/8/8/8/8/8/R3K2R b - - 0",
    ] {
        assert_eq!(write(&parse(text).unwrap()), whole);
    }
    let castles = parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq").unwrap();
    assert!(
        castles
            .castling_rook(Color::White, CastlingSide::Long)
            .is_some()
    );
    assert_eq!(fault("4k3/8/8/8/8/8/8/4K3 w K").0, 23);
}

#[test]
fn faults_of_the_board() {
    use Color::{Black, White};
    for (text, expected) in [
        ("4k3/8/8/8/8/8/4K3", (1, FenFault::RankCount(7))),
        ("4k3/8/8/8/8/8/8/8/4K3", (1, FenFault::RankCount(9))),
        (
            "4k3/7/8/8/8/8/8/4K3",
            (
                5,
                FenFault::RankWidth {
                    rank: 7,
                    squares: 7,
                },
            ),
        ),
        (
            "4k3/8/8/8/8/8/ppppppppp/4K3",
            (
                15,
                FenFault::RankWidth {
                    rank: 2,
                    squares: 9,
                },
            ),
        ),
        ("4k3/44/8/8/8/8/8/4K3", (6, FenFault::AdjacentDigits)),
        ("4k3/9/8/8/8/8/8/4K3", (5, FenFault::UnknownMan('9'))),
        ("4k3/é7/8/8/8/8/8/4K3", (5, FenFault::UnknownMan('é'))),
        ("8/8/8/8/8/8/8/4K3", (1, FenFault::NoKing(Black))),
        ("4k3/8/8/8/8/8/8/8", (1, FenFault::NoKing(White))),
        ("4k3/8/8/8/8/4K3/8/4K3", (20, FenFault::SeveralKings(White))),
        (
            "4k3/8/8/8/8/P7/PPPPPPPP/RNBQKBNR",
            (
                1,
                FenFault::TooManyMen {
                    color: White,
                    men: 17,
                },
            ),
        ),
        (
            "4k3/pppppppp/p7/8/8/8/8/4K3",
            (
                1,
                FenFault::TooManyPawns {
                    color: Black,
                    pawns: 9,
                },
            ),
        ),
        (
            "4k3/8/8/8/8/8/PPPPPPP1/1QQQK3",
            (
                1,
                FenFault::TooManyPromoted {
                    color: White,
                    promoted: 2,
                    missing: 1,
                },
            ),
        ),
        (
            "4k2P/8/8/8/8/8/8/4K3",
            (4, FenFault::PawnOnLastRank(Square::H8)),
        ),
        (
            "4k3/8/8/8/8/8/8/p3K3",
            (17, FenFault::PawnOnLastRank(Square::A1)),
        ),
        (
            "4k3/8/8/8/8/8/8/4R1K1",
            (2, FenFault::OpponentInCheck(Black)),
        ),
        (
            "8/8/8/8/8/8/4k3/4K3",
            (14, FenFault::OpponentInCheck(Black)),
        ),
    ] {
        assert_eq!(fault(&format!("{text} w - - 0 1")), expected, "{text}");
    }
}

#[test]
fn impossible_checks() {
    assert_eq!(
        fault("4k3/8/8/8/1b5b/8/4r3/4K3 w - - 0 1"),
        (23, FenFault::ImpossibleCheck { count: 3 })
    );
    assert!(parse("4k3/8/8/8/1b6/8/4r3/4K3 w - - 0 1").is_ok());
}

#[test]
fn faults_of_the_side() {
    assert_eq!(
        fault("4k3/8/8/8/8/8/8/4K3 W - - 0 1"),
        (21, FenFault::UnknownSide("W".to_owned()))
    );
}

#[test]
fn faults_of_castling() {
    let white = Color::White;
    for (board, rights, expected) in [
        (
            "4k3/8/8/8/8/8/8/R3K2R",
            "KX",
            FenFault::UnknownCastling('X'),
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R",
            "K-",
            FenFault::UnknownCastling('-'),
        ),
        (
            "4k3/8/8/8/8/8/4K3/R6R",
            "K",
            FenFault::CastlingKing {
                letter: 'K',
                color: white,
            },
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3",
            "K",
            FenFault::CastlingRook {
                letter: 'K',
                color: white,
            },
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3",
            "H",
            FenFault::CastlingRook {
                letter: 'H',
                color: white,
            },
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R",
            "KK",
            FenFault::RepeatedCastling('K'),
        ),
        (
            "4k3/8/8/8/8/8/8/R3K1RR",
            "HG",
            FenFault::RepeatedCastling('G'),
        ),
    ] {
        let (column, fault) = fault(&format!("{board} w {rights} - 0 1"));
        assert_eq!(fault, expected, "{board} {rights}");
        assert_eq!(column, board.len() + 3 + rights.len(), "{board} {rights}");
    }
}

#[test]
fn faults_of_en_passant() {
    let fault = |board: &str, square: &str| fault(&format!("{board} b - {square} 0 1")).1;
    assert_eq!(
        fault("4k3/8/8/8/4P3/8/8/4K3", "e9"),
        FenFault::UnknownEnPassant("e9".to_owned())
    );
    assert_eq!(
        fault("4k3/8/8/8/4P3/8/8/4K3", "e6"),
        FenFault::EnPassantRank {
            square: Square::E6,
            rank: 3,
            mover: Color::Black
        }
    );
    assert_eq!(
        fault("4k3/8/8/8/4P3/8/8/4K3", "d3"),
        FenFault::EnPassantPawn {
            square: Square::D3,
            pawn: Square::D4
        }
    );
    assert_eq!(
        fault("4k3/8/8/8/4P3/8/4N3/4K3", "e3"),
        FenFault::EnPassantBlocked {
            square: Square::E3,
            occupied: Square::E2
        }
    );
    assert_eq!(
        fault("4k3/8/5N2/8/4P3/8/8/4K3", "e3"),
        FenFault::EnPassantCheck {
            square: Square::E3,
            checker: Square::F6
        }
    );
    // The pawn gives check itself, or a bishop through the square it left.
    assert!(parse("8/8/8/3k4/4P3/8/8/4K3 b - e3 0 1").is_ok());
    assert!(parse("8/8/k7/8/4P3/8/8/4KB2 b - e3 0 1").is_ok());
}

#[test]
fn faults_of_the_counters() {
    for (counters, column, expected) in [
        ("x 1", 27, FenFault::HalfmoveClock("x".to_owned())),
        ("-1 1", 27, FenFault::HalfmoveClock("-1".to_owned())),
        ("+1 1", 27, FenFault::HalfmoveClock("+1".to_owned())),
        ("99999 1", 27, FenFault::HalfmoveClock("99999".to_owned())),
        ("0 1.5", 29, FenFault::MoveNumber("1.5".to_owned())),
        ("0 65536", 29, FenFault::MoveNumber("65536".to_owned())),
    ] {
        let text = format!("4k3/8/8/8/8/8/8/4K3 w - - {counters}");
        assert_eq!(fault(&text), (column, expected), "{counters}");
    }
    let position = parse("4k3/8/8/8/8/8/8/4K3 w - - 137 0").unwrap();
    assert_eq!(position.halfmove_clock(), 100);
    assert_eq!(position.fullmove_number(), 1);
}

#[test]
fn messages_name_fault_and_column() {
    assert_eq!(
        parse("8/8/8/8/8/8/8/4K3 w - - 0 1")
            .unwrap_err()
            .to_string(),
        "FEN, column 1: Black has no king"
    );
}

#[test]
fn four_fields_are_enough() {
    let position = parse("4k3/8/8/8/8/8/8/4K2R w K -").unwrap();
    assert_eq!(write(&position), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

#[test]
fn side_letters_mean_the_outermost_rook() {
    let position = parse("1r2k1r1/8/8/8/8/8/8/RR1K1RR1 w KQkq - 0 1").unwrap();
    use CastlingSide::{Long, Short};
    use Color::{Black, White};
    assert_eq!(rook(&position, White, Short), Some(File::G));
    assert_eq!(rook(&position, White, Long), Some(File::A));
    assert_eq!(rook(&position, Black, Short), Some(File::G));
    assert_eq!(rook(&position, Black, Long), Some(File::B));
}

#[test]
fn an_inner_rook_is_written_by_its_file() {
    let text = "4k3/8/8/8/8/8/8/RR1K1RR1 w FB - 0 1";
    let position = parse(text).unwrap();
    assert_eq!(write(&position), text);
    let outer = parse("4k3/8/8/8/8/8/8/RR1K1RR1 w GA - 0 1").unwrap();
    assert_eq!(write(&outer), "4k3/8/8/8/8/8/8/RR1K1RR1 w KQ - 0 1");
}

#[test]
fn en_passant_is_written_if_the_capture_is_legal() {
    let possible = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
    assert_eq!(write(&parse(possible).unwrap()), possible);
    let idle = parse("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").unwrap();
    assert_eq!(write(&idle), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    let pinned = parse("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1").unwrap();
    assert_eq!(write(&pinned), "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
}
