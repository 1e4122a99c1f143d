//! Texts that somebody else wrote.

/// At most a line's worth of what somebody sent, for a message.
pub(crate) fn shortened(word: &str) -> String {
    const MAX_SHOWN_CHARS: usize = 40;
    if word.chars().count() <= MAX_SHOWN_CHARS {
        word.to_owned()
    } else {
        word.chars()
            .take(MAX_SHOWN_CHARS)
            .chain("…".chars())
            .collect()
    }
}

/// Text of unknown origin: UTF-8 if it can be, else Latin-1, which any bytes are.
pub(crate) fn decode(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}
