//! Games of the engine against itself: what an evaluation learns from.
//!
//! Each game begins with eight to ten random moves; a start that a quick search finds lopsided is
//! thrown away and another one drawn. Game `n` depends on the settings, the seed and `n` alone, and
//! games come out in order. So a file can be continued: the games that are whole stay, the rest is
//! made as if nothing had happened.
//!
//! [`SelfPlay`] writes such games as PGN, for the tuner; [`datagen`](crate::datagen) packs them for
//! a network.

mod games;
mod pgn_file;

pub(crate) use games::{
    Beginning, MAX_START_CENTIPAWNS, MIN_RANDOM_PLIES, RANDOM_PLY_COUNTS, START_CHECK_NODES,
    SelfPlayGames, player,
};
pub use pgn_file::{SelfPlay, SelfPlayError};
