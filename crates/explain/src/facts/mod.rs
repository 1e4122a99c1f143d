//! What a finished search says, as facts. Nothing here is worded.
//!
//! A [`Reading`] gathers what can be told about a search: its root moves with their values, what
//! was spent on them, what happened.
//!
//! - `reading`: the [`Reading`] and its root moves;
//! - [`chances`]: values as people read them;
//! - [`history`]: what happened, event by event;
//! - [`best_line`]: the line of best play after a move;
//! - `overtaking`: how likely a rival is to overtake the chosen move, and all other positions to
//!   reach its target;
//! - `ideas`: what the vocabulary of quiet chess says about them;
//! - `known_root`: what endgame tables know of the position and its moves;
//! - `judged`: two moves as alpha-beta judges them;
//! - `answers`: questions that sentences hang on, and the answers of small searches;
//! - `asked`: the move a user asks about, beside the best one.
//!
//! Two folders are about the board. [`claims`] has what can be claimed about it (it threatens mate,
//! it wins the exchange, it runs into a pin), and the [checker](claims::check) that works every
//! claim out again. `found` finds claims, on the board and along the lines of the tree.

mod answers;
mod asked;
pub mod best_line;
pub mod chances;
pub mod claims;
pub(crate) mod found;
pub mod history;
mod ideas;
mod judged;
mod known_root;
mod move_ideas;
mod overtaking;
mod reading;

pub use answers::{Answers, Continued, Question};
pub use asked::AskedMove;
pub use best_line::BestLine;
pub(crate) use chances::shown_tenths;
pub use chances::{Chances, Likelihood, Viewpoint, tenths};
pub use history::History;
pub use judged::{JudgedLine, JudgedPair};
pub(crate) use known_root::outcome_for;
pub use known_root::{Distance, KnownRoot};
pub(crate) use move_ideas::MoveIdeas;
pub use move_ideas::Weighing;
pub use overtaking::Overtaking;
pub use reading::{Certainty, Reading, RootMove};
