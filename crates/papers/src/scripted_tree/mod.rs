//! Scripted trees: the 1996 search on a tree somebody wrote down, step by step.
//!
//! A [`Script`] is a small file that says what every probe would find. [`replay`] runs the search of the library `bstar` on it and tells
//! every [`ReplayStep`]: what was expanded, under which target, and what the whole tree looked like afterwards. So anyone can check the search against his own
//! program, or against pencil and paper.
//!
//! ```text
//! raw (JSON as it stands there) ─► tree (checked) ─► replay (steps) ─► record (objects) / table (as in the paper) / picture, svg
//! ```
//!
//! [`example`] is the tree of the paper's section 3.6, with the numbers of its figures.

pub mod example;
mod faults;
mod names;
mod objects;
mod parse;
mod raw_json;
mod replay;
mod script;
mod svg_picture;
#[cfg(test)]
mod tests;
mod text_picture;
mod words;

pub use faults::{ScriptError, ScriptFault};
pub use objects::{StepObject, step_objects};
pub use replay::{NodeRow, NodeTable, ReplayEnding, ReplayStep, TableAfter, replay};
pub use script::{MAX_SCRIPT_VALUE, Mover, Script, ScriptedNode};
pub use svg_picture::svg_picture;
pub use text_picture::text_picture;
pub use words::{step_in_words, table};
