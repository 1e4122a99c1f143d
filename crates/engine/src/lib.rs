//! The chess engine that the protocol, the command line and the laboratory use.
//!
//! [`Engine::run`] is its one door. It takes a [`Task`], which is a game, an
//! [`Effort`](bstar_kit::effort::Effort) and a purpose. On the way it tells an [`Observer`]. In the
//! end a task to play gives a [`SearchResult`](bstar_thought::SearchResult), and a task to explain
//! a [`Thought`](bstar_thought::Thought). Another thread can [stop](bstar_kit::stop::Stop) it. It
//! prints nothing and knows no protocol. Other packages read the results of a search, so their
//! types live in the package [`bstar_thought`]. [`options`] is the table of what a user can set.
//!
//! # What happens to `go wtime 60000 btime 60000`
//!
//! 1. `crates/uci/src/go.rs` reads the line, and makes the clock of the side to move an
//!    [`Effort`](bstar_kit::effort::Effort). `crates/cli/src/uci_session.rs` calls [`Engine::run`].
//! 2. `engine/mod.rs` chooses the search: `engine/by_bstar.rs` for B*, `engine/by_alphabeta.rs` for
//!    alpha-beta.
//! 3. `clock.rs` turns the clock into an ideal and a latest time for this move (`Allotment::of`).
//!    Its `Timekeeper` is asked about every thousand nodes whether to stop.
//! 4. `thinker/plan.rs` says what B* does: on a clock, one deep alpha-beta search of the root
//!    (`thinker/root_search`). It ends when `Timekeeper::is_enough` says so.
//! 5. If the choice is contested (`thinker/how_sure.rs`), a small tree grows from it
//!    (`thinker/mod.rs`, `decide`). If the tree prefers another move, a second deep search of the
//!    two chooses (`thinker/root_search/choice.rs`).
//! 6. `engine/by_bstar.rs` returns the move. On the opponent's time the engine thinks about three
//!    replies (`engine/thinking_ahead.rs`).
//!
//! Alpha-beta skips step 5.
//!
//! # Units
//!
//! [`Centipawns`](bstar_board::score::Centipawns) are what alpha-beta counts in,
//! [`Points`](bstar_thought::Points) what B* counts in. [`bstar_thought::scale`] converts one into
//! the other.
//!
//! ```
//! use bstar_board::Game;
//! use bstar_engine::{Engine, Settings, Task};
//! use bstar_kit::effort::Effort;
//! use bstar_kit::stop::Stop;
//!
//! let mut engine = Engine::new(Settings { hash_mib: 4, ..Settings::default() }).unwrap();
//! let game = Game::default();
//! let result = engine.run(&Task::play(&game, Effort::depth(5)), &Stop::new(), &mut ());
//! assert!(result.best.is_some());
//! ```
//!
//! The words used here are explained in `docs/glossary.md`.

pub mod analyst;
mod bench;
mod clock;
mod described;
mod engine;
pub mod options;
mod settings;
mod strength;
pub mod task;
#[cfg(test)]
mod testing;
pub mod thinker;

pub use bench::{BenchResult, bench, bench_nodes};
pub use bstar_alphabeta::{Techniques, UnknownTechnique};
pub use bstar_eval::network::Network;
pub use bstar_eval::{Evaluation, EvaluationError};
pub use described::{Named, describe_eval};
pub use engine::{Engine, Purpose};
pub use settings::{EngineError, SearchKind, Settings};
pub use strength::{MAX_ELO, MIN_ELO};
pub use task::{Observer, OnReport, OnSnapshot, Task};
