//! Finds a node by its key.
//!
//! The table holds node numbers only, four bytes each; the keys are read from the nodes. A map from
//! keys to numbers would take more memory than all links between nodes together. Nothing is ever
//! taken out: when nodes are freed, a new index is made.

use super::node::NodeId;
use crate::random::SplitMix64;

#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// A power of two of them, at most three quarters in use.
    slots: Vec<NodeId>,
    used: usize,
}

impl Index {
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<NodeId>()
    }

    pub fn find(&self, key: u64, key_of: impl Fn(NodeId) -> u64) -> Option<NodeId> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut at = spread(key) & mask;
        loop {
            match self.slots[at] {
                NodeId::NONE => return None,
                n if key_of(n) == key => return Some(n),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// An index with room for `count` nodes.
    pub fn for_nodes(count: usize) -> Index {
        Index {
            slots: vec![NodeId::NONE; slots_for(count, 64)],
            used: 0,
        }
    }

    /// The number of bytes by which it will grow for `more` new nodes.
    pub fn growth(&self, more: usize) -> usize {
        let slots = slots_for(self.used + more, self.slots.len());
        (slots - self.slots.len()) * size_of::<NodeId>()
    }

    /// Takes in a node whose key is not there yet.
    pub fn insert(&mut self, n: NodeId, key_of: impl Fn(NodeId) -> u64) {
        let slots = slots_for(self.used + 1, self.slots.len());
        if slots > self.slots.len() {
            let old = std::mem::replace(&mut self.slots, vec![NodeId::NONE; slots]);
            for n in old.into_iter().filter(|&n| n != NodeId::NONE) {
                self.place(n, key_of(n));
            }
        }
        self.place(n, key_of(n));
        self.used += 1;
    }

    fn place(&mut self, n: NodeId, key: u64) {
        let mask = self.slots.len() - 1;
        let mut at = spread(key) & mask;
        while self.slots[at] != NodeId::NONE {
            at = (at + 1) & mask;
        }
        self.slots[at] = n;
    }
}

/// The number of slots that `count` nodes need, never fewer than the `slots` there already.
fn slots_for(count: usize, slots: usize) -> usize {
    let mut slots = slots;
    while count * 4 > slots * 3 {
        slots = (slots * 2).max(64);
    }
    slots
}

/// Keys need not be random, so neighbours are sent to slots far apart.
fn spread(key: u64) -> usize {
    SplitMix64::mix(key) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_put_in_and_nothing_else() {
        let mut index = Index::default();
        let key_of = |n: NodeId| u64::from(n.0) * 3;
        for n in 0..10_000 {
            index.insert(NodeId(n), key_of);
            let (used, slots) = (n as usize + 1, index.slots.len());
            assert!(slots.is_power_of_two() && used * 4 <= slots * 3);
            assert!(slots == 64 || used * 4 > slots / 2 * 3, "{used} of {slots}");
            assert_eq!(index.bytes(), slots * 4);
        }
        for key in 0..30_000 {
            let expected = (key % 3 == 0).then_some(NodeId((key / 3) as u32));
            assert_eq!(index.find(key, key_of), expected);
        }
    }
}
