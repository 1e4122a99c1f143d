//! A game that was lost, or drawn from a better position.

use std::fmt;

use serde::Serialize;

use super::classes::MistakeKind;
use super::games::Fate;
use super::turning::TurningPoint;

/// A game that cost the player points.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Loss {
    /// Which game of the file, from 1.
    pub game: usize,
    /// The round, if the file names it.
    pub round: Option<String>,
    /// The player's colour.
    pub color: &'static str,
    /// The opponent's name.
    pub opponent: String,
    /// How it ended for the player.
    pub fate: Fate,
    /// The kind of mistake.
    pub mistake: MistakeKind,
    /// Where it happened. `None` if the game was not lost on the board.
    pub turning_point: Option<TurningPoint>,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.game)?;
        if let Some(round) = &self.round {
            write!(f, " (round {round})")?;
        }
        let verb = match self.fate {
            Fate::Lost => "lost",
            Fate::Drawn => "drawn",
        };
        write!(f, ", {verb} as {} against {}", self.color, self.opponent)?;
        let Some(point) = &self.turning_point else {
            return write!(f, ": {}", self.mistake);
        };
        let dots = if self.color == "black" { "..." } else { "." };
        write!(
            f,
            ": {}{dots} {} ({} was better), {:.0} % to {:.0} %",
            point.move_number,
            point.played,
            point.better,
            100.0 * point.before,
            100.0 * point.after
        )?;
        if !point.refutation.is_empty() {
            write!(f, ", then {}", point.refutation.join(" "))?;
        }
        write!(f, "\n    {}", point.fen)
    }
}
