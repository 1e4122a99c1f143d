//! What the search is told about a position.

use crate::value::{Side, Span};

/// One move from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child<P> {
    /// Where it leads.
    pub position: P,
    /// The bounds between which its value lies. The value must be exact where nothing comes after
    /// it.
    pub value: Span,
    /// The side that chooses there.
    pub side: Side,
}
