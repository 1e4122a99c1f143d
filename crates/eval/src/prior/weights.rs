//! The numbers of a prior as plain lists.

use thiserror::Error;

use super::limits::{
    BUCKETS, HEAD_HIDDEN, HEAD_OUTPUTS, INPUTS, MAX_HEAD_BIAS, MAX_INPUT_WEIGHT, MAX_PAIRS,
    MOVE_ROWS, PAIRS_STEP,
};

/// The numbers a prior consists of, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriorWeights {
    /// A row for each input, twice as wide as there are pairs.
    pub inputs: Vec<i16>,
    /// One such row.
    pub input_biases: Vec<i16>,
    /// Rows for moves, as wide as there are pairs.
    pub moves: Vec<i8>,
    /// One for each such row.
    pub move_biases: Vec<i32>,
    /// For each bucket a row for each number of the value's own layer, as wide as there are pairs.
    pub first: Vec<i8>,
    /// For each bucket a number for each row.
    pub first_biases: Vec<i32>,
    /// For each bucket a row for each output, as wide as the value's own layer.
    pub second: Vec<i8>,
    /// For each bucket a number for each output.
    pub second_biases: Vec<i32>,
}

/// Why some numbers are not a prior.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PriorWeightsError {
    /// The hidden layer is too wide or does not fill whole registers.
    #[error(
        "a prior of {0} pairs is not supported: it must be a multiple of {PAIRS_STEP}, at most {MAX_PAIRS}"
    )]
    Pairs(usize),
    /// The length of a list does not fit the shape.
    #[error("{found} {what} where {expected} are expected")]
    Count {
        /// The list, in words.
        what: &'static str,
        /// The length that the shape needs.
        expected: usize,
        /// Its length.
        found: usize,
    },
    /// A number is so large that sums could overflow.
    #[error("{what} number {index} is {value}, outside -{limit} to {limit}")]
    Range {
        /// The kind of number, in words.
        what: &'static str,
        /// Its place in its list, from 0.
        index: usize,
        /// The number.
        value: i32,
        /// The largest number that is allowed, of either sign.
        limit: i32,
    },
}

impl PriorWeights {
    /// Weights that are all zero.
    pub fn zero(pairs: usize) -> Self {
        Self {
            inputs: vec![0; INPUTS * 2 * pairs],
            input_biases: vec![0; 2 * pairs],
            moves: vec![0; MOVE_ROWS * pairs],
            move_biases: vec![0; MOVE_ROWS],
            first: vec![0; BUCKETS * HEAD_HIDDEN * pairs],
            first_biases: vec![0; BUCKETS * HEAD_HIDDEN],
            second: vec![0; BUCKETS * HEAD_OUTPUTS * HEAD_HIDDEN],
            second_biases: vec![0; BUCKETS * HEAD_OUTPUTS],
        }
    }

    /// Weights by chance, for tests: they know nothing, but all of them count.
    pub fn made_up(pairs: usize, seed: u64) -> Self {
        let mut state = seed;
        // A step of SplitMix64.
        let mut within = |limit: i32| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            let spread = 2 * limit as u64 + 1;
            ((mixed ^ (mixed >> 31)) % spread) as i32 - limit
        };
        let mut weights = Self::zero(pairs);
        weights.inputs.fill_with(|| within(40) as i16);
        weights.input_biases.fill_with(|| 120 + within(80) as i16);
        for list in [&mut weights.moves, &mut weights.first, &mut weights.second] {
            list.fill_with(|| within(30) as i8);
        }
        for list in [
            &mut weights.move_biases,
            &mut weights.first_biases,
            &mut weights.second_biases,
        ] {
            list.fill_with(|| within(4000));
        }
        weights
    }

    /// How many pairs the hidden layer has.
    pub fn pairs(&self) -> usize {
        self.input_biases.len() / 2
    }

    /// Checks that these are the numbers of a prior, and so small that no sum can overflow.
    pub fn check(&self) -> Result<(), PriorWeightsError> {
        let pairs = self.pairs();
        check_pairs(pairs)?;
        let right = Self::zero(pairs);
        for (what, expected, found) in [
            ("input weights", right.inputs.len(), self.inputs.len()),
            (
                "input biases",
                right.input_biases.len(),
                self.input_biases.len(),
            ),
            ("move weights", right.moves.len(), self.moves.len()),
            (
                "move biases",
                right.move_biases.len(),
                self.move_biases.len(),
            ),
            ("first weights", right.first.len(), self.first.len()),
            (
                "first biases",
                right.first_biases.len(),
                self.first_biases.len(),
            ),
            ("second weights", right.second.len(), self.second.len()),
            (
                "second biases",
                right.second_biases.len(),
                self.second_biases.len(),
            ),
        ] {
            if found != expected {
                return Err(PriorWeightsError::Count {
                    what,
                    expected,
                    found,
                });
            }
        }
        let input_limit = i32::from(MAX_INPUT_WEIGHT);
        check_range("input weight", &self.inputs, input_limit)?;
        check_range("input bias", &self.input_biases, input_limit)?;
        check_range("move weight", &self.moves, 127)?;
        check_range("move bias", &self.move_biases, MAX_HEAD_BIAS)?;
        check_range("first weight", &self.first, 127)?;
        check_range("first bias", &self.first_biases, MAX_HEAD_BIAS)?;
        check_range("second weight", &self.second, 127)?;
        check_range("second bias", &self.second_biases, MAX_HEAD_BIAS)
    }
}

/// Checks that a prior may have so many pairs.
pub(super) fn check_pairs(pairs: usize) -> Result<(), PriorWeightsError> {
    if pairs == 0 || pairs > MAX_PAIRS || !pairs.is_multiple_of(PAIRS_STEP) {
        Err(PriorWeightsError::Pairs(pairs))
    } else {
        Ok(())
    }
}

fn check_range<T: Copy + Into<i32>>(
    what: &'static str,
    numbers: &[T],
    limit: i32,
) -> Result<(), PriorWeightsError> {
    let outside = |number: &T| !(-limit..=limit).contains(&(*number).into());
    match numbers.iter().position(outside) {
        None => Ok(()),
        Some(index) => Err(PriorWeightsError::Range {
            what,
            index,
            value: numbers[index].into(),
            limit,
        }),
    }
}
