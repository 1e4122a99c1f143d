//! The numbers of moves: which output of the network weighs a move.

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
    kind(View::of(position), mv) + losing(position, mv)
}

/// What is added to the number of a move because it loses material.
#[inline]
fn losing(position: &Position, mv: Move) -> usize {
    if position.exchange_gains(mv, 0) {
        0
    } else {
        KINDS
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
