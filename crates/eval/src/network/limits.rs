//! How large a network and its numbers may be, so that no sum overflows.

/// What the network sees: six kinds of men of two colours on 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;
/// The accumulators' rows are a multiple of this wide.
pub const HIDDEN_STEP: usize = 32;
/// The widest row of an accumulator.
pub const MAX_HIDDEN: usize = 2048;
/// The most output buckets.
pub const MAX_BUCKETS: usize = 8;

/// One, in the units of feature weights and accumulators; they are clipped here.
pub const QA: i16 = 255;
/// One, in the units of output weights.
pub const QB: i16 = 64;

/// The largest feature weight or bias, either sign: 32 men and a bias never leave an `i16`.
pub const MAX_FEATURE_WEIGHT: i16 = i16::MAX / 33;
/// The largest output weight, either sign: times a clipped number it never leaves an `i16`.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;
/// The largest scale: with it every value fits an `i32`.
pub const MAX_SCALE: i32 = 10_000;

const _: () = assert!(QA as i32 * MAX_OUTPUT_WEIGHT as i32 <= i16::MAX as i32);

/// No network's value is farther from zero, with the largest weights, biases and scale.
const MAX_VALUE_CENTIPAWNS: i64 = {
    let (qa, qb) = (QA as i64, QB as i64);
    let sum = 2 * MAX_HIDDEN as i64 * qa * qa * MAX_OUTPUT_WEIGHT as i64;
    (sum / qa - i32::MIN as i64) * MAX_SCALE as i64 / (qa * qb)
};
const _: () = assert!(MAX_VALUE_CENTIPAWNS <= i32::MAX as i64);
