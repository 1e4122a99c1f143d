//! A move that a user asks about, beside the best one.
//!
//! The rule is the same wherever a move is asked about. A search of these two moves alone tells
//! most: [`TwoMoves`] sets it up and says when it is clear. If a whole search was made first, the
//! second one is needed only if the first has not looked into the move. An [`AskedMove`] then tells
//! from the search that knows more.

use std::time::Duration;

use bstar::Event;
use bstar_board::Move;
use bstar_engine::Engine;
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_thought::Snapshot;

use super::facts::{Reading, RootMove};
use super::judged::JudgedPair;

/// After this many jobs below it, the move asked about is clear.
const CLEAR_AFTER_JOBS: usize = 6;
/// After this time it is clear even with fewer jobs.
const CLEAR_AFTER_TIME: Duration = Duration::from_millis(1_500);

/// A move that a user asks about, and the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoMoves {
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

    /// The moves of a search of these two alone. If they are the same move, there are none, and
    /// all are searched.
    pub fn search_moves(self) -> Vec<Move> {
        match self.asked == self.best {
            true => Vec::new(),
            false => vec![self.asked, self.best],
        }
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

/// A move that a user asks about, and the searches that know something about it.
#[derive(Clone, Copy)]
pub struct AskedMove<'a> {
    pub mv: Move,
    whole: &'a Reading<'a>,
    second: Option<&'a Reading<'a>>,
}

impl<'a> AskedMove<'a> {
    /// A move, with its second search if it was [searched again](TwoMoves::to_search_again).
    pub fn new(mv: Move, whole: &'a Reading<'a>, second: Option<&'a Reading<'a>>) -> AskedMove<'a> {
        AskedMove { mv, whole, second }
    }

    /// The search that everything about the move is told from.
    pub fn reading(&self) -> &'a Reading<'a> {
        self.second.unwrap_or(self.whole)
    }

    /// Whether the move was searched again.
    pub fn is_searched_further(&self) -> bool {
        self.second.is_some()
    }

    /// By how much the move is worse than the best, in ten-thousandths. None if the search does not
    /// know the move.
    pub fn lag(&self) -> Option<i32> {
        let (known, best) = (self.reading().find(self.mv)?, self.reading().best()?);
        Some(best.likely.min - known.likely.max)
    }

    /// Whether the move is known to be worse than the best, by a point of a hundred.
    pub fn is_worse(&self) -> bool {
        const WORSE_POINTS: i32 = 100;
        self.lag().is_some_and(|lag| lag >= WORSE_POINTS)
    }

    /// The first search, with what alpha-beta finds about this move and a better one, with the
    /// effort of the first search. None if alpha-beta does not find the move worse.
    pub fn second_opinion(
        &self,
        engine: &mut Engine,
        effort: Effort,
        stop: &Stop,
    ) -> Option<Reading<'a>> {
        let Reading {
            game,
            thought,
            referee,
            ..
        } = *self.whole;
        // Alpha-beta expands nothing, and it searches twice: before the move and after it.
        let effort = effort.nodes_for_expansions(thought.nodes);
        let pair = JudgedPair::search(engine, game, self.mv, effort.halved(), stop)?;
        let reading = Reading::new(game, thought, referee).judged(&pair)?;
        reading.asked(self.mv).is_worse().then_some(reading)
    }

    /// The move that the first search chose, if the move asked about was then searched again.
    pub(crate) fn first_choice(&self) -> Option<&'a RootMove> {
        self.second.and(self.whole.best())
    }
}

impl Reading<'_> {
    /// A move asked about, told from this search alone.
    pub fn asked(&self, mv: Move) -> AskedMove<'_> {
        AskedMove::new(mv, self, None)
    }
}
