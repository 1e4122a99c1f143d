//! `docs/uci.md`: prose with the table of options put in.
//!
//! The prose has one line `{{ options }}`, and the table of all options takes its place.

use std::fmt::Write;

use bstar_engine::options::OptionRow;

use crate::markdown::in_cell;

/// The text around the table.
pub const PROSE: &str = include_str!("../prose/uci.md");

const PLACE: &str = "{{ options }}\n";

/// The prose with the table put in, or what is wrong with it.
pub fn write(options: &[OptionRow], prose: &str) -> Result<String, Vec<String>> {
    match prose.split(PLACE).collect::<Vec<_>>().as_slice() {
        [before, after] => Ok(format!("{before}{}{after}", table(options))),
        parts => Err(vec![format!(
            "the prose about options has {} places for their table: expected one",
            parts.len() - 1
        )]),
    }
}

fn table(options: &[OptionRow]) -> String {
    let mut text = "| option | values | default | |\n|---|---|---|---|\n".to_owned();
    for option in options {
        let default = match option.default.as_deref() {
            None | Some("") => String::new(),
            Some(default) => format!("`{default}`"),
        };
        let meaning = in_cell(option.meaning).replace('*', "\\*");
        let _ = writeln!(
            text,
            "| `{}` | {} | {default} | {meaning} |",
            option.name, option.values
        );
    }
    text
}
