//! Games of the engine against itself. Evaluations are trained on them.
//!
//! Each game begins with eight to ten random half moves. A start that a quick search finds too
//! uneven is thrown away, and another one is drawn. Game `n` depends only on the settings, the seed
//! and `n`, and games come out in order. So a file can be continued: whole games stay, and the rest
//! comes out the same.
//!
//! [`SelfPlay`] writes such games as PGN for the tuner. [`datagen`](crate::datagen) packs them for
//! a network.

mod games;
mod pgn_file;

pub(crate) use games::{
    Beginning, MAX_START_CENTIPAWNS, MIN_RANDOM_PLIES, RANDOM_PLY_COUNTS, START_CHECK_NODES,
    SelfPlayGames, player,
};
pub use pgn_file::{SelfPlay, SelfPlayError};
