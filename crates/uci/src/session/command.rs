//! Parses a line of the user, as far as that is possible without the position.

use crate::go::{self, GoCommand};
use crate::text::shortened;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UciCommand {
    Uci,
    Debug(DebugMode),
    IsReady,
    SetOption {
        name: String,
        value: Option<String>,
    },
    NewGame,
    Position {
        start: StartPosition,
        moves: Vec<String>,
    },
    Go(GoCommand),
    Stop,
    PonderHit,
    Quit,
    Display,
    Evaluate,
    Bench,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DebugMode {
    On,
    Off,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StartPosition {
    Usual,
    Fen(String),
}

/// A line after parsing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ParsedLine {
    pub(super) command: Option<UciCommand>,
    /// What the user should be told.
    pub(super) complaints: Vec<String>,
    /// Words without a meaning. They are reported only in debug mode.
    pub(super) ignored: Vec<String>,
}

/// Parses a line. The protocol says that words before the first known command are skipped.
pub(super) fn parse(line: &str) -> ParsedLine {
    let mut parsed = ParsedLine::default();
    let words: Vec<&str> = line.split_whitespace().collect();
    let first = words.iter().position(|word| is_command(word));
    let (skipped, words) = words.split_at(first.unwrap_or(words.len()));
    parsed.ignored = skipped.iter().map(|word| (*word).to_owned()).collect();
    let Some((command, words)) = words.split_first() else {
        return parsed;
    };
    parsed.command = match *command {
        "uci" => Some(UciCommand::Uci),
        "debug" => match words.first() {
            Some(&"on") => Some(UciCommand::Debug(DebugMode::On)),
            Some(&"off") => Some(UciCommand::Debug(DebugMode::Off)),
            _ => {
                let complaint = "debug is switched `on` or `off`";
                parsed.complaints.push(complaint.to_owned());
                None
            }
        },
        "isready" => Some(UciCommand::IsReady),
        "setoption" => set_option(line, &mut parsed.complaints),
        "ucinewgame" => Some(UciCommand::NewGame),
        "position" => position(words, &mut parsed),
        "go" => go::parse(words, &mut parsed.complaints, &mut parsed.ignored).map(UciCommand::Go),
        "stop" => Some(UciCommand::Stop),
        "ponderhit" => Some(UciCommand::PonderHit),
        "quit" => Some(UciCommand::Quit),
        "d" => Some(UciCommand::Display),
        "eval" => Some(UciCommand::Evaluate),
        "bench" => Some(UciCommand::Bench),
        // `register` needs nothing: the engine is free to use.
        _ => None,
    };
    parsed
}

fn is_command(word: &str) -> bool {
    matches!(
        word,
        "uci"
            | "debug"
            | "isready"
            | "setoption"
            | "register"
            | "ucinewgame"
            | "position"
            | "go"
            | "stop"
            | "ponderhit"
            | "quit"
            | "d"
            | "eval"
            | "bench"
    )
}

/// Parses the line itself, not its words, because spaces inside a value belong to it.
fn set_option(line: &str, complaints: &mut Vec<String>) -> Option<UciCommand> {
    let rest = after_word(line, "setoption")?;
    let Some(rest) = after_word(rest, "name") else {
        complaints.push("setoption: expected `name` and the name of an option".to_owned());
        return None;
    };
    let (name, value) = match word_at(rest, "value") {
        Some(at) => (&rest[..at], Some(rest[at + "value".len()..].trim())),
        None => (rest, None),
    };
    let name: Vec<&str> = name.split_whitespace().collect();
    if name.is_empty() {
        complaints.push("setoption: the name of the option is missing".to_owned());
        return None;
    }
    Some(UciCommand::SetOption {
        name: name.join(" "),
        value: value.filter(|value| !value.is_empty()).map(str::to_owned),
    })
}

/// What follows the first whole word `word`.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    word_at(text, word).map(|at| &text[at + word.len()..])
}

/// Where `word` first stands as a whole word.
fn word_at(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word).map(|(at, _)| at).find(|at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        before.is_none_or(char::is_whitespace) && after.is_none_or(char::is_whitespace)
    })
}

