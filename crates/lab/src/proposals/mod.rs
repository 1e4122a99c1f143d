//! What the tree adds to the first look.
//!
//! On a clock B* begins with one alpha-beta search of the root, and then grows a tree of short
//! probes. Where the tree prefers another move, it has proposed it, and a second look at the two
//! confirms or refuses it, or has no nodes left to look. [`ProposalInquiry`] has B* go through the
//! games of a player again, collects the proposals, and asks a judge, any player, what both moves
//! are worth. [`ProposalReport`] says what the proposals gained or would have gained: if confirming
//! is worth anything, those confirmed must be better than those refused.
//!
//! B* is told of a clock with hours on it and of a number of nodes, so that it searches as in a
//! game and finds the same again.

mod inquiry;
mod proposed;
mod report;
#[cfg(test)]
mod tests;

pub use inquiry::{DEFAULT_JUDGE_NODES, DEFAULT_NODES, ProposalInquiry, ProposalsError};
pub use proposed::Proposed;
pub use report::{ProposalGroup, ProposalReport};
