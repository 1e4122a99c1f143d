//! What all pictures share: their beginning and their texts, in SVG.

use std::fmt::Write;

/// Begins a picture: its size in pixels, its title, its style sheet, a white background.
pub fn begin(class: &str, title: &str, style: &str, width: f64, height: f64) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" class=\"{class}\">\n\
         <title>{title}</title>\n<style>{style}</style>\n\
         <rect width=\"{width:.0}\" height=\"{height:.0}\" rx=\"8\" fill=\"#ffffff\"/>\n"
    )
}

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
