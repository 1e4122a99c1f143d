//! Counting move sequences: the yardstick of a move generator.

use crate::{Move, Position};

/// The number of sequences of `depth` legal moves from a position.
///
/// ```
/// use bstar_board::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 3), 8902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => position
            .legal_moves()
            .into_iter()
            .map(|mv| perft(&position.after(mv), depth - 1))
            .sum(),
    }
}

/// For each legal move, the number of sequences of `depth` moves that begin with it.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let below = depth.saturating_sub(1);
    position
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, perft(&position.after(mv), below)))
        .collect()
}
