//! Playing less well on purpose.
//!
//! A weaker engine looks at fewer nodes, and chooses by chance among moves that look almost alike to it. How many nodes
//! make which Elo is measured, not promised: see the lab book.

use std::hash::{BuildHasher, RandomState};

use bstar_alphabeta::Centipawns;
use bstar_board::Move;

use crate::limits::SearchLimits;

/// The least Elo that can be asked for.
pub const MIN_ELO: u16 = 1_200;
/// The greatest.
pub const MAX_ELO: u16 = 2_800;

/// How many moves are considered.
pub(crate) const MAX_CHOICES: usize = 4;

/// The nodes of a move at an Elo: they double every hundred points.
fn nodes(elo: u16) -> u64 {
    let doublings = f64::from(elo.saturating_sub(MIN_ELO)) / 100.0;
    (24.0 * doublings.exp2()) as u64
}

/// The same limits, and no more nodes than the Elo allows.
pub(crate) fn limited(limits: &SearchLimits, elo: u16) -> SearchLimits {
    let most = nodes(elo);
    SearchLimits {
        nodes: Some(limits.nodes.map_or(most, |nodes| nodes.min(most))),
        ..limits.clone()
    }
}

/// One of the best moves by chance: those within a margin of the best, which is wider the weaker the play.
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
