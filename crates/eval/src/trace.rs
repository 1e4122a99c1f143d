//! The evaluation as a list of counts, for the tuner.

use bstar_board::{Color, Position};

use crate::endgame;
use crate::evaluator::{FULL_PHASE, count_all, phase};
use crate::feature::COUNT;
use crate::feature_sink::Sink;
use crate::tapered::Tapered;
use crate::weights::WEIGHTS;

/// What the evaluation counted in a position. It is all that is needed to evaluate the position
/// with other weights.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Each feature with White's count minus Black's. Those with a difference of zero are left out.
    pub counts: Vec<(u16, i16)>,
    /// The part of the middlegame value, 0 to 1.
    pub middlegame_share: f32,
    /// The part of the endgame value, after scaling, 0 to 1.
    pub endgame_share: f32,
}

struct SignedCounts {
    counts: [i16; COUNT],
    total: Tapered,
}

impl Sink for SignedCounts {
    fn add(&mut self, color: Color, feature: usize, count: i32) {
        let sign = match color {
            Color::White => 1,
            Color::Black => -1,
        };
        self.counts[feature] += (sign * count) as i16;
        self.total += WEIGHTS[feature] * (sign * count);
    }
}

/// Lists what the evaluation counts in a position. Returns `None` for an ending that is known
/// outright.
pub fn trace(position: &Position) -> Option<Trace> {
    if endgame::known(position).is_some() {
        return None;
    }
    let mut sink = SignedCounts {
        counts: [0; COUNT],
        total: Tapered::ZERO,
    };
    count_all(position, &mut sink);
    let phase = phase(position) as f32 / FULL_PHASE as f32;
    let scale = endgame::scale(position, sink.total.endgame()) as f32 / endgame::FULL_SCALE as f32;
    Some(Trace {
        counts: sink
            .counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count != 0)
            .map(|(feature, &count)| (feature as u16, count))
            .collect(),
        middlegame_share: phase,
        endgame_share: (1.0 - phase) * scale,
    })
}
