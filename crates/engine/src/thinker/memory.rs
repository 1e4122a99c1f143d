//! Everything that grows with a tree stays within a limit.
//!
//! Three things grow: the graph of the search, the records of probes, and the event log. The
//! library folds the graph when it reaches its own limit. That limit is set here, to what the
//! others leave. Records of folded positions are forgotten. The event log has a fixed share of the
//! memory. When that is full, the older half is forgotten: the end of a search says more than its
//! beginning.
//!
//! A second search, with deeper probes, gets what the first one leaves, and the first must leave
//! half.

use super::run::Run;
use super::tree::Tree;

/// The event log gets the memory divided by this.
const EVENT_LOG_DIVISOR: usize = 8;
/// The memory divided by this stays free. Expansions and folding need some of it.
const SPARE_DIVISOR: usize = 8;

impl Tree {
    /// The bytes of it and all that goes with it.
    pub(super) fn bytes(&self) -> usize {
        self.search.bytes() + self.records.borrow().bytes() + self.log.bytes()
    }

    /// Shrinks graph and records if together they take more than this. If hardly anything can be
    /// folded, only records shrink further. They save work and make lines longer, but the search
    /// can do without them.
    fn shrink(&mut self, bytes: usize) {
        let mut records = self.records.borrow_mut();
        let graph = self.search.bytes();
        let taken = graph + records.bytes();
        if taken > bytes {
            let share = bytes as f64 * graph as f64 / taken as f64;
            self.search.set_memory(Some(share as usize));
            records.follow(&self.search);
            if self.search.bytes() + records.bytes() > bytes - bytes / 16 {
                records.follow_root(&self.search);
            }
        }
    }
}

impl Run<'_> {
    /// The bytes that all of it takes.
    pub(super) fn bytes(&self) -> usize {
        self.tree.bytes() + self.bytes_of_others()
    }

    /// The bytes of trees beside the one that is searched.
    fn bytes_of_others(&self) -> usize {
        let decided = self.decided.as_ref();
        decided.map_or(0, |decided| decided.tree.bytes())
    }

    /// Makes room for the next expansion.
    pub(super) fn make_room(&mut self) {
        let Some(all) = self.memory else {
            return;
        };
        let all = all.saturating_sub(self.bytes_of_others());
        let (log, spare) = (all / EVENT_LOG_DIVISOR, all / SPARE_DIVISOR);
        let tree = &mut self.tree;
        tree.log.limit = Some(log);
        if tree.search.len() < self.positions {
            // The graph was folded.
            tree.records.borrow_mut().follow(&tree.search);
        }
        tree.shrink(all - log - spare);
        let beside = log + tree.records.borrow().bytes();
        tree.search.set_memory(Some(all.saturating_sub(beside)));
        self.positions = tree.search.len();
    }

    /// Leaves half of the memory for another search that begins now.
    pub(super) fn leave_half(&mut self) {
        if let Some(all) = self.memory {
            let log = self.tree.log.bytes();
            self.tree.shrink((all / 2).saturating_sub(log));
        }
    }
}
