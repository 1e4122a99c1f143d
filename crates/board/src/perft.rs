//! Counts of move sequences. They show whether a move generator is right.

use crate::position::Position;
use crate::types::Move;

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
        1 => position.count_legal_moves() as u64,
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

/// Counts like [`perft`], with a table. So it counts a position only once if several ways lead to
/// it. Great depths are several times faster. A wrong key would show as a wrong count.
pub struct PerftTable {
    /// A key mixed with the depth, and the count that belongs to it.
    entries: Vec<(u64, u64)>,
}

impl Default for PerftTable {
    fn default() -> Self {
        Self::new()
    }
}

impl PerftTable {
    const INDEX_BITS: u32 = 20;

    /// An empty table of 16 MiB.
    pub fn new() -> Self {
        Self {
            entries: vec![(0, 0); 1 << Self::INDEX_BITS],
        }
    }

    /// The number of sequences of `depth` legal moves from a position.
    ///
    /// ```
    /// use bstar_board::{PerftTable, Position, perft};
    ///
    /// let start = Position::start();
    /// assert_eq!(PerftTable::new().perft(&start, 4), perft(&start, 4));
    /// ```
    pub fn perft(&mut self, position: &Position, depth: u32) -> u64 {
        if depth < 2 {
            return perft(position, depth);
        }
        let key = position.key() ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (key >> (64 - Self::INDEX_BITS)) as usize;
        let (known, count) = self.entries[index];
        if known == key {
            return count;
        }
        let count = position
            .legal_moves()
            .into_iter()
            .map(|mv| self.perft(&position.after(mv), depth - 1))
            .sum();
        self.entries[index] = (key, count);
        count
    }
}
