//! What a position is worth to a side, in the words of engines.
//!
//! A search counts in [`Centipawns`], where values near [`Centipawns::MATE`] are mates. A [`Score`]
//! is such a value as people, protocols and files say it: hundredths of a pawn, or the moves to a
//! mate. A [`ScoreBound`] says whether the value is exact. Nothing here knows how a position is
//! searched.

use std::ops::{Neg, Sub};

use serde::{Deserialize, Serialize};

/// Hundredths of a pawn, for the side to move, as a search returns them.
///
/// Values near [`Centipawns::MATE`], on either side, are mates.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[repr(transparent)]
#[serde(transparent)]
pub struct Centipawns(pub i32);

impl Centipawns {
    /// The value of giving mate at once. A mate in `n` plies is worth `MATE - n`.
    pub const MATE: Self = Self(32_000);

    /// The value of the slowest mate. Every greater value is a mate, and no smaller one.
    pub const SLOWEST_MATE: Self = Self(Self::MATE.0 - 128);

    /// Whether this is a forced mate, for either side.
    pub fn is_mate(self) -> bool {
        self.0.abs() >= Self::SLOWEST_MATE.0
    }
}

impl Neg for Centipawns {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sub for Centipawns {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

/// What a value says: how the true value relates to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ScoreBound {
    /// It is at most this.
    Upper = 1,
    /// It is at least this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

impl ScoreBound {
    /// How to read a value that a search in the window from `alpha` to `beta` returned.
    pub fn of<V: PartialOrd>(value: V, alpha: V, beta: V) -> Self {
        if value <= alpha {
            ScoreBound::Upper
        } else if value >= beta {
            ScoreBound::Lower
        } else {
            ScoreBound::Exact
        }
    }

    /// Whether the true value may be greater.
    #[inline]
    pub fn allows_at_least(self) -> bool {
        self as u8 & ScoreBound::Lower as u8 != 0
    }

    /// Whether the true value may be less.
    #[inline]
    pub fn allows_at_most(self) -> bool {
        self as u8 & ScoreBound::Upper as u8 != 0
    }
}

/// A score as engines count: `{"cp": 35}` or `{"mate": 3}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Hundredths of a pawn.
    #[serde(rename = "cp")]
    Centipawns(#[cfg_attr(feature = "schema", schemars(with = "i32"))] Centipawns),
    /// Mate in this many moves; negative if the other side mates. If zero, the side is mated now.
    Mate(i32),
}

impl Score {
    /// This many hundredths of a pawn.
    pub const fn cp(value: i32) -> Score {
        Score::Centipawns(Centipawns(value))
    }

    /// The score as one number that keeps the order. Mates are far above everything else.
    pub fn as_centipawns(self) -> i32 {
        const MATE: i32 = 30_000;
        match self {
            Score::Centipawns(Centipawns(value)) => value.clamp(-MATE / 2, MATE / 2),
            Score::Mate(moves) if moves > 0 => MATE - moves.min(1000),
            Score::Mate(moves) => -MATE - moves.max(-1000),
        }
    }
}

impl From<Centipawns> for Score {
    fn from(value: Centipawns) -> Self {
        let Centipawns(mate) = Centipawns::MATE;
        if !value.is_mate() {
            Score::Centipawns(value)
        } else if value.0 > 0 {
            Score::Mate((mate - value.0 + 1) / 2)
        } else {
            Score::Mate(-(mate + value.0) / 2)
        }
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Score::Centipawns(Centipawns(value)) => write!(f, "{:+.2}", f64::from(value) / 100.0),
            Score::Mate(moves) if moves > 0 => write!(f, "+M{moves}"),
            Score::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let Centipawns(mate) = Centipawns::MATE;
        let of = |value| Score::from(Centipawns(value));
        assert_eq!(of(mate - 1), Score::Mate(1));
        assert_eq!(of(mate - 3), Score::Mate(2));
        assert_eq!(of(-mate), Score::Mate(0));
        assert_eq!(of(-mate + 2), Score::Mate(-1));
        assert_eq!(of(-35), Score::cp(-35));
        assert_eq!(Score::from(Centipawns::SLOWEST_MATE), Score::Mate(64));
        assert_eq!(of(mate - 129), Score::cp(31_871));
    }

    #[test]
    fn scores_keep_their_order_as_numbers() {
        let rising = [
            Score::Mate(-1),
            Score::Mate(-7),
            Score::cp(-900),
            Score::cp(0),
            Score::cp(i32::MAX),
            Score::Mate(9),
            Score::Mate(1),
        ];
        assert!(rising.is_sorted_by(|a, b| a.as_centipawns() < b.as_centipawns()));
    }

    #[test]
    fn scores_as_people_read_them() {
        let shown = [
            Score::cp(35),
            Score::cp(-120),
            Score::Mate(3),
            Score::Mate(-2),
        ]
        .map(|s| s.to_string());
        assert_eq!(shown, ["+0.35", "-1.20", "+M3", "-M2"]);
    }

    #[test]
    fn scores_travel_as_json() {
        for (score, json) in [
            (Score::cp(-35), r#"{"cp":-35}"#),
            (Score::Mate(3), r#"{"mate":3}"#),
        ] {
            assert_eq!(serde_json::to_string(&score).unwrap(), json);
            assert_eq!(serde_json::from_str::<Score>(json).unwrap(), score);
        }
    }
}
