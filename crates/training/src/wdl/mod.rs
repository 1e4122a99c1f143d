//! How scores turn into results: fitting the chances of win, draw and loss.
//!
//! [`read`] takes games with scores from PGN or from what [`datagen`] writes, [`fit`] finds the
//! model, and [`reliability`] says how well it agrees with what happened, as a table or as a
//! [`picture`].

mod fit;
mod read;
mod reliability;

pub use fit::{fit, mean_loss};
pub use read::{ScoredResult, ScoredResults, ScoredResultsError, read};
pub use reliability::{ReliabilityRow, picture, reliability};
