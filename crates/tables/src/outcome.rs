//! How a game ends with best play.

/// How a game ends with best play of both sides, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The side to move loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Outcome {
    /// The same for the other side.
    pub fn for_other_side(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}
