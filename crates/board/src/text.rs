//! Text that comes from outside: how it is decoded, and how it is quoted in messages.

/// The beginning of a text, short enough to be quoted in a message.
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

/// Decodes text of unknown origin. It is UTF-8 if it can be, else Latin-1: any bytes are Latin-1.
pub(crate) fn decode(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}
