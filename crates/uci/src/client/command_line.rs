//! Splits a command line as a shell does: at spaces, but not inside quotation marks.

use thiserror::Error;

/// Why a text is not a command line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SplitError {
    /// A quotation mark has no partner.
    #[error("the quotation mark {mark} at column {column} is never closed")]
    Unclosed {
        mark: char,
        /// Where it stands, from 1.
        column: usize,
    },
    /// It has no word.
    #[error("the command is empty")]
    Empty,
}

/// The words of a command line; at least one.
///
/// In single quotes everything stands for itself. Outside of quotes, a backslash escapes the next
/// character. In double quotes it escapes only `"` and `\`. Nothing else is special: there are no
/// variables and no wildcards.
pub(super) fn split(text: &str) -> Result<Vec<String>, SplitError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = text.chars().enumerate().peekable();
    while let Some((at, c)) = rest.next() {
        match c {
            _ if c.is_whitespace() => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                let unclosed = SplitError::Unclosed {
                    mark: c,
                    column: at + 1,
                };
                loop {
                    match rest.next().ok_or(unclosed.clone())?.1 {
                        end if end == c => break,
                        '\\' if c == '"' => match rest.peek() {
                            Some((_, next @ ('"' | '\\'))) => {
                                word.push(*next);
                                rest.next();
                            }
                            _ => word.push('\\'),
                        },
                        other => word.push(other),
                    }
                }
            }
            '\\' => {
                let next = rest.next().map_or('\\', |(_, next)| next);
                word.get_or_insert_default().push(next);
            }
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if words.first().is_none_or(String::is_empty) {
        return Err(SplitError::Empty);
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_are_divided_as_a_shell_does() {
        for (text, words) in [
            ("stockfish", vec!["stockfish"]),
            ("  engine  --threads 1\t", vec!["engine", "--threads", "1"]),
            ("'/my engines/a' -x", vec!["/my engines/a", "-x"]),
            (r"/my\ engines/a", vec!["/my engines/a"]),
            (
                r#"e "a \"b\" \n \\" 'it"s'"#,
                vec!["e", r#"a "b" \n \"#, "it\"s"],
            ),
            ("e pre'mid dle'post ''", vec!["e", "premid dlepost", ""]),
            ("sh -c 'echo $HOME *'", vec!["sh", "-c", "echo $HOME *"]),
        ] {
            assert_eq!(split(text).unwrap(), words, "{text}");
        }
    }

    #[test]
    fn an_open_quote_is_shown() {
        assert_eq!(
            split("engine 'a b").unwrap_err().to_string(),
            "the quotation mark ' at column 8 is never closed"
        );
        assert_eq!(split(" \t"), Err(SplitError::Empty));
        assert_eq!(split("'' x"), Err(SplitError::Empty));
    }

    proptest! {
        #[test]
        fn any_text_can_be_split(text in "(\\PC|['\"\\\\ ])*") {
            let _ = split(&text);
        }

        #[test]
        fn quoted_words_come_back(words in prop::collection::vec("[^']{1,8}", 1..5)) {
            let text: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
            prop_assert_eq!(split(&text.join(" ")).unwrap(), words);
        }
    }
}
