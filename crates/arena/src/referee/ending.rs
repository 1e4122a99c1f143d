//! How a game ended.

use std::time::Duration;

use bstar_board::{Color, Outcome, color_name};
use serde::{Deserialize, Serialize};

use crate::player::PlayerFault;

/// How a game ended, and which player ended it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of chess.
    Rules(Outcome),
    /// A player took too long.
    TimeForfeit {
        /// Which side.
        loser: Color,
        /// By how much it overstepped its time.
        by: Duration,
    },
    /// A player crashed, stalled or broke the rules.
    Fault {
        /// Which side.
        loser: Color,
        /// What it did.
        kind: FaultKind,
        /// In words.
        detail: String,
    },
    /// Both players had seen the same winner for long enough.
    WonByAgreement {
        /// Which side.
        winner: Color,
    },
    /// Both players had seen no winner for long enough.
    DrawnByAgreement,
}

/// What a player can do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// Took too long.
    Time,
    /// Ended, or could not be talked to.
    Crash,
    /// Did not answer at all.
    Stall,
    /// Played an illegal move.
    IllegalMove,
    /// Said something that is not an answer.
    Protocol,
}

impl std::fmt::Display for FaultKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            FaultKind::Time => "lost on time",
            FaultKind::Crash => "crashed",
            FaultKind::Stall => "stalled",
            FaultKind::IllegalMove => "played an illegal move",
            FaultKind::Protocol => "broke the protocol",
        })
    }
}

impl Ending {
    pub(super) fn fault(loser: Color, fault: &PlayerFault) -> Ending {
        let kind = match fault {
            PlayerFault::Start(_) | PlayerFault::Crashed(_) => FaultKind::Crash,
            PlayerFault::Stalled { .. } => FaultKind::Stall,
            PlayerFault::IllegalMove(_) => FaultKind::IllegalMove,
            PlayerFault::Protocol(_) => FaultKind::Protocol,
        };
        Ending::Fault {
            loser,
            kind,
            detail: fault.to_string(),
        }
    }

    /// Which side won, if one did.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Ending::Rules(outcome) => outcome.winner(),
            Ending::TimeForfeit { loser, .. } | Ending::Fault { loser, .. } => Some(!*loser),
            Ending::WonByAgreement { winner } => Some(*winner),
            Ending::DrawnByAgreement => None,
        }
    }

    /// Which side did something wrong, and what.
    pub fn culprit(&self) -> Option<(Color, FaultKind)> {
        match self {
            Ending::TimeForfeit { loser, .. } => Some((*loser, FaultKind::Time)),
            Ending::Fault { loser, kind, .. } => Some((*loser, *kind)),
            _ => None,
        }
    }

    /// The result as score sheets write it.
    pub fn result(&self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// The word of the PGN standard for this kind of ending.
    pub fn pgn_termination(&self) -> &'static str {
        match self {
            Ending::Rules(_) => "normal",
            Ending::TimeForfeit { .. } => "time forfeit",
            Ending::Fault { kind, .. } => match kind {
                FaultKind::IllegalMove | FaultKind::Protocol => "rules infraction",
                FaultKind::Time | FaultKind::Crash | FaultKind::Stall => "abandoned",
            },
            Ending::WonByAgreement { .. } | Ending::DrawnByAgreement => "adjudication",
        }
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |color: &Color| color_name(*color);
        match self {
            Ending::Rules(outcome) => outcome.fmt(f),
            Ending::TimeForfeit { loser, by } => {
                write!(
                    f,
                    "{} oversteps the time by {} ms",
                    name(loser),
                    by.as_millis()
                )
            }
            Ending::Fault { loser, detail, .. } => write!(f, "{} {detail}", name(loser)),
            Ending::WonByAgreement { winner } => write!(f, "{} wins by adjudication", name(winner)),
            Ending::DrawnByAgreement => f.write_str("draw by adjudication"),
        }
    }
}
