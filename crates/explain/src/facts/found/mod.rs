//! Finds what can be claimed.
//!
//! Nothing is searched here. Lines come from the tree and from what its probes found. On the board
//! only that is found which the position shows without moving anything. Mates are the exception:
//! they are followed through every defence, because a line shows only one. Everything comes out as
//! [claims](crate::facts::claims::Claim). Which of them are worth telling is decided in
//! [`words`](crate::write::words).
//!
//! - `along`: what a line leads to: mate, material, a queen, a trade, a draw;
//! - `motif`: what a move does on the board: a fork, a pin, a discovered check;
//! - `danger`: what hangs, what is offered, what a move saves or stops;
//! - `ending`: why a side wins or holds an ending that tables know;
//! - `threat`: what the last move threatens;
//! - `tree`: the line of best play from any node;
//! - `forced`: whether a mate is forced;
//! - `node_path`: where in the tree something is found.

mod along;
mod danger;
mod ending;
mod forced;
mod motif;
mod node_path;
#[cfg(test)]
mod tests;
mod threat;
mod tree;

pub(crate) use along::Continuation;
pub(crate) use ending::Ending;
pub(crate) use node_path::NodePath;
pub(crate) use threat::MAX_THREAT_PLIES;
