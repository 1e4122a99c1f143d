//! Two moves as alpha-beta judges them.
//!
//! B* may miss what is wrong with a move: it may even have chosen it. Where alpha-beta finds the
//! move worse, what it saw is put in the place of what B* knows, and told by the same means.

use bstar_board::Move;
use bstar_board::score::Score;

use super::best_line::{BestLine, LineEnd};
use super::chances::Chances;
use super::reading::Reading;

/// A move, and what alpha-beta found about it.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedLine {
    /// The move, and the line of best play after it.
    pub moves: Vec<Move>,
    /// What the side that makes it can expect, in ten-thousandths.
    pub expected: i32,
    /// The same as engines count. None if the game is over there.
    pub score: Option<Score>,
}

/// A move, and a better one.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPair {
    pub asked: JudgedLine,
    /// The better one.
    pub best: JudgedLine,
}

impl<'a> Reading<'a> {
    /// The reading with what alpha-beta found about two moves in the place of what B* knows. None
    /// if B* does not know the moves.
    pub fn judged(mut self, pair: &JudgedPair) -> Option<Reading<'a>> {
        for judged in [&pair.asked, &pair.best] {
            let mv = *judged.moves.first()?;
            let known = self.moves.iter_mut().find(|known| known.mv == mv)?;
            known.likely = Chances {
                min: judged.expected,
                max: judged.expected,
            };
            (known.least, known.most, known.overtakes) = (None, None, None);
            (known.score, known.certainty) = (judged.score, None);
            known.answer = judged.moves.get(1).copied();
            known.line = BestLine {
                moves: judged.moves.clone(),
                in_tree: 1,
                end: LineEnd::Open,
            };
        }
        self.judged_best = pair.best.moves.first().copied();
        self.ideas.take();
        Some(self)
    }

    /// Whether this tells what alpha-beta found.
    pub(crate) fn is_judged(&self) -> bool {
        self.judged_best.is_some()
    }
}
