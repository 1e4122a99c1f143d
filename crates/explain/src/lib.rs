//! A finished B* search, put into words.
//!
//! A search leaves a [`Thought`](bstar_thought::Thought): the decision, the tree, everything that
//! happened, and the lines the probes found. This package explains it.
//!
//! The vocabulary of quiet chess is a package of its own, [`bstar_concepts`].
//!
//! The folders are the steps from a search to a text. Each uses only those above it in this list.
//!
//! 1. [`facts`]: what the search says, and what can be claimed about the board. [`Reading`] is the
//!    type to begin with. [Claims](facts::claims) are checked by the
//!    [checker](facts::claims::check), which works every claim out again.
//! 2. `tell`: which of it is told. All weights and limits are in its file `choose`.
//! 3. [`mod@write`]: [`words`](write::words) has every sentence, and its essay says which file has
//!    which. [`output`](write::output) writes everything out: text and table, the log of the 1996
//!    paper, objects for programs.
//! 4. [`games`]: a whole game that was searched move by move, as PGN and JSON.
//!
//! This package searches nothing. Where a sentence hangs on a search, it [asks](facts::Answers):
//! the package `bstar-ask` answers, and has the sentences composed again.
//!
//! One rule holds for all of them: every sentence follows from the tree, the events or the probes'
//! lines of this very search, and every claim about the board was checked. Where there is nothing
//! to say, there is no sentence.
//!
//! docs/glossary.md explains the words that the packages share.
//!
//! ```
//! use bstar_board::{Game, fen};
//! use bstar_engine::{Engine, SearchKind, Settings, Task};
//! use bstar_kit::effort::Effort;
//! use bstar_kit::stop::Stop;
//! use bstar_explain::Reading;
//! use bstar_explain::facts::Answers;
//!
//! let settings = Settings {
//!     hash_mib: 4,
//!     search: SearchKind::Bstar,
//!     ..Settings::default()
//! };
//! let game = Game::new(fen::parse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap());
//! let answers = Answers::new(settings.evaluation.clone());
//! let mut engine = Engine::new(settings).unwrap();
//! let task = Task::explain(&game, Effort::expansions(20));
//! let thought = engine.run(&task, &Stop::new(), &mut ());
//! let text = Reading::new(&game, &thought, &answers).story();
//! assert!(text.starts_with("B* chooses 1. Ra8# for White."), "{text}");
//! ```

pub mod facts;
pub mod games;
mod tell;
pub mod write;

#[cfg(test)]
mod tests;

pub use facts::claims::{Audit, Balance, Claim};
pub use facts::{Certainty, Reading, RootMove};
pub use write::output::lines::SCHEMA;
pub use write::output::recording::Recorder;
pub use write::words::sentence::{Paragraph, Sentence, Topic};
