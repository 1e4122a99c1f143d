//! The evaluation by name, for people.

use std::fmt;

use bstar_board::{Color, Position, color_name};

use crate::endgame;
use crate::evaluator::{Evaluator, FULL_PHASE, count_all, phase};
use crate::feature::{GROUPS, Term};
use crate::feature_sink::Sink;
use crate::tapered::Tapered;
use crate::weights::WEIGHTS;

/// What one term is worth to each side, in centipawns of the current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermValue {
    pub term: Term,
    /// What it is worth to White.
    pub white: i32,
    /// What it is worth to Black.
    pub black: i32,
}

/// A position's evaluation, term by term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Every term, in the order of [`Term::ALL`].
    pub values: Vec<TermValue>,
    /// The whole value, for White, after scaling. This is what a search uses.
    pub total: i32,
    /// True for an ending that is known outright. The terms did not decide then.
    pub known: bool,
    /// How much of the endgame value counts, in percent.
    pub scale_percent: i32,
}

struct ByTerm {
    sums: [[Tapered; Color::NUM]; Term::ALL.len()],
}

impl Sink for ByTerm {
    fn add(&mut self, color: Color, feature: usize, count: i32) {
        let group = GROUPS
            .iter()
            .find(|group| feature < group.end())
            .expect("features are grouped");
        self.sums[group.term as usize][color as usize] += WEIGHTS[feature] * count;
    }
}

/// Lists the evaluation of a position by the names of its terms.
///
/// ```
/// use bstar_board::Position;
/// use bstar_eval::{Term, terms};
///
/// let start = terms(&Position::start());
/// let material = start.values.iter().find(|value| value.term == Term::Material).unwrap();
/// assert_eq!(material.white, material.black);
/// ```
pub fn terms(position: &Position) -> Terms {
    let mut by_term = ByTerm {
        sums: [[Tapered::ZERO; Color::NUM]; Term::ALL.len()],
    };
    count_all(position, &mut by_term);
    let phase = phase(position);
    let now = |value: Tapered| {
        (value.middlegame() * phase + value.endgame() * (FULL_PHASE - phase)) / FULL_PHASE
    };
    let values = Term::ALL
        .into_iter()
        .map(|term| {
            let sums = by_term.sums[term as usize];
            TermValue {
                term,
                white: now(sums[Color::White as usize]),
                black: now(sums[Color::Black as usize]),
            }
        })
        .collect();
    let sum = by_term
        .sums
        .iter()
        .fold(Tapered::ZERO, |sum, [white, black]| sum + *white - *black);
    let evaluated = Evaluator::new().evaluate(position);
    Terms {
        values,
        total: match position.side_to_move() {
            Color::White => evaluated,
            Color::Black => -evaluated,
        },
        known: endgame::known(position).is_some(),
        scale_percent: endgame::scale(position, sum.endgame()) * 100 / endgame::FULL_SCALE,
    }
}

impl Terms {
    /// A table of the terms. Its last column is what they are worth to a side.
    pub fn table_for(&self, side: Color) -> TermsTable<'_> {
        TermsTable { terms: self, side }
    }
}

/// A table of terms, for people.
#[derive(Clone, Copy, Debug)]
pub struct TermsTable<'a> {
    terms: &'a Terms,
    side: Color,
}

impl fmt::Display for TermsTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = format!("for {}", color_name(self.side));
        let sign = match self.side {
            Color::White => 1,
            Color::Black => -1,
        };
        let pawns = |centipawns: i32| f64::from(centipawns) / 100.0;
        writeln!(f, "{:<16}{:>8}{:>8}{:>11}", "term", "White", "Black", title)?;
        for value in &self.terms.values {
            writeln!(
                f,
                "{:<16}{:>8.2}{:>8.2}{:>+11.2}",
                value.term,
                pawns(value.white),
                pawns(value.black),
                pawns(sign * (value.white - value.black))
            )?;
        }
        if self.terms.known {
            writeln!(f, "this ending is known: the terms above do not decide")?;
        } else if self.terms.scale_percent < 100 {
            writeln!(
                f,
                "few winning chances: {} % of the endgame value counts",
                self.terms.scale_percent
            )?;
        }
        write!(
            f,
            "{:<16}{:>+27.2}",
            "in all",
            pawns(sign * self.terms.total)
        )
    }
}
