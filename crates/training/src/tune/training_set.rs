//! The data that the tuner learns from: counts of features, and results.

use bstar_eval::{MAX_EVALUATION, trace};

use crate::tune::positions::GamePosition;

/// Positions as counts of features. They are packed closely, because there can be millions.
#[derive(Default)]
pub struct TrainingSet {
    counts: Vec<(u16, i16)>,
    training_set: Vec<TrainingPosition>,
}

pub(super) struct TrainingPosition {
    /// Where its counts end. They begin where those of the position before end.
    end: usize,
    pub middlegame_share: f32,
    pub endgame_share: f32,
    /// The value that the evaluation's sigmoid should have: the result, mixed with the search's
    /// score.
    pub target: f32,
    /// The number of its game. It decides which positions are set aside for checking.
    pub game: usize,
}

impl TrainingSet {
    /// Adds a position. `blend` is the part of the search's score in the target, 0 to 1. `k` turns
    /// centipawns into an expected score.
    pub fn add(&mut self, position: &GamePosition, blend: f64, k: f64) {
        let Some(score) = position
            .score
            .filter(|s| s.abs() < f64::from(MAX_EVALUATION))
        else {
            return;
        };
        let Some(trace) = trace(&position.position) else {
            return;
        };
        self.counts.extend_from_slice(&trace.counts);
        let fade = 1.0 - f32::from(position.position.halfmove_clock()) / 220.0;
        let opinion = 1.0 / (1.0 + (-k * score).exp());
        self.training_set.push(TrainingPosition {
            end: self.counts.len(),
            middlegame_share: trace.middlegame_share * fade,
            endgame_share: trace.endgame_share * fade,
            target: ((1.0 - blend) * position.result + blend * opinion) as f32,
            game: position.game,
        });
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.training_set.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.training_set.is_empty()
    }

    pub(super) fn get(&self, index: usize) -> (&TrainingPosition, &[(u16, i16)]) {
        let start = match index {
            0 => 0,
            _ => self.training_set[index - 1].end,
        };
        let sample = &self.training_set[index];
        (sample, &self.counts[start..sample.end])
    }
}
