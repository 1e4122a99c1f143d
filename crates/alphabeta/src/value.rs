//! Values inside the search, and scores for people.

use std::ops::{Neg, Sub};

use bstar_tables::{FIFTY_MOVES_PLIES, Known, Outcome};

/// Centipawns inside the search, for the side to move; near [`MATE`] it is a mate.
///
/// The inner loops count in plain numbers, because they do little else. What leaves this package is
/// [`Centipawns`].
pub(crate) type Value = i32;

/// Hundredths of a pawn, for the side to move, as a search returns them.
///
/// Values near [`Centipawns::MATE`], on either side, are mates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Centipawns(pub i32);

impl Centipawns {
    /// The value of giving mate at once. A mate in `n` plies is worth `MATE - n`.
    pub const MATE: Self = Self(MATE);

    /// Whether this is a forced mate, for either side.
    pub fn is_mate(self) -> bool {
        is_mate(self.0)
    }

    /// The value of a position that a table knows. `clock` is its counter of fifty moves.
    pub fn of_known(known: Known, clock: u8) -> Self {
        Self(of_known(known, clock, 0))
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

/// The value of giving mate at once. A mate in `n` plies is worth `MATE - n`.
pub(crate) const MATE: Value = 32_000;

/// No value is as large as this.
pub(crate) const INFINITE: Value = 32_001;

/// No line is longer than this.
pub const MAX_PLY: usize = 127;

/// Values beyond this are mates.
pub(crate) const MATE_BOUND: Value = MATE - MAX_PLY as Value - 1;

/// The value of a game that is known to be won, where it is not known how soon. Evaluations lie
/// below it, mates above.
pub(crate) const KNOWN_WIN: Value = 20_000;

pub(crate) const DRAW: Value = 0;

/// Being mated now, `ply` plies from the root.
pub(crate) fn mated_in(ply: usize) -> Value {
    -MATE + ply as Value
}

/// Whether this is a forced mate, for either side.
pub(crate) fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// The value of a position that a table knows, `ply` plies from the root.
pub(crate) fn of_known(known: Known, clock: u8, ply: usize) -> Value {
    // A mate that the fifty moves might prevent is no more than a win.
    let mate = known
        .plies_to_mate
        .filter(|plies| plies + u32::from(clock) <= u32::from(FIFTY_MOVES_PLIES))
        .map(|plies| MATE - (ply as Value + plies as Value))
        .filter(|value| is_mate(*value));
    let win = mate.unwrap_or(KNOWN_WIN - ply as Value);
    match known.outcome {
        Outcome::Loss => -win,
        Outcome::Draw => DRAW,
        Outcome::Win => win,
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

    pub(crate) fn allows_at_least(self) -> bool {
        self as u8 & ScoreBound::Lower as u8 != 0
    }

    pub(crate) fn allows_at_most(self) -> bool {
        self as u8 & ScoreBound::Upper as u8 != 0
    }
}

/// A value for people, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(Centipawns),
    /// Mate in so many moves; negative if the side to move is mated. `Mate(0)`: it is mated now.
    Mate(i32),
}

impl From<Centipawns> for Score {
    fn from(centipawns: Centipawns) -> Self {
        let value = centipawns.0;
        if value >= MATE_BOUND {
            Score::Mate((MATE - value + 1) / 2)
        } else if value <= -MATE_BOUND {
            Score::Mate(-(MATE + value) / 2)
        } else {
            Score::Centipawns(centipawns)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::from(Centipawns(MATE - 1)), Score::Mate(1));
        assert_eq!(Score::from(Centipawns(MATE - 3)), Score::Mate(2));
        assert_eq!(Score::from(Centipawns(mated_in(0))), Score::Mate(0));
        assert_eq!(Score::from(Centipawns(mated_in(2))), Score::Mate(-1));
        assert_eq!(
            Score::from(Centipawns(-35)),
            Score::Centipawns(Centipawns(-35))
        );
    }
}
