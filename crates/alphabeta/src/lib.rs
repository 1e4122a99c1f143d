//! The alpha-beta searcher: a complete engine, and a prober.
//!
//! One [`Searcher`] is the search of one thread. It has its own ordering tables and evaluation, and
//! shares a [`TranspositionTable`]. It works in two ways:
//!
//! * [`Searcher::think`] deepens step by step from a root until it is told to stop. That plays
//!   chess. [`Pool`] runs several searchers on one table (lazy SMP).
//! * [`Searcher::probe`] answers "what is this position worth, at this depth, in this window". B*
//!   builds on that. It allocates nothing, starts at once, and depends on nothing but the table.
//!
//! A searcher reads no clock. It asks its [`Watch`] every 1024 nodes whether to stop.
//!
//! How data passes through: `think` (in `deepening`) → `root` (all moves of the root) → `node` (one
//! position; `pruning` may settle it at once, otherwise `moves` does) → `quiescence` (captures and
//! checks until the position is quiet) → the evaluation. On the way down `ordering` chooses the
//! move to try first. On the way up `learning` writes into `history` what worked.
//!
//! Values are [`Centipawns`](bstar_board::score::Centipawns) at the border of this package and
//! plain numbers inside it (`value.rs`).
//!
//! Every [technique](Techniques) has a name and can be switched off, to measure its worth.
//!
//! The words used here are explained in `docs/glossary.md`.

mod board_keys;
mod deepening;
mod history;
mod learning;
mod memory;
mod moves;
mod node;
mod ordering;
mod pool;
mod probe;
mod pruning;
mod quiescence;
mod reductions;
mod refutation;
mod root;
mod root_move;
mod searcher;
mod slot;
mod table;
mod techniques;
mod value;
mod variation;

pub use deepening::{Iteration, RootResult, RootTask};
pub use pool::{Pool, PoolError, PoolResult, Team};
pub use probe::Probe;
pub use searcher::{NeverStop, Searcher, Watch};
pub use table::{TableError, TranspositionTable};
pub use techniques::{Techniques, UnknownTechnique};
pub use value::{MAX_PLY, value_of_known};
pub use variation::Variation;

#[cfg(test)]
mod tests;
