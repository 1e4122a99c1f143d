//! What a position is worth according to a network, in whole numbers.
//!
//! A man on a square is a feature, seen from both sides of the board (`features`). Every feature has a row of weights, and the rows
//! of the men on the board add up to two rows of numbers, one for each point of view: the [`Accumulators`]. A move changes
//! two to four men, so its accumulators are made from those before it by as many additions; that is what makes a network of this
//! kind affordable at every leaf. What is left to do for a value is to clip and square both rows and weigh them, the mover's first.
//!
//! * [`Network`] is what was learned. It never changes and may be shared by threads.
//! * [`Accumulators`] belong to one position. A child's are made from its parent's by the [`Change`]; a searcher's [`Stack`] does so for the
//!   line it stands on.
//! * [`Weights`] are the same numbers as a plain list, to be read from files, written to them, or made up; [`WeightsError`] says why
//!   a file is not a network.
//! * [`Kernel`] chooses the instructions: all of them give the same numbers, bit for bit.
//!
//! The arithmetic has to equal the trainer's exactly and is therefore set down in `docs/network.md`, with the file format.
//!
//! ```
//! use bstar_board::{Position, notation};
//! use bstar_eval::network::{Accumulators, Change, Network, Weights};
//!
//! let mut weights = Weights::zero(32, 1);
//! weights.output_biases[0] = 255 * 64; // the mover is always better, by the scale
//! let network = Network::new(&weights).unwrap();
//!
//! let start = Position::start();
//! let mut before = Accumulators::new(&network);
//! before.refresh(&network, &start);
//!
//! let e4 = notation::parse(&start, "e2e4").unwrap();
//! let mut after = Accumulators::new(&network);
//! after.update(&network, &before, Change::of(&start, e4));
//! let position = start.after(e4);
//! assert_eq!(network.evaluate(&after, position.side_to_move(), 32), 400);
//! assert_eq!(network.evaluate_afresh(&position), 400);
//! ```

mod accumulators;
mod features;
mod file;
mod kernel;
mod plausible;
mod stack;
mod weights;

pub use accumulators::Accumulators;
pub use features::{Change, Man};
pub use file::{FileError, LoadError, MAX_FILE};
pub use kernel::Kernel;
pub use stack::Stack;
pub use weights::{Weights, WeightsError};

use std::fmt;

use bstar_board::{Color, Position};

use features::feature;
use kernel::Lane;

/// What the network sees: six kinds of men of two colours on 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;
/// The accumulators' rows are a multiple of this wide.
pub const HIDDEN_STEP: usize = kernel::LANE;
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
const MAX_VALUE: i64 = {
    let (qa, qb) = (QA as i64, QB as i64);
    let sum = 2 * MAX_HIDDEN as i64 * qa * qa * MAX_OUTPUT_WEIGHT as i64;
    (sum / qa - i32::MIN as i64) * MAX_SCALE as i64 / (qa * qb)
};
const _: () = assert!(MAX_VALUE <= i32::MAX as i64);

/// A network that has been learned.
pub struct Network {
    /// A row for each feature.
    features: Vec<Lane>,
    feature_biases: Vec<Lane>,
    /// Two rows for each bucket, the first for the mover's point of view.
    outputs: Vec<Lane>,
    output_biases: Vec<i32>,
    scale: i32,
    checksum: u64,
    kernel: Kernel,
}

/// Two are equal if they give the same values, whatever instructions they run on.
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

/// Everything that tells it from another.
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

    /// Reads a network from the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Self, FileError> {
        Ok(Self::new(&Weights::read(bytes)?)?)
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

    /// What a value of one is in centipawns.
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

    /// The set of output weights for a position with so many men, kings included.
    pub fn bucket(&self, men: u32) -> usize {
        bucket(self.buckets(), men)
    }

    /// The value for the side to move of the position these accumulators belong to, in centipawns if the scale is the usual one.
    ///
    /// It is as the network has it: nothing keeps it below the scores of mates but its training.
    ///
    /// # Panics
    /// If the accumulators are those of a network of another width.
    #[inline]
    pub fn evaluate(&self, accumulators: &Accumulators, side: Color, men: u32) -> i32 {
        let lanes = self.lanes();
        let bucket = self.bucket(men);
        let weights = &self.outputs[2 * bucket * lanes..][..2 * lanes];
        let (mover, other) = (accumulators.view(side), accumulators.view(!side));
        let sum = self.kernel.weigh(mover, other, weights);
        let (qa, qb) = (i64::from(QA), i64::from(QB));
        let value = (sum / qa + i64::from(self.output_biases[bucket])) * i64::from(self.scale);
        (value / (qa * qb)) as i32 // fits: `MAX_VALUE`
    }

    /// The value of a position for the side to move, from nothing but the board.
    pub fn evaluate_afresh(&self, position: &Position) -> i32 {
        let mut accumulators = Accumulators::new(self);
        accumulators.refresh(self, position);
        let men = position.occupied().len();
        self.evaluate(&accumulators, position.side_to_move(), men)
    }

    /// The width of a row.
    #[inline]
    fn lanes(&self) -> usize {
        self.feature_biases.len()
    }

    /// The weights of a man, seen from one side.
    #[inline]
    fn row(&self, view: Color, man: Man) -> &[Lane] {
        &self.features[feature(view, man) * self.lanes()..][..self.lanes()]
    }
}

/// Buckets are as even as whole numbers allow: two men are in the first, 32 in the last.
#[inline]
fn bucket(buckets: usize, men: u32) -> usize {
    (men.saturating_sub(2) as usize * buckets / 31).min(buckets - 1)
}

#[cfg(test)]
mod tests;
