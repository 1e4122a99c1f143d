//! Text for people, in a window that is narrower than usual.

use std::io::{self, IsTerminal};

use console::Term;

/// How wide the texts are written.
const USUAL_COLUMNS: usize = 80;

/// In a window narrower than this nothing can be read.
const LEAST_COLUMNS: usize = 20;

/// How wide the window is, if standard output is one that is narrower than usual.
fn narrow_window() -> Option<usize> {
    let (_, columns) = Term::stdout().size_checked()?;
    let columns = usize::from(columns);
    let is_narrow = io::stdout().is_terminal() && columns < USUAL_COLUMNS;
    (is_narrow && columns >= LEAST_COLUMNS).then_some(columns)
}

/// The text, broken anew if the window is narrow.
pub fn for_window(text: &str) -> String {
    narrow_window().map_or_else(|| text.to_owned(), |columns| broken(text, columns))
}

/// Breaks paragraphs anew. Tables, whose cells are two spaces apart, stay as they are.
fn broken(text: &str, columns: usize) -> String {
    let (text, end) = match text.strip_suffix('\n') {
        Some(text) => (text, "\n"),
        None => (text, ""),
    };
    let blocks = text.split("\n\n").map(|block| match block.contains("  ") {
        true => block.to_owned(),
        false => paragraph(block, columns),
    });
    blocks.collect::<Vec<_>>().join("\n\n") + end
}

fn paragraph(text: &str, columns: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut room = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        match lines.last_mut() {
            Some(line) if length < room => {
                line.push(' ');
                line.push_str(word);
                room -= length + 1;
            }
            _ => {
                lines.push(word.to_owned());
                room = columns.saturating_sub(length);
            }
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_broken_anew_and_tables_stay() {
        let text = "A paragraph that goes over\nsome lines.\n\nmove  least\ne4    53.5\n\nThe end\nof it.\n";
        let expected = "A paragraph\nthat goes\nover some\nlines.\n\nmove  least\ne4    53.5\n\nThe end of\nit.\n";
        assert_eq!(broken(text, 11), expected);
        assert_eq!(broken("extraordinarily long", 5), "extraordinarily\nlong");
        assert_eq!(broken("four four\n", 9), "four four\n");
        assert_eq!(broken("a  table\n", 9), "a  table\n");
    }
}
