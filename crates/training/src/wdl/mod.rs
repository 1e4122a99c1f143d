//! How scores turn into results: fitting the chances of win, draw and loss.
//!
//! [`read()`] takes positions with scores from PGN or from the files of
//! [`datagen`](crate::datagen). [`fit()`] finds the model. [`reliability()`] says how well it
//! agrees with the results, as a table, and [`picture`] draws that.

mod fit;
mod read;
mod reliability;

pub use fit::{fit, mean_loss};
pub use read::{ScoredResult, ScoredResults, ScoredResultsError, read};
pub use reliability::{ReliabilityRow, picture, reliability};
