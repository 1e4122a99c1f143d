//! Which rows of weights belong to a move. There are three, and they are added up: one by its
//! squares, one by the man that arrives on its square, and one by what it does.

use bstar_board::{DirectChecks, Move, Piece, Position, Square, attacks};

use super::inputs::Attacks;
use super::limits::{ARRIVALS, MOVES};
use super::move_numbers::MoveNumbers;

/// How many rows a move has.
const ROWS: usize = 3;
/// How many kinds of captures there are: of five kinds of men, or none.
const CAPTURES: usize = Piece::NUM;
/// How many states a man can be in: attacked or not, defended or not.
const STATES: usize = 4;

/// The rows of a legal move.
pub fn move_rows(position: &Position, mv: Move) -> [usize; ROWS] {
    MoveRows::new(position, &Attacks::of(position)).of(mv)
}

/// The rows of a position's moves.
pub(super) struct MoveRows<'p> {
    numbers: MoveNumbers<'p>,
    attacks: Attacks,
    checks: DirectChecks,
}

impl<'p> MoveRows<'p> {
    #[inline]
    pub fn new(position: &'p Position, attacks: &Attacks) -> Self {
        Self {
            numbers: MoveNumbers::new(position, attacks.by_other),
            attacks: *attacks,
            checks: DirectChecks::of(position),
        }
    }

    /// The rows of a legal move.
    #[inline]
    pub fn of(&self, mv: Move) -> [usize; ROWS] {
        let number = self.numbers.of(mv);
        let loses = usize::from(MoveNumbers::loses(number));
        let position = self.numbers.position;
        let kind = position.piece_on(mv.from).unwrap_or(Piece::Pawn) as usize;
        let arrival = (loses * Piece::NUM + kind) * Square::NUM + self.numbers.view.square(mv.to);
        let state = self.attacks.state(mv.from);
        let check = usize::from(self.gives_check(mv));
        let deed = (kind * CAPTURES + self.captured(mv)) * 2 + loses;
        let deed = (deed * STATES + state) * 2 + check;
        [number, MOVES + arrival, MOVES + ARRIVALS + deed]
    }

    /// What stands on the square that a move reaches: 1 to 5, or 0 for nothing to capture.
    #[inline]
    fn captured(&self, mv: Move) -> usize {
        let position = self.numbers.position;
        let theirs = position.side(!position.side_to_move());
        match position.piece_on(mv.to) {
            Some(piece) if theirs.has(mv.to) => piece as usize + 1,
            _ => 0,
        }
    }

    /// Whether the man that moved attacks the king. A pawn that promotes may have stood between.
    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        let position = self.numbers.position;
        let Some(piece) = mv.promotion else {
            return self.checks.gives(position, mv);
        };
        let us = position.side_to_move();
        let occupied = position.occupied() ^ mv.from.bitboard();
        attacks::of(piece, us, mv.to, occupied).has(position.king(!us))
    }
}
