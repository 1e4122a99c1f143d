//! Values and probabilities, and what can be known of them when they are not known exactly.

use std::fmt;
use std::ops::Not;

/// A value in whole points, from Max's point of view: larger is better for Max.
pub type Value = i32;

/// No value may be larger than this, nor smaller than its negative.
pub const MAX_VALUE: Value = 1 << 30;

/// One of the two sides. Values are stored from Max's point of view, whichever side searches. In
/// chess Max is White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that wants large values.
    Max,
    /// The side that wants small ones.
    Min,
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::Max => Side::Min,
            Side::Min => Side::Max,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Max => "Max",
            Side::Min => "Min",
        })
    }
}

/// What is known of a value: it lies between `min` and `max`, both included.
///
/// A prober need not find out more than it was asked. "At most 30" is a span from the least value
/// to 30. A span of one value is exact. Maxima and minima of spans are spans, so bounds can be
/// backed up like values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    min: Value,
    max: Value,
}

impl Span {
    /// Nothing is known.
    pub const UNKNOWN: Span = Span {
        min: -MAX_VALUE,
        max: MAX_VALUE,
    };

    /// A value that is known.
    ///
    /// ```
    /// # use bstar::Span;
    /// assert_eq!(Span::exact(20).known(), Some(20));
    /// assert_eq!(Span::at_most(20).known(), None);
    /// ```
    pub const fn exact(value: Value) -> Span {
        Span {
            min: value,
            max: value,
        }
    }

    /// A value that is at most `value`.
    pub const fn at_most(value: Value) -> Span {
        Span {
            min: -MAX_VALUE,
            max: value,
        }
    }

    /// A value that is at least `value`.
    pub const fn at_least(value: Value) -> Span {
        Span {
            min: value,
            max: MAX_VALUE,
        }
    }

    /// A value between two others, in either order.
    pub const fn between(a: Value, b: Value) -> Span {
        if a <= b {
            Span { min: a, max: b }
        } else {
            Span { min: b, max: a }
        }
    }

    /// The least it can be.
    pub const fn min(self) -> Value {
        self.min
    }

    /// The most it can be.
    pub const fn max(self) -> Value {
        self.max
    }

    /// Whether only one value is possible.
    pub const fn is_exact(self) -> bool {
        self.min == self.max
    }

    /// The value, if only one is possible.
    pub const fn known(self) -> Option<Value> {
        if self.is_exact() {
            Some(self.min)
        } else {
            None
        }
    }

    /// No value at all. Never the result of a finding.
    pub(crate) const EMPTY: Span = Span {
        min: Value::MAX,
        max: Value::MIN,
    };

    /// What two findings together say. If they contradict each other, the ends come out in the
    /// wrong order, and [`ordered`](Self::ordered) reads the gap between them.
    #[inline]
    pub(crate) fn narrowed(self, other: Span) -> Span {
        Span {
            min: self.min.max(other.min),
            max: self.max.min(other.max),
        }
    }

    #[inline]
    pub(crate) const fn ordered(self) -> Span {
        Span::between(self.min, self.max)
    }

    /// The same value from the other side's point of view.
    #[inline]
    pub(crate) const fn mirrored(self) -> Span {
        Span {
            min: -self.max,
            max: -self.min,
        }
    }

    /// As `side` sees it: larger is better for that side.
    #[inline]
    pub(crate) const fn seen_by(self, side: Side) -> Span {
        match side {
            Side::Max => self,
            Side::Min => self.mirrored(),
        }
    }

    /// What is known of the larger of two values.
    #[inline]
    pub(crate) fn larger(self, other: Span) -> Span {
        Span {
            min: self.min.max(other.min),
            max: self.max.max(other.max),
        }
    }

    /// What is known of the smaller of two values.
    #[inline]
    pub(crate) fn smaller(self, other: Span) -> Span {
        Span {
            min: self.min.min(other.min),
            max: self.max.min(other.max),
        }
    }

    /// The better of two values for `side`.
    #[inline]
    pub(crate) fn better_for(self, side: Side, other: Span) -> Span {
        match side {
            Side::Max => self.larger(other),
            Side::Min => self.smaller(other),
        }
    }

    #[inline]
    pub(crate) fn in_range(self) -> bool {
        -MAX_VALUE <= self.min && self.min <= self.max && self.max <= MAX_VALUE
    }
}

