//! What can be wrong with what the search is told.

use std::error::Error;
use std::fmt;

use crate::value::Span;

/// Why children were not accepted. None of these changes the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IntervalError {
    /// Nothing was asked. Either [`next`](super::IntervalSearch::next) was not called since the
    /// last answer, or the search is done.
    NotAsked,
    /// A position without children. Where the game is over, the value given with the move that
    /// leads there must be exact.
    NoChildren,
    /// More children than a position may have.
    TooManyChildren,
    /// The tree has as many nodes as it can number.
    Full,
    /// A value beyond [`MAX_VALUE`](crate::MAX_VALUE).
    OutOfRange {
        /// Which child, counted from 0.
        child: usize,
        /// What was told.
        value: Span,
    },
}

impl fmt::Display for IntervalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntervalError::NotAsked => f.write_str("no position was asked about"),
            IntervalError::NoChildren => f.write_str(
                "a position without children: where the game is over, tell its exact value with the move that leads there",
            ),
            IntervalError::TooManyChildren => {
                write!(f, "a position with more than {} children", u16::MAX)
            }
            IntervalError::Full => f.write_str("the tree is full"),
            IntervalError::OutOfRange { child, value } => {
                write!(f, "child {child} has a value that is too large: {value}")
            }
        }
    }
}

impl Error for IntervalError {}

/// A name that is not one of Table I's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError {
    pub(super) name: String,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a search: expected BF, T, Alternate, Random, DB, CP, or 2, 3 or A, then D, R or DR, then L or M, perhaps with X, as in 2DRM or ADM",
            self.name
        )
    }
}

impl Error for NameError {}
