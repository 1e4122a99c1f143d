//! The nodes of the tree, and how bounds are backed up in it.

use super::child::Child;
use super::config::Backup;
use super::error::IntervalError;
use crate::value::{Side, Span, Value};

/// The number of a node. Children of one node have numbers in a row.
pub(super) type Id = u32;

pub(super) const ROOT: Id = 0;

/// The root's parent, and the first child of a leaf.
const NONE: Id = Id::MAX;

/// One position, without what the domain keeps of it. It has few bytes, because descending and
/// backing up do little more than read these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub value: Span,
    parent: Id,
    first: Id,
    count: u16,
    pub depth: u16,
    /// The depths of the positions that the two ends of the value came from.
    min_from: u16,
    max_from: u16,
    pub side: Side,
}

impl Node {
    pub fn is_leaf(&self) -> bool {
        self.count == 0
    }

    /// The best `side` can hope for, larger being better.
    #[inline]
    pub fn hope(&self, side: Side) -> Value {
        match side {
            Side::Max => self.value.max(),
            Side::Min => -self.value.min(),
        }
    }

    /// The worst `side` has to fear, larger being better.
    #[inline]
    pub fn fear(&self, side: Side) -> Value {
        match side {
            Side::Max => self.value.min(),
            Side::Min => -self.value.max(),
        }
    }

    pub fn range(&self) -> Value {
        self.value.max() - self.value.min()
    }

    /// The depth of the position that the hope of `side` came from.
    pub fn hope_from(&self, side: Side) -> u16 {
        match side {
            Side::Max => self.max_from,
            Side::Min => self.min_from,
        }
    }
}

/// All positions generated so far.
#[derive(Clone, Debug)]
pub(super) struct Tree<P> {
    nodes: Vec<Node>,
    positions: Vec<P>,
    backup: Backup,
    deepest: u16,
}

impl<P> Tree<P> {
    pub fn new(root: P, side: Side, backup: Backup) -> Tree<P> {
        let node = Node {
            value: Span::UNKNOWN,
            parent: NONE,
            first: NONE,
            count: 0,
            depth: 0,
            min_from: 0,
            max_from: 0,
            side,
        };
        Tree {
            nodes: vec![node],
            positions: vec![root],
            backup,
            deepest: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.positions[..])
    }

    pub fn deepest(&self) -> u16 {
        self.deepest
    }

    #[inline]
    pub fn node(&self, n: Id) -> &Node {
        &self.nodes[n as usize]
    }

    pub fn position(&self, n: Id) -> &P {
        &self.positions[n as usize]
    }

    pub fn first_child(&self, n: Id) -> Id {
        self.node(n).first
    }

    #[inline]
    pub fn children(&self, n: Id) -> &[Node] {
        let node = self.node(n);
        if node.is_leaf() {
            return &[];
        }
        let first = node.first as usize;
        &self.nodes[first..first + usize::from(node.count)]
    }

    pub fn parent(&self, n: Id) -> Option<Id> {
        let parent = self.node(n).parent;
        (parent != NONE).then_some(parent)
    }

    /// Gives a leaf its children, and leaves the tree as it was if something is wrong with them.
    pub fn grow(
        &mut self,
        n: Id,
        children: impl IntoIterator<Item = Child<P>>,
    ) -> Result<(), IntervalError> {
        let first = self.nodes.len();
        let depth = self.node(n).depth.saturating_add(1);
        let mut fault = None;
        for (number, child) in children.into_iter().enumerate() {
            if !child.value.in_range() {
                let value = child.value;
                fault = Some(IntervalError::OutOfRange {
                    child: number,
                    value,
                });
                break;
            }
            self.nodes.push(Node {
                value: child.value,
                parent: n,
                first: NONE,
                count: 0,
                depth,
                min_from: depth,
                max_from: depth,
                side: child.side,
            });
            self.positions.push(child.position);
        }
        let count = self.nodes.len() - first;
        let fault = fault.or(match u16::try_from(count) {
            Ok(0) => Some(IntervalError::NoChildren),
            Err(_) => Some(IntervalError::TooManyChildren),
            Ok(_) if self.nodes.len() >= NONE as usize => Some(IntervalError::Full),
            Ok(_) => None,
        });
        if let Some(fault) = fault {
            self.nodes.truncate(first);
            self.positions.truncate(first);
            return Err(fault);
        }
        let node = &mut self.nodes[n as usize];
        node.first = first as Id;
        node.count = count as u16;
        self.deepest = self.deepest.max(depth);
        Ok(())
    }

    /// Backs up from `n` as far as anything changes. Returns the highest node below which something
    /// did.
    pub fn back_up(&mut self, n: Id) -> Id {
        let mut at = n;
        while self.refresh(at) {
            match self.parent(at) {
                Some(parent) => at = parent,
                None => break,
            }
        }
        at
    }

    /// Works out what a node is worth from its children. Returns whether anything changed.
    fn refresh(&mut self, n: Id) -> bool {
        let node = *self.node(n);
        let backed = backed_up(node.side, self.children(n));
        let mut new = node;
        match self.backup {
            Backup::Replacing => {
                (new.value, new.min_from, new.max_from) = backed;
            }
            Backup::Narrowing => {
                let (value, min_from, max_from) = backed;
                let narrowed = node.value.narrowed(value);
                if narrowed.min() > narrowed.max() {
                    (new.value, new.min_from, new.max_from) = backed;
                } else {
                    new.value = narrowed;
                    if narrowed.min() == value.min() {
                        new.min_from = min_from;
                    }
                    if narrowed.max() == value.max() {
                        new.max_from = max_from;
                    }
                }
            }
        }
        let changed =
            (new.value, new.min_from, new.max_from) != (node.value, node.min_from, node.max_from);
        if changed {
            self.nodes[n as usize] = new;
        }
        changed
    }
}

/// The value that children give their parent, and the depths its two ends come from. Of equal ends
/// the first child's counts.
fn backed_up(side: Side, children: &[Node]) -> (Span, u16, u16) {
    let first = &children[0];
    let (mut min, mut max) = (first.value.min(), first.value.max());
    let (mut min_from, mut max_from) = (first.min_from, first.max_from);
    for child in &children[1..] {
        let (low, high) = (child.value.min(), child.value.max());
        let (low_counts, high_counts) = match side {
            Side::Max => (low > min, high > max),
            Side::Min => (low < min, high < max),
        };
        if low_counts {
            (min, min_from) = (low, child.min_from);
        }
        if high_counts {
            (max, max_from) = (high, child.max_from);
        }
    }
    (Span::between(min, max), min_from, max_from)
}
