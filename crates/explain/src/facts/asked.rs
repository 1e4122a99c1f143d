//! A move that a user asks about, beside the best one.

use bstar_board::Move;

use super::reading::{Reading, RootMove};

/// A move that a user asks about, and the searches that know something about it.
#[derive(Clone, Copy)]
pub struct AskedMove<'a> {
    pub mv: Move,
    whole: &'a Reading<'a>,
    second: Option<&'a Reading<'a>>,
    /// Whether the second search was made for more words only: the move was known to be worse.
    for_words: bool,
}

impl<'a> AskedMove<'a> {
    /// A move, with its second search if it was searched again.
    pub fn new(mv: Move, whole: &'a Reading<'a>, second: Option<&'a Reading<'a>>) -> AskedMove<'a> {
        AskedMove {
            mv,
            whole,
            second,
            for_words: false,
        }
    }

    /// The same, where the move was known to be worse before the second search, and only that one
    /// shows why.
    pub fn for_words(self, for_words: bool) -> AskedMove<'a> {
        AskedMove { for_words, ..self }
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

    /// Whether the second search only shows why the move is worse.
    pub(crate) fn is_for_words(&self) -> bool {
        self.for_words
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
