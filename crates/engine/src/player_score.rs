//! What a player thinks of a position.

use bstar_alphabeta::Score;
use serde::{Deserialize, Serialize};

/// What a player thinks of a position, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlayerScore {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in so many moves. It is negative if the side to move is mated.
    Mate(i32),
}

impl PlayerScore {
    /// The score as one number that keeps the order. Mates are far above everything else.
    pub fn as_centipawns(self) -> i32 {
        const MATE: i32 = 30_000;
        match self {
            PlayerScore::Cp(value) => value.clamp(-MATE / 2, MATE / 2),
            PlayerScore::Mate(moves) if moves > 0 => MATE - moves.min(1000),
            PlayerScore::Mate(moves) => -MATE - moves.max(-1000),
        }
    }
}

impl From<Score> for PlayerScore {
    fn from(score: Score) -> PlayerScore {
        match score {
            Score::Centipawns(value) => PlayerScore::Cp(value.0),
            Score::Mate(moves) => PlayerScore::Mate(moves),
        }
    }
}

impl std::fmt::Display for PlayerScore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            PlayerScore::Cp(value) => write!(f, "{:+.2}", f64::from(value) / 100.0),
            PlayerScore::Mate(moves) if moves > 0 => write!(f, "+M{moves}"),
            PlayerScore::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_their_order_as_numbers() {
        let rising = [
            PlayerScore::Mate(-1),
            PlayerScore::Mate(-7),
            PlayerScore::Cp(-900),
            PlayerScore::Cp(0),
            PlayerScore::Cp(i32::MAX),
            PlayerScore::Mate(9),
            PlayerScore::Mate(1),
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
            PlayerScore::Cp(35),
            PlayerScore::Cp(-120),
            PlayerScore::Mate(3),
            PlayerScore::Mate(-2),
        ]
        .map(|s| s.to_string());
        assert_eq!(shown, ["+0.35", "-1.20", "+M3", "-M2"]);
    }
}
