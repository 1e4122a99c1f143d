//! The alpha-beta searcher: a complete engine, and a prober.
//!
//! One [`Searcher`] is one thread's worth of search: its own ordering tables and evaluation, and a share in a
//! transposition [`TranspositionTable`]. It can be asked in two ways:
//!
//! * [`Searcher::think`] deepens step by step from a root until it is told to stop: that plays chess.
//!   [`Pool`] runs several searchers on one table (lazy SMP).
//! * [`Searcher::probe`] answers "what is this position worth, at this depth, in this window": that is what
//!   B* builds on. It allocates nothing, starts in no time, and depends on nothing but the table.
//!
//! A search asks nobody what time it is. It asks its [`Watch`] now and then whether to stop.
//!
//! How data passes through: `think` (in `deepening`) → `root` (all moves of the root) → `node` (one position, which
//! `pruning` may settle at once and `moves` otherwise) → `quiescence` (captures and checks until the position is
//! quiet) → the evaluation. On the way down `ordering` decides which move is tried first; on the way up `learning`
//! writes into `history` what worked.
//!
//! Every named [technique](Techniques) can be switched off, to measure what it is worth.

mod board_keys;
mod deepening;
mod history;
mod learning;
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
mod table;
mod techniques;
mod value;
mod variation;

pub use deepening::{Depths, Iteration, RootResult, RootTask};
pub use pool::Pool;
pub use probe::Probe;
pub use searcher::{NeverStop, Searcher, Watch};
pub use table::{TableError, TranspositionTable};
pub use techniques::{Techniques, UnknownTechnique};
pub use value::{Centipawns, MAX_PLY, Score, ScoreBound};
pub use variation::Variation;

#[cfg(test)]
mod tests;
