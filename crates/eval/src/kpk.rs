//! King and pawn against king, solved: for every position it is known whether it is won or drawn.
//!
//! The answers are a file of 24 KiB that is part of the program: a bit for each position. They come
//! from the table that `bstar-tables` makes by working backwards from mate, and a test compares
//! every bit with it. This writes the file anew:
//!
//! ```text
//! cargo test -p bstar-eval --lib kpk -- --ignored
//! ```

use bstar_board::{Color, File, Piece, Position, Square};

/// Which positions are won, eight to a byte, the lowest bit first. White has the pawn, on a file
/// from a to d. There is a bit for each side to move, pawn square and pair of king squares; those
/// of impossible positions are 0.
static WON: &[u8; TABLE_ENTRIES / 8] = include_bytes!("kpk.bits");

/// Is this position won for the side with the pawn? There must be two kings and one pawn on the
/// board.
pub(crate) fn is_won(position: &Position) -> bool {
    let pawn = position
        .pieces(Piece::Pawn)
        .next_square()
        .expect("this ending has a pawn");
    let strong = position.color_on(pawn).expect("the pawn has a colour");
    let mirror = pawn.file() > File::D;
    let seen = |square: Square| {
        let square = square.relative_to(strong);
        if mirror { square.flip_file() } else { square }
    };
    let side = if position.side_to_move() == strong {
        Color::White
    } else {
        Color::Black
    };
    let index = index(
        side,
        seen(pawn),
        seen(position.king(strong)),
        seen(position.king(!strong)),
    );
    WON[index / 8] >> (index % 8) & 1 != 0
}

const PAWN_SQUARES: usize = 24;
const TABLE_ENTRIES: usize = 2 * PAWN_SQUARES * 64 * 64;

fn index(side: Color, pawn: Square, white: Square, black: Square) -> usize {
    let pawn = (pawn.rank() as usize - 1) * 4 + pawn.file() as usize;
    ((side as usize * PAWN_SQUARES + pawn) * 64 + white as usize) * 64 + black as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{Rank, fen};
    use bstar_tables::{Ending, Outcome, OwnTables};

    #[test]
    fn textbook_positions() {
        for (text, won) in [
            // The opposition decides.
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
            ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false),
            ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true),
            // A rook pawn does not win against the king in the corner.
            ("k7/8/K7/P7/8/8/8/8 w - - 0 1", false),
            ("6k1/8/7P/7K/8/8/8/8 w - - 0 1", false),
            // The king is outside the square.
            ("8/8/8/8/P6k/8/8/K7 w - - 0 1", true),
            ("8/8/8/8/P3k3/8/8/7K b - - 0 1", false),
            // Seen from Black's side.
            ("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", true),
        ] {
            assert_eq!(is_won(&fen::parse(text).unwrap()), won, "{text}");
        }
    }

    /// The position of an entry, if there is one.
    fn position(index: usize) -> Option<Position> {
        let black = Square::index(index % 64);
        let white = Square::index(index / 64 % 64);
        let pawn = index / 4096 % PAWN_SQUARES;
        let pawn = Square::new(File::index(pawn % 4), Rank::index(pawn / 4 + 1));
        let side = Color::index(index / 4096 / PAWN_SQUARES);
        let men = [
            (Color::White, Piece::King, white),
            (Color::Black, Piece::King, black),
            (Color::White, Piece::Pawn, pawn),
        ];
        Position::from_men(&men, side, None)
    }

    /// Every entry as working backwards from mate has it: won or not.
    fn solved() -> Vec<bool> {
        let ending: Ending = "KPK".parse().unwrap();
        let tables = OwnTables::made(&[ending], 2, &bstar_kit::stop::Stop::new()).unwrap();
        let is_won = |index| {
            let Some(position) = position(index) else {
                return false;
            };
            let outcome = tables.value(&position).expect("a value").outcome;
            match position.side_to_move() {
                Color::White => outcome == Outcome::Win,
                Color::Black => outcome == Outcome::Loss,
            }
        };
        (0..TABLE_ENTRIES).map(is_won).collect()
    }

    #[test]
    fn every_entry_is_as_working_backwards_finds_it() {
        let solved = solved();
        for (index, won) in solved.iter().enumerate() {
            assert_eq!(
                WON[index / 8] >> (index % 8) & 1 != 0,
                *won,
                "entry {index}"
            );
            if let Some(position) = position(index) {
                assert_eq!(is_won(&position), *won, "{}", fen::write(&position));
            }
        }
        assert_eq!(solved.iter().filter(|won| **won).count(), 111_282);
    }

    #[test]
    #[ignore = "writes kpk.bits anew"]
    fn write_the_file() {
        let bytes: Vec<u8> = solved()
            .chunks(8)
            .map(|bits| (0..8).fold(0, |byte, at| byte | u8::from(bits[at]) << at))
            .collect();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/kpk.bits");
        std::fs::write(path, bytes).unwrap();
    }
}