impl fmt::Display for Span {
    /// `20`, `≤ 20`, `≥ 20`, `20 to 30` or `?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match (self.min > -MAX_VALUE, self.max < MAX_VALUE) {
            _ if self.is_exact() => self.min.to_string(),
            (true, true) => format!("{} to {}", self.min, self.max),
            (true, false) => format!("≥ {}", self.min),
            (false, true) => format!("≤ {}", self.max),
            (false, false) => "?".into(),
        };
        f.pad(&text)
    }
}

/// What is known of a probability: it lies between `min` and `max`, both included.
///
/// Where values are only bounded, the probabilities that follow from them may be, too.
///
/// ```
/// use bstar::Probability;
/// assert!(Probability::exact(0.875).is_exact());
/// assert_eq!(Probability { min: 0.2, max: 0.3 }.known(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probability {
    /// The least it can be.
    pub min: f64,
    /// The most it can be.
    pub max: f64,
}

impl Probability {
    /// It cannot happen.
    pub const NONE: Probability = Probability::exact(0.0);
    /// It must happen.
    pub const CERTAIN: Probability = Probability::exact(1.0);

    /// A probability that is known.
    pub const fn exact(probability: f64) -> Probability {
        Probability {
            min: probability,
            max: probability,
        }
    }

    /// Whether only one probability is possible.
    pub const fn is_exact(self) -> bool {
        self.min == self.max
    }

    /// The probability, if only one is possible.
    pub const fn known(self) -> Option<f64> {
        if self.is_exact() {
            Some(self.min)
        } else {
            None
        }
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Max has won.
    MaxWins,
    /// Nobody has.
    Draw,
    /// Min has won.
    MinWins,
    /// The game ended with a number of points instead.
    Score(Value),
}

/// What the certain results are worth on the scale of the estimates.
///
/// Estimates must lie strictly between `loss` and `win`. So an estimate never outdoes what is
/// certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// A game won by Min.
    pub loss: Value,
    /// A drawn game. Endless repetition is worth the same.
    pub draw: Value,
    /// A game won by Max.
    pub win: Value,
}

impl Default for Scale {
    /// As wide as values go, with the draw in the middle.
    fn default() -> Scale {
        Scale {
            loss: -MAX_VALUE,
            draw: 0,
            win: MAX_VALUE,
        }
    }
}

impl Scale {
    /// What an outcome is worth.
    pub fn value_of(self, outcome: Outcome) -> Value {
        match outcome {
            Outcome::MaxWins => self.win,
            Outcome::Draw => self.draw,
            Outcome::MinWins => self.loss,
            Outcome::Score(value) => value,
        }
    }

    /// What is certain of a position that is not solved.
    pub(crate) fn open(self) -> Span {
        Span {
            min: self.loss,
            max: self.win,
        }
    }
}

/// The values of a node as one side sees them: larger is better for that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The best estimate.
    pub real: Span,
    /// The side's own optimism. If it is not known, it is `real`.
    pub hope: Span,
    /// The other side's optimism. If it is not known, it is `real`.
    pub fear: Span,
}

/// The values of a node in the fixed frame. A bound that is not known is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Values {
    pub low: Option<Span>,
    pub real: Span,
    pub high: Option<Span>,
    /// What is certain, whatever the estimates say.
    pub proven: Span,
}

impl Values {
    pub fn seen_by(&self, side: Side) -> Seen {
        let (low, high) = (
            self.low.unwrap_or(self.real),
            self.high.unwrap_or(self.real),
        );
        match side {
            Side::Max => Seen {
                real: self.real,
                hope: high,
                fear: low,
            },
            Side::Min => Seen {
                real: self.real.mirrored(),
                hope: low.mirrored(),
                fear: high.mirrored(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maxima_of_spans_hold_every_maximum_they_allow() {
        let (a, b) = (Span::between(1, 4), Span::between(3, 5));
        for x in 1..=4 {
            for y in 3..=5 {
                let (larger, smaller) = (a.larger(b), a.smaller(b));
                assert!(larger.min() <= x.max(y) && x.max(y) <= larger.max());
                assert!(smaller.min() <= x.min(y) && x.min(y) <= smaller.max());
            }
        }
        assert_eq!(a.larger(b), Span::between(3, 5));
        assert_eq!(a.smaller(b), Span::between(1, 4));
    }

    #[test]
    fn the_two_sides_see_the_same_values_from_both_ends() {
        let values = Values {
            low: Some(Span::exact(-5)),
            real: Span::exact(1),
            high: None,
            proven: Scale::default().open(),
        };
        assert_eq!(values.seen_by(Side::Max).fear, Span::exact(-5));
        assert_eq!(values.seen_by(Side::Min).hope, Span::exact(5));
        assert_eq!(values.seen_by(Side::Min).fear, Span::exact(-1));
    }
}
