//! Values as people read them: the winning chances of the side to move, in percent. A draw counts
//! half.

use std::fmt;

use bstar::{Side, Span};
use bstar_board::Color;
use bstar_thought::Thought;
use bstar_thought::scale::SCALE;

/// Turns the library's values into those of the side to move. The library counts for the Player.
/// For Black it has turned White's points round.
#[derive(Clone, Copy, Debug)]
pub struct Viewpoint {
    shift: i32,
}

impl Viewpoint {
    /// The viewpoint of a search.
    pub fn of(thought: &Thought) -> Viewpoint {
        Viewpoint::of_mover(match thought.search.player() {
            Side::Max => Color::White,
            Side::Min => Color::Black,
        })
    }

    /// The viewpoint of a search for this side.
    pub fn of_mover(mover: Color) -> Viewpoint {
        Viewpoint {
            shift: match mover {
                Color::White => 0,
                Color::Black => SCALE.loss + SCALE.win,
            },
        }
    }

    /// The chances that a value stands for.
    pub fn chances(self, span: Span) -> Chances {
        Chances {
            min: self.points(span.min()),
            max: self.points(span.max()),
        }
    }

    /// A value in ten-thousandths of expected score for the side to move.
    pub fn points(self, value: i32) -> i32 {
        value
            .saturating_add(self.shift)
            .clamp(SCALE.loss, SCALE.win)
    }

    /// A target in ten-thousandths of expected score for the side to move.
    pub fn target(self, value: f64) -> f64 {
        (value + f64::from(self.shift)).clamp(f64::from(SCALE.loss), f64::from(SCALE.win))
    }
}

/// Winning chances in ten-thousandths. They may be known only within bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// The least they can be.
    pub min: i32,
    /// The most they can be.
    pub max: i32,
}

impl Chances {
    /// The chances that a value of the side to move stands for.
    pub fn of_mover(span: Span) -> Chances {
        Viewpoint { shift: 0 }.chances(span)
    }

    /// The value, if it is known exactly.
    pub fn exact(self) -> Option<i32> {
        (self.min == self.max).then_some(self.min)
    }

    /// Whether something better than this is ruled out.
    pub fn has_upper_end(self) -> bool {
        !self.is_open_above() || self.min == self.max
    }

    /// Whether something worse than this is ruled out.
    pub fn has_lower_end(self) -> bool {
        !self.is_open_below() || self.min == self.max
    }

    /// A game that is not over is never known to be lost or won for certain. A bound that says no
    /// more than that counts as open.
    fn is_open_below(self) -> bool {
        self.min <= SCALE.loss + 1
    }

    fn is_open_above(self) -> bool {
        self.max >= SCALE.win - 1
    }

    fn shape(self) -> Shape {
        match (self.min, self.max) {
            (min, max) if min == max => Shape::Known(min),
            _ if self.is_open_below() && self.is_open_above() => Shape::Unknown,
            (_, max) if self.is_open_below() => Shape::AtMost(max),
            (min, _) if self.is_open_above() => Shape::AtLeast(min),
            (min, max) => Shape::Between(min, max),
        }
    }

    /// Whether anything is known.
    pub fn is_known(self) -> bool {
        !matches!(self.shape(), Shape::Unknown)
    }

    /// The text in a table.
    pub fn cell(self) -> String {
        match self.shape() {
            Shape::Known(points) => tenths(points),
            Shape::AtMost(points) => format!("≤{}", tenths(points)),
            Shape::AtLeast(points) => format!("≥{}", tenths(points)),
            Shape::Between(min, max) => format!("{}–{}", tenths(min), tenths(max)),
            Shape::Unknown => "?".to_owned(),
        }
    }
}

enum Shape {
    Known(i32),
    AtMost(i32),
    AtLeast(i32),
    Between(i32, i32),
    Unknown,
}

impl fmt::Display for Chances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape() {
            Shape::Known(points) => write!(f, "{}%", tenths(points)),
            Shape::AtMost(points) => write!(f, "at most {}%", tenths(points)),
            Shape::AtLeast(points) => write!(f, "at least {}%", tenths(points)),
            Shape::Between(min, max) => {
                write!(f, "between {}% and {}%", tenths(min), tenths(max))
            }
            Shape::Unknown => write!(f, "not known"),
        }
    }
}

