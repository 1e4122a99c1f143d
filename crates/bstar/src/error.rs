//! What can be wrong with what the search is told. No error changes the state of the search.

use std::error::Error;
use std::fmt;

use crate::job::{JobId, Key};
use crate::value::Span;

/// Why findings were not accepted. The children are counted from 0, in the order they were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindingError {
    /// No job with this number was ever handed out.
    NeverHandedOut(JobId),
    /// The job was handed out, but has already come back or was abandoned.
    NotOut(JobId),
    /// A position without moves. A finished game is reported with the move that leads to it.
    NoMoves,
    /// Other moves than were asked about.
    WrongMoves {
        /// How many were asked about.
        asked: usize,
        /// How many were told.
        told: usize,
    },
    /// A move that was not asked about, or not one of the position.
    UnknownMove {
        /// Which child.
        child: usize,
    },
    /// The same move twice.
    DuplicateMove {
        /// The second of them.
        child: usize,
    },
    /// No estimate, and the game is not over.
    MissingReal {
        /// Which child.
        child: usize,
    },
    /// A finding that is less precise than was asked for.
    NotAnswered {
        /// Which child.
        child: usize,
    },
    /// A value that is not strictly between a loss and a win.
    OutOfScale {
        /// Which child.
        child: usize,
        /// What was told.
        finding: Span,
    },
    /// A key that belongs to a position with the other side to move.
    WrongSide {
        /// Which child.
        child: usize,
        /// Its key.
        key: Key,
    },
    /// A move that leads back to a position of another [class](crate::Class): one that was left by
    /// a move that cannot be taken back.
    WrongClass {
        /// Which child.
        child: usize,
        /// Its key.
        key: Key,
    },
}

impl fmt::Display for FindingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            FindingError::NeverHandedOut(JobId(id)) => write!(f, "job {id} was never handed out"),
            FindingError::NotOut(JobId(id)) => {
                write!(f, "job {id} has already come back or was abandoned")
            }
            FindingError::NoMoves => {
                write!(
                    f,
                    "a position without moves: report the end of the game with the move that leads to it"
                )
            }
            FindingError::WrongMoves { asked, told } => {
                write!(f, "{asked} moves were asked about, but {told} were told")
            }
            FindingError::UnknownMove { child } => {
                write!(f, "child {child} is not a move that was asked about")
            }
            FindingError::DuplicateMove { child } => write!(f, "child {child} repeats a move"),
            FindingError::MissingReal { child } => write!(
                f,
                "child {child} has no real value, and its game is not over"
            ),
            FindingError::NotAnswered { child } => {
                write!(
                    f,
                    "what was found about child {child} is less precise than what was asked"
                )
            }
            FindingError::OutOfScale { child, finding } => write!(
                f,
                "the values {} to {} of child {child} do not lie strictly between a loss and a win",
                finding.min(),
                finding.max()
            ),
            FindingError::WrongSide { child, key } => {
                write!(
                    f,
                    "child {child} has the key {:#x} of a position with the other side to move",
                    key.0
                )
            }
            FindingError::WrongClass { child, key } => {
                write!(
                    f,
                    "child {child} has the key {:#x} of a position of another class, from which \
                     play has come here: a class that is left is never entered again",
                    key.0
                )
            }
        }
    }
}

impl Error for FindingError {}

/// Why settings were not accepted.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ConfigError {
    /// A number that must lie between two others, and does not.
    OutOfRange {
        /// Which setting.
        name: &'static str,
        /// What it was.
        value: f64,
        /// The least it may be.
        min: f64,
        /// The most it may be.
        max: f64,
    },
    /// A scale without room between loss, draw and win.
    Scale,
    /// Whole distributions need exact findings.
    Asking,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::OutOfRange {
                name,
                value,
                min,
                max,
            } => {
                write!(f, "{name} is {value}, but must lie between {min} and {max}")
            }
            ConfigError::Asking => {
                f.write_str("whole distributions are backed up from exact findings only")
            }
            ConfigError::Scale => {
                write!(
                    f,
                    "a scale needs loss < draw < win, none beyond ±{}",
                    crate::value::MAX_VALUE
                )
            }
        }
    }
}

impl Error for ConfigError {}

/// The root cannot move on by this move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AdvanceError {
    /// The root's moves are not known yet, or this is none of them.
    UnknownMove,
    /// The game is over after it.
    GameOver,
}

impl fmt::Display for AdvanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AdvanceError::UnknownMove => "the search does not know this move at the root",
            AdvanceError::GameOver => "the game is over after this move",
        })
    }
}

impl Error for AdvanceError {}
