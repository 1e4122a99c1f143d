//! An entry of a table of options.

use std::error::Error as StdError;

use bstar_kit::suggestion::did_you_mean;
use thiserror::Error;

use crate::settings::SearchKind;

/// What a setter has to say to the user, or why the old value stays.
pub type Answer = Result<Option<String>, Box<dyn StdError + Send + Sync>>;

/// The answer of a setter that has nothing to say.
pub fn done() -> Answer {
    Ok(None)
}

/// An option that changes a `T`.
pub struct OptionEntry<T> {
    /// Its name, as UCI writes it. Case does not matter when it is set.
    pub name: &'static str,
    /// Shorter and older names that the laboratory knows.
    pub aliases: &'static [&'static str],
    /// The only search that heeds it; `None` if both do.
    pub only_for: Option<SearchKind>,
    /// What it means, for people: a sentence without its full stop. Code stands between backticks.
    pub meaning: &'static str,
    pub kind: OptionKind<T>,
}

/// What values an option takes, what it is now, and its setter.
///
/// A value is `None` while nothing is set.
pub enum OptionKind<T> {
    /// On or off.
    Check {
        value: fn(&T) -> bool,
        set: fn(&mut T, bool) -> Answer,
    },
    /// A whole number in a range, both ends included.
    Number {
        least: i64,
        most: i64,
        value: fn(&T) -> Option<i64>,
        set: fn(&mut T, i64) -> Answer,
    },
    /// One of a few words. Case does not matter; the setter gets the word as it is listed.
    Word {
        words: &'static [&'static str],
        value: fn(&T) -> Option<&'static str>,
        set: fn(&mut T, &'static str) -> Answer,
    },
    /// Any text, most often a path.
    Text {
        /// What it names, for people.
        what: &'static str,
        /// What it is before it is set.
        default: fn() -> &'static str,
        set: fn(&mut T, &str) -> Answer,
    },
    /// Something to do, without a value.
    Button { press: fn(&mut T) },
}

/// Why an option was not set.
#[derive(Debug, Error)]
#[error("option {name} cannot be `{value}`: {refusal}")]
pub struct OptionError {
    pub name: &'static str,
    /// What was given.
    pub value: String,
    pub refusal: Refusal,
}

/// What is wrong with a value.
#[derive(Debug, Error)]
pub enum Refusal {
    #[error("expected true or false")]
    NotACheck,
    #[error("expected a whole number from {least} to {most}")]
    NotInRange { least: i64, most: i64 },
    #[error("{}", one_of(value, words))]
    NotListed {
        value: String,
        words: &'static [&'static str],
    },
    /// The setter refused it.
    #[error(transparent)]
    Refused(#[from] Box<dyn StdError + Send + Sync>),
}

/// An option as people read about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionRow {
    pub name: &'static str,
    /// The values it takes. Words stand between backticks.
    pub values: String,
    /// Its value at the start, if it has one.
    pub default: Option<String>,
    /// What it means.
    pub meaning: &'static str,
}

impl<T> OptionEntry<T> {
    /// An option that both searches heed.
    pub const fn new(name: &'static str, meaning: &'static str, kind: OptionKind<T>) -> Self {
        OptionEntry {
            name,
            aliases: &[],
            only_for: None,
            meaning,
            kind,
        }
    }

    /// The option with other names besides its own.
    pub const fn also(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// The option for one search only.
    pub const fn only_for(mut self, search: SearchKind) -> Self {
        self.only_for = Some(search);
        self
    }

    /// Whether this is its name, or one of its other names.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
            || (self.aliases.iter()).any(|alias| alias.eq_ignore_ascii_case(name))
    }

    /// Whether a search heeds it.
    pub fn is_for(&self, search: SearchKind) -> bool {
        self.only_for.is_none_or(|only| only == search)
    }

    /// Sets it if the value is one that it takes. A button ignores the value. Returns what there is
    /// to say to the user.
    pub fn set(&self, target: &mut T, value: &str) -> Result<Option<String>, OptionError> {
        self.try_to_set(target, value)
            .map_err(|refusal| OptionError {
                name: self.name,
                value: value.to_owned(),
                refusal,
            })
    }

    fn try_to_set(&self, target: &mut T, value: &str) -> Result<Option<String>, Refusal> {
        let word = value.trim();
        let answer = match self.kind {
            OptionKind::Check { set, .. } => {
                let on = word.to_ascii_lowercase().parse::<bool>();
                set(target, on.map_err(|_| Refusal::NotACheck)?)
            }
            OptionKind::Number {
                least, most, set, ..
            } => {
                let number = word.parse::<i64>().ok();
                let number = number.filter(|number| (least..=most).contains(number));
                set(target, number.ok_or(Refusal::NotInRange { least, most })?)
            }
            OptionKind::Word { words, set, .. } => {
                let mut listed = words.iter().copied();
                let known = listed.find(|known| known.eq_ignore_ascii_case(word));
                let known = known.ok_or_else(|| Refusal::NotListed {
                    value: word.to_owned(),
                    words,
                });
                set(target, known?)
            }
            OptionKind::Text { set, .. } => set(target, value),
            OptionKind::Button { press } => {
                press(target);
                done()
            }
        };
        Ok(answer?)
    }

    /// The values it takes, for people.
    pub fn values(&self) -> String {
        match self.kind {
            OptionKind::Check { .. } => "`true`, `false`".to_owned(),
            OptionKind::Number { least, most, .. } => {
                format!("{} to {}", grouped(least), grouped(most))
            }
            OptionKind::Word { words, .. } => {
                let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                words.join(", ")
            }
            OptionKind::Text { what, .. } => what.to_owned(),
            OptionKind::Button { .. } => "a button".to_owned(),
        }
    }

    /// What it is in `fresh`, which nobody has set. `None` if there is nothing to set.
    pub fn default(&self, fresh: &T) -> Option<String> {
        match self.kind {
            OptionKind::Check { value, .. } => Some(value(fresh).to_string()),
            OptionKind::Number { value, .. } => value(fresh).map(|number| number.to_string()),
            OptionKind::Word { value, .. } => value(fresh).map(str::to_owned),
            OptionKind::Text { default, .. } => Some(default().to_owned()),
            OptionKind::Button { .. } => None,
        }
    }

    /// The option for people. Its default is what it is in `fresh`.
    pub fn row(&self, fresh: &T) -> OptionRow {
        OptionRow {
            name: self.name,
            values: self.values(),
            default: self.default(fresh),
            meaning: self.meaning,
        }
    }
}

/// The words that would have been right, and the likeliest of them.
fn one_of(value: &str, words: &[&str]) -> String {
    let hint = did_you_mean(value, words.iter().copied());
    match words {
        [only] => format!("{hint}expected {only}"),
        words => format!("{hint}expected one of {}", words.join(", ")),
    }
}

/// A number with commas between thousands, if it has more than four digits.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let sign = if number < 0 { "-" } else { "" };
    let mut text = sign.to_owned();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && digits.len() > 4 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        let written = [0, 999, 2_800, 10_000, 33_554_432, -8, -12_345].map(grouped);
        let expected = ["0", "999", "2800", "10,000", "33,554,432", "-8", "-12,345"];
        assert_eq!(written, expected);
    }
}
