//! Keeps the graph within its limit of memory.
//!
//! When an expansion would go beyond the limit, a quarter of the memory is freed at once by
//! folding. Folding walks over the whole graph, so it must not happen with every expansion. And a
//! position should not be folded and expanded again in turn for ever.

use super::Search;
use crate::event::Event;
use crate::graph::NodeId;

impl<M: Copy + PartialEq> Search<M> {
    /// Replaces the limit of memory, [`Config::memory`](crate::Config::memory). If the graph
    /// already takes more, it is folded now.
    ///
    /// ```
    /// use bstar::{Class, Config, Key, Search, Side};
    /// let (root, class) = (Key(0), Class::default());
    /// let mut search: Search<u16> = Search::new(root, class, Side::Max, Config::default())?;
    /// search.set_memory(Some(16 << 20));
    /// assert!(search.bytes() <= 16 << 20);
    /// # Ok::<(), bstar::ConfigError>(())
    /// ```
    pub fn set_memory(&mut self, bytes: Option<usize>) {
        self.config.memory = bytes;
        self.make_room(0);
    }

    /// Makes room for the expansion of a position with `moves` moves. Returns whether there is
    /// enough.
    pub(super) fn make_room(&mut self, moves: usize) -> bool {
        let Some(limit) = self.config.memory else {
            return true;
        };
        if self.graph.bytes_with(moves) <= limit {
            return true;
        }
        self.fold(limit - limit / 4);
        // If hardly anything could be folded, the next expansion would have to fold again, and so
        // on.
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
