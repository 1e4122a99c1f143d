//! Games as objects, one on each line.

use bstar_board::pgn::{PgnError, PgnFault};
use serde::Serialize;

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

/// The version of these objects. It is the same in everything that the program writes with
/// `--json`.
const SCHEMA: u32 = 1;

pub(super) fn object_line(kind: &'static str, body: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Line<'a, T> {
        r#type: &'static str,
        schema: u32,
        #[serde(flatten)]
        body: &'a T,
    }
    let line = Line {
        r#type: kind,
        schema: SCHEMA,
        body,
    };
    let mut text = serde_json::to_string(&line).expect("plain data serialises");
    text.push('\n');
    text
}
