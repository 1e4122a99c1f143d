//! Scripted trees: the 1996 search, step by step, on a tree from a file.
//!
//! A [`Script`] says what every probe would find. [`replay`] runs the search of the library `bstar`
//! on it and reports every [`ReplayStep`]: which node was expanded, under which target, and what
//! the whole tree was like afterwards. So the search can be checked against another program, or by
//! hand.
//!
//! ```text
//! raw_json (as in the file) ─► parse ─► script (checked) ─► replay (steps)
//!     ─► objects / words (tables as in the paper) / text_picture, svg_picture
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
