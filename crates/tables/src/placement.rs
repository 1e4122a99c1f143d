//! Where the men of an ending stand, and which moves lead from there and to there.
//!
//! The board has its own move generator, which knows everything. This one knows only what an ending
//! of four men needs: it is several times faster, and it can also take moves back.

use arrayvec::ArrayVec;
use bstar_board::{BitBoard, Color, Piece, Position, Rank, Square, attacks};

use crate::ending::{MAX_MEN, Men};

/// Where the men of an ending stand, in the order of [`Ending::men`](crate::Ending).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// A place for each man. Those behind the last man mean nothing.
    pub(crate) squares: [Square; MAX_MEN],
    pub(crate) side: Color,
    /// The pawn of the other side has just moved two steps, and can be captured en passant.
    pub(crate) en_passant: bool,
}

/// A legal move and where it leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The men after the move. One that was captured is still listed.
    pub(crate) after: Placement,
    pub(crate) mover: usize,
    pub(crate) captured: Option<usize>,
    pub(crate) promotion: Option<Piece>,
}

impl Step {
    /// Does the move begin the count to fifty anew?
    pub(crate) fn is_zeroing(&self, men: &Men) -> bool {
        self.captured.is_some() || men[self.mover].1 == Piece::Pawn
    }

    /// Does it lead to another ending?
    pub(crate) fn is_exit(&self) -> bool {
        self.captured.is_some() || self.promotion.is_some()
    }
}

const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

impl Placement {
    /// Where the men of a position stand, if they are these men. A board that is turned round has
    /// Black's men as White's.
    pub(crate) fn of(position: &Position, men: &Men, is_turned: bool) -> Option<Placement> {
        let seen = |color: Color| if is_turned { !color } else { color };
        let mut taken = BitBoard::EMPTY;
        let mut squares = [Square::A1; MAX_MEN];
        for (place, &(color, piece)) in squares.iter_mut().zip(men) {
            let left = position.men(seen(color), piece) & !taken;
            let square = left.next_square()?;
            taken |= square.bitboard();
            *place = square.relative_to(seen(Color::White));
        }
        Some(Placement {
            squares,
            side: seen(position.side_to_move()),
            en_passant: position.can_capture_en_passant(),
        })
    }

    /// The board's own picture of this. There is none if it is not legal.
    pub(crate) fn position(&self, men: &Men) -> Option<Position> {
        let listed: ArrayVec<(Color, Piece, Square), MAX_MEN> = men
            .iter()
            .zip(self.squares)
            .map(|(&(color, piece), square)| (color, piece, square))
            .collect();
        let behind = match self.en_passant {
            true => Some(self.square_behind(self.pawn_of(men, !self.side)?)),
            false => None,
        };
        Position::from_men(&listed, self.side, behind)
    }

    /// The same with colours changed and the board turned round.
    pub(crate) fn turned(&self) -> Placement {
        Placement {
            squares: self.squares.map(Square::flip_rank),
            side: !self.side,
            en_passant: self.en_passant,
        }
    }

    pub(crate) fn occupied(&self, men: &Men) -> BitBoard {
        let all = self.squares[..men.len()].iter();
        all.fold(BitBoard::EMPTY, |set, square| set | square.bitboard())
    }

    /// Is it possible that the men stand so? All on squares of their own, no pawn on a last rank,
    /// and the king of the side that has just moved not attacked.
    pub(crate) fn is_legal(&self, men: &Men) -> bool {
        let occupied = self.occupied(men);
        let pawn_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        let is_misplaced = |(man, square): (&(Color, Piece), &Square)| {
            man.1 == Piece::Pawn && pawn_ranks.has(*square)
        };
        occupied.len() as usize == men.len()
            && !men.iter().zip(&self.squares).any(is_misplaced)
            && !self.is_attacked(men, !self.side, None)
            && (!self.en_passant || self.admits_en_passant(men))
    }

    /// Is the king of a side attacked, if one man is not there?
    fn is_attacked(&self, men: &Men, color: Color, missing: Option<usize>) -> bool {
        let mut occupied = self.occupied(men);
        if let Some(man) = missing {
            // A man that captures stands on the square of the captured one.
            let square = self.squares[man];
            let mut others = (0..men.len()).filter(|other| *other != man);
            if others.all(|other| self.squares[other] != square) {
                occupied ^= square.bitboard();
            }
        }
        let king = self.squares[color as usize];
        men.iter().enumerate().any(|(man, &(owner, piece))| {
            owner != color
                && Some(man) != missing
                && attacks::of(piece, owner, self.squares[man], occupied).has(king)
        })
    }

    /// Is the side to move in check?
    pub(crate) fn in_check(&self, men: &Men) -> bool {
        self.is_attacked(men, self.side, None)
    }

    /// The pawn of a side. En passant matters only where each side has one.
    fn pawn_of(&self, men: &Men, color: Color) -> Option<usize> {
        men.iter().position(|man| *man == (color, Piece::Pawn))
    }

