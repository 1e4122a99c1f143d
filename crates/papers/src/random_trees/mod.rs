//! The 1978 experiment, and larger ones: searches compared on trees made of random numbers.
//!
//! ```text
//! tree (the same for every search) ─► named_search (its choice, and the nodes it needed)
//!     ─► experiment (many trees, several cores, a journal) ─► table_one (beside the paper's)
//!     ─► page (all experiments, with pictures)
//! ```
//!
//! A [`RandomTree`] depends on its name alone: every search sees the same bounds, in whatever order
//! it asks. A [`NamedSearch`] is one of the searches: those of Table I, newer ones, the alpha-beta
//! search that the paper compares with, and the search of 1996. A [`TreeExperiment`] runs all of
//! them on all trees of a [`Recipe`]. [`TableOne`] says what each needed.

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
