//! What is known of a position, and how it is packed into a byte.

use crate::outcome::Outcome;

/// The longest way to mate or to zeroing that a byte can hold, in half moves.
pub(crate) const MAX_PLIES: u8 = 126;

/// Nothing is known; at the end of the work, a draw.
pub(crate) const DRAW: u8 = 127;

/// The slot is not used.
pub(crate) const UNUSED: u8 = 255;

const WIN: u8 = 128;

/// A loss in `plies` half moves.
#[inline]
pub(crate) fn loss_in(plies: u8) -> u8 {
    debug_assert!(plies <= MAX_PLIES);
    plies
}

/// A win in `plies` half moves.
#[inline]
pub(crate) fn win_in(plies: u8) -> u8 {
    debug_assert!(plies <= MAX_PLIES);
    WIN + plies
}

/// A byte of a table, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Unused,
    Draw,
    /// A loss, with its distance in half moves.
    Loss(u8),
    /// A win, with its distance in half moves.
    Win(u8),
}

impl Known {
    #[inline]
    pub(crate) fn of(byte: u8) -> Known {
        match byte {
            UNUSED => Known::Unused,
            DRAW => Known::Draw,
            plies if plies < DRAW => Known::Loss(plies),
            plies => Known::Win(plies - WIN),
        }
    }

    pub(crate) fn outcome(self) -> Option<Outcome> {
        match self {
            Known::Unused => None,
            Known::Draw => Some(Outcome::Draw),
            Known::Loss(_) => Some(Outcome::Loss),
            Known::Win(_) => Some(Outcome::Win),
        }
    }

    pub(crate) fn plies(self) -> Option<u8> {
        match self {
            Known::Unused | Known::Draw => None,
            Known::Loss(plies) | Known::Win(plies) => Some(plies),
        }
    }
}

/// The count of half moves at which a game is drawn by the fifty-move rule.
pub const FIFTY_MOVES_PLIES: u8 = 100;

/// What a table knows of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableValue {
    /// The outcome. The count to fifty moves of the position is taken into account: a win that
    /// needs more half moves to the next zeroing move, or to mate, than the count leaves is a draw.
    pub outcome: Outcome,
    /// Half moves to mate if the winner mates as soon as possible and the loser holds out as long
    /// as possible; none in a draw. The fifty-move rule is not looked at: this number is also there
    /// where the rule makes a draw of it.
    pub plies_to_mate: Option<u8>,
    /// Half moves to the next zeroing move (a capture or a pawn move) that keeps the win, or to
    /// mate, if the winner hurries and the loser delays; none where nobody could win. Without pawns
    /// this is the distance to conversion.
    pub plies_to_zeroing: Option<u8>,
}

impl TableValue {
    /// Nobody can win.
    pub const DRAW: TableValue = TableValue {
        outcome: Outcome::Draw,
        plies_to_mate: None,
        plies_to_zeroing: None,
    };

    /// The value by the two bytes of a position with this count to fifty moves.
    pub(crate) fn new(mate: Known, zeroing: Known, halfmove_clock: u8) -> Option<TableValue> {
        let outcome = mate.outcome()?;
        let is_in_time = |plies| halfmove_clock + plies <= FIFTY_MOVES_PLIES;
        let outcome = match zeroing.plies().is_none_or(is_in_time) {
            true => outcome,
            false => Outcome::Draw,
        };
        Some(TableValue {
            outcome,
            plies_to_mate: mate.plies(),
            plies_to_zeroing: zeroing.plies(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_they_were_written() {
        for plies in 0..=MAX_PLIES {
            assert_eq!(Known::of(win_in(plies)), Known::Win(plies));
            assert_eq!(Known::of(loss_in(plies)), Known::Loss(plies));
        }
        assert_eq!(Known::of(DRAW), Known::Draw);
        assert_eq!(Known::of(UNUSED), Known::Unused);
    }

    #[test]
    fn the_count_to_fifty_makes_draws() {
        let value = |plies, clock| {
            let value = TableValue::new(Known::Win(31), Known::Win(plies), clock);
            value.unwrap().outcome
        };
        assert_eq!(value(20, 80), Outcome::Win);
        assert_eq!(value(20, 81), Outcome::Draw);
        // Mate is mate, whatever the count.
        let mated = TableValue::new(Known::Loss(0), Known::Loss(0), 100);
        assert_eq!(mated.unwrap().outcome, Outcome::Loss);
    }
}
