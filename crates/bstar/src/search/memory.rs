//! Room for what is found, within a limit.
//!
//! When an expansion would go beyond it, a good part of the graph is folded at once: that costs a walk over all of it, and so is not done for every expansion, nor is a position
//! folded and expanded again in turn for ever.

use super::Search;
use crate::event::Event;
use crate::graph::NodeId;

impl<M: Copy + PartialEq> Search<M> {
    /// Replaces the limit of memory, [`Config::memory`](crate::Config::memory). If the graph takes more already, it is folded now.
    ///
    /// ```
    /// use bstar::{Class, Config, Key, Search, Side};
    /// let mut search: Search<u16> = Search::new(Key(0), Class::default(), Side::Max, Config::default())?;
    /// search.set_memory(Some(16 << 20));
    /// assert!(search.bytes() <= 16 << 20);
    /// # Ok::<(), bstar::ConfigError>(())
    /// ```
    pub fn set_memory(&mut self, bytes: Option<usize>) {
        self.config.memory = bytes;
        self.make_room(0);
    }

    /// Sees to it that a position with so many moves can be expanded. Whether it can.
    pub(super) fn make_room(&mut self, moves: usize) -> bool {
        let Some(limit) = self.config.memory else {
            return true;
        };
        if self.graph.bytes_with(moves) <= limit {
            return true;
        }
        self.fold(limit - limit / 4);
        // If hardly anything could be folded, the next expansion would have to fold again, and the one after it.
        self.graph.bytes_with(moves) <= limit - limit / 16
    }

    fn fold(&mut self, bytes: usize) {
        if !self.graph.is_expanded(NodeId::ROOT) {
            return;
        }
        let in_use: Vec<_> = self
            .out
            .values()
            .flat_map(|out| out.path.iter().copied().chain(out.node))
            .collect();
        let folding = self.graph.fold(bytes, in_use, self.config.distribution);
        self.follow(&folding.moved);
        if folding.freed > 0 {
            self.events.push_back(Event::Folded {
                folded: folding.folded,
                freed: folding.freed,
                left: self.graph.len(),
            });
        }
    }
}