/// Percent with one decimal. Only certain values read 0 or 100.
pub fn tenths(points: i32) -> String {
    match shown_tenths(points) {
        0 => "0".to_owned(),
        1000 => "100".to_owned(),
        tenths => format!("{}.{}", tenths / 10, tenths % 10),
    }
}

/// The same as a number of tenths.
pub(crate) fn shown_tenths(points: i32) -> i32 {
    if points <= SCALE.loss {
        return 0;
    }
    if points >= SCALE.win {
        return 1000;
    }
    ((points + 5) / 10).clamp(1, 999)
}

/// A probability, or a lower bound of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likelihood {
    /// The least they can be.
    pub least: f64,
    /// Whether it is exactly that.
    pub is_exact: bool,
}

impl Likelihood {
    /// It cannot happen.
    pub const NONE: Likelihood = Likelihood {
        least: 0.0,
        is_exact: true,
    };

    /// Whether anything is known.
    pub fn is_known(self) -> bool {
        self.is_exact || self.least >= MIN_TELLING_PROBABILITY
    }

    /// The text in a table.
    pub fn cell(self) -> String {
        match self {
            Likelihood::NONE => "none".to_owned(),
            _ if self.is_exact => percent(self.least),
            _ if !self.is_known() => "?".to_owned(),
            _ => format!("≥{}", percent(self.least)),
        }
    }
}

impl fmt::Display for Likelihood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Likelihood::NONE => write!(f, "none"),
            known if known.is_exact => write!(f, "{}", percent(known.least)),
            known if !known.is_known() => write!(f, "not known"),
            known => write!(f, "at least {}", percent(known.least)),
        }
    }
}

/// A lower bound below this says nothing.
const MIN_TELLING_PROBABILITY: f64 = 0.01;

/// Whole percent. Only certain probabilities read 0% or 100%.
fn percent(probability: f64) -> String {
    match probability {
        p if p < 0.01 => "under 1%".to_owned(),
        p if p > 0.99 && p < 1.0 => "over 99%".to_owned(),
        p => format!("{:.0}%", p * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_certainty_reads_as_certain() {
        assert_eq!(tenths(10_000), "100");
        assert_eq!(tenths(9_999), "99.9");
        assert_eq!(tenths(1), "0.1");
        assert_eq!(tenths(0), "0");
        assert_eq!(tenths(5_734), "57.3");
    }

    #[test]
    fn bounds_are_told_as_bounds() {
        let chances = |min, max| Chances { min, max };
        assert_eq!(chances(4_300, 4_300).to_string(), "43.0%");
        assert_eq!(chances(0, 4_300).to_string(), "at most 43.0%");
        assert_eq!(chances(4_300, 10_000).cell(), "≥43.0");
        assert_eq!(chances(4_300, 5_000).cell(), "43.0–50.0");
        assert_eq!(chances(0, 10_000).cell(), "?");
        assert_eq!(chances(1, 4_300).cell(), "≤43.0");
        assert_eq!(chances(9_990, 9_999).cell(), "≥99.9");
        assert_eq!(chances(4_300, 4_300).exact(), Some(4_300));
        assert_eq!(chances(4_300, 4_301).exact(), None);
        assert!(chances(0, 4_300).has_upper_end() && !chances(4_300, 10_000).has_upper_end());
    }

    #[test]
    fn a_chance_that_may_be_larger_is_told_so() {
        let tell = |least, is_exact| {
            let known = Likelihood { least, is_exact };
            (known.to_string(), known.cell())
        };
        let both = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(tell(0.0, true), both("none", "none"));
        assert_eq!(tell(0.004, true), both("under 1%", "under 1%"));
        assert_eq!(tell(0.126, true), both("13%", "13%"));
        assert_eq!(tell(0.126, false), both("at least 13%", "≥13%"));
        assert_eq!(tell(0.0, false), both("not known", "?"));
        assert_eq!(tell(0.997, true), both("over 99%", "over 99%"));
    }
}
