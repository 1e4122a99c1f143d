//! What has been played, one line a game, so that an interrupted match can go on.
//!
//! The first line holds the match's fingerprint; a journal of other settings is refused. A last line that was cut off while
//! it was written is dropped: its game is played again.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::{PonderCount, Side};
use crate::files::{Appender, FileError, read_text};
use crate::openings::Kind;
use crate::referee::FaultKind;
use crate::stats::Points;
use crate::trees::Tree;

/// One finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// Its number, from 0.
    pub number: usize,
    /// What its opening is called.
    pub opening: String,
    /// What kind of opening it is; journals of earlier versions do not say.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Who had White.
    pub white: Side,
    /// The result as score sheets write it.
    pub result: String,
    /// The same for the first player.
    pub points: Points,
    /// How it ended, in words.
    pub ending: String,
    /// Who did something wrong, if somebody did.
    pub culprit: Option<(Side, FaultKind)>,
    /// How many half moves it had.
    pub plies: usize,
    /// What the trees of B* searches were like, move by move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trees: Vec<MoveTree>,
    /// What thinking on the opponent's time was worth, for each player who does.
    #[serde(default, skip_serializing_if = "nobody_ponders")]
    pub pondering: [Option<PonderCount>; 2],
}

fn nobody_ponders(counts: &[Option<PonderCount>; 2]) -> bool {
    counts.iter().all(Option::is_none)
}

/// The tree a move came from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveTree {
    /// Which half move of the game it was, those of the opening included, from 1.
    pub ply: usize,
    /// Who made it.
    pub side: Side,
    /// What the tree was like.
    #[serde(flatten)]
    pub tree: Tree,
}

/// Why a journal cannot be continued.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It was written by a match with other settings.
    #[error(
        "{path} belongs to a match with other settings ({differences}); give another file, or the same settings",
        path = .path.display()
    )]
    OtherSettings {
        /// Which file.
        path: PathBuf,
        /// Which settings differ.
        differences: String,
    },
    /// A line that is not a journal's.
    #[error("{path}, line {line}: this is not a line of a match journal", path = .path.display())]
    Malformed {
        /// Which file.
        path: PathBuf,
        /// Where, counted from 1.
        line: usize,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line {
    Match { schema: u32, settings: Value },
    Game(GameLine),
}

const SCHEMA: u32 = 1;

/// A journal that is open for more.
pub(super) struct Journal {
    file: Appender,
    earlier: Vec<GameLine>,
}

impl Journal {
    /// Opens a journal, or begins one.
    pub fn open(path: &Path, settings: &Value) -> Result<Journal, JournalError> {
        let text = if path.exists() {
            read_text(path)?
        } else {
            String::new()
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = (1..).zip(text[..whole].lines());
        let malformed = |line| JournalError::Malformed {
            path: path.to_owned(),
            line,
        };
        let mut file = Appender::open(path)?;
        match lines.next() {
            None if text.is_empty() || text.starts_with("{\"type\":\"match\"") => {
                file.keep(0)?;
                file.add(&write(&Line::Match {
                    schema: SCHEMA,
                    settings: settings.clone(),
                }))?;
                return Ok(Journal {
                    file,
                    earlier: Vec::new(),
                });
            }
            None => return Err(malformed(1)),
            Some((number, line)) => match serde_json::from_str(line) {
                Ok(Line::Match {
                    schema: SCHEMA,
                    settings: written,
                }) => {
                    if written != *settings {
                        return Err(JournalError::OtherSettings {
                            path: path.to_owned(),
                            differences: differences(&written, settings),
                        });
                    }
                }
                _ => return Err(malformed(number)),
            },
        }
        let earlier = lines
            .map(|(number, line)| match serde_json::from_str(line) {
                Ok(Line::Game(game)) => Ok(game),
                _ => Err(malformed(number)),
            })
            .collect::<Result<_, _>>()?;
        file.keep(whole as u64)?;
        Ok(Journal { file, earlier })
    }

    /// The games that were in the journal when it was opened.
    pub fn take_earlier(&mut self) -> Vec<GameLine> {
        std::mem::take(&mut self.earlier)
    }

    /// Writes a game down.
    pub fn add(&mut self, game: &GameLine) -> Result<(), FileError> {
        self.file.add(&write(&Line::Game(game.clone())))
    }
}

fn write(line: &Line) -> String {
    let mut text = serde_json::to_string(line).expect("plain data serialises");
    text.push('\n');
    text
}

/// The names of the settings that are not the same.
fn differences(written: &Value, wanted: &Value) -> String {
    let empty = serde_json::Map::new();
    let [written, wanted] = [written, wanted].map(|value| value.as_object().unwrap_or(&empty));
    let mut names: Vec<String> = wanted
        .iter()
        .filter(|(name, value)| written.get(*name) != Some(value))
        .map(|(name, value)| {
            let before = written.get(name).unwrap_or(&Value::Null);
            format!("{name}: {before} there, {value} here")
        })
        .collect();
    names.extend(
        written
            .keys()
            .filter(|name| !wanted.contains_key(*name))
            .cloned(),
    );
    names.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn game(number: usize) -> GameLine {
        GameLine {
            number,
            opening: "x".to_owned(),
            kind: Some(Kind::HalfOpen),
            white: Side::First,
            result: "1-0".to_owned(),
            points: Points::Win,
            ending: "checkmate".to_owned(),
            culprit: Some((Side::Second, FaultKind::IllegalMove)),
            plies: 7,
            trees: vec![MoveTree {
                ply: 6,
                side: Side::Second,
                tree: Tree {
                    expansions: 40,
                    kept: 12,
                    probe_depth: 3,
                    largest_probe: 0.125,
                    ended_early: false,
                },
            }],
            pondering: [
                None,
                Some(PonderCount {
                    moves: 3,
                    pondered: 2,
                    hits: 1,
                    ready: 0,
                }),
            ],
        }
    }

    #[test]
    fn a_journal_is_continued_and_a_cut_line_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let settings = json!({"seed": 1});
        let mut journal = Journal::open(&path, &settings).unwrap();
        journal.add(&game(0)).unwrap();
        journal.add(&game(3)).unwrap();
        drop(journal);
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{whole}{{\"type\":\"ga")).unwrap();

        let mut journal = Journal::open(&path, &settings).unwrap();
        assert_eq!(journal.take_earlier(), [game(0), game(3)]);
        journal.add(&game(1)).unwrap();
        drop(journal);
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert_eq!(lines, 4);
    }

    #[test]
    fn other_settings_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        Journal::open(&path, &json!({"seed": 1, "nodes": 5})).unwrap();
        let error = Journal::open(&path, &json!({"seed": 2, "nodes": 5}))
            .err()
            .unwrap()
            .to_string();
        assert!(error.contains("seed: 1 there, 2 here"), "{error}");
        assert!(!error.contains("nodes"), "{error}");
    }

    #[test]
    fn another_file_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter");
        for text in ["Dear Sir,\nyours\n", "no line end"] {
            std::fs::write(&path, text).unwrap();
            let error = Journal::open(&path, &json!({})).err().unwrap().to_string();
            assert!(error.contains("line 1"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
