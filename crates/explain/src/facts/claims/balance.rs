//! The men that change hands along a line, by kind.

use bstar_board::{Color, EXCHANGE_VALUES, Piece, Position};

/// The least gain that counts, in centipawns. A bishop for a knight is less.
const MIN_GAIN_CENTIPAWNS: i32 = 80;

/// By how many men of each kind a side is better off than before. A negative number is a loss. A
/// promotion costs a pawn and brings a queen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance(pub [i8; 5]);

impl Balance {
    /// What a side gained from one position to another.
    pub fn between(before: &Position, after: &Position, side: Color) -> Balance {
        let (was, is) = (Self::ahead(before, side), Self::ahead(after, side));
        Balance(std::array::from_fn(|kind| is.0[kind] - was.0[kind]))
    }

    /// By how many men a side is ahead of the other.
    pub fn ahead(position: &Position, side: Color) -> Balance {
        Balance(std::array::from_fn(|kind| {
            let men = |color| position.men(color, Piece::ALL[kind]).len() as i8;
            men(side) - men(!side)
        }))
    }

    /// The balance as the other side sees it.
    pub fn reversed(self) -> Balance {
        Balance(self.0.map(|count| -count))
    }

    /// How many of one kind.
    pub fn of(self, piece: Piece) -> i8 {
        self.0.get(piece as usize).copied().unwrap_or(0)
    }

    /// What it is worth in centipawns, by [`EXCHANGE_VALUES`].
    pub fn worth(self) -> i32 {
        self.0
            .iter()
            .zip(EXCHANGE_VALUES)
            .map(|(count, value)| i32::from(*count) * value)
            .sum()
    }

    /// The balance with bishops counted as knights.
    pub fn with_minors_as_one(self) -> Balance {
        let mut men = self.0;
        men[Piece::Knight as usize] += std::mem::take(&mut men[Piece::Bishop as usize]);
        Balance(men)
    }

    /// Whether the side is better off by a pawn or so.
    pub fn is_gain(self) -> bool {
        self.worth() >= MIN_GAIN_CENTIPAWNS
    }

    /// The balance after the loss of this number of pawns.
    pub fn less_pawns(self, pawns: i8) -> Balance {
        let mut rest = self;
        rest.0[Piece::Pawn as usize] -= pawns;
        rest
    }

    /// The balance without a pawn that became a queen.
    pub fn without_promotion(self) -> Balance {
        let mut rest = self;
        rest.0[Piece::Queen as usize] -= 1;
        rest.0[Piece::Pawn as usize] += 1;
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_are_counted_for_both_sides() {
        let before = bstar_board::fen::parse("4k3/4n3/8/8/8/8/4R3/4K3 w - - 0 1").unwrap();
        let takes = bstar_board::san::parse(&before, "Rxe7+").unwrap();
        let after = before.after(takes);
        let won = Balance::between(&before, &after, Color::White);
        assert_eq!(won, Balance([0, 1, 0, 0, 0]));
        assert_eq!(
            Balance::between(&before, &after, Color::Black),
            won.reversed()
        );
        assert_eq!(won.worth(), 320);
    }
    #[test]
    fn a_balance_can_be_taken_apart() {
        let men = Balance([2, 1, 1, 0, 1]);
        assert_eq!(men.less_pawns(3), Balance([-1, 1, 1, 0, 1]));
        assert_eq!(men.with_minors_as_one(), Balance([2, 2, 0, 0, 1]));
        assert_eq!(men.without_promotion(), Balance([3, 1, 1, 0, 0]));
        assert_eq!([Piece::Pawn, Piece::Rook].map(|man| men.of(man)), [2, 0]);
        assert!(Balance([1, 0, 0, 0, 0]).is_gain());
        // A bishop for a knight.
        assert!(!Balance([0, -1, 1, 0, 0]).is_gain());
    }
}
