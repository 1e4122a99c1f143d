//! How fast a game is played.

use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a player may spend on a whole game, or on every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// A clock for the game, and what every move adds to it.
    Clock {
        /// The time at the start.
        base: Duration,
        /// Added after every move.
        increment: Duration,
    },
    /// Nodes for a move.
    Nodes(u64),
    MoveTime(Duration),
    /// Depth of every search.
    Depth(u32),
}

/// Why a text is not a clock setting.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not a clock setting: expected BASE or BASE+INCREMENT in seconds, like 8+0.08, with a base above 0"
)]
pub struct PaceError(String);

impl FromStr for Pace {
    type Err = PaceError;

    /// Reads a clock setting in seconds: `8+0.08`.
    fn from_str(text: &str) -> Result<Self, PaceError> {
        let error = || PaceError(text.to_owned());
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let base = seconds(base)
            .filter(|base| !base.is_zero())
            .ok_or_else(error)?;
        let increment = seconds(increment).ok_or_else(error)?;
        Ok(Pace::Clock { base, increment })
    }
}

/// Seconds, at most a month of them, to the millisecond.
fn seconds(text: &str) -> Option<Duration> {
    const MONTH: f64 = 31.0 * 86_400.0;
    let number: f64 = text.trim().parse().ok()?;
    (0.0..=MONTH)
        .contains(&number)
        .then(|| Duration::from_millis((number * 1000.0).round() as u64))
}

impl std::fmt::Display for Pace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Pace::Clock { base, increment } => {
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Pace::MoveTime(time) => write!(f, "{} s a move", time.as_secs_f64()),
            Pace::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn clocks_are_read_in_seconds() {
        let pace: Pace = "8+0.08".parse().unwrap();
        let expected = Pace::Clock {
            base: Duration::from_secs(8),
            increment: Duration::from_millis(80),
        };
        assert_eq!(pace, expected);
        assert_eq!(pace.to_string(), "8+0.08");
        assert!("60".parse::<Pace>().is_ok());
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "0+1", "-3", "8+-1", "inf", "nan+1", "1e99", "8+0.08+1"] {
            assert!(text.parse::<Pace>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in ".*") {
            let _ = text.parse::<Pace>();
        }
    }
}
