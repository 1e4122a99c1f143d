//! What is wrong with a player as somebody wrote it.

use bstar_kit::suggestion::did_you_mean;
use thiserror::Error;

/// The options of every player.
const COMMON_KEYS: [&str; 6] = ["name", "ponder", "time", "nodes", "movetime", "depth"];

/// Why a text does not describe a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// Nothing before the first comma.
    #[error("a player needs a name or a command, like `alphabeta` or `stockfish,Threads=1`")]
    Empty,
    /// An option without a value.
    #[error("`{0}` is not an option of a player: expected KEY=VALUE")]
    NotAnOption(String),
    /// A value that does not fit.
    #[error("the value `{value}` of the player option `{key}` is wrong: {expected}")]
    Value {
        key: String,
        /// What was given.
        value: String,
        /// What would have been right.
        expected: String,
    },
    /// A key the built-in engine does not know.
    #[error(
        "`{player}` has no option `{key}`: {hint}it knows {}, name, ponder, time, nodes, movetime and depth",
        known.join(", "),
        hint = did_you_mean(key, known.iter().copied().chain(COMMON_KEYS))
    )]
    UnknownKey {
        player: &'static str,
        key: String,
        /// The options it has, besides those of every player.
        known: Vec<&'static str>,
    },
}

/// A number above 0.
pub(super) fn positive(key: &str, value: &str) -> Result<u64, SpecError> {
    value
        .parse()
        .ok()
        .filter(|number| *number > 0)
        .ok_or_else(|| SpecError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: "expected a whole number above 0".to_owned(),
        })
}
