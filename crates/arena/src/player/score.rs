//! What a player thinks of a position.

use serde::{Deserialize, Serialize};

/// A score from the side to move's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in so many moves; negative when it is the side to move that is mated.
    Mate(i32),
}

impl Score {
    /// The score as one number that keeps the order; mates are far above everything else.
    pub fn as_centipawns(self) -> i32 {
        const MATE: i32 = 30_000;
        match self {
            Score::Cp(value) => value.clamp(-MATE / 2, MATE / 2),
            Score::Mate(moves) if moves > 0 => MATE - moves.min(1000),
            Score::Mate(moves) => -MATE - moves.max(-1000),
        }
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Score::Cp(value) => write!(f, "{:+.2}", f64::from(value) / 100.0),
            Score::Mate(moves) if moves > 0 => write!(f, "+M{moves}"),
            Score::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_their_order_as_numbers() {
        let rising = [
            Score::Mate(-1),
            Score::Mate(-7),
            Score::Cp(-900),
            Score::Cp(0),
            Score::Cp(i32::MAX),
            Score::Mate(9),
            Score::Mate(1),
        ];
        assert!(
            rising
                .windows(2)
                .all(|pair| pair[0].as_centipawns() < pair[1].as_centipawns())
        );
    }

    #[test]
    fn scores_as_people_read_them() {
        let shown = [
            Score::Cp(35),
            Score::Cp(-120),
            Score::Mate(3),
            Score::Mate(-2),
        ]
        .map(|s| s.to_string());
        assert_eq!(shown, ["+0.35", "-1.20", "+M3", "-M2"]);
    }
}
