//! What a finished search says, as facts.
//!
//! A [`Reading`] gathers what can be told about a search: its root moves with their values, what
//! was spent on them, what happened. Nothing here is worded.
//!
//! - `facts`: the [`Reading`] and its root moves;
//! - [`chances`]: values as people read them;
//! - [`history`]: what happened, event by event;
//! - [`best_line`]: the line of best play after a move;
//! - `overtaking`: how likely a rival is to overtake the chosen move, and all other positions to
//!   reach its target;
//! - `ideas`: what the vocabulary of quiet chess says about them;
//! - `known_root`: what endgame tables know of the position and its moves;
//! - `judged`: two moves as alpha-beta judges them;
//! - `referee`: small searches that play on where a line ends, with the settings of the search;
//! - `asked`: the move a user asks about, beside the best one.

mod asked;
pub mod best_line;
pub mod chances;
mod facts;
pub mod history;
mod ideas;
mod judged;
mod known_root;
mod move_ideas;
mod overtaking;
mod referee;

pub use asked::{AskedMove, TwoMoves};
pub use best_line::BestLine;
pub(crate) use chances::shown_tenths;
pub use chances::{Chances, Likelihood, Viewpoint, tenths};
pub use facts::{Certainty, Reading, RootMove};
pub use history::History;
pub(crate) use judged::reversed;
pub use judged::{JudgedLine, JudgedPair};
pub(crate) use known_root::outcome_for;
pub use known_root::{Distance, KnownRoot};
pub(crate) use move_ideas::MoveIdeas;
pub use move_ideas::Weighing;
pub use overtaking::Overtaking;
pub(crate) use referee::Continued;
pub use referee::Referee;
