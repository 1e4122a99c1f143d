//! A prior for tests that knows what men are worth, and nothing else.

use bstar_eval::prior::{BUCKETS, HEAD_HIDDEN, HEAD_OUTPUTS, INPUTS, Prior, PriorWeights};

const PAIRS: usize = 64;

/// So many numbers of the value's own layer say by how much the mover is ahead, and as many more by
/// how much the other side is.
const COPIES: usize = 8;

/// All moves are as likely, and more material is better.
pub(crate) fn material_prior() -> Prior {
    let mut weights = PriorWeights::zero(PAIRS);
    for input in 0..INPUTS {
        let man = input % 768 / 64;
        let worth = [6, 18, 18, 30, 54, 0][man % 6];
        weights.inputs[input * 2 * PAIRS + man / 6] = worth;
    }
    // The other number of each pair is one.
    weights.input_biases[PAIRS..].fill(255);
    for bucket in 0..BUCKETS {
        for at in 0..2 * COPIES {
            let row = &mut weights.first[(bucket * HEAD_HIDDEN + at) * PAIRS..][..2];
            row.copy_from_slice(if at < COPIES { &[64, -64] } else { &[-64, 64] });
        }
        let rows = &mut weights.second[bucket * HEAD_OUTPUTS * HEAD_HIDDEN..];
        rows[..COPIES].fill(127);
        let loss = 2 * HEAD_HIDDEN;
        rows[loss + COPIES..loss + 2 * COPIES].fill(127);
    }
    Prior::new(&weights).expect("the weights are within the limits")
}
