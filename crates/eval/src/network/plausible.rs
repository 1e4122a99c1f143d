//! A network nobody trained, for tests, examples and measurements.

use bstar::SplitMix64;

use super::{INPUTS, Weights};

/// Neurons that count men, in pairs: the first of a pair grows with the balance of men as the second shrinks, and the difference of
/// their squares grows evenly.
const COUNTING: usize = 16;
/// In the middle between nought and one, so that there is room both ways.
const MIDDLE: i16 = 128;
/// What men are worth, pawn to king, with half a pawn as one.
const MEN: [i16; 6] = [2, 6, 6, 10, 18, 0];

impl Weights {
    /// Made-up weights that know what men are worth and have, beside that, whims about where they stand: enough to play chess by,
    /// and always the same for the same seed.
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
            let worth = MEN[feature / 64 % 6];
            let worth = if feature < INPUTS / 2 { worth } else { -worth };
            let row = &mut weights.feature_weights[feature * hidden..][..hidden];
            for (neuron, weight) in row.iter_mut().enumerate() {
                *weight = match (neuron < COUNTING, neuron % 2) {
                    (true, 0) => worth,
                    (true, _) => -worth,
                    (false, _) => within(&mut random, 20),
                };
            }
        }
        for (neuron, bias) in weights.feature_biases.iter_mut().enumerate() {
            *bias = if neuron < COUNTING {
                MIDDLE
            } else {
                within(&mut random, 60)
            };
        }
        // Every second row is the other's, who sees the same balance: the mover's row says it all.
        for (row, outputs) in weights.output_weights.chunks_mut(hidden).enumerate() {
            for (neuron, weight) in outputs.iter_mut().enumerate() {
                *weight = match (neuron < COUNTING, row % 2, neuron % 2) {
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
