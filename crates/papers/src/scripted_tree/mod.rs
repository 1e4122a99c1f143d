//! Scripted trees: the 1996 search on a tree somebody wrote down, step by step.
//!
//! A [`Script`] is a small file that says what every probe would find. [`replay`] runs the search of the library `bstar` on it and tells
//! every [`Step`]: what was expanded, under which target, and what the whole tree looked like afterwards. So anyone can check the search against his own
//! program, or against pencil and paper.
//!
//! ```text
//! raw (JSON as it stands there) ─► tree (checked) ─► replay (steps) ─► record (objects) / table (as in the paper) / picture, svg
//! ```
//!
//! [`example`] is the tree of the paper's section 3.6, with the numbers of its figures.

pub mod example;
mod names;
mod picture;
mod raw;
mod record;
mod replay;
mod svg;
mod table;
#[cfg(test)]
mod tests;
mod tree;

pub use picture::picture;
pub use record::{Record, records};
pub use replay::{After, Ending, Row, Step, Table, replay};
pub use svg::svg;
pub use table::{in_words, table};
pub use tree::{Fault, LARGEST, Mover, Script, ScriptError, ScriptedNode};
