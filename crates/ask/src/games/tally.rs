//! How many moves of games have each mark.

use serde::{Deserialize, Serialize};

use bstar_explain::games::{JudgedGame, Mark};

/// Numbers of games, moves and marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkTally {
    pub games: usize,
    pub moves: usize,
    /// How many have each mark, in the order of [`Mark::ALL`].
    pub marks: [usize; Mark::ALL.len()],
}

impl MarkTally {
    pub(super) fn of(game: &JudgedGame) -> MarkTally {
        let marked = |mark| {
            let moves = game.moves().iter();
            moves.filter(|judged| judged.mark == Some(mark)).count()
        };
        MarkTally {
            games: 1,
            moves: game.moves().len(),
            marks: Mark::ALL.map(marked),
        }
    }

    /// Adds the numbers of another tally.
    pub fn add(&mut self, other: &MarkTally) {
        self.games += other.games;
        self.moves += other.moves;
        for (sum, more) in self.marks.iter_mut().zip(other.marks) {
            *sum += more;
        }
    }
}
