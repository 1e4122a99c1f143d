//! What a position is worth according to a network, in whole numbers.
//!
//! A man on a square is a feature, seen from both sides of the board (`features`). Every feature
//! has a row of weights. The rows of the men on the board add up to two rows of numbers, one for
//! each point of view: the [`Accumulators`]. A move changes two to four men, so it takes as many
//! additions to get a child's accumulators from its parent's. That makes such a network cheap
//! enough for every leaf. For a value, both rows are clipped, squared and weighed, the mover's
//! first (`value`).
//!
//! * [`Network`] is what was learned. It never changes, and threads may share it.
//! * [`Accumulators`] belong to one position. A [`BoardChange`] makes a child's from its parent's.
//!   An [`AccumulatorStack`] keeps those of the line that a search stands on.
//! * [`Weights`] are the same numbers as plain lists. They are read from files, written to files,
//!   or made up. [`WeightsError`] says why some numbers are not a network.
//! * [`Kernel`] chooses the instructions. All kernels give the same numbers, bit for bit.
//!
//! The arithmetic must equal the trainer's exactly. `docs/network.md` defines it, with the file
//! format.
//!
//! ```
//! use bstar_board::{Position, notation};
//! use bstar_eval::network::{Accumulators, BoardChange, Network, Weights};
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
//! after.update(&network, &before, BoardChange::of(&start, e4));
//! let position = start.after(e4);
//! assert_eq!(network.evaluate(&after, position.side_to_move(), 32), 400);
//! assert_eq!(network.evaluate_afresh(&position), 400);
//! ```

mod accumulator_stack;
mod accumulators;
mod features;
mod file;
mod kernel;
mod learned;
mod limits;
mod plausible;
mod value;
mod weights;

pub use accumulator_stack::AccumulatorStack;
pub use accumulators::Accumulators;
pub use features::{BoardChange, Man};
pub use file::{MAX_FILE_BYTES, NetworkFileError, NetworkLoadError};
pub use kernel::Kernel;
pub use learned::Network;
pub use limits::{
    HIDDEN_STEP, INPUTS, MAX_BUCKETS, MAX_FEATURE_WEIGHT, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, MAX_SCALE,
    QA, QB,
};
pub use weights::{Weights, WeightsError};

#[cfg(test)]
mod tests;