    /// The square behind the pawn of the side that is not to move.
    fn square_behind(&self, pawn: usize) -> Square {
        let square = self.squares[pawn];
        Square::new(square.file(), Rank::Third.relative_to(!self.side))
    }

    /// Could the other side's pawn have moved two steps just now, so that it can be captured en
    /// passant?
    pub(crate) fn admits_en_passant(&self, men: &Men) -> bool {
        self.en_passant_step(men).is_some()
    }

    /// The capture en passant, if the other side's pawn has just moved two steps.
    fn en_passant_step(&self, men: &Men) -> Option<Step> {
        let own = self.pawn_of(men, self.side)?;
        let other = self.pawn_of(men, !self.side)?;
        let square = self.squares[other];
        if square.rank() != Rank::Fourth.relative_to(!self.side) {
            return None;
        }
        let behind = self.square_behind(other);
        let home = Square::new(square.file(), Rank::Second.relative_to(!self.side));
        let is_free = (self.occupied(men) & (behind.bitboard() | home.bitboard())).is_empty();
        let reaches = attacks::pawn(self.squares[own], self.side).has(behind);
        if !is_free || !reaches {
            return None;
        }
        self.step(men, own, behind, Some(other), None)
    }

    /// A move, if it does not leave the king attacked.
    fn step(
        &self,
        men: &Men,
        mover: usize,
        to: Square,
        captured: Option<usize>,
        promotion: Option<Piece>,
    ) -> Option<Step> {
        let mut after = *self;
        after.squares[mover] = to;
        after.side = !self.side;
        after.en_passant = false;
        let is_legal = !after.is_attacked(men, self.side, captured);
        is_legal.then_some(Step {
            after,
            mover,
            captured,
            promotion,
        })
    }

    /// Calls `visit` for every legal move.
    pub(crate) fn for_each_step(&self, men: &Men, mut visit: impl FnMut(Step)) {
        let occupied = self.occupied(men);
        let man_on = |square: Square| {
            let squares = &self.squares[..men.len()];
            squares.iter().position(|other| *other == square)
        };
        for (mover, &(color, piece)) in men.iter().enumerate() {
            if color != self.side {
                continue;
            }
            let from = self.squares[mover];
            if piece == Piece::Pawn {
                self.for_each_pawn_step(men, mover, occupied, &mut visit);
                continue;
            }
            for to in attacks::of(piece, color, from, occupied) {
                let captured = if occupied.has(to) { man_on(to) } else { None };
                if captured.is_some_and(|man| men[man].0 == color || man < 2) {
                    continue;
                }
                if let Some(step) = self.step(men, mover, to, captured, None) {
                    visit(step);
                }
            }
        }
        if self.en_passant
            && let Some(step) = self.en_passant_step(men)
        {
            visit(step);
        }
    }

    fn for_each_pawn_step(
        &self,
        men: &Men,
        mover: usize,
        occupied: BitBoard,
        visit: &mut impl FnMut(Step),
    ) {
        let from = self.squares[mover];
        let mut visit_to = |to: Square, captured: Option<usize>| {
            if to.rank() == Rank::Eighth.relative_to(self.side) {
                for piece in PROMOTIONS {
                    self.step(men, mover, to, captured, Some(piece))
                        .map(&mut *visit);
                }
            } else if let Some(mut step) = self.step(men, mover, to, captured, None) {
                let is_double = from.rank() as i8 - to.rank() as i8;
                step.after.en_passant = is_double.abs() == 2 && step.after.admits_en_passant(men);
                visit(step);
            }
        };
        for (man, &(color, _)) in men.iter().enumerate().skip(2) {
            let to = self.squares[man];
            if color != self.side && attacks::pawn(from, self.side).has(to) {
                visit_to(to, Some(man));
            }
        }
        let one = ahead(from, self.side);
        if occupied.has(one) {
            return;
        }
        visit_to(one, None);
        if from.rank() == Rank::Second.relative_to(self.side) {
            let two = ahead(one, self.side);
            if !occupied.has(two) {
                visit_to(two, None);
            }
        }
    }

    /// Calls `visit` for every placement of the same ending from which a move that is no capture
    /// and no promotion leads here, and says whether a pawn moves. In some of them the king of the
    /// other side may be attacked, which is illegal; kings never touch.
    pub(crate) fn for_each_origin(&self, men: &Men, mut visit: impl FnMut(Placement, bool)) {
        let occupied = self.occupied(men);
        let mover_side = !self.side;
        let mut visit_from = |mover: usize, from: Square, is_pawn: bool| {
            let mut before = *self;
            before.squares[mover] = from;
            before.side = mover_side;
            before.en_passant = false;
            visit(before, is_pawn);
            if before.admits_en_passant(men) {
                before.en_passant = true;
                visit(before, is_pawn);
            }
        };
        for (mover, &(color, piece)) in men.iter().enumerate() {
            if color != mover_side {
                continue;
            }
            let to = self.squares[mover];
            if piece == Piece::Pawn {
                let relative = to.rank().relative_to(color);
                if relative < Rank::Third {
                    continue;
                }
                let one = ahead(to, !color);
                if occupied.has(one) {
                    continue;
                }
                if !self.en_passant {
                    visit_from(mover, one, true);
                }
                // After two steps the right to capture en passant is there, if it can be.
                if relative == Rank::Fourth && self.en_passant == self.admits_en_passant(men) {
                    let two = ahead(one, !color);
                    if !occupied.has(two) {
                        visit_from(mover, two, true);
                    }
                }
            } else if !self.en_passant {
                let other_king = attacks::king(self.squares[self.side as usize]);
                let barred = match piece {
                    Piece::King => occupied | other_king,
                    _ => occupied,
                };
                for from in attacks::of(piece, color, to, occupied) & !barred {
                    visit_from(mover, from, false);
                }
            }
        }
    }
}

