//! A made-up network, for tests, examples and measurements.

use bstar::SplitMix64;

use super::limits::INPUTS;
use super::weights::Weights;

/// How many neurons count men. They come in pairs: with the balance of men the first of a pair
/// grows and the second shrinks, so that the difference of their squares grows evenly.
const COUNTING_NEURONS: usize = 16;
/// The bias of these neurons: halfway between zero and one, so that they can grow and shrink.
const COUNTING_BIAS: i16 = 128;
/// What men are worth, from pawn to king.
const MAN_VALUES_HALF_PAWNS: [i16; 6] = [2, 6, 6, 10, 18, 0];

impl Weights {
    /// Makes up weights that know what men are worth. Where the men stand counts a little, at
    /// random. A program can play chess by them. The same seed always gives the same weights.
    ///
    /// ```
    /// use bstar_board::fen;
    /// use bstar_eval::network::{Network, Weights};
    ///
    /// let network = Network::new(&Weights::plausible(1, 64, 2)).unwrap();
    /// let extra_rook = fen::parse("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1").unwrap();
    /// assert!((300..700).contains(&network.evaluate_afresh(&extra_rook)));
    /// ```
    pub fn plausible(seed: u64, hidden: usize, buckets: usize) -> Self {
        let mut weights = Self::zero(hidden, buckets);
        let mut random = SplitMix64::new(seed);
        for feature in 0..INPUTS {
            let worth = MAN_VALUES_HALF_PAWNS[feature / 64 % 6];
            let worth = if feature < INPUTS / 2 { worth } else { -worth };
            let row = &mut weights.feature_weights[feature * hidden..][..hidden];
            for (neuron, weight) in row.iter_mut().enumerate() {
                *weight = match (neuron < COUNTING_NEURONS, neuron % 2) {
                    (true, 0) => worth,
                    (true, _) => -worth,
                    (false, _) => within(&mut random, 20),
                };
            }
        }
        for (neuron, bias) in weights.feature_biases.iter_mut().enumerate() {
            *bias = if neuron < COUNTING_NEURONS {
                COUNTING_BIAS
            } else {
                within(&mut random, 60)
            };
        }
        // Every second row is the other side's. It has the same balance, so the mover's row is
        // enough.
        for (row, outputs) in weights.output_weights.chunks_mut(hidden).enumerate() {
            for (neuron, weight) in outputs.iter_mut().enumerate() {
                *weight = match (neuron < COUNTING_NEURONS, row % 2, neuron % 2) {
                    (true, 0, 0) => 127,
                    (true, 0, _) => -127,
                    (true, ..) => 0,
                    (false, ..) => within(&mut random, 1),
                };
            }
        }
        weights
    }
}

/// A number from -limit to limit.
fn within(random: &mut SplitMix64, limit: i16) -> i16 {
    (random.next() % (2 * limit as u64 + 1)) as i16 - limit
}
