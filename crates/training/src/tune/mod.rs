//! Tuning the hand-written evaluation on the engine's own games.
//!
//! The evaluation is a weighted sum, and a sum's sigmoid is a probability: so the weights under which the results of many games
//! are most probable are found by logistic regression (what chess programmers call Texel tuning).
//!
//! [`Samples`] reads games and keeps of each quiet position what the evaluation counts there and how the game ended; [`Tuner`]
//! moves the weights downhill (Adam) and watches the loss on games it does not learn from; [`write_weights`] writes
//! the source file `crates/eval/src/weights.rs`.

mod descent;
mod games;
mod samples;
mod source;

pub use descent::{Epoch, Tuner, TunerSettings};
pub use games::{GameReader, ScoredPosition};
pub use samples::Samples;
pub use source::write_weights;
