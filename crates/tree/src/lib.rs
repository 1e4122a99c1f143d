//! A best-first tree of chess positions that a learned prior guides.
//!
//! The rule is PUCT: a [`Tree`] grows by *visits*. A visit goes from the root to a leaf, at every
//! position to the move whose value so far, and whose prior while it was seldom visited, promise
//! most. A leaf is looked at once by the [prior](bstar_eval::prior) and once by an [`Adviser`], and
//! its value is averaged into all positions above it. This is the instrument that tells what a
//! prior is worth at its real cost, before any rule of B* is put upon it.
//!
//! How data passes through: [`Tree::begin`] takes a game, and keeps what an earlier tree knew of
//! its position (`keep`). [`Tree::grow`] makes visits (`visit`): down by `choice`, a look at the
//! leaf by `sight` and by a `second_opinion`, up again by averaging and by `proof`. Everything lies
//! in an `arena` of nodes of 32 bytes and edges of 4. [`Tree::root_moves`], [`Tree::line`] and
//! [`Expectation`] say what came of it (`result`).
//!
//! * Values are expected scores, 0 to 1, of the side to move in the position they belong to.
//! * A position gets its moves at its second visit. Most leaves are never visited again.
//! * Moves lie in the order of their prior. Those that were visited are always the first ones, so
//!   that to choose one is to read a short stretch of memory.
//! * Mates, draws by the rules and endings of tables are *proven*, and so is what follows from them
//!   with certainty. Nobody goes below a proven position again.
//! * A position that is visited for the first time has the value it has elsewhere in the tree, if
//!   it is there (`transpositions`).
//! * When the memory is full the tree stops growing. Visits go on: the leaves that are there count
//!   again, with the value they have.
//!
//! It does no input or output, starts no thread and reads no clock. [`Tree::grow`] asks its caller
//! every few visits whether to stop.

mod arena;
mod choice;
mod free_blocks;
mod keep;
mod node;
mod options;
mod proof;
mod result;
mod second_opinion;
mod sight;
mod transpositions;
mod tree;
mod visit;

pub use node::NODE_BYTES;
pub use options::TreeOptions;
pub use proof::Proof;
pub use result::{Expectation, RootMove};
pub use second_opinion::Adviser;
pub use tree::{Grown, Tree};

#[cfg(test)]
mod material;
#[cfg(test)]
mod tests;
