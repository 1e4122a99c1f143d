//! What the search wants to know, and what it is told.

use crate::value::{Outcome, Scale, Span, Value};

/// The name of a position outside the search. Equal positions have equal keys. The side to move is
/// part of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u64);

/// A number that changes exactly with moves that cannot be taken back, such as captures in chess
/// (docs/search.md, section 9). Positions of different classes never lie on one cycle. A game
/// without cycles may leave it alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Class(pub u64);

/// The name of the best answer a probe found. Replies that are met by the same answer form one
/// reply group (docs/search.md, section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tag(pub u32);

/// Where a bound comes from. This is for bounds that are worth less far from the root: see
/// [`Config::discount`](crate::Config::discount). 0 is an ordinary bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kind(pub u8);

/// The name of a job. No two jobs of a search have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(pub(crate) u32);

/// Which of a position's three values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// The best estimate.
    Real,
    /// Max's optimism: what Max can hope for.
    MaxBound,
    /// Min's optimism: what Max must fear.
    MinBound,
}

/// How precisely the answer is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    /// The value.
    Exact,
    /// The value if it is at least this. Of a smaller one it is enough to know that it is smaller.
    From(Value),
    /// The value if it is at most this. Of a larger one it is enough to know that it is larger.
    UpTo(Value),
    /// Of all moves asked about in this way, the value of the mover's best, if that is better for
    /// the mover than `than`. Of the others it is enough to know that they are no better than the
    /// best or than `than`.
    Best {
        /// What the mover has in any case.
        than: Value,
    },
}

impl Precision {
    /// Whether a finding answers the question, if nothing is known of other moves.
    pub fn is_met_by(self, finding: Span) -> bool {
        finding.is_exact()
            || match self {
                Precision::Exact => false,
                Precision::From(x) => finding.max() < x,
                Precision::UpTo(x) => finding.min() > x,
                // This depends on the other moves: one of them may be the best.
                Precision::Best { .. } => false,
            }
    }

    /// The same question, without asking about what lies outside of a scale.
    pub(crate) fn within(self, scale: Scale) -> Precision {
        match self {
            Precision::From(x) => Precision::From(x.clamp(scale.loss, scale.win)),
            Precision::UpTo(x) => Precision::UpTo(x.clamp(scale.loss, scale.win)),
            _ => self,
        }
    }

    /// The least precise finding that answers the question. This is for a prober that knows the
    /// value and nothing of other moves.
    ///
    /// ```
    /// # use bstar::{Precision, Span};
    /// assert_eq!(Precision::From(20).answer(25), Span::exact(25));
    /// assert_eq!(Precision::From(20).answer(15), Span::at_most(19));
    /// ```
    pub fn answer(self, value: Value) -> Span {
        match self {
            Precision::From(x) if value < x => Span::at_most(x - 1),
            Precision::UpTo(x) if value > x => Span::at_least(x + 1),
            _ => Span::exact(value),
        }
    }
}

/// The moves that are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Of<M> {
    /// Every legal move of the position.
    All,
    /// This one.
    Move(M),
}

/// One question about the position after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ask<M> {
    /// The move.
    pub of: Of<M>,
    /// Which value is asked for.
    pub quantity: Quantity,
    /// How precisely.
    pub precision: Precision,
}

/// Why a job was handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// To learn a position's moves and what they are worth. This is what limits and statistics
    /// count.
    Expand,
    /// To learn bounds of moves that are known already, because another side is the Forcer now.
    Bounds,
    /// To learn more precisely what was only bounded.
    Sharpen,
}

/// Something to find out about one position.
///
/// Of the two bounds, only that of the side that makes the move is ever asked for: what does the
/// move threaten, if the mover could move again? The other side's bound is inherited from the
/// position before the move.
#[derive(Clone, Debug, PartialEq)]
pub struct Job<M> {
    /// The name to give when the findings come back.
    pub id: JobId,
    /// Why it was handed out.
    pub purpose: Purpose,
    /// The moves that lead from the root to the position.
    pub path: Vec<M>,
    /// The position.
    pub key: Key,
    /// The questions.
    pub asks: Vec<Ask<M>>,
    /// How much it matters: the probability by which the position was chosen, or 1 where there was
    /// no choice.
    pub worth: f64,
}

impl<M: PartialEq> Job<M> {
    /// The questions about one move.
    pub fn asks_about(&self, mv: M) -> impl Iterator<Item = &Ask<M>> + '_ {
        self.asks.iter().filter(move |ask| match &ask.of {
            Of::All => true,
            Of::Move(asked) => *asked == mv,
        })
    }
}

/// What was found out about one move of a job's position. Values are as Max sees them, whichever
/// side searches.
///
/// ```
/// use bstar::{Child, Key, Span};
/// let child = Child::new("e4", Key(17)).real(Span::exact(20)).max_bound(Span::at_most(100));
/// assert_eq!(child.key, Key(17));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Child<M> {
    /// The move.
    pub mv: M,
    /// The position after it.
    pub key: Key,
    /// That position's class.
    pub class: Class,
    /// The result, if the game is over there. Then nothing else is needed.
    pub outcome: Option<Outcome>,
    /// The best answer the probe for the real value found.
    pub tag: Option<Tag>,
    /// The best estimate.
    pub real: Option<Span>,
    /// Max's optimism.
    pub max_bound: Option<(Span, Kind)>,
    /// Min's optimism.
    pub min_bound: Option<(Span, Kind)>,
}

impl<M> Child<M> {
    /// A move about which nothing has been found yet.
    pub fn new(mv: M, key: Key) -> Child<M> {
        Child {
            mv,
            key,
            class: Class::default(),
            outcome: None,
            tag: None,
            real: None,
            max_bound: None,
            min_bound: None,
        }
    }

    /// Adds its class.
    pub fn class(self, class: Class) -> Child<M> {
        Child { class, ..self }
    }

    /// The game is over after it.
    pub fn over(self, outcome: Outcome) -> Child<M> {
        Child {
            outcome: Some(outcome),
            ..self
        }
    }

    /// Adds the opponent's best answer.
    pub fn tag(self, tag: Tag) -> Child<M> {
        Child {
            tag: Some(tag),
            ..self
        }
    }

    /// Adds its estimate.
    pub fn real(self, finding: Span) -> Child<M> {
        Child {
            real: Some(finding),
            ..self
        }
    }

    /// Adds what Max can hope for.
    pub fn max_bound(self, finding: Span) -> Child<M> {
        Child {
            max_bound: Some((finding, Kind::default())),
            ..self
        }
    }

    /// Adds what Max must fear.
    pub fn min_bound(self, finding: Span) -> Child<M> {
        Child {
            min_bound: Some((finding, Kind::default())),
            ..self
        }
    }

    pub(crate) fn finding(&self, quantity: Quantity) -> Option<Span> {
        match quantity {
            Quantity::Real => self.real,
            Quantity::MaxBound => self.max_bound.map(|(span, _)| span),
            Quantity::MinBound => self.min_bound.map(|(span, _)| span),
        }
    }
}
