//! What is claimed about the board, and how it is checked.
//!
//! A [`Claim`] says that a [`Fact`] holds in a position. [`check`](check::check) works it out again
//! from the board alone. A sentence tells only claims that an `Auditor` has confirmed this way.
//!
//! - `claim`: the kinds of facts, each with its definition;
//! - `ending`: the facts about endings that tables know;
//! - `balance`: the men that change hands;
//! - [`check`]: the checker;
//! - `auditor`: confirms claims and counts what came of it.

mod auditor;
mod balance;
pub mod check;
mod claim;
mod ending;

pub use auditor::Audit;
pub(crate) use auditor::Auditor;
pub use balance::Balance;
pub(crate) use claim::position_after;
pub use claim::{Claim, Fact, LineStart};
pub use ending::EndingFact;
