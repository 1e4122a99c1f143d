//! What is known exactly of a position and of its moves.

use bstar_board::{Move, Piece, Position};

use crate::outcome::Outcome;
use crate::value::TableValue;

/// What is known exactly of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Known {
    /// How the game ends with best play. The fifty-move rule counts, with the moves that were
    /// already made without a capture or pawn move.
    pub outcome: Outcome,
    /// The plies to mate with best play, of a game that is won or lost, if the table tells. They do
    /// not heed the fifty-move rule.
    pub plies_to_mate: Option<u32>,
    /// The plies to the next capture or pawn move, or to mate, of a side that wins as quickly as it
    /// can by this count. Syzygy's may be one too many.
    pub plies_to_zeroing: Option<u32>,
}

impl Known {
    /// What one of our tables says.
    pub(crate) fn of(value: TableValue, fifty_moves: bool) -> Known {
        let TableValue {
            outcome,
            plies_to_mate,
            plies_to_zeroing,
        } = value;
        // The parity of the distance shows which side mates.
        let outcome = match plies_to_mate {
            Some(plies) if !fifty_moves && plies % 2 == 1 => Outcome::Win,
            Some(_) if !fifty_moves => Outcome::Loss,
            _ => outcome,
        };
        Known {
            outcome,
            plies_to_mate: plies_to_mate.map(u32::from),
            plies_to_zeroing: plies_to_zeroing.map(u32::from),
        }
    }

    /// The number of moves in which the winner mates.
    pub fn moves_to_mate(&self) -> Option<u32> {
        self.plies_to_mate.map(|plies| plies.div_ceil(2))
    }

    /// What it means for the mover if a move leads here.
    pub(crate) fn for_mover(self, is_zeroing: bool) -> Known {
        Known {
            outcome: self.outcome.for_other_side(),
            plies_to_mate: self.plies_to_mate.map(|plies| plies + 1),
            plies_to_zeroing: self
                .plies_to_zeroing
                .map(|plies| if is_zeroing { 1 } else { plies + 1 }),
        }
    }
}

/// A move into a position that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableMove {
    pub mv: Move,
    /// What it comes to, for the mover.
    pub known: Known,
    /// Whether it captures something or moves a pawn.
    pub is_zeroing: bool,
}

/// Whether a move captures something or moves a pawn, so that the count to fifty moves begins anew.
pub(crate) fn is_zeroing(position: &Position, mv: Move) -> bool {
    position.captured(mv).is_some() || position.piece_on(mv.from) == Some(Piece::Pawn)
}
