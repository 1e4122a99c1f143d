//! What a move is called for what it costs.

/// Expected score in ten-thousandths: 10000 is a win, 5000 a draw.
pub type Points = i32;

/// A move that costs at least this is dubious, `?!`.
pub const DUBIOUS_LOSS_POINTS: Points = 500;
/// A move that costs at least this is a mistake, `?`.
pub const MISTAKE_LOSS_POINTS: Points = 1_000;
/// A move that costs at least this is a blunder, `??`.
pub const BLUNDER_LOSS_POINTS: Points = 2_000;
/// A move is the only one, `!`, if every other move would cost at least this.
pub const ONLY_MOVE_LEAD_POINTS: Points = MISTAKE_LOSS_POINTS;

/// The mark that stands beside a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// `!`: every other move would have been a mistake.
    Only,
    /// `?!`: the move costs at least 0.05 points.
    Dubious,
    /// `?`: at least 0.1 points.
    Mistake,
    /// `??`: at least 0.2 points.
    Blunder,
}

impl Mark {
    /// All of them, the best first.
    pub const ALL: [Mark; 4] = [Mark::Only, Mark::Dubious, Mark::Mistake, Mark::Blunder];

    /// The mark of a move with this loss. Most moves have none.
    ///
    /// ```
    /// use bstar_explain::games::Mark;
    /// assert_eq!(Mark::of_loss(499), None);
    /// assert_eq!(Mark::of_loss(500), Some(Mark::Dubious));
    /// ```
    pub fn of_loss(loss: Points) -> Option<Mark> {
        match loss {
            BLUNDER_LOSS_POINTS.. => Some(Mark::Blunder),
            MISTAKE_LOSS_POINTS.. => Some(Mark::Mistake),
            DUBIOUS_LOSS_POINTS.. => Some(Mark::Dubious),
            _ => None,
        }
    }

    /// Its numeric annotation glyph.
    pub fn nag(self) -> u8 {
        match self {
            Mark::Only => 1,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
            Mark::Dubious => 6,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_called_what_it_costs() {
        let marks = [-300, 0, 499, 500, 999, 1_000, 1_999, 2_000, 10_000].map(Mark::of_loss);
        let [dubious, mistake, blunder] = [Mark::Dubious, Mark::Mistake, Mark::Blunder].map(Some);
        assert_eq!(
            marks,
            [
                None, None, None, dubious, dubious, mistake, mistake, blunder, blunder
            ]
        );
    }

    #[test]
    fn glyphs_are_those_of_the_standard() {
        assert_eq!(Mark::ALL.map(Mark::nag), [1, 6, 2, 4]);
    }
}
