//! Lines of moves.

use arrayvec::ArrayVec;
use bstar_board::{Game, Move};

use crate::value::MAX_PLY;

/// A line of moves.
pub type Variation = ArrayVec<Move, MAX_PLY>;

/// The part of a line that is legal from a game's position and ends at the first draw.
pub(crate) fn sound_part(game: &Game, line: &[Move]) -> Variation {
    let mut replay = game.clone();
    let mut sound = Variation::new();
    for &mv in line {
        if (!sound.is_empty() && replay.outcome().is_some()) || replay.play(mv).is_err() {
            break;
        }
        sound.push(mv);
    }
    sound
}
