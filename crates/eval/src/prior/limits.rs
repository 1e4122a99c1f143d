//! The shape of a prior, and how large its numbers may be.

/// The number of inputs: six kinds of men of two colours on 64 squares, each free, attacked,
/// defended or both.
pub const INPUTS: usize = 4 * 768;
/// How many moves have a number of their own. Half of them lose material in an exchange.
pub const MOVES: usize = 2 * 1880;
/// A move may be made by six kinds of men, to 64 squares, and lose material or not.
pub(super) const ARRIVALS: usize = 2 * 6 * 64;
/// What a move does: a kind of man captures one of five or nothing, loses material or not, was in
/// one of four states, gives check or not.
pub(super) const DEEDS: usize = 6 * 6 * 2 * 4 * 2;
/// How many rows of weights there are for moves. Each move has three of them.
pub const MOVE_ROWS: usize = MOVES + ARRIVALS + DEEDS;
/// The width of the value's own layer.
pub const HEAD_HIDDEN: usize = 32;
/// What the value's layers give: logits of win, draw and loss, and the logarithm of the spread.
pub const HEAD_OUTPUTS: usize = 4;
/// The sets of value weights, chosen by the number of men.
pub const BUCKETS: usize = 8;
/// The number of pairs is a multiple of this.
pub const PAIRS_STEP: usize = 64;
/// The most pairs.
pub const MAX_PAIRS: usize = 1024;

/// The number that stands for one in the products of pairs and in the value's own layer.
pub(super) const PRODUCT_ONE: i32 = 127;
/// How far a sum of the value's own layer is shifted: it is the binary logarithm of what stands
/// for one in head weights.
pub(super) const HEAD_SHIFT: u32 = 6;
/// The number that stands for one in logits, and in the biases of the heads.
pub const ONE: i32 = PRODUCT_ONE << HEAD_SHIFT;

/// The largest feature weight or bias, of either sign. 32 men and a bias then fit an `i16`.
pub(super) const MAX_INPUT_WEIGHT: i16 = i16::MAX / 33;
/// The largest bias of a head, of either sign.
pub(super) const MAX_HEAD_BIAS: i32 = 1 << 24;

// Two products of neighbours fit 16 bits, as the inner loop needs. (The weight -128 is refused.)
const _: () = assert!(2 * PRODUCT_ONE * 127 <= i16::MAX as i32);
// No sum overflows.
const _: () = assert!(3 * (MAX_PAIRS as i64 * 127 * 127 + MAX_HEAD_BIAS as i64) < i32::MAX as i64);
