//! The moves of a node that are still to be tried, best first.

use arrayvec::ArrayVec;
use bstar_board::Move;

/// Moves with their scores.
///
/// A key holds a move's score in its upper bits and its place in its lower ones. So the best move
/// is a plain maximum over numbers, eight at a time. The compiler turns that into a few wide
/// instructions.
#[derive(Default)]
pub(super) struct MoveQueue {
    keys: ArrayVec<i32, { 218 + MoveQueue::GROUP }>,
    moves: ArrayVec<Move, 218>,
}

impl MoveQueue {
    const PLACES: i32 = 256;
    const TAKEN: i32 = i32::MIN;
    const GROUP: usize = 8;

    #[inline]
    pub fn push(&mut self, mv: Move, score: i32) {
        // Of equal scores the first comes first.
        let place = Self::PLACES - 1 - self.moves.len() as i32;
        self.keys.push(score * Self::PLACES + place);
        self.moves.push(mv);
    }

    pub fn clear(&mut self) {
        self.keys.clear();
        self.moves.clear();
    }

    /// Fills the last group of keys up, after all moves were added.
    #[inline]
    pub fn complete(&mut self) {
        let room_for_more = self.keys.try_extend_from_slice(&[Self::TAKEN; Self::GROUP]);
        debug_assert!(room_for_more.is_ok());
    }

    /// Takes out the move with the highest score.
    #[inline]
    pub fn take_best(&mut self) -> Option<(Move, i32)> {
        let (groups, _) = self.keys.as_chunks::<{ Self::GROUP }>();
        let mut best = Self::TAKEN;
        for group in groups {
            best = group.iter().copied().fold(best, i32::max);
        }
        if best == Self::TAKEN {
            return None;
        }
        let place = (Self::PLACES - 1 - best.rem_euclid(Self::PLACES)) as usize;
        self.keys[place] = Self::TAKEN;
        Some((self.moves[place], best.div_euclid(Self::PLACES)))
    }
}
