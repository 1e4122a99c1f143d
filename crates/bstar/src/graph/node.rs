//! What a node of the graph holds.

use crate::job::{Class, Kind};
use crate::value::{Probability, Side, Span};

/// Where a node lives. It changes when the root moves on and when parts of the graph are folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(pub(super) u32);

impl NodeId {
    pub(super) const NONE: NodeId = NodeId(u32::MAX);
    pub const ROOT: NodeId = NodeId(0);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Marks of a node, one bit each.
pub(super) mod mark {
    pub const MIN_TO_MOVE: u16 = 1;
    pub const FINISHED: u16 = 1 << 1;
    // These two are about the backed-up bounds of an interior node. A node's own bounds are known
    // unless they are `ABSENT`.
    pub const HAS_LOW: u16 = 1 << 2;
    pub const HAS_HIGH: u16 = 1 << 3;
    pub const PROBED_LOW: u16 = 1 << 4;
    pub const PROBED_HIGH: u16 = 1 << 5;
    pub const ASKED_LOW: u16 = 1 << 6;
    pub const ASKED_HIGH: u16 = 1 << 7;
    pub const JOB_OUT: u16 = 1 << 8;
    pub const SHARPENING: u16 = 1 << 9;
    pub const QUEUED: u16 = 1 << 10;
    pub const SEVERAL_PARENTS: u16 = 1 << 11;
    pub const VISITED: u16 = 1 << 12;
    pub const SPARED: u16 = 1 << 13;
}

/// What is known of one position.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub key: u64,
    pub low: Span,
    pub real: Span,
    pub high: Span,
    /// The jobs that the exact ones among `low`, `real` and `high` come from: see
    /// [`link`](super::link).
    pub sources: [u32; 3],
    /// Half of the class. If two classes are taken for one, cycles are searched for in vain, and
    /// that is all.
    pub class: u32,
    pub parent: NodeId,
    pub interior: u32,
    pub tag: u32,
    /// The length of the shortest path from the root.
    pub distance: u32,
    pub marks: u16,
    pub kind_low: Kind,
    pub kind_high: Kind,
}

pub(super) const NO_INTERIOR: u32 = u32::MAX;
/// This bit marks the interior number of a folded position. So it is never taken for a position
/// that has moves.
pub(super) const FOLDED: u32 = 1 << 31;
pub(super) const NO_COMPONENT: u32 = u32::MAX;
/// No tag. A tag is stored plus one.
pub(super) const NO_TAG: u32 = 0;
/// The reply group of a position without a tag: the position is a group of its own.
pub(crate) const NO_GROUP: u32 = NO_TAG;
/// What is stored where a node has no bound of its own. It is empty, so it is never a finding.
pub(super) const ABSENT: Span = Span::EMPTY;

impl Node {
    /// A position of which nothing is known yet.
    pub fn new(key: u64, class: Class, side: Side, distance: u32) -> Node {
        Node {
            key,
            low: ABSENT,
            real: Span::UNKNOWN,
            high: ABSENT,
            sources: [0; 3],
            class: half_of(class),
            parent: NodeId::NONE,
            interior: NO_INTERIOR,
            tag: NO_TAG,
            distance,
            marks: match side {
                Side::Max => 0,
                Side::Min => mark::MIN_TO_MOVE,
            },
            kind_low: Kind::default(),
            kind_high: Kind::default(),
        }
    }

    pub fn is(&self, mark: u16) -> bool {
        self.marks & mark != 0
    }

    pub fn set(&mut self, mark: u16, on: bool) {
        if on {
            self.marks |= mark;
        } else {
            self.marks &= !mark;
        }
    }

    pub fn is_folded(&self) -> bool {
        self.interior != NO_INTERIOR && self.interior & FOLDED != 0
    }

    /// The number of its interior, folded or not.
    pub fn interior_number(&self) -> usize {
        (self.interior & !FOLDED) as usize
    }

    /// All that probes found about it, or that it inherited.
    pub fn findings(&self) -> (Span, Span, Span, u32, Kind, Kind) {
        (
            self.low,
            self.real,
            self.high,
            self.tag,
            self.kind_low,
            self.kind_high,
        )
    }

    pub fn side(&self) -> Side {
        if self.is(mark::MIN_TO_MOVE) {
            Side::Min
        } else {
            Side::Max
        }
    }
}

fn half_of(Class(class): Class) -> u32 {
    (class ^ (class >> 32)) as u32
}

/// What a position has beyond its own values once its moves are known. A folded position keeps it,
/// without any moves.
#[derive(Clone, Debug)]
pub(super) struct Interior {
    pub first_edge: u32,
    pub edges: u32,
    /// How many of its moves lead to positions whose moves are known.
    pub inner: u32,
    pub component: u32,
    /// How many moves the way out of its component has.
    pub way_out: u32,
    /// Expansions in its subtree.
    pub attention: u32,
    /// For which target `probability` holds; 0 for none.
    pub aimed: u32,
    pub low: Span,
    pub real: Span,
    pub high: Span,
    pub proven: Span,
    pub probability: Probability,
}

/// A move and where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    pub to: NodeId,
    pub mv: M,
}

/// The two bounds a node can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Low,
    High,
}

impl Bound {
    pub const BOTH: [Bound; 2] = [Bound::Low, Bound::High];

    /// The bound that says what `side` hopes for.
    pub fn hoped_by(side: Side) -> Bound {
        match side {
            Side::Max => Bound::High,
            Side::Min => Bound::Low,
        }
    }

    /// Which side hopes for it.
    pub fn side(self) -> Side {
        match self {
            Bound::Low => Side::Min,
            Bound::High => Side::Max,
        }
    }

    pub(super) fn probed(self) -> u16 {
        [mark::PROBED_LOW, mark::PROBED_HIGH][self as usize]
    }

    pub(super) fn asked(self) -> u16 {
        [mark::ASKED_LOW, mark::ASKED_HIGH][self as usize]
    }
}
