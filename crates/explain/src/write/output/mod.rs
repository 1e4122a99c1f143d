//! How everything is written out.
//!
//! For people:
//!
//! - `text`: the sentences, then the `table`;
//! - `why`: how the ideas about the chosen move were weighed;
//! - [`log`]: the format of the 1996 paper;
//! - [`live`]: comments while a search runs.
//!
//! For programs:
//!
//! - [`answer`]: everything in one object;
//! - [`lines`]: the same as objects in order, one to a line;
//! - [`search`]: the search as a whole and its tree;
//! - [`events`]: what happened in it;
//! - `known`: what endgame tables know of the position, also as a table for people;
//! - `root_moves`: the root moves;
//! - [`sentences`]: the sentences with what backs them;
//! - [`comparison`]: a move beside the chosen one;
//! - [`recording`]: how the tree grew, in [`frames`];
//! - `scale`: what winning chances are in pawns;
//! - [`standing`]: how a search stands while it runs;
//! - [`values`]: single values, keys and moves;
//! - [`names`]: the words that stand for something.

pub mod answer;
pub mod comparison;
pub mod events;
pub mod frames;
mod known;
pub mod lines;
pub mod live;
pub mod log;
pub mod names;
pub mod recording;
mod root_moves;
mod scale;
pub mod search;
pub mod sentences;
pub mod standing;
mod table;
mod text;
pub mod values;
mod why;

pub use known::{DistanceObject, KnownObject, TableMoveObject};
pub use root_moves::CandidateObject;
pub use scale::ScaleObject;
