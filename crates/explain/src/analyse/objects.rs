//! Games as objects, one on each line.

use bstar_board::pgn::{PgnError, PgnFault};
use serde::Serialize;

use crate::output::lines::OutputLine;

/// The object of a game that cannot be read.
pub fn unreadable_line(error: &PgnError) -> String {
    #[derive(Serialize)]
    struct Unreadable {
        game: usize,
        line: usize,
        column: usize,
        fault: String,
    }
    let PgnError {
        game, line, column, ..
    } = *error;
    let fault: &PgnFault = &error.fault;
    let object = Unreadable {
        game,
        line,
        column,
        fault: fault.to_string(),
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
