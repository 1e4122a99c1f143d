//! The numbers of moves: the squares they go from and to, and whether they lose material.

use std::sync::LazyLock;

use bstar_board::{BitBoard, Move, Piece, Position, Square, attacks};

use super::limits::MOVES;
use super::view::View;

/// How many kinds of moves there are, whether they lose material or not.
const KINDS: usize = MOVES / 2;
/// How many ways a pawn can go from the seventh rank to the eighth.
const PROMOTION_STEPS: usize = 22;
/// What stands where no move goes.
const NO_MOVE: u16 = u16::MAX;

/// The number of a legal move. One that loses material in an exchange has a number of its own.
#[inline]
pub fn move_number(position: &Position, mv: Move) -> usize {
    MoveNumbers::new(position, BitBoard::FULL).of(mv)
}

/// The numbers of a position's moves.
pub(super) struct MoveNumbers<'p> {
    pub position: &'p Position,
    pub view: View,
    /// All squares that the other side attacks, and perhaps others.
    attacked: BitBoard,
}

impl<'p> MoveNumbers<'p> {
    #[inline]
    pub fn new(position: &'p Position, attacked: BitBoard) -> Self {
        Self {
            position,
            view: View::of(position),
            attacked,
        }
    }

    /// The number of a legal move.
    #[inline]
    pub fn of(&self, mv: Move) -> usize {
        let loses = !self.is_safe(mv) && !self.position.exchange_gains(mv, 0);
        kind(self.view, mv) + if loses { KINDS } else { 0 }
    }

    /// Whether moves with this number lose material.
    #[inline]
    pub fn loses(number: usize) -> bool {
        number >= KINDS
    }

    /// Whether it is plain that nothing can capture the man that moved: neither square is attacked,
    /// so that no line to the new one was opened either. (A pawn that captures en passant may open
    /// another line, but a pawn for a pawn loses nothing.)
    #[inline]
    fn is_safe(&self, mv: Move) -> bool {
        !self.attacked.has(mv.from) && !self.attacked.has(mv.to)
    }
}

/// The number of a move, whatever it loses.
#[inline]
fn kind(view: View, mv: Move) -> usize {
    let (from, to) = (view.square(mv.from), view.square(mv.to));
    match mv.promotion {
        None => usize::from(STEPS[from * Square::NUM + to]),
        Some(piece) => {
            // From the seventh rank: one step to the left, ahead, or to the right. The a-file has
            // no step to the left.
            let step = 3 * (from % 8) + (to % 8 + 1 - from % 8) - 1;
            let piece = piece as usize - Piece::Knight as usize;
            KINDS - 4 * PROMOTION_STEPS + piece * PROMOTION_STEPS + step
        }
    }
}

/// The number of each pair of squares that a queen or a knight can go, by `from * 64 + to`.
static STEPS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut steps = vec![NO_MOVE; Square::NUM * Square::NUM];
    let mut number = 0;
    for from in Square::ALL {
        let ways = attacks::bishop(from, BitBoard::EMPTY)
            | attacks::rook(from, BitBoard::EMPTY)
            | attacks::knight(from);
        for to in Square::ALL {
            if ways.has(to) {
                steps[from as usize * Square::NUM + to as usize] = number;
                number += 1;
            }
        }
    }
    steps
});
