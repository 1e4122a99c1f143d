//! What the search learns while it searches: which moves worked, and how wrong the evaluation was.
//!
//! Every number is pulled towards a limit ("gravity"). A bonus counts less the nearer the number is
//! to the limit, so old experience fades.

use bstar_board::{Color, Move, Piece, Position};

use crate::board_keys;
use crate::value::{MATE_BOUND, Value};

/// No number goes beyond this.
const HISTORY_LIMIT: i32 = 16_384;

fn pull(number: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_LIMIT, HISTORY_LIMIT);
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

/// The reward for a move that caused a cut-off at this depth.
pub(crate) fn bonus(depth: i32) -> i32 {
    (170 * depth - 60).min(1_700)
}

/// A man of a colour on a square. It is the index of continuation history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed(u16);

impl Placed {
    const NUM: usize = Color::NUM * Piece::NUM * 64;

    /// The man that this move takes to its destination.
    pub fn by(position: &Position, mv: Move) -> Self {
        let piece = position.piece_on(mv.from).unwrap_or(Piece::Pawn);
        Self::new(position.side_to_move(), piece, mv)
    }

    /// Does the same when the kind of man is known.
    #[inline]
    pub fn new(side: Color, piece: Piece, mv: Move) -> Self {
        let man = side as u16 * Piece::NUM as u16 + piece as u16;
        Self(man * 64 + mv.to as u16)
    }

    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A number for each move, by its two squares.
pub(crate) type BySquares = [[i16; 64]; 64];

/// A number for each man on each square.
pub(crate) type ByPlaced = [i16; Placed::NUM];

/// Experience with moves.
pub(crate) struct Experience {
    /// Quiet moves by side, from and to.
    quiet: Box<[BySquares; Color::NUM]>,
    /// Captures by the man moved, its destination, and the captured man.
    capture: Box<[[i16; Piece::NUM]; Placed::NUM]>,
    /// Quiet moves by the man moved before and the man moved now.
    continuation: Box<[ByPlaced]>,
    /// The quiet move that refuted a man's arrival on a square.
    counter: Box<[Option<Move>; Placed::NUM]>,
}

impl Experience {
    pub fn new() -> Self {
        Self {
            quiet: Box::new([[[0; 64]; 64]; Color::NUM]),
            capture: Box::new([[0; Piece::NUM]; Placed::NUM]),
            continuation: vec![[0; Placed::NUM]; Placed::NUM].into_boxed_slice(),
            counter: Box::new([None; Placed::NUM]),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.clear_small();
        self.continuation.fill([0; Placed::NUM]);
    }

    /// Forgets everything but continuation history, which is too large to clear often.
    pub fn clear_small(&mut self) {
        *self.quiet = [[[0; 64]; 64]; Color::NUM];
        *self.capture = [[0; Piece::NUM]; Placed::NUM];
        *self.counter = [None; Placed::NUM];
    }

    /// Experience with a side's quiet moves.
    #[inline]
    pub fn quiet(&self, side: Color) -> &BySquares {
        &self.quiet[side as usize]
    }

    pub fn learn_quiet(&mut self, side: Color, mv: Move, bonus: i32) {
        pull(
            &mut self.quiet[side as usize][mv.from as usize][mv.to as usize],
            bonus,
        );
    }

    pub fn capture(&self, placed: Placed, victim: Piece) -> i32 {
        i32::from(self.capture[placed.index()][victim as usize])
    }

    pub fn learn_capture(&mut self, placed: Placed, victim: Piece, bonus: i32) {
        pull(&mut self.capture[placed.index()][victim as usize], bonus);
    }

    /// Experience with the quiet moves that follow a man's arrival.
    #[inline]
    pub fn after(&self, before: Placed) -> &ByPlaced {
        &self.continuation[before.index()]
    }

    pub fn learn_continuation(&mut self, before: Placed, now: Placed, bonus: i32) {
        pull(&mut self.continuation[before.index()][now.index()], bonus);
    }

    pub fn counter(&self, before: Placed) -> Option<Move> {
        self.counter[before.index()]
    }

    pub fn learn_counter(&mut self, before: Placed, mv: Move) {
        self.counter[before.index()] = Some(mv);
    }
}

/// How far the evaluation was off in positions with the same pawns, or the same pieces of one side.
pub(crate) struct Correction {
    pawns: Box<[[i16; Self::SIZE]; Color::NUM]>,
    pieces: Box<[[[i16; Self::SIZE]; Color::NUM]; Color::NUM]>,
}

impl Correction {
    const SIZE: usize = 1 << 14;
    /// Corrections are stored in fractions of a centipawn.
    const UNITS_PER_CENTIPAWN: i32 = 256;
    /// No correction is larger than this: 64 centipawns.
    const MAX_CORRECTION_UNITS: i32 = 64 * Self::UNITS_PER_CENTIPAWN;

    pub fn new() -> Self {
        Self {
            pawns: Box::new([[0; Self::SIZE]; Color::NUM]),
            pieces: Box::new([[[0; Self::SIZE]; Color::NUM]; Color::NUM]),
        }
    }

    pub fn clear(&mut self) {
        *self.pawns = [[0; Self::SIZE]; Color::NUM];
        *self.pieces = [[[0; Self::SIZE]; Color::NUM]; Color::NUM];
    }

    /// The evaluation with the learned correction.
    pub fn apply(&self, position: &Position, evaluation: Value) -> Value {
        let side = position.side_to_move() as usize;
        let index = |key: u64| key as usize % Self::SIZE;
        let by_pawns = i32::from(self.pawns[side][index(board_keys::pawns(position))]);
        let by_pieces: i32 = Color::ALL
            .into_iter()
            .map(|color| {
                let key = board_keys::pieces(position, color);
                i32::from(self.pieces[side][color as usize][index(key)])
            })
            .sum();
        let correction = (by_pawns + by_pieces / 2) / Self::UNITS_PER_CENTIPAWN;
        (evaluation + correction).clamp(-MATE_BOUND + 1, MATE_BOUND - 1)
    }

    /// Learns that a search of this depth missed the evaluation by `error`: its value was that far
    /// above it, or below if `error` is negative.
    pub fn learn(&mut self, position: &Position, depth: i32, error: Value) {
        let side = position.side_to_move() as usize;
        let index = |key: u64| key as usize % Self::SIZE;
        let weight = (depth + 1).min(16);
        let update = |number: &mut i16| {
            let target = (error * Self::UNITS_PER_CENTIPAWN)
                .clamp(-Self::MAX_CORRECTION_UNITS, Self::MAX_CORRECTION_UNITS);
            let old = i32::from(*number);
            *number = ((old * (256 - weight) + target * weight) / 256) as i16;
        };
        update(&mut self.pawns[side][index(board_keys::pawns(position))]);
        for color in Color::ALL {
            let key = board_keys::pieces(position, color);
            update(&mut self.pieces[side][color as usize][index(key)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_numbers_within_the_limit() {
        let mut number = 0;
        for _ in 0..10_000 {
            pull(&mut number, 1_700);
        }
        assert!(i32::from(number) <= HISTORY_LIMIT && i32::from(number) > HISTORY_LIMIT * 9 / 10);
        pull(&mut number, -1_700);
        assert!(i32::from(number) < HISTORY_LIMIT * 9 / 10);
    }

    #[test]
    fn a_repeated_error_is_corrected() {
        let position = Position::start();
        let mut correction = Correction::new();
        for _ in 0..200 {
            correction.learn(&position, 8, 30);
        }
        let value = correction.apply(&position, 10);
        assert!((35..=75).contains(&value), "{value}");
    }
}
