//! Blocks that nobody uses, in lists that take no memory: a free block itself says where the next
//! one of its size is.

use crate::node::{Edge, Node, PackedMove, Probability};

/// What can say where the next free block is, while it is free itself.
pub(crate) trait Link {
    fn next(&self) -> u32;
    fn with_next(next: u32) -> Self;
}

impl Link for Node {
    fn next(&self) -> u32 {
        self.first_child
    }

    fn with_next(next: u32) -> Self {
        let mut node = Node::default();
        node.first_child = next;
        node
    }
}

impl Link for Edge {
    fn next(&self) -> u32 {
        u32::from(self.mv.0) << 16 | u32::from(self.prior.0)
    }

    fn with_next(next: u32) -> Self {
        Edge {
            mv: PackedMove((next >> 16) as u16),
            prior: Probability(next as u16),
        }
    }
}

/// The free blocks of each of so many sizes.
#[derive(Clone)]
pub(crate) struct FreeBlocks<const SIZES: usize> {
    /// The place of the first block, and how many there are.
    lists: [(u32, u32); SIZES],
}

impl<const SIZES: usize> Default for FreeBlocks<SIZES> {
    fn default() -> Self {
        Self {
            lists: [(0, 0); SIZES],
        }
    }
}

impl<const SIZES: usize> FreeBlocks<SIZES> {
    /// How many there are of a size.
    pub fn count(&self, size: usize) -> usize {
        self.lists[size].1 as usize
    }

    /// The smallest size that has a free block, from this one on.
    pub fn next(&self, least: usize) -> Option<usize> {
        (least..SIZES).find(|size| self.count(*size) > 0)
    }

    /// Takes a block of a size, if one is free.
    #[inline]
    pub fn take<L: Link>(&mut self, size: usize, all: &[L]) -> Option<u32> {
        let (first, count) = &mut self.lists[size];
        *count = count.checked_sub(1)?;
        let block = *first;
        *first = all[block as usize].next();
        Some(block)
    }

    /// A block of a size is free from now on.
    #[inline]
    pub fn give<L: Link>(&mut self, size: usize, block: u32, all: &mut [L]) {
        let (first, count) = &mut self.lists[size];
        all[block as usize] = L::with_next(*first);
        *first = block;
        *count += 1;
    }
}
