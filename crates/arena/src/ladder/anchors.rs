//! Players whose ratings are known from elsewhere.
//!
//! A line of the file has a player's name as in the games, its rating, the rating's 95 % error (or
//! `-` where there is none) and the source, with tabs between them. Empty lines and lines that
//! begin with `#` do not count.

use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;

use bstar_kit::files::{FileError, read_text};

/// The anchors that come with the program.
const BUILT_IN: &str = include_str!("../../../../data/ladder-anchors.tsv");

/// A player with a known rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Anchor {
    /// Its name in the games.
    pub player: String,
    /// The rating.
    pub rating: f64,
    /// Half the width of the 95 % interval of the rating. Without it the rating counts as exact.
    pub error: Option<f64>,
    /// Where the rating is from.
    pub source: String,
}

/// The anchors of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Anchors(Vec<Anchor>);

/// Why a file of anchors cannot be used.
#[derive(Debug, Error)]
pub enum AnchorsError {
    /// The file itself.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line of it.
    #[error("{path}, line {line}: {flaw}", path = .path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        flaw: AnchorFlaw,
    },
    /// None of the anchors has played.
    #[error("none of the anchors of {path} plays in these games; there are {present}", path = .path.display())]
    Absent {
        /// Which file.
        path: PathBuf,
        /// The players that have.
        present: String,
    },
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnchorFlaw {
    /// Not four columns.
    #[error("expected player, rating, error (or -) and source with tabs between them")]
    Columns,
    /// No player.
    #[error("the name of the player is missing")]
    Nameless,
    /// A rating that is no number.
    #[error("`{0}` is no rating")]
    Rating(String),
    /// An error that is no number above 0.
    #[error("`{0}` is no error: expected a number above 0, or -")]
    Error(String),
    /// A player for the second time.
    #[error("`{0}` has a rating already")]
    Twice(String),
}

impl Anchors {
    /// No anchors.
    pub fn none() -> Anchors {
        Anchors::default()
    }

    /// Those that come with the program.
    pub fn built_in() -> Anchors {
        Anchors(parse(BUILT_IN).expect("the anchors that come with the program are tested"))
    }

    /// Reads a file. At least one of its anchors must be among these players.
    pub fn load(path: &Path, players: &[String]) -> Result<Anchors, AnchorsError> {
        let anchors = parse(&read_text(path)?).map_err(|(line, flaw)| AnchorsError::Line {
            path: path.to_owned(),
            line,
            flaw,
        })?;
        if !anchors.iter().any(|known| players.contains(&known.player)) {
            let present: Vec<String> = players.iter().map(|name| format!("`{name}`")).collect();
            return Err(AnchorsError::Absent {
                path: path.to_owned(),
                present: present.join(", "),
            });
        }
        Ok(Anchors(anchors))
    }

    /// What is known of a player.
    pub fn of(&self, player: &str) -> Option<&Anchor> {
        self.0.iter().find(|anchor| anchor.player == player)
    }
}

impl FromIterator<Anchor> for Anchors {
    fn from_iter<I: IntoIterator<Item = Anchor>>(anchors: I) -> Anchors {
        Anchors(anchors.into_iter().collect())
    }
}

fn parse(text: &str) -> Result<Vec<Anchor>, (usize, AnchorFlaw)> {
    let mut anchors: Vec<Anchor> = Vec::new();
    for (number, content) in (1..).zip(text.lines()) {
        if content.trim().is_empty() || content.starts_with('#') {
            continue;
        }
        let anchor = anchor(content).map_err(|flaw| (number, flaw))?;
        if anchors.iter().any(|known| known.player == anchor.player) {
            return Err((number, AnchorFlaw::Twice(anchor.player)));
        }
        anchors.push(anchor);
    }
    Ok(anchors)
}

fn anchor(line: &str) -> Result<Anchor, AnchorFlaw> {
    let columns: Vec<&str> = line.split('\t').map(str::trim).collect();
    let [player, rating, error, source] = columns[..] else {
        return Err(AnchorFlaw::Columns);
    };
    if player.is_empty() {
        return Err(AnchorFlaw::Nameless);
    }
    let number = |text: &str| text.parse().ok().filter(|n: &f64| n.is_finite());
    Ok(Anchor {
        player: player.to_owned(),
        rating: number(rating).ok_or_else(|| AnchorFlaw::Rating(rating.to_owned()))?,
        error: match error {
            "-" => None,
            _ => Some(
                number(error)
                    .filter(|error| *error > 0.0)
                    .ok_or_else(|| AnchorFlaw::Error(error.to_owned()))?,
            ),
        },
        source: source.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_come_with_the_program_can_be_read() {
        assert_eq!(parse(BUILT_IN).unwrap(), Anchors::built_in().0);
        assert!(!Anchors::built_in().0.is_empty());
        let nominal = include_str!("../../../../data/ladder-anchors-nominal.tsv");
        let names = |anchors: Vec<Anchor>| -> Vec<String> {
            anchors.into_iter().map(|anchor| anchor.player).collect()
        };
        assert_eq!(names(parse(nominal).unwrap()), names(Anchors::built_in().0));
    }

    #[test]
    fn flaws_are_named_with_their_lines() {
        for (text, line, message) in [
            (
                "a\t2000\t-\n",
                1,
                "expected player, rating, error (or -) and source",
            ),
            (
                "# x\n\n\t2000\t-\tme",
                3,
                "the name of the player is missing",
            ),
            ("a\tmany\t-\tme", 1, "`many` is no rating"),
            ("a\tinf\t-\tme", 1, "`inf` is no rating"),
            ("a\t2000\t0\tme", 1, "`0` is no error"),
            (
                "a\t2000\t-\tme\r\na\t2100\t5\tyou\n",
                2,
                "`a` has a rating already",
            ),
        ] {
            let (at, flaw) = parse(text).unwrap_err();
            assert_eq!(at, line);
            assert!(flaw.to_string().starts_with(message), "{flaw}");
        }
    }
}
