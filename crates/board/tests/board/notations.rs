//! FEN, SAN and EPD: what is written is read back, and no text makes a reader panic.

use std::collections::HashSet;

use crate::common::{Chance, same_position};
use bstar_board::fen::FenFault;
use bstar_board::{CastlingSide, Color, Position, epd, fen, notation, san};
use proptest::prelude::*;

/// Makes texts that are almost valid. They reach deeper into a reader than noise does.
fn nearly(alphabet: &'static str, longest: usize) -> impl Strategy<Value = String> {
    let letters: Vec<char> = alphabet.chars().collect();
    prop::collection::vec(prop::sample::select(letters), 0..longest)
        .prop_map(|letters| letters.into_iter().collect())
}

/// A valid text with a few characters changed.
fn damaged(text: &str, chance: &mut Chance, replacements: &str) -> String {
    let replacements: Vec<char> = replacements.chars().collect();
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=chance.below(3) {
        let at = chance.below(letters.len());
        match chance.below(3) {
            0 => letters[at] = *chance.pick(&replacements),
            1 => letters.insert(at, *chance.pick(&replacements)),
            _ => {
                letters.remove(at);
            }
        }
    }
    letters.into_iter().collect()
}

#[test]
fn every_data_file_is_read() {
    for (file, positions) in [
        ("wac.epd", 300),
        ("bratko-kopec.epd", 24),
        ("papers-figures.epd", 15),
        ("perft.epd", 100),
        ("perft-chess960.epd", 900),
    ] {
        let epds =
            epd::read(&crate::common::data(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(epds.len() >= positions, "{file}: {}", epds.len());
        for epd in epds {
            let again = epd::parse_line(&epd::write(&epd)).unwrap();
            assert!(same_position(&again.position, &epd.position));
            assert_eq!(
                (
                    again.best,
                    again.avoid,
                    again.id,
                    again.comment,
                    again.other
                ),
                (epd.best, epd.avoid, epd.id, epd.comment, epd.other)
            );
        }
    }
}

fn check_fen(position: &Position) {
    let standard = fen::write(position);
    for text in [standard.clone(), with_rook_files(position, &standard)] {
        let again = fen::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(same_position(&again, position), "{text}");
        assert_eq!(again.key(), position.key(), "{text}");
        assert_eq!(again.halfmove_clock(), position.halfmove_clock());
        assert_eq!(again.fullmove_number(), position.fullmove_number());
        assert_eq!(fen::write(&again), standard);
    }
}

/// The FEN with castling rights as the files of the rooks: `HAha` (Shredder-FEN).
fn with_rook_files(position: &Position, fen: &str) -> String {
    let mut rights = String::new();
    for color in Color::ALL {
        for side in [CastlingSide::Short, CastlingSide::Long] {
            rights.extend(position.castling_rook(color, side).map(|file| {
                let letter = char::from(file);
                match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                }
            }));
        }
    }
    if rights.is_empty() {
        rights.push('-');
    }
    let mut fields: Vec<&str> = fen.split(' ').collect();
    fields[2] = &rights;
    fields.join(" ")
}

fn check_san(position: &Position) {
    let mut seen = HashSet::new();
    for mv in position.legal_moves() {
        let word = san::write(position, mv);
        assert_eq!(san::parse(position, &word), Ok(mv), "{word}");
        let bare = word.trim_end_matches(['+', '#']);
        assert_eq!(san::parse(position, bare), Ok(mv), "{bare}");
        let coordinates = notation::write(position, mv);
        assert_eq!(
            notation::parse(position, &coordinates),
            Ok(mv),
            "{coordinates}"
        );
        assert!(seen.insert(word.clone()), "{word} is written twice");
        // Without its disambiguation a word must not mean another move.
        if word.len() > 3 && word.starts_with(['N', 'R', 'Q', 'B']) {
            let shorter = format!("{}{}", &word[..1], &word[2..]);
            if let Ok(other) = san::parse(position, &shorter) {
                assert_eq!(other.to, mv.to, "{word} {shorter}");
            }
        }
    }
}

#[test]
fn a_piece_on_the_pawns_fifth_rank_makes_no_en_passant_capture() {
    let with = fen::parse("4k3/8/8/2Bp4/8/8/8/4K3 w - d6 0 1").unwrap();
    let without = fen::parse("4k3/8/8/2Bp4/8/8/8/4K3 w - - 0 1").unwrap();
    assert!(same_position(&with, &without));
    let with = fen::parse("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1").unwrap();
    let without = fen::parse("4k3/8/8/2Pp4/8/8/8/4K3 w - - 0 1").unwrap();
    assert!(!same_position(&with, &without));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn positions_of_play_survive_writing(seed: u64) {
        for position in Chance::new(seed).walk(150) {
            check_fen(&position);
            check_san(&position);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_damaged_fen_gives_a_position_or_a_named_fault(seed: u64) {
        let mut chance = Chance::new(seed);
        let plies = chance.below(80);
        let position = chance.walk(plies).pop().unwrap();
        let text = damaged(&fen::write(&position), &mut chance, "KQRBNPkqrbnp12345678/ -wbaAhHé0");
        match fen::parse(&text) {
            Ok(position) => {
                check_fen(&position);
                for mv in position.legal_moves() {
                    let _ = position.after(mv).has_legal_move();
                }
            }
            Err(error) => {
                // Every rule the position type insists on has a fault of its own.
                prop_assert_ne!(&error.fault, &FenFault::Impossible, "{}", text);
                prop_assert!(error.column >= 1 && error.column <= text.chars().count() + 1);
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,60}", bytes: Vec<u8>) {
        for text in [text, String::from_utf8_lossy(&bytes).into_owned()] {
            let _ = fen::parse(&text);
            let _ = epd::read(&text);
            let _ = san::parse(&Position::start(), &text);
            let _ = san::parse_either(&Position::start(), &text);
            let _ = notation::parse(&Position::start(), &text);
        }
    }

    #[test]
    fn no_near_move_makes_a_reader_panic(word in nearly("abcdefgh12345678KQRBNPqx=:-+#!?0O(). é", 9)) {
        let position = fen::parse("r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPP1/R3K2R w KQkq - 0 1");
        let position = position.unwrap();
        if let Ok(mv) = san::parse(&position, &word) {
            prop_assert!(position.is_legal(mv));
        }
        let _ = notation::parse(&position, &word);
    }

    #[test]
    fn a_damaged_epd_gives_positions_or_a_place_in_it(seed: u64) {
        let mut chance = Chance::new(seed);
        let suite = crate::common::data("wac.epd");
        let lines: Vec<&str> = suite.lines().collect();
        let whole: Vec<&str> = (0..3).map(|_| *chance.pick(&lines)).collect();
        let text = damaged(&whole.join("\n"), &mut chance, "KQRBNx/ -wb;\"#\n\r\té0");
        if let Err(error) = epd::read(&text) {
            let line = text.lines().nth(error.line - 1);
            prop_assert!(line.is_some(), "line {} in {}", error.line, text);
            let length = line.unwrap_or_default().chars().count();
            prop_assert!((1..=length + 1).contains(&error.column), "{} in {}", error, text);
        }
    }

    #[test]
    fn no_near_operation_makes_the_epd_reader_panic(operations in nearly("bamcd01;\" \"Kx;i;", 40)) {
        let line = format!("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - {operations}");
        if let Ok(epd) = epd::parse_line(&line) {
            // A quotation mark inside a text cannot be written; what was written is read back as it
            // is.
            let text = epd::write(&epd);
            let again = epd::parse_line(&text).unwrap();
            prop_assert_eq!(epd::write(&again), text);
            prop_assert_eq!((again.best, again.mate_in, again.other), (epd.best, epd.mate_in, epd.other));
        }
    }
}
