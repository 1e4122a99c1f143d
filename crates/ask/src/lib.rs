//! One question, one answer.
//!
//! "Why this move, and what about mine?" is asked in the shell, on the page, and at every turning
//! point of a judged game. This package answers it, for all of them in the same way: an [`Asker`]
//! takes a [`Question`], tells a [`Listener`] how it comes along, and returns an [`Answer`].
//! The caller only prints. So the same question has the same sentences, wherever it is asked.
//!
//! # What happens to a question
//!
//! 1. `asker.rs` searches the position, unless an earlier search is [handed in](Start).
//!    Where somebody watches a search on time, a tree to look at comes first (`rounds.rs`).
//! 2. If the question names a move and the search never looked into it, the move and the best one
//!    are searched again, these two alone (`two_moves.rs`).
//! 3. If that does not show what is wrong with the move, alpha-beta gives a second opinion
//!    (`second_opinion.rs`).
//! 4. `bstar-explain` composes the sentences. It searches nothing: it returns questions of its own,
//!    how a game goes on from some position. The [`Referee`] answers them, and the sentences are
//!    composed again, until no question is open (`referee.rs`).
//! 5. The [`Answer`] keeps the searches and these answers. [`Answer::told`] reads it, as often as
//!    anybody likes, and searches nothing.
//!
//! [`games`] asks about whole games: it judges every position, and puts the question at every
//! turning point.
//!
//! ```
//! use bstar_ask::{Asker, Question};
//! use bstar_board::{Game, fen};
//! use bstar_engine::Settings;
//! use bstar_kit::effort::Effort;
//! use bstar_kit::stop::Stop;
//!
//! let game = Game::new(fen::parse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap());
//! let settings = Settings { hash_mib: 4, ..Settings::for_explaining() };
//! let mut asker = Asker::new(settings).unwrap();
//! let question = Question::new(game, Effort::nodes(2_000));
//! let stop = Stop::new();
//! let answer = asker.ask(question, &stop, &mut ());
//! let text = asker.compose(&answer, &stop, |told| told.reading.story());
//! assert!(text.starts_with("B* chooses 1. Ra8# for White."), "{text}");
//! ```

mod answer;
mod asker;
pub mod games;
mod listener;
mod question;
mod referee;
mod rounds;
mod second_opinion;
mod two_moves;

pub use answer::{Answer, Told};
pub use asker::Asker;
pub use listener::Listener;
pub use question::{Question, Start};
pub use referee::Referee;
