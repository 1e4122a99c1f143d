//! A search of two moves alone: the one that is asked about, and the best.

use std::time::Duration;

use bstar::Event;
use bstar_board::Move;
use bstar_explain::Reading;
use bstar_thought::Snapshot;

/// After this many jobs below it, the move asked about is clear.
const CLEAR_AFTER_JOBS: usize = 6;
/// After this time it is clear even with fewer jobs.
const CLEAR_AFTER_TIME: Duration = Duration::from_millis(1_500);

/// A move that a user asks about, and the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TwoMoves {
    /// The move asked about.
    pub asked: Move,
    /// The best move, for all that is known.
    pub best: Move,
}

impl TwoMoves {
    /// The two moves to search again, if a whole search knows too little about the one.
    ///
    /// That is so if no expansion went into the move and its result is not certain either.
    pub fn to_search_again(whole: &Reading, asked: Move) -> Option<TwoMoves> {
        let best = whole.best()?.mv;
        let known = whole.find(asked)?;
        let is_unknown = known.spent == 0 && known.certainty.is_none();
        (best != asked && is_unknown).then_some(TwoMoves { asked, best })
    }

    /// The moves of a search of these two alone.
    pub fn search_moves(self) -> Vec<Move> {
        vec![self.asked, self.best]
    }

    /// Whether such a search may end: the better move has passed its test, and the one asked about
    /// has had its chance.
    pub fn is_clear(self, news: &Snapshot, elapsed: Duration) -> bool {
        let (mut is_decided, mut jobs) = (false, 0);
        for moment in news.events {
            match &moment.event {
                Event::Done(_) => is_decided = true,
                Event::HandedOut { path, .. } => {
                    jobs += usize::from(path.first() == Some(&self.asked));
                }
                _ => {}
            }
        }
        is_decided && (jobs >= CLEAR_AFTER_JOBS || elapsed >= CLEAR_AFTER_TIME)
    }
}
