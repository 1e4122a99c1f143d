//! A finished B* search, put into words.
//!
//! A search leaves a [`Thought`](bstar_engine::thinker::Thought): the decision, the tree, everything that happened, and the lines the probes found. Nothing is
//! searched here. [`Reading`] gathers what can be said about it, as facts: the root moves with their values, what was spent on them, what
//! was tried against the choice, why it ended. Four writers put facts on paper:
//!
//! - [`story`]: a few sentences and a table, for people; [`comparison`]: what becomes of one move;
//! - [`log`]: the format of the 1996 paper;
//! - [`object`]: the whole tree and all events, for programs.
//!
//! And while a search still runs, [`live`] and [`standing`] say how it stands, and a [`Recorder`] takes down how its tree grows. [`telling`] puts all that
//! programs get to see in order, a line for each object.
//! [`game`] puts a whole game that was searched move by move into PGN and JSON.
//!
//! What a move does on the board (it threatens mate, it wins the exchange, it runs into a pin) is said in [claims](claim): `find` makes them out of the tree, [`check`]
//! recomputes them from the board, and what it confirms becomes a [`Sentence`] that carries its claims and nodes with it.
//!
//! The rule of this room: every sentence follows from the tree, the events or the probes' lines of this very search, and every claim about the board was checked. Where there is nothing
//! to say, there is no sentence.
//!
//! ```
//! use bstar_board::{Game, fen};
//! use bstar_engine::{Engine, SearchLimits, SearchKind, Settings, Signals};
//! use bstar_explain::Reading;
//!
//! let settings = Settings { hash_mib: 4, search: SearchKind::Bstar, expansions: 20, ..Settings::default() };
//! let game = Game::new(fen::parse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap());
//! let thought = Engine::new(settings).unwrap().think(&game, &SearchLimits::default(), &Signals::new(), &mut |_| {});
//! let text = Reading::new(&game, &thought).story();
//! assert!(text.starts_with("B* chooses 1. Ra8# for White."), "{text}");
//! ```

mod balance;
mod candidate;
pub mod chances;
pub mod check;
pub mod claim;
pub mod comparison;
mod ending;
mod failing;
mod find;
pub mod game;
pub mod history;
pub mod line;
pub mod live;
pub mod log;
mod notary;
pub mod object;
pub mod object_words;
mod overtaking;
mod phrases;
mod reading;
mod reasons;
pub mod recording;
mod rivals;
mod scale;
pub mod sentence;
pub mod standing;
pub mod story;
mod table;
pub mod telling;
mod trial;
mod words;

#[cfg(test)]
mod tests;

pub use balance::Balance;
pub use claim::Claim;
pub use notary::Audit;
pub use reading::{Certainty, Reading, RootMove};
pub use recording::Recorder;
pub use sentence::{Paragraph, Sentence, Topic};
pub use telling::SCHEMA;