fn position(words: &[&str], parsed: &mut ParsedLine) -> Option<UciCommand> {
    let moves_at = words.iter().position(|word| *word == "moves");
    let (start, moves) = words.split_at(moves_at.unwrap_or(words.len()));
    let start = match start.split_first() {
        Some((&"startpos", rest)) => {
            let rest = rest.iter().map(|word| (*word).to_owned());
            parsed.ignored.extend(rest);
            StartPosition::Usual
        }
        Some((&"fen", fen)) => StartPosition::Fen(fen.join(" ")),
        other => {
            let found = other.map_or_else(
                || "nothing".to_owned(),
                |(word, _)| format!("`{}`", shortened(word, 40)),
            );
            parsed.complaints.push(format!(
                "position: expected `startpos` or `fen`, found {found}"
            ));
            return None;
        }
    };
    Some(UciCommand::Position {
        start,
        moves: moves
            .iter()
            .skip(1)
            .map(|word| (*word).to_owned())
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn command(line: &str) -> Option<UciCommand> {
        parse(line).command
    }

    fn option(name: &str, value: Option<&str>) -> Option<UciCommand> {
        Some(UciCommand::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        })
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        let parsed = parse("joho  debug on\r");
        assert_eq!(parsed.command, Some(UciCommand::Debug(DebugMode::On)));
        assert_eq!(parsed.ignored, ["joho"]);
        assert_eq!(command("debug joho on"), None);
        assert_eq!(
            parse("nothing known"),
            ParsedLine {
                ignored: vec!["nothing".to_owned(), "known".to_owned()],
                ..ParsedLine::default()
            }
        );
        assert_eq!(parse(""), ParsedLine::default());
        assert_eq!(parse("register later"), ParsedLine::default());
    }

    #[test]
    fn options_have_names_and_values_with_spaces() {
        assert_eq!(
            command("setoption name Hash value 64"),
            option("Hash", Some("64"))
        );
        assert_eq!(
            command("setoption name Move   Overhead value 30 "),
            option("Move Overhead", Some("30"))
        );
        assert_eq!(
            command("setoption name Clear Hash"),
            option("Clear Hash", None)
        );
        assert_eq!(
            command(r"setoption name Path value C:\chess  data\tables"),
            option("Path", Some(r"C:\chess  data\tables"))
        );
        assert_eq!(
            command("setoption name Book value my value book"),
            option("Book", Some("my value book"))
        );
        assert_eq!(command("setoption name Path value"), option("Path", None));
        assert_eq!(
            command("setoption name Evaluation value x"),
            option("Evaluation", Some("x"))
        );
    }

    #[test]
    fn options_without_a_name_are_named() {
        for line in [
            "setoption",
            "setoption Hash 3",
            "setoption name",
            "setoption name value 3",
        ] {
            let parsed = parse(line);
            assert_eq!(parsed.command, None, "{line}");
            assert_eq!(parsed.complaints.len(), 1, "{line}");
        }
    }

    #[test]
    fn positions() {
        assert_eq!(
            command("position startpos moves e2e4 e7e5"),
            Some(UciCommand::Position {
                start: StartPosition::Usual,
                moves: vec!["e2e4".to_owned(), "e7e5".to_owned()],
            })
        );
        assert_eq!(
            command("position fen 8/8/8/8/8/8/8/8  w - - 0 1 moves"),
            Some(UciCommand::Position {
                start: StartPosition::Fen("8/8/8/8/8/8/8/8 w - - 0 1".to_owned()),
                moves: vec![],
            })
        );
        assert_eq!(
            parse("position e2e4").complaints,
            ["position: expected `startpos` or `fen`, found `e2e4`"]
        );
        assert_eq!(
            parse("position").complaints,
            ["position: expected `startpos` or `fen`, found nothing"]
        );
    }

    /// Lines that begin like a command and go on with words that belong to it, in any order. They
    /// reach deeper into the parser than noise does.
    fn nearly_a_command() -> impl Strategy<Value = String> {
        let numbers = ["0", "-1", "7", "9223372036854775808", "1e3", "é"];
        let commands: [(&str, &[&str]); 4] = [
            ("setoption", &["name", "value", "Hash", "Clear"]),
            ("position", &["startpos", "fen", "moves", "e2e4", "8/8 w"]),
            ("go", &["depth", "wtime", "searchmoves", "perft", "ponder"]),
            ("debug", &["on", "off"]),
        ];
        prop::sample::select(commands.to_vec()).prop_flat_map(move |(command, words)| {
            let words: Vec<&str> = words.iter().chain(&numbers).copied().collect();
            let space = prop::sample::select(vec![" ", "  ", "\t", " \u{a0}"]);
            prop::collection::vec((space, prop::sample::select(words)), 0..8).prop_map(
                move |rest| {
                    let rest: String = rest
                        .iter()
                        .flat_map(|(space, word)| [*space, *word])
                        .collect();
                    format!("{command}{rest}")
                },
            )
        })
    }

    proptest! {
        #[test]
        fn any_text_can_be_parsed(line in "\\PC*") {
            parse(&line);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        #[test]
        fn what_is_nearly_a_command_is_obeyed_or_named(line in nearly_a_command()) {
            let parsed = parse(&line);
            prop_assert!(
                parsed.command.is_some() || !parsed.complaints.is_empty(),
                "nothing comes of `{}`", line
            );
        }
    }
}
