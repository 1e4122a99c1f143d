//! The numbers of a network as plain lists.

use thiserror::Error;

use super::limits::{
    HIDDEN_STEP, INPUTS, MAX_BUCKETS, MAX_FEATURE_WEIGHT, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, MAX_SCALE,
};

/// The numbers a network consists of, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The factor that turns the output into centipawns.
    pub scale: i32,
    /// A row of `hidden` for each of the 768 features.
    pub feature_weights: Vec<i16>,
    /// One row. Its length is the width of the network.
    pub feature_biases: Vec<i16>,
    /// Two rows for each bucket, the mover's first.
    pub output_weights: Vec<i16>,
    /// One for each bucket. Their number is the number of buckets.
    pub output_biases: Vec<i32>,
}

/// Why some numbers are not a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// The rows are too wide or do not fill whole lanes.
    #[error(
        "a hidden layer of {0} is not supported: it must be a multiple of {HIDDEN_STEP}, at most {MAX_HIDDEN}"
    )]
    Hidden(usize),
    /// There are too many output buckets, or none.
    #[error("{0} output buckets are not supported: there must be 1 to {MAX_BUCKETS}")]
    Buckets(usize),
    /// The length of a list does not fit the architecture.
    #[error("{found} {what} where {expected} are expected")]
    Count {
        /// The list, in words.
        what: &'static str,
        /// The length that the architecture needs.
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
        value: i16,
        /// The largest number that is allowed, of either sign.
        limit: i16,
    },
    /// The scale is not positive, or it is too large.
    #[error("a scale of {0} is not supported: it must be 1 to {MAX_SCALE}")]
    Scale(i32),
}

impl Weights {
    /// Weights that are all zero, with a scale of 400.
    pub fn zero(hidden: usize, buckets: usize) -> Self {
        Self {
            scale: 400,
            feature_weights: vec![0; INPUTS * hidden],
            feature_biases: vec![0; hidden],
            output_weights: vec![0; buckets * 2 * hidden],
            output_biases: vec![0; buckets],
        }
    }

    /// The width of the hidden layer, for each point of view.
    pub fn hidden(&self) -> usize {
        self.feature_biases.len()
    }

    /// The number of output buckets.
    pub fn buckets(&self) -> usize {
        self.output_biases.len()
    }

    /// Checks that these are the numbers of a network, and so small that no sum can overflow.
    pub fn check(&self) -> Result<(), WeightsError> {
        let (hidden, buckets) = (self.hidden(), self.buckets());
        check_shape(hidden, buckets, self.scale)?;
        let (features, outputs) = (&self.feature_weights, &self.output_weights);
        check_count("feature weights", INPUTS * hidden, features.len())?;
        check_count("output weights", buckets * 2 * hidden, outputs.len())?;
        check_range("feature weight", features, MAX_FEATURE_WEIGHT)?;
        check_range("feature bias", &self.feature_biases, MAX_FEATURE_WEIGHT)?;
        check_range("output weight", outputs, MAX_OUTPUT_WEIGHT)
    }
}

/// Checks that the architecture is one that is supported.
pub(super) fn check_shape(hidden: usize, buckets: usize, scale: i32) -> Result<(), WeightsError> {
    if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(HIDDEN_STEP) {
        Err(WeightsError::Hidden(hidden))
    } else if !(1..=MAX_BUCKETS).contains(&buckets) {
        Err(WeightsError::Buckets(buckets))
    } else if !(1..=MAX_SCALE).contains(&scale) {
        Err(WeightsError::Scale(scale))
    } else {
        Ok(())
    }
}

fn check_count(what: &'static str, expected: usize, found: usize) -> Result<(), WeightsError> {
    if found == expected {
        Ok(())
    } else {
        Err(WeightsError::Count {
            what,
            expected,
            found,
        })
    }
}

fn check_range(what: &'static str, numbers: &[i16], limit: i16) -> Result<(), WeightsError> {
    match numbers.iter().position(|n| !(-limit..=limit).contains(n)) {
        None => Ok(()),
        Some(index) => Err(WeightsError::Range {
            what,
            index,
            value: numbers[index],
            limit,
        }),
    }
}
