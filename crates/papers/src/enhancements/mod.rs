//! What each enhancement of alpha-beta saves: Fig. 8 of Marsland's article of 1991, measured anew.
//!
//! Direct alpha-beta, iterative deepening, aspiration and principal variation search go through the
//! same trees. Each has tables of transpositions, refutations and history, or does without. The
//! searcher is a small one after the figures of the paper. It searches full width to a fixed depth
//! and plays captures out at the horizon. The engine's own searcher does not fit: most of its
//! pruning depends on its windows, so no switch would change one thing alone.
//!
//! A [`SearchVariant`] is one curve of the figure. [`Enhancements`] is the experiment, [`Figure`]
//! its result, and [`Instructions`] what Valgrind counted.

mod conclusions;
mod counts;
mod deepening;
mod evaluation;
mod experiment;
mod figure;
mod finished;
mod instructions;
mod memories;
mod ordering;
mod report;
mod searcher;
#[cfg(test)]
mod tests;
mod valgrind;
mod variant;

pub use conclusions::Conclusion;
pub use counts::{NodeCounts, minimal_tree};
pub use deepening::DepthResult;
pub use experiment::{Enhancements, EnhancementsError};
pub use figure::{DepthRow, Figure, VariantCell};
pub use instructions::{InstructionCell, InstructionRow, Instructions};
pub use report::FigureSummary;
pub use valgrind::{InstructionCounter, InstructionsError};
pub use variant::{Memories, Method, SearchVariant, SearchVariantError};
