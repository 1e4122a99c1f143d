//! What is each enhancement of alpha-beta worth? Fig. 8 of Marsland's survey (1991), measured anew.
//!
//! Direct alpha-beta, iterative deepening, aspiration and principal variation search go through the same trees, each with or without tables of transpositions,
//! refutations and history. The searcher is a small one of its own, after the figures of the paper: a full-width search to a fixed depth with captures played out
//! at the horizon. The engine's searcher would not do: most of what it prunes hangs together with its windows, so that no switch changes one thing alone.
//!
//! A [`SearchVariant`] is one trace of the figure, [`Enhancements`] the plan of the experiment, [`Figure`] what came out, [`Instructions`] what Valgrind counted.

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
