//! The 1978 experiment, and larger ones: searches compared on trees made of random numbers.
//!
//! ```text
//! tree (the same for everybody) ─► searcher (who finds the best choice, and after how many nodes)
//!     ─► experiment (many trees, on several cores, with a journal) ─► table (TableOne I, beside the paper's) ─► page (all of them, and pictures)
//! ```
//!
//! A [`RandomTree`] is a function of its name: whoever looks, and in whatever order, sees the same bounds. A [`NamedSearch`] is one of the searches: those of Table I, what has come since, the
//! alpha-beta search the paper compares with, and the search of 1996. An [`TreeExperiment`] sends all of them into all trees of a [`Recipe`], and a [`TableOne`] says who needed how much.

mod alphabeta_search;
mod claims;
mod command;
mod cost;
mod experiment;
mod named_search;
mod page;
mod pictures;
mod plan;
mod printed_table;
mod probability_search;
mod results;
mod size_class;
mod table_one;
#[cfg(test)]
mod tests;
mod tree;

pub use bstar::interval::Commitment;
pub use cost::{SearchCost, TreeLimits};
pub use experiment::{SearchedTree, TreeExperiment, TreeExperimentError};
pub use named_search::{NamedSearch, NamedSearchError};
pub use page::{PageOutcome, PageProgress, write_page};
pub use pictures::cost_picture;
pub use size_class::SizeClass;
pub use table_one::{SearchRow, TableOne};
pub use tree::{RandomTree, Recipe, TreePosition};
