//! What short probes say, and what a far longer search says of the same move.
//!
//! A bound of B* is true if it is a quantile of what a much deeper search will say. [`collect`]
//! makes the data from which such bounds are learned: moves in positions from games, each with the
//! values of probes of several depths and with the value of a deep search. Some of the positions
//! are a few random moves away from the game, since most positions of a search tree are.

mod collect;
mod sample;

pub use collect::{Collecting, collect};
pub use sample::{MAX_DEPTH, PositionSamples, Sample};
