//! The chess engine that everybody uses: the protocol, the command line, the laboratory.
//!
//! [`Engine`] is given a game and [`SearchLimits`], thinks, [reports](SearchReport) while it does, and gives its [`SearchResult`]. It
//! can be [stopped](Signals) from another thread. It prints nothing and knows no protocol.
//!
//! ```
//! use bstar_board::Game;
//! use bstar_engine::{Engine, SearchLimits, Settings, Signals};
//!
//! let mut engine = Engine::new(Settings { hash_mib: 4, ..Settings::default() }).unwrap();
//! let limits = SearchLimits { depth: Some(5), ..SearchLimits::default() };
//! let result = engine.search(&Game::default(), &limits, &Signals::new(), &mut |_| {});
//! assert!(result.best.is_some());
//! ```

pub mod analyst;
mod bench;
mod clock;
mod described;
mod engine;
mod limits;
mod report;
mod settings;
mod signals;
mod strength;
#[cfg(test)]
mod testing;
pub mod thinker;
mod wdl;

pub use bench::{BenchResult, bench};
pub use bstar_alphabeta::{Centipawns, Score, ScoreBound, Techniques, UnknownTechnique};
pub use bstar_eval::network::{Network, NetworkLoadError};
pub use bstar_eval::{Evaluation, EvaluationError};
pub use described::{Named, describe_eval};
pub use engine::Engine;
pub use limits::{Clock, SearchLimits};
pub use report::{Proposal, ProposalJudgement, SearchReport, SearchResult, TreeFacts};
pub use settings::{EngineError, SearchKind, Settings};
pub use signals::Signals;
pub use strength::{MAX_ELO, MIN_ELO};
pub use thinker::Points;
pub use wdl::WdlModel;

use bstar_board::Position;

/// How much of the pieces of the start is still on the board, 0 to 1.
pub fn phase(position: &Position) -> f64 {
    f64::from(bstar_eval::phase(position)) / f64::from(bstar_eval::FULL_PHASE)
}
