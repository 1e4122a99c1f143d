//! A network ready for use: its weights in lanes, and the instructions it runs on.

use std::fmt;

use bstar_board::Color;

use super::features::{Man, feature};
use super::kernel::{Kernel, Lane};
use super::limits::HIDDEN_STEP;
use super::weights::{Weights, WeightsError};

/// A network that has been learned.
pub struct Network {
    /// A row for each feature.
    features: Vec<Lane>,
    pub(super) feature_biases: Vec<Lane>,
    /// Two rows for each bucket, the first for the mover's point of view.
    pub(super) outputs: Vec<Lane>,
    pub(super) output_biases: Vec<i32>,
    pub(super) scale: i32,
    checksum: u64,
    pub(super) kernel: Kernel,
}

/// Two networks are equal if they give the same values. Their instructions may differ.
impl PartialEq for Network {
    fn eq(&self, other: &Self) -> bool {
        let identity = |network: &Self| {
            let shape = (network.hidden(), network.buckets());
            (shape, network.scale, network.checksum)
        };
        identity(self) == identity(other)
    }
}

impl Eq for Network {}

/// Writes everything that tells it from another network.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "network {:016x}, {} wide, buckets {}, scale {}",
            self.checksum,
            self.hidden(),
            self.buckets(),
            self.scale
        )
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({self})")
    }
}

impl Network {
    /// A network of these weights, on the best instructions this processor has.
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        weights.check()?;
        Ok(Self {
            features: Lane::pack(&weights.feature_weights),
            feature_biases: Lane::pack(&weights.feature_biases),
            outputs: Lane::pack(&weights.output_weights),
            output_biases: weights.output_biases.clone(),
            scale: weights.scale,
            checksum: weights.checksum(),
            kernel: Kernel::best(),
        })
    }

    /// The same network on other instructions.
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        Self { kernel, ..self }
    }

    /// How many numbers a row of the accumulators has.
    pub fn hidden(&self) -> usize {
        self.lanes() * HIDDEN_STEP
    }

    /// How many sets of output weights there are.
    pub fn buckets(&self) -> usize {
        self.output_biases.len()
    }

    /// How many centipawns a value of one is.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// The checksum of its weights and biases, as in its file.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The instructions it runs on.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The set of output weights for a position with this number of men, kings included.
    #[inline]
    pub(super) fn bucket(&self, men: u32) -> usize {
        bucket(self.buckets(), men)
    }

    /// The width of a row.
    #[inline]
    pub(super) fn lanes(&self) -> usize {
        self.feature_biases.len()
    }

    /// The weights of a man, seen from one side.
    #[inline]
    pub(super) fn row(&self, view: Color, man: Man) -> &[Lane] {
        &self.features[feature(view, man) * self.lanes()..][..self.lanes()]
    }
}

/// Buckets are as even as whole numbers allow. Two men are in the first bucket, 32 in the last.
#[inline]
pub(super) fn bucket(buckets: usize, men: u32) -> usize {
    (men.saturating_sub(2) as usize * buckets / 31).min(buckets - 1)
}
