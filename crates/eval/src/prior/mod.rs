//! What a network says of a position before any search: the prior.
//!
//! A search that chooses what it looks at has to know three things of a position it has not looked
//! at yet. What is it worth, how far may that be wrong, and which moves deserve a look? One pass of
//! a network answers all three.
//!
//! * [`Prior`] is what was learned. It never changes, and threads may share it.
//! * [`Impression`] is what its hidden layer makes of one position. It is a buffer and is used
//!   again and again. From it come the [`Forecast`] and, where they are needed, the weights of the
//!   moves.
//! * `view` turns a board so that the side to move sees it from below. `inputs` are the features,
//!   `move_numbers` and `move_rows` say which weights belong to a move.
//! * [`PriorWeights`] are its numbers as plain lists, read from a file or made up.
//!
//! Unlike the [network](crate::network) of alpha-beta it knows which men are attacked and which
//! are defended. So a move may change all of its features, and it is computed afresh every time.
//!
//! All numbers are whole until the very end. `docs/prior.md` defines them, with the file format,
//! and a test compares them with the trainer's.
//!
//! ```
//! use bstar_board::Position;
//! use bstar_eval::prior::{Impression, Prior, PriorWeights, Sums};
//!
//! let prior = Prior::new(&PriorWeights::made_up(64, 1)).unwrap();
//! let position = Position::start();
//! let mut impression = Impression::new(&prior);
//! impression.look(&prior, &position, &mut Sums::new(&prior));
//! let forecast = prior.forecast(&impression);
//! assert!((forecast.win + forecast.draw + forecast.loss - 1.0).abs() < 1e-6);
//!
//! let moves = position.legal_moves();
//! let mut logits = Vec::new();
//! prior.weigh_moves(&impression, &position, &moves, &mut logits);
//! assert_eq!(logits.len(), 20);
//! ```

mod file;
mod inputs;
mod learned;
mod limits;
mod move_numbers;
mod move_rows;
mod view;
mod weights;

pub use file::{PriorFileError, PriorLoadError};
pub use inputs::{NO_INPUT, inputs};
pub use learned::{Forecast, Impression, Prior, Sums};
pub use limits::{
    BUCKETS, HEAD_HIDDEN, HEAD_OUTPUTS, INPUTS, MAX_PAIRS, MOVE_ROWS, MOVES, ONE, PAIRS_STEP,
};
pub use move_numbers::move_number;
pub use move_rows::move_rows;
pub use weights::{PriorWeights, PriorWeightsError};

#[cfg(test)]
mod tests;
