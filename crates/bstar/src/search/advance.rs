//! The game goes on, and the search keeps what lies under the move (docs/search.md, section 10).

use super::Search;
use crate::error::AdvanceError;
use crate::event::Event;
use crate::graph::{Moved, NodeId};
use crate::job::{Key, Purpose};

impl<M: Copy + PartialEq> Search<M> {
    /// Names the positions that have occurred twice in the game before the root. To reach one of
    /// them is a draw.
    ///
    /// This is for a search that has not begun. When the game goes on, [`advance`](Self::advance)
    /// takes these positions, and applies them to what is already in the graph.
    pub fn set_drawn(&mut self, keys: impl IntoIterator<Item = Key>) {
        self.drawn = keys.into_iter().map(|key| key.0).collect();
    }

    /// The game went on by this move (docs/search.md, section 10).
    ///
    /// The position after the move becomes the root, and the other side the Player. A new search
    /// begins with the part of the graph that lies under the move; the rest is freed. `drawn` are
    /// the positions that have occurred twice in the game by now.
    ///
    /// If the position after the move was expanded before, its moves and what was found about them
    /// are there, and are not asked for again. The new search begins where the old one left off,
    /// with all its effort before it.
    ///
    /// ```
    /// use bstar::{Child, Class, Config, Key, Next, Purpose, Search, Side, Span};
    ///
    /// let mut search = Search::new(Key(0), Class::default(), Side::Max, Config::default())?;
    /// let open = |name: char, real| {
    ///     let child = Child::new(name, Key(u64::from(name))).real(Span::exact(real));
    ///     child.min_bound(Span::exact(real - 40)).max_bound(Span::exact(real + 40))
    /// };
    /// // Max has two moves, and the search expands the better one.
    /// let Next::Work(root) = search.next() else { unreachable!() };
    /// search.complete(root.id, vec![open('a', 10), open('b', 5)])?;
    /// let Next::Work(job) = search.next() else { unreachable!() };
    /// assert_eq!(job.path, ['a']);
    /// search.complete(job.id, vec![open('c', 8), open('d', 12)])?;
    ///
    /// // Max plays it. Now Min searches, and Min's moves are known already.
    /// search.advance('a', [])?;
    /// assert_eq!(search.player(), Side::Min);
    /// assert_eq!(search.expansions(), 0);
    /// let Next::Work(job) = search.next() else { unreachable!() };
    /// // It is not asked which moves Min has, only what Min can hope for.
    /// assert_eq!((job.path.len(), job.purpose), (0, Purpose::Bounds));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance(
        &mut self,
        mv: M,
        drawn: impl IntoIterator<Item = Key>,
    ) -> Result<(), AdvanceError> {
        let (_, root) = self
            .graph
            .moves(NodeId::ROOT)
            .find(|(known, _)| *known == mv)
            .ok_or(AdvanceError::UnknownMove)?;
        if self.graph.is_finished(root) {
            return Err(AdvanceError::GameOver);
        }
        let before = (self.graph.len(), std::mem::take(&mut self.drawn));
        self.set_drawn(drawn);
        if !self.drawn.is_subset(&before.1) {
            self.graph.distrust_folded(root);
        }
        let moved = self.graph.keep(root, &self.drawn);
        self.follow(&moved);
        self.player = !self.player;
        self.expansions = 0;
        self.told_effort = 0.0;
        self.best = None;
        self.selected = 0;
        self.first_phase = self.phase_number + 1;
        self.events.push_back(Event::Advanced {
            by: mv,
            kept: self.graph.len(),
            freed: before.0 - self.graph.len(),
        });
        self.begin();
        Ok(())
    }

    /// Nodes have moved, or were freed. The search goes on with those that are left.
    pub(super) fn follow(&mut self, moved: &Moved) {
        for out in self.out.values_mut() {
            out.node = out.node.and_then(|n| moved.find(n));
            out.path = out.path.iter().filter_map(|&n| moved.find(n)).collect();
        }
        self.wanted = self.wanted.iter().filter_map(|&n| moved.find(n)).collect();
        // A position may be left although the one before it, from which it was asked about, is not.
        // Nobody waits for that answer any more.
        self.graph.forget_sharpening();
        for out in self.out.values() {
            let Some(n) = out.node.filter(|_| out.purpose == Purpose::Sharpen) else {
                continue;
            };
            for at in 0..self.graph.child_count(n) {
                if out.asks_about(&self.graph.move_at(n, at)) {
                    self.graph.set_sharpening(self.graph.child(n, at), true);
                }
            }
        }
    }
}
