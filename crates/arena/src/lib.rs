//! Where players are compared: games, matches, test suites, ratings.
//!
//! * A [`player`] is anything that can be asked for a move: the built-in engine, or any UCI engine.
//! * The [`referee`] plays one game between two of them, keeps the clocks, and names the player
//!   that misbehaves.
//! * A [`contest`] is a match: pairs of games from an [opening book](openings), counted by
//!   [`stats`]. A [`ladder`] puts the players of many matches on one scale.
//! * A [`suite`] is a file of [`positions`] with known answers.
//! * [`trees`] tells what B*'s searches were like, in suites and in matches. [`memory`] tells
//!   whether a long match grows.
//! * [`games`] reads the games of a file.
//!
//! Nothing here prints. Results are values that serialise. While something runs, it tells an
//! observer.

pub mod contest;
pub mod games;
pub mod ladder;
pub mod memory;
pub mod openings;
pub mod player;
pub mod positions;
pub mod referee;
pub mod stats;
pub mod suite;
pub mod trees;
