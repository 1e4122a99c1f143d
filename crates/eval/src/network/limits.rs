//! How large a network and its numbers may be, so that no sum overflows.

/// The number of features: six kinds of men of two colours on 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;
/// The width of an accumulator's row is a multiple of this.
pub const HIDDEN_STEP: usize = 32;
/// The greatest width of an accumulator's row.
pub const MAX_HIDDEN: usize = 2048;
/// The most output buckets.
pub const MAX_BUCKETS: usize = 8;

/// The number that stands for one in feature weights and accumulators. Accumulators are clipped to
/// it.
pub const QA: i16 = 255;
/// The number that stands for one in output weights.
pub const QB: i16 = 64;

/// The largest feature weight or bias, of either sign. 32 men and a bias then fit an `i16`.
pub const MAX_FEATURE_WEIGHT: i16 = i16::MAX / 33;
/// The largest output weight, of either sign. Its product with a clipped number then fits an `i16`.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;
/// The largest scale. Every value then fits an `i32`.
pub const MAX_SCALE: i32 = 10_000;

const _: () = assert!(QA as i32 * MAX_OUTPUT_WEIGHT as i32 <= i16::MAX as i32);

/// The largest value of any network, of either sign: with the largest weights, biases and scale.
const MAX_VALUE_CENTIPAWNS: i64 = {
    let (qa, qb) = (QA as i64, QB as i64);
    let sum = 2 * MAX_HIDDEN as i64 * qa * qa * MAX_OUTPUT_WEIGHT as i64;
    (sum / qa - i32::MIN as i64) * MAX_SCALE as i64 / (qa * qb)
};
const _: () = assert!(MAX_VALUE_CENTIPAWNS <= i32::MAX as i64);
