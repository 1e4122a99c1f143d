//! What the prior sees of a position: its value, and how likely its moves are.

use std::sync::Arc;

use bstar_board::{Move, Position};
use bstar_eval::prior::{Forecast, Impression, Prior, Sums};

use crate::node::{Edge, PackedMove, Probability};

/// The prior, and its impressions of the last positions it was shown. A position is shown once for
/// its value and, if it is visited again, once for its moves. Often that is soon after.
pub(crate) struct Sight {
    prior: Arc<Prior>,
    sums: Sums,
    impressions: Vec<Impression>,
    keys: Vec<Option<u64>>,
    logits: Vec<f32>,
    order: Vec<u32>,
    edges: Vec<Edge>,
}

/// So many impressions are kept at most. A power of two.
const MOST_IMPRESSIONS: usize = 4096;

impl Sight {
    /// A look at nothing yet. The impressions that are kept take so many bytes at most, but there
    /// is one at least.
    pub fn new(prior: Arc<Prior>, most_bytes: usize) -> Sight {
        let fitting = (most_bytes / bytes_each(&prior)).clamp(1, MOST_IMPRESSIONS);
        let count = 1 << fitting.ilog2();
        Sight {
            sums: Sums::new(&prior),
            impressions: (0..count).map(|_| Impression::new(&prior)).collect(),
            keys: vec![None; count],
            prior,
            logits: Vec::new(),
            order: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// The bytes that the impressions take.
    pub fn bytes(&self) -> usize {
        self.keys.len() * bytes_each(&self.prior)
    }

    /// Looks at a position, unless it did so lately. Returns the place of the impression. `key` is
    /// the position's.
    fn look(&mut self, position: &Position, key: u64) -> usize {
        let place = key as usize & (self.keys.len() - 1);
        if self.keys[place] != Some(key) {
            self.keys[place] = Some(key);
            self.impressions[place].look(&self.prior, position, &mut self.sums);
        }
        place
    }

    /// What the side to move may expect.
    pub fn foresee(&mut self, position: &Position, key: u64) -> Forecast {
        let place = self.look(position, key);
        self.prior.forecast(&self.impressions[place])
    }

    /// The moves with their priors, the likeliest first. There must be one at least.
    pub fn edges(
        &mut self,
        position: &Position,
        key: u64,
        moves: &[Move],
        temperature: f32,
    ) -> &mut [Edge] {
        let place = self.look(position, key);
        let Sight { logits, order, .. } = self;
        self.prior
            .weigh_moves(&self.impressions[place], position, moves, logits);
        soften(logits, temperature);
        // Probability first, then the order in which the moves came: one number each.
        order.clear();
        order.extend(logits.iter().enumerate().map(|(place, probability)| {
            u32::from(Probability::new(*probability).0) << 16 | (u16::MAX - place as u16) as u32
        }));
        order.sort_unstable_by(|one, other| other.cmp(one));
        self.edges.clear();
        self.edges.extend(order.iter().map(|entry| Edge {
            mv: PackedMove::new(moves[usize::from(u16::MAX - *entry as u16)]),
            prior: Probability((entry >> 16) as u16),
        }));
        &mut self.edges
    }
}

/// The bytes that one impression takes, with its key.
fn bytes_each(prior: &Prior) -> usize {
    Impression::bytes(prior) + size_of::<Option<u64>>()
}

/// Turns logits into probabilities.
fn soften(logits: &mut [f32], temperature: f32) {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sharpness = 1.0 / temperature.max(0.01);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = ((*logit - largest) * sharpness).exp();
        sum += *logit;
    }
    for probability in logits.iter_mut() {
        *probability /= sum;
    }
}

/// Makes all moves equally likely.
pub(crate) fn level(edges: &mut [Edge]) {
    let prior = Probability::new(1.0 / edges.len() as f32);
    edges.iter_mut().for_each(|edge| edge.prior = prior);
}

/// The same moves at another temperature.
pub(crate) fn reheat(edges: &mut [Edge], from: f32, to: f32) {
    let mut logits: Vec<f32> = edges
        .iter()
        .map(|edge| edge.prior.get().ln() * from)
        .collect();
    soften(&mut logits, to);
    for (edge, probability) in edges.iter_mut().zip(logits) {
        edge.prior = Probability::new(probability);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_add_up_and_warmth_evens_them_out() {
        let cold = |temperature| {
            let mut logits = vec![2.0, 0.0, -1.0, 80.0 / 81.0];
            soften(&mut logits, temperature);
            assert!((logits.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            logits
        };
        assert!(cold(0.5)[0] > cold(1.0)[0] && cold(1.0)[0] > cold(3.0)[0]);
        assert!((cold(1e9)[2] - 0.25).abs() < 1e-3);
    }

    #[test]
    fn the_temperature_can_be_changed_later() {
        let edges = |temperature| {
            let mut logits = vec![1.5, 1.0, -0.5];
            soften(&mut logits, temperature);
            let edge = |probability| Edge {
                prior: Probability::new(probability),
                ..Edge::default()
            };
            logits.into_iter().map(edge).collect::<Vec<_>>()
        };
        let mut changed = edges(1.0);
        reheat(&mut changed, 1.0, 2.0);
        for (one, other) in changed.iter().zip(edges(2.0)) {
            assert!((one.prior.get() - other.prior.get()).abs() < 1e-3);
        }
    }
}
