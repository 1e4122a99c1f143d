//! What a position is worth according to a network, in whole numbers.
//!
//! A man on a square is a feature, seen from both sides of the board (`features`). Every feature has a row of weights, and the rows
//! of the men on the board add up to two rows of numbers, one for each point of view: the [`Accumulators`]. A move changes
//! two to four men, so its accumulators are made from those before it by as many additions; that is what makes a network of this
//! kind affordable at every leaf. What is left to do for a value is to clip and square both rows and weigh them, the mover's first.
//!
//! * [`Network`] is what was learned. It never changes and may be shared by threads.
//! * [`Accumulators`] belong to one position. A child's are made from its parent's by the [`BoardChange`]; a searcher's [`AccumulatorStack`] does so for the
//!   line it stands on.
//! * [`Weights`] are the same numbers as a plain list, to be read from files, written to them, or made up; [`WeightsError`] says why
//!   a file is not a network.
//! * [`Kernel`] chooses the instructions: all of them give the same numbers, bit for bit.
//!
//! The arithmetic has to equal the trainer's exactly and is therefore set down in `docs/network.md`, with the file format.
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
