//! What the tree adds to the search of the root.
//!
//! On a clock B* begins with one alpha-beta search of the root, and then grows a tree of short
//! probes. If the tree prefers another move, it proposes that move. A second search of the two
//! moves confirms or refuses it, unless no nodes are left. [`ProposalInquiry`] has B* go through
//! the games of a player again and collects the proposals. It asks a judge, which can be any
//! player, about both moves. [`ProposalReport`] says what the proposals gained or would have
//! gained. If confirming is of use, the confirmed ones are better than the refused ones.
//!
//! B* gets a clock with hours on it and a number of nodes. So it searches as in a game, and finds
//! the same every time.

mod inquiry;
mod proposed;
mod report;
#[cfg(test)]
mod tests;

pub use inquiry::{DEFAULT_JUDGE_NODES, DEFAULT_NODES, ProposalInquiry, ProposalsError};
pub use proposed::Proposed;
pub use report::{ProposalGroup, ProposalReport};
