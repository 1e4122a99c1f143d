//! What all pictures share: texts in SVG.

use std::fmt::Write;

/// Writes words into a drawing at (x, y). Without words it writes nothing.
pub fn text(drawing: &mut String, class: &str, x: f64, y: f64, anchor: &str, words: &str) {
    if words.is_empty() {
        return;
    }
    let _ = writeln!(
        drawing,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
        escaped(words)
    );
}

/// A text in which the characters are escaped that have a meaning in XML.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(c),
        }
    }
    escaped
}
