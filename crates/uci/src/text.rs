//! Prepares text from outside for our messages.

/// At most `most` characters of a text, so that a message that quotes it stays readable.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The text with spaces instead of control characters. It may quote text from outside. A line break
/// in that would make the rest a line of its own.
pub(crate) fn on_one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}
