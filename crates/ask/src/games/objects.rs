//! Games as objects: one on each line, or all in one document.

use bstar_board::pgn::PgnError;
use serde::Serialize;

use bstar_explain::write::output::lines::OutputLine;

/// A game that cannot be read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "UnreadableGame"))]
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
#[cfg_attr(feature = "schema", schemars(rename = "GivenUpGame"))]
pub struct NotJudged {
    /// Its number in the file, from 1.
    pub game: usize,
    /// Why, in words.
    pub reason: String,
}

impl From<&PgnError> for Unreadable {
    fn from(error: &PgnError) -> Unreadable {
        Unreadable {
            game: error.game,
            line: error.line,
            column: error.column,
            fault: error.fault.to_string(),
        }
    }
}

/// The object of a game that cannot be read.
pub fn unreadable_line(error: &PgnError) -> String {
    object_line("unreadable", &Unreadable::from(error))
}

/// One line of output with its line end.
pub(super) fn object_line(kind: &'static str, body: &impl Serialize) -> String {
    let line = OutputLine::new(kind, body);
    let mut text = json(&line);
    text.push('\n');
    text
}

/// An object that is a part of another.
pub(super) fn json(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("plain data serialises")
}
