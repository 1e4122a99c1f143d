//! The 1978 experiment, and larger ones: searches compared on trees made of random numbers.
//!
//! ```text
//! tree (the same for everybody) ─► searcher (who finds the best choice, and after how many nodes)
//!     ─► experiment (many trees, on several cores, with a journal) ─► table (Table I, beside the paper's) ─► page (all of them, and pictures)
//! ```
//!
//! A [`CanonicalTree`] is a function of its name: whoever looks, and in whatever order, sees the same bounds. A [`Searcher`] is one of the searches: those of Table I, what has come since, the
//! alpha-beta search the paper compares with, and the search of 1996. An [`Experiment`] sends all of them into all trees of a [`Recipe`], and a [`Table`] says who needed how much.

mod alphabeta;
mod claims;
mod command;
mod cost;
mod experiment;
mod page;
mod paper;
mod picture;
mod plan;
mod probability;
mod results;
mod searcher;
mod size_class;
mod table;
#[cfg(test)]
mod tests;
mod tree;

pub use bstar::interval::Commitment;
pub use cost::{Effort, Limits};
pub use experiment::{Experiment, ExperimentError, TreeLine};
pub use page::{Step, Written, write_page};
pub use picture::by_class;
pub use searcher::{Searcher, SearcherError};
pub use size_class::Class;
pub use table::{Row, Table};
pub use tree::{CanonicalTree, Place, Recipe};
