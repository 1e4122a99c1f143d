//! A run: one power, and how many games are announced for it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A run: one power, and how many games are announced for it.
///
/// ```
/// use bstar_papers::prediction::PlannedRun;
///
/// let run: PlannedRun = "300000:200".parse().unwrap();
/// assert_eq!((run.nodes, run.games), (300_000, 200));
/// assert!("300000:7".parse::<PlannedRun>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedRun {
    /// Nodes for every move of either player.
    pub nodes: u64,
    /// How many games; two for each opening.
    pub games: usize,
}

/// More games than these are a typing error.
const MAX_GAMES: usize = 1_000_000;

impl PlannedRun {
    /// The runs of the experiment unless others are asked for, the longest first.
    pub const DEFAULT: [PlannedRun; 3] = [
        PlannedRun {
            nodes: 7_500_000,
            games: 32,
        },
        PlannedRun {
            nodes: 1_500_000,
            games: 100,
        },
        PlannedRun {
            nodes: 300_000,
            games: 200,
        },
    ];
}

/// Why a text is not a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlannedRunError {
    /// It is not written like one.
    #[error("`{0}` is not a run: expected NODES:GAMES, like 300000:200")]
    Syntax(String),
    /// The nodes or the games are not a number that makes sense.
    #[error(
        "`{0}` is not a run: NODES is a number above 0, and GAMES a number from 2 to {MAX_GAMES}"
    )]
    Range(String),
    /// A game would have no partner.
    #[error("`{0}` is not a run: every opening is played with both colours, so GAMES is even")]
    Odd(String),
}

impl FromStr for PlannedRun {
    type Err = PlannedRunError;

    fn from_str(text: &str) -> Result<PlannedRun, PlannedRunError> {
        let form = || PlannedRunError::Syntax(text.to_owned());
        let (nodes, games) = text.split_once(':').ok_or_else(form)?;
        let nodes: u64 = nodes.trim().parse().map_err(|_| form())?;
        let games: usize = games.trim().parse().map_err(|_| form())?;
        if nodes == 0 || !(2..=MAX_GAMES).contains(&games) {
            return Err(PlannedRunError::Range(text.to_owned()));
        }
        if !games.is_multiple_of(2) {
            return Err(PlannedRunError::Odd(text.to_owned()));
        }
        Ok(PlannedRun { nodes, games })
    }
}

impl fmt::Display for PlannedRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.nodes, self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_read_as_they_are_written() {
        for run in PlannedRun::DEFAULT {
            assert_eq!(run.to_string().parse(), Ok(run));
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, message) in [
            ("300000", "expected NODES:GAMES"),
            ("300000:many", "expected NODES:GAMES"),
            ("-1:2", "expected NODES:GAMES"),
            ("0:2", "above 0"),
            ("500:0", "from 2 to"),
            ("500:2000000", "from 2 to"),
            ("500:3", "GAMES is even"),
        ] {
            let error = text.parse::<PlannedRun>().unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
