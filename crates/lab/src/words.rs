//! Moves as books print them.

use bstar_board::{Color, Move, Position, san};

/// A line of moves with their numbers: `1. e4 e5 2. Nf3`. It ends before the first move that is not legal.
///
/// ```
/// use bstar_board::{Position, notation};
/// use bstar_lab::words::line_in_words;
///
/// let start = Position::start();
/// let mv = notation::parse(&start, "g1f3").unwrap();
/// assert_eq!(line_in_words(&start, &[mv]), "1. Nf3");
/// ```
pub fn line_in_words(start: &Position, moves: &[Move]) -> String {
    let mut position = start.clone();
    let mut words = Vec::new();
    for (ply, mv) in moves.iter().enumerate() {
        if !position.is_legal(*mv) {
            break;
        }
        let number = position.fullmove_number();
        match position.side_to_move() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if ply == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(san::write(&position, *mv));
        position = position.after(*mv);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{fen, notation};

    #[test]
    fn black_s_first_move_has_three_dots() {
        let start = fen::parse("4k3/8/8/8/8/8/8/4K2R b K - 0 7").unwrap();
        let first = notation::parse(&start, "e8e7").unwrap();
        let second = notation::parse(&start.after(first), "e1g1").unwrap();
        assert_eq!(line_in_words(&start, &[first, second]), "7... Ke7 8. O-O");
        assert_eq!(line_in_words(&start, &[first, first]), "7... Ke7");
    }
}