/// The square in front of a pawn. There always is one.
fn ahead(square: Square, color: Color) -> Square {
    let step = match color {
        Color::White => 1,
        Color::Black => -1,
    };
    square.offset(0, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ending;
    use bstar_board::fen;
    use bstar_kit::random::Random;
    use std::collections::BTreeSet;

    /// Random placements of an ending, legal ones only.
    fn placements(ending: &Ending, seed: u64, count: usize) -> Vec<Placement> {
        let men = ending.men();
        let mut random = Random::new(seed, 0);
        let mut found = Vec::new();
        while found.len() < count {
            let mut square = || Square::index(random.below(64));
            let squares = [square(), square(), square(), square()];
            let side = Color::index(random.below(2));
            let mut placement = Placement {
                squares,
                side,
                en_passant: false,
            };
            if placement.is_legal(&men) {
                placement.en_passant = placement.admits_en_passant(&men) && random.below(2) == 0;
                found.push(placement);
            }
        }
        found
    }

    #[test]
    fn legal_placements_and_their_moves_are_those_of_the_board() {
        for ending in Ending::all_known() {
            let men = ending.men();
            for placement in placements(&ending, 7, 200) {
                let position = placement.position(&men).expect("a legal position");
                let mut steps = BTreeSet::new();
                placement.for_each_step(&men, |step| {
                    let to = step.after.squares[step.mover];
                    let mv = bstar_board::Move {
                        from: placement.squares[step.mover],
                        to,
                        promotion: step.promotion,
                    };
                    assert!(position.is_legal(mv), "{ending} {placement:?} {mv}");
                    assert_eq!(
                        step.captured.map(|man| men[man].1),
                        position.captured(mv),
                        "{ending} {placement:?} {mv}"
                    );
                    if !step.is_exit() {
                        let after = Placement::of(&position.after(mv), &men, false).unwrap();
                        assert_eq!(after.side, step.after.side);
                        assert_eq!(after.en_passant, step.after.en_passant);
                        assert_eq!(after.occupied(&men), step.after.occupied(&men));
                    }
                    steps.insert(mv.to_string());
                });
                assert_eq!(steps.len(), position.legal_moves().len(), "{placement:?}");
                assert_eq!(placement.in_check(&men), position.in_check());
            }
        }
    }

    #[test]
    fn what_the_board_refuses_is_illegal_here_too() {
        let mut random = Random::new(3, 0);
        for ending in Ending::all_known() {
            let men = ending.men();
            for _ in 0..500 {
                let mut square = || Square::index(random.below(64));
                let placement = Placement {
                    squares: [square(), square(), square(), square()],
                    side: Color::White,
                    en_passant: false,
                };
                let is_legal = placement.position(&men).is_some();
                assert_eq!(placement.is_legal(&men), is_legal, "{ending} {placement:?}");
            }
        }
    }

    #[test]
    fn moves_taken_back_are_moves() {
        for ending in Ending::all_known() {
            let men = ending.men();
            for placement in placements(&ending, 11, 100) {
                placement.for_each_origin(&men, |origin, is_pawn| {
                    if !origin.is_legal(&men) {
                        return;
                    }
                    let mut found = false;
                    origin.for_each_step(&men, |step| {
                        found |= step.after == placement
                            && !step.is_exit()
                            && step.is_zeroing(&men) == is_pawn;
                    });
                    assert!(found, "{ending}: from {origin:?} to {placement:?}");
                });
                placement.for_each_step(&men, |step| {
                    if step.is_exit() {
                        return;
                    }
                    let mut found = false;
                    step.after
                        .for_each_origin(&men, |origin, _| found |= origin == placement);
                    assert!(
                        found,
                        "{ending}: back from {:?} to {placement:?}",
                        step.after
                    );
                });
            }
        }
    }

    #[test]
    fn en_passant_is_there_after_two_steps_only() {
        let ending: Ending = "KPKP".parse().unwrap();
        let men = ending.men();
        let position = fen::parse("8/8/8/8/3p4/8/4P3/K6k w - - 0 1").unwrap();
        let placement = Placement::of(&position, &men, false).unwrap();
        let mut rights = Vec::new();
        placement.for_each_step(&men, |step| {
            if step.mover == 2 {
                rights.push((step.after.squares[2], step.after.en_passant));
            }
        });
        assert_eq!(rights, [(Square::E3, false), (Square::E4, true)]);
    }
}
