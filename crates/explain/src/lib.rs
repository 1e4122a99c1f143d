//! A finished B* search, put into words.
//!
//! A search leaves a [`Thought`](bstar_thought::Thought): the decision, the tree, everything that
//! happened, and the lines the probes found. This package explains it.
//!
//! The vocabulary of quiet chess is a package of its own, [`bstar_concepts`].
//!
//! The folders are the steps from a search to a text. Each uses only those above it in this list.
//!
//! 1. [`reading`]: what the search says, as facts. The root moves with their values, what was spent
//!    on them, what happened. [`Reading`] is the type to begin with.
//! 2. [`claims`]: what can be claimed about the board (it threatens mate, it wins the exchange, it
//!    runs into a pin), and the [checker](claims::check) that works every claim out again.
//! 3. `found`: finds claims on the board and along the lines of the tree.
//! 4. `tell`: which of it is told. All weights and limits are in its file `choose`.
//! 5. [`words`]: how everything is worded. Every sentence is in this folder; its essay says which
//!    file has which.
//! 6. [`output`]: how everything is written out. Text and table, the log of the 1996 paper, objects
//!    for programs.
//! 7. [`game`]: a whole game that was searched move by move, as PGN and JSON.
//! 8. [`analyse`]: searches whole files of games and writes them annotated.
//!
//! Sentences need small searches of their own: the [`Referee`](reading::Referee) plays on where a
//! line ends. It has the settings of the search that is explained.
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
//! use bstar_explain::reading::Referee;
//!
//! let settings = Settings {
//!     hash_mib: 4,
//!     search: SearchKind::Bstar,
//!     ..Settings::default()
//! };
//! let game = Game::new(fen::parse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap());
//! let (effort, stop) = (Effort::expansions(20), Stop::new());
//! let referee = Referee::new(&settings).unwrap();
//! let mut engine = Engine::new(settings).unwrap();
//! let thought = engine.run(&Task::explain(&game, effort), &stop, &mut ());
//! let text = Reading::new(&game, &thought, &referee).story();
//! assert!(text.starts_with("B* chooses 1. Ra8# for White."), "{text}");
//! ```

pub mod analyse;
pub mod claims;
mod found;
pub mod game;
pub mod output;
pub mod reading;
mod tell;
pub mod words;

#[cfg(test)]
mod tests;

pub use claims::{Audit, Balance, Claim};
pub use output::lines::SCHEMA;
pub use output::recording::Recorder;
pub use reading::{Certainty, Reading, RootMove};
pub use words::sentence::{Paragraph, Sentence, Topic};
