//! Texts that somebody else sent, made fit for a message of ours.

/// At most `most` characters of what somebody sent, for a message that should stay readable.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The text with control characters made harmless. It may quote what somebody sent, and a line break
/// would let the rest pass for a line of ours.
pub(crate) fn on_one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}
