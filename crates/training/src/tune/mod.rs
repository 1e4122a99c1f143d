//! Tuning the hand-written evaluation on the engine's own games.
//!
//! The evaluation is a weighted sum, and the sigmoid of such a sum is a probability. So logistic
//! regression finds the weights under which the results of many games are most probable. Chess
//! programmers call this Texel tuning.
//!
//! [`TrainingSet`] keeps of each quiet position what the evaluation counts there and how the game
//! ended. [`Tuner`] changes the weights step by step (Adam) and watches the loss on games it does
//! not learn from. [`write_weights`] writes the source file `crates/eval/src/weights.rs`.

mod positions;
mod training_set;
mod tuner;
mod weights_source;

pub use positions::{GamePosition, read_positions};
pub use training_set::TrainingSet;
pub use tuner::{EpochLoss, Tuner, TunerSettings};
pub use weights_source::write_weights;
