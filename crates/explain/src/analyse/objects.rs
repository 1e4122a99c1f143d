//! Games as objects, one on each line.

use bstar_board::pgn::PgnError;
use serde::Serialize;

use crate::output::lines::OutputLine;

/// A game that cannot be read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unreadable {
    /// Its number in the file, from 1.
    pub game: usize,
    /// The line of the fault.
    pub line: usize,
    /// The column of the fault.
    pub column: usize,
    /// The fault in words.
    pub fault: String,
}

/// A game that other machines have given up. Nothing is said of its moves.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotJudged {
    /// Its number in the file, from 1.
    pub game: usize,
    /// Why, in words.
    pub reason: String,
}

/// The object of a game that cannot be read.
pub fn unreadable_line(error: &PgnError) -> String {
    let object = Unreadable {
        game: error.game,
        line: error.line,
        column: error.column,
        fault: error.fault.to_string(),
    };
    object_line("unreadable", &object)
}

/// One line of output with its line end.
pub(super) fn object_line(kind: &'static str, body: &impl Serialize) -> String {
    let line = OutputLine::new(kind, body);
    let mut text = serde_json::to_string(&line).expect("plain data serialises");
    text.push('\n');
    text
}
