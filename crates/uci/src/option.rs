//! Options: what they are, how the protocol writes them, and which values they take.

use std::fmt;

use thiserror::Error;

use crate::text::shortened;

/// An option of an engine.
///
/// ```
/// use bstar_uci::{OptionKind, OptionSpec};
///
/// let hash = OptionSpec::new("Hash", OptionKind::Spin { default: 64, min: 1, max: 4096 });
/// assert_eq!(hash.to_string(), "option name Hash type spin default 64 min 1 max 4096");
/// assert_eq!(OptionSpec::parse(&hash.to_string()), Some(hash.clone()));
/// assert_eq!(hash.accept(Some("128")), Ok(Some("128".to_owned())));
/// assert!(hash.accept(Some("a lot")).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name. It may contain spaces. Case does not matter when it is set.
    pub name: String,
    /// What values it takes.
    pub kind: OptionKind,
}

/// The kinds of option that the protocol knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// A whole number in a range.
    Spin {
        /// The value at the start.
        default: i64,
        /// The least value allowed.
        min: i64,
        /// The greatest value allowed.
        max: i64,
    },
    /// One of a few words.
    Combo {
        /// The value at the start.
        default: String,
        /// All values allowed.
        vars: Vec<String>,
    },
    /// Something to do, without a value.
    Button,
    /// Any text.
    String {
        /// The value at the start.
        default: String,
    },
}

/// Why an option does not take a value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueError {
    /// A check got a value other than true or false.
    #[error("option {name} is true or false, not `{value}`")]
    NotACheck {
        name: String,
        /// What was given.
        value: String,
    },
    /// A spin got a value that is not a number in its range.
    #[error("option {name} is a whole number from {min} to {max}, not `{value}`")]
    NotInRange {
        name: String,
        /// What was given.
        value: String,
        /// The least value allowed.
        min: i64,
        /// The greatest value allowed.
        max: i64,
    },
    /// A combo got a word that is not one of its values.
    #[error("option {name} is one of {}, not `{value}`", vars.join(", "))]
    NotListed {
        name: String,
        /// What was given.
        value: String,
        /// All values allowed.
        vars: Vec<String>,
    },
    /// No value was given, but one is needed.
    #[error("option {name} needs a value")]
    Missing { name: String },
    /// The value has a line break, which would end the command.
    #[error("the value of option {name} contains a line break")]
    LineBreak { name: String },
}

/// How the protocol writes an empty text.
const EMPTY_TEXT: &str = "<empty>";

impl OptionSpec {
    /// An option.
    pub fn new(name: impl Into<String>, kind: OptionKind) -> Self {
        Self {
            name: name.into(),
            kind,
        }
    }

    /// Is this the option's name? Case does not matter.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Checks a value and spells it as the option does. `TRUE` becomes `true`, a combo's word gets
    /// its own capitals, `<empty>` becomes the empty text. Buttons ignore their value.
    pub fn accept(&self, value: Option<&str>) -> Result<Option<String>, ValueError> {
        let name = || self.name.clone();
        if matches!(self.kind, OptionKind::Button) {
            return Ok(None);
        }
        let value = match (&self.kind, value) {
            // Some programs send an empty text as `setoption name X value` with nothing after it.
            (OptionKind::String { .. }, None) => "",
            (_, None) => return Err(ValueError::Missing { name: name() }),
            (_, Some(value)) => value,
        };
        let shown = || shortened(value, 40);
        let accepted = match &self.kind {
            OptionKind::Button => return Ok(None),
            OptionKind::Check { .. } => match value.trim().to_ascii_lowercase().as_str() {
                word @ ("true" | "false") => word.to_owned(),
                _ => {
                    return Err(ValueError::NotACheck {
                        name: name(),
                        value: shown(),
                    });
                }
            },
            OptionKind::Spin { min, max, .. } => match value.trim().parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => number.to_string(),
                _ => {
                    return Err(ValueError::NotInRange {
                        name: name(),
                        value: shown(),
                        min: *min,
                        max: *max,
                    });
                }
            },
            OptionKind::Combo { vars, .. } => vars
                .iter()
                .find(|var| var.eq_ignore_ascii_case(value.trim()))
                .cloned()
                .ok_or_else(|| ValueError::NotListed {
                    name: name(),
                    value: shown(),
                    vars: vars.clone(),
                })?,
            OptionKind::String { .. } if value.contains(['\n', '\r']) => {
                return Err(ValueError::LineBreak { name: name() });
            }
            OptionKind::String { .. } if value == EMPTY_TEXT => String::new(),
            OptionKind::String { .. } => value.to_owned(),
        };
        Ok(Some(accepted))
    }

    /// Reads an engine's `option name … type …` line. Returns `None` for another line. Parts that
    /// are missing or garbled are read so that they forbid as little as possible.
    pub fn parse(line: &str) -> Option<OptionSpec> {
        let mut words = line.split_whitespace().peekable();
        if words.next() != Some("option") {
            return None;
        }
        let mut name = String::new();
        let mut kind = String::new();
        let mut default = None;
        let mut min = None;
        let mut max = None;
        let mut vars = Vec::new();
        while let Some(key) = words.next() {
            let ends: &[&str] = if key == "name" {
                &["type"]
            } else {
                &["type", "default", "min", "max", "var"]
            };
            let mut value = Vec::new();
            while let Some(word) = words.next_if(|word| !ends.contains(word)) {
                value.push(word);
            }
            let value = value.join(" ");
            match key {
                "name" => name = value,
                "type" => kind = value,
                "default" => default = Some(value),
                "min" => min = value.parse().ok(),
                "max" => max = value.parse().ok(),
                "var" => vars.push(value),
                _ => {}
            }
        }
        if name.is_empty() {
            return None;
        }
        let default = default.unwrap_or_default();
        let kind = match kind.as_str() {
            "check" => OptionKind::Check {
                default: default.eq_ignore_ascii_case("true"),
            },
            "spin" => OptionKind::Spin {
                default: default.parse().unwrap_or(min.unwrap_or(0)),
                min: min.unwrap_or(i64::MIN),
                max: max.unwrap_or(i64::MAX),
            },
            "combo" => OptionKind::Combo { default, vars },
            "button" => OptionKind::Button,
            "string" => OptionKind::String {
                default: if default == EMPTY_TEXT {
                    String::new()
                } else {
                    default
                },
            },
            _ => return None,
        };
        Some(OptionSpec { name, kind })
    }
}

impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, vars } => {
                write!(f, "combo default {default}")?;
                vars.iter().try_for_each(|var| write!(f, " var {var}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } if default.is_empty() => {
                write!(f, "string default {EMPTY_TEXT}")
            }
            OptionKind::String { default } => write!(f, "string default {default}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn style() -> OptionSpec {
        OptionSpec::new(
            "Playing Style",
            OptionKind::Combo {
                default: "Very Solid".to_owned(),
                vars: vec!["Very Solid".to_owned(), "Risky".to_owned()],
            },
        )
    }

    #[test]
    fn each_kind_is_written_and_read_back() {
        let specs = [
            OptionSpec::new("Ponder", OptionKind::Check { default: true }),
            OptionSpec::new(
                "Move Overhead",
                OptionKind::Spin {
                    default: 10,
                    min: -5,
                    max: 5000,
                },
            ),
            style(),
            OptionSpec::new("Clear Hash", OptionKind::Button),
            OptionSpec::new(
                "SyzygyPath",
                OptionKind::String {
                    default: String::new(),
                },
            ),
            OptionSpec::new(
                "UCI_EngineAbout",
                OptionKind::String {
                    default: "bstar by many".to_owned(),
                },
            ),
        ];
        for spec in specs {
            assert_eq!(OptionSpec::parse(&spec.to_string()), Some(spec));
        }
        assert_eq!(
            style().to_string(),
            "option name Playing Style type combo default Very Solid var Very Solid var Risky"
        );
    }

    #[test]
    fn lines_of_careless_engines_are_read() {
        assert_eq!(
            OptionSpec::parse("option name Hash type spin default 16"),
            Some(OptionSpec::new(
                "Hash",
                OptionKind::Spin {
                    default: 16,
                    min: i64::MIN,
                    max: i64::MAX
                }
            ))
        );
        assert_eq!(
            OptionSpec::parse("option name Book type string default"),
            Some(OptionSpec::new(
                "Book",
                OptionKind::String {
                    default: String::new()
                }
            ))
        );
        assert_eq!(OptionSpec::parse("option name Hash"), None);
        assert_eq!(OptionSpec::parse("option type check"), None);
        assert_eq!(OptionSpec::parse("info depth 1"), None);
    }

    #[test]
    fn values_are_checked() {
        let hash = OptionSpec::new(
            "Hash",
            OptionKind::Spin {
                default: 64,
                min: 1,
                max: 1024,
            },
        );
        for bad in [
            "0",
            "1025",
            "-3",
            "1e3",
            "",
            "64 MiB",
            "99999999999999999999",
        ] {
            let message = hash.accept(Some(bad)).unwrap_err().to_string();
            assert_eq!(
                message,
                format!("option Hash is a whole number from 1 to 1024, not `{bad}`")
            );
        }
        assert_eq!(hash.accept(Some(" 007 ")), Ok(Some("7".to_owned())));
        assert_eq!(
            hash.accept(None).unwrap_err().to_string(),
            "option Hash needs a value"
        );

        let ponder = OptionSpec::new("Ponder", OptionKind::Check { default: false });
        assert_eq!(ponder.accept(Some("TRUE")), Ok(Some("true".to_owned())));
        assert!(ponder.accept(Some("yes")).is_err());

        assert_eq!(
            style().accept(Some("very solid")),
            Ok(Some("Very Solid".to_owned()))
        );
        assert_eq!(
            style().accept(Some("wild")).unwrap_err().to_string(),
            "option Playing Style is one of Very Solid, Risky, not `wild`"
        );

        let clear = OptionSpec::new("Clear Hash", OptionKind::Button);
        assert_eq!(clear.accept(Some("now")), Ok(None));

        let path = OptionSpec::new(
            "Path",
            OptionKind::String {
                default: String::new(),
            },
        );
        assert_eq!(path.accept(Some("<empty>")), Ok(Some(String::new())));
        assert_eq!(path.accept(Some("/a  b/c")), Ok(Some("/a  b/c".to_owned())));
        assert!(path.accept(Some("a\nquit")).is_err());
    }

    proptest! {
        #[test]
        fn any_line_can_be_read(line in "(option|name|type|default|min|max|var|spin|combo|[ -~]{0,4}| )*") {
            let _ = OptionSpec::parse(&line);
        }
    }
}
