//! Playing less well on purpose.
//!
//! A weaker engine searches fewer nodes, and chooses by chance among moves with nearly the same
//! value. How many nodes make which Elo was measured and is not promised: see the lab book.

use std::hash::{BuildHasher, RandomState};

use bstar_board::Move;
use bstar_board::score::Centipawns;
use bstar_kit::effort::Effort;

/// The lowest Elo that can be asked for.
pub const MIN_ELO: u16 = 1_200;
/// The highest Elo that can be asked for.
pub const MAX_ELO: u16 = 2_800;

/// The choice is among at most this many moves.
pub(crate) const MAX_CHOICES: usize = 4;

/// The nodes of a move at an Elo. They double every hundred Elo.
fn nodes(elo: u16) -> u64 {
    let doublings = f64::from(elo.saturating_sub(MIN_ELO)) / 100.0;
    (24.0 * doublings.exp2()) as u64
}

/// The most effort that the Elo allows for a move.
pub(crate) fn effort(elo: u16) -> Effort {
    Effort::nodes(nodes(elo))
}

/// Chooses one of the best moves by chance. It chooses among those within a margin of the best; the
/// weaker the play, the wider the margin.
pub(crate) fn choose(candidates: &[(Move, Centipawns)], elo: u16) -> Option<Move> {
    let best = candidates.first()?.1;
    let margin = Centipawns(i32::from(MAX_ELO.saturating_sub(elo)) / 40);
    let close: Vec<Move> = candidates
        .iter()
        .filter(|(_, value)| best - *value <= margin)
        .map(|(mv, _)| *mv)
        .collect();
    let chance = RandomState::new().hash_one(0) as usize;
    close.get(chance % close.len()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_means_more_nodes() {
        let counts: Vec<u64> = (MIN_ELO..=MAX_ELO).step_by(100).map(nodes).collect();
        assert!(counts.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(nodes(0), nodes(MIN_ELO));
    }

    #[test]
    fn a_blunder_is_not_among_the_choices() {
        let good: Move = "e2e4".parse().unwrap();
        let bad: Move = "g2g4".parse().unwrap();
        let moves = [(good, Centipawns(20)), (bad, Centipawns(-300))];
        for _ in 0..100 {
            assert_eq!(choose(&moves, MIN_ELO), Some(good));
        }
        assert_eq!(choose(&[], MIN_ELO), None);
    }
}
