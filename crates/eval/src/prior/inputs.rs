//! The features of a position.

use bstar_board::{BitBoard, Color, Piece, Position, Square, attacks};

use super::limits::INPUTS;
use super::view::View;

/// What stands where there is no further input.
pub const NO_INPUT: u16 = INPUTS as u16;

/// What is added to a feature if the man is attacked; twice as much if it is defended.
const STATE: usize = 2 * Piece::NUM * Square::NUM;

/// The most men that a position can have.
pub(super) const MAX_MEN: usize = 32;

/// The squares that the men of each side attack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacks {
    pub by_mover: BitBoard,
    pub by_other: BitBoard,
}

impl Attacks {
    #[inline]
    pub fn of(position: &Position) -> Self {
        let us = position.side_to_move();
        Self {
            by_mover: attacked_by(position, us),
            by_other: attacked_by(position, !us),
        }
    }

    /// The state of the mover's man on a square.
    #[inline]
    pub fn state(&self, square: Square) -> usize {
        state(self.by_other, self.by_mover, square)
    }
}

#[inline]
fn state(attacked: BitBoard, defended: BitBoard, square: Square) -> usize {
    usize::from(attacked.has(square)) + 2 * usize::from(defended.has(square))
}

/// The inputs of a position: one for each man, in no order. Returns how many there are.
#[inline]
pub(super) fn fill(position: &Position, attacks: &Attacks, list: &mut [u16; MAX_MEN]) -> usize {
    let us = position.side_to_move();
    let view = View::of(position);
    let attacked_by = [attacks.by_mover, attacks.by_other];
    let mut count = 0;
    for whose in 0..2 {
        let color = if whose == 0 { us } else { !us };
        let (defended, attacked) = (attacked_by[whose], attacked_by[1 - whose]);
        for piece in Piece::ALL {
            for square in position.men(color, piece) {
                let state = state(attacked, defended, square);
                let man = (whose * Piece::NUM + piece as usize) * Square::NUM;
                list[count] = (state * STATE + man + view.square(square)) as u16;
                count += 1;
            }
        }
    }
    count
}

/// The inputs of a position, ascending: one for each man. The rest is [`NO_INPUT`].
pub fn inputs(position: &Position) -> [u16; MAX_MEN] {
    let mut list = [NO_INPUT; MAX_MEN];
    fill(position, &Attacks::of(position), &mut list);
    list.sort_unstable();
    list
}

/// The squares that the men of one colour attack.
fn attacked_by(position: &Position, color: Color) -> BitBoard {
    let occupied = position.occupied();
    let mut all = attacks::pawns(position.men(color, Piece::Pawn), color)
        | attacks::king(position.king(color));
    for square in position.men(color, Piece::Knight) {
        all |= attacks::knight(square);
    }
    let queens = position.men(color, Piece::Queen);
    for square in position.men(color, Piece::Bishop) | queens {
        all |= attacks::bishop(square, occupied);
    }
    for square in position.men(color, Piece::Rook) | queens {
        all |= attacks::rook(square, occupied);
    }
    all
}
