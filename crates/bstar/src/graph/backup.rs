//! Values are backed up to the root (docs/search.md, section 2).
//!
//! Whenever the values of a child have changed, those of its parents are worked out anew from all
//! their children. They are never adjusted. So any order of updates ends with the same values, and
//! an update that changes nothing goes no further.

use super::Graph;
use super::node::{NodeId, mark};
use crate::value::{Side, Values};

impl<M: Copy + PartialEq> Graph<M> {
    /// The values of `n` itself changed, so its parents have to be worked out again.
    pub(super) fn touch(&mut self, n: NodeId) {
        self.invalidate(n);
        let component = self.component(n);
        for p in self.parents(n).collect::<Vec<_>>() {
            if component.is_none() || self.component(p) != component {
                self.queue_up(p);
            }
        }
    }

    pub(super) fn queue_up(&mut self, n: NodeId) {
        // A component is worked out as a whole.
        let n = match self.component(n) {
            Some(c) => self.components[c as usize].members()[0],
            None => n,
        };
        if !self.node(n).is(mark::QUEUED) {
            self.node_mut(n).set(mark::QUEUED, true);
            self.queue.push_back(n);
        }
    }

    /// Works until nothing changes any more. First come, first served keeps the number of updates
    /// polynomial in any graph.
    pub(super) fn back_up(&mut self) {
        while let Some(n) = self.queue.pop_front() {
            self.node_mut(n).set(mark::QUEUED, false);
            match self.component(n) {
                Some(c) => {
                    for member in self.refresh_component(c) {
                        self.touch(member);
                    }
                }
                None => {
                    let values = self.best_of_children(n);
                    if self.store(n, values) {
                        self.touch(n);
                    }
                }
            }
        }
    }

    /// The best of the children for the side to move.
    fn best_of_children(&self, n: NodeId) -> Values {
        let side = self.side(n);
        self.children(n)
            .map(|c| self.values(c))
            .reduce(|best, next| best_of(side, best, next))
            .unwrap_or_else(|| self.own_values(n))
    }

    /// Whether the values differ from those that were there.
    pub(super) fn store(&mut self, n: NodeId, values: Values) -> bool {
        if self.values(n) == values {
            return false;
        }
        let node = self.node_mut(n);
        node.set(mark::HAS_LOW, values.low.is_some());
        node.set(mark::HAS_HIGH, values.high.is_some());
        let interior = self
            .interior_mut(n)
            .expect("only positions with moves are backed up to");
        interior.real = values.real;
        interior.proven = values.proven;
        interior.low = values.low.unwrap_or(interior.low);
        interior.high = values.high.unwrap_or(interior.high);
        true
    }

    /// The probabilities of `n` and of all that depend on it have to be worked out again.
    ///
    /// A node is only worked out after those of its children that it depends on. So if a node is
    /// already to be worked out again, all that depend on it are, too, and the walk can end there.
    pub(super) fn invalidate(&mut self, n: NodeId) {
        let mut stack = vec![n];
        self.forget(n, &mut stack);
        while let Some(n) = stack.pop() {
            for p in self.parents(n).collect::<Vec<_>>() {
                self.forget(p, &mut stack);
            }
        }
    }

    fn forget(&mut self, n: NodeId, forgotten: &mut Vec<NodeId>) {
        let component = self.component(n);
        let Some(interior) = self.interior_mut(n).filter(|interior| interior.aimed != 0) else {
            return;
        };
        interior.aimed = 0;
        forgotten.push(n);
        if let Some(c) = component {
            for at in 0..self.components[c as usize].members().len() {
                let member = self.components[c as usize].members()[at];
                if let Some(interior) = self
                    .interior_mut(member)
                    .filter(|interior| interior.aimed != 0)
                {
                    interior.aimed = 0;
                    forgotten.push(member);
                }
            }
        }
    }

    /// Works out everything from scratch, for when the root has moved.
    pub(super) fn back_up_all(&mut self) {
        for at in (0..self.nodes.len()).rev() {
            let n = NodeId(at as u32);
            if self.is_expanded(n) {
                self.queue_up(n);
            }
        }
        self.back_up();
    }
}

fn best_of(side: Side, a: Values, b: Values) -> Values {
    // Where a bound is absent, the real value stands in for it.
    let either = |x: Option<crate::value::Span>, x_real, y: Option<crate::value::Span>, y_real| {
        (x.is_some() || y.is_some())
            .then(|| x.unwrap_or(x_real).better_for(side, y.unwrap_or(y_real)))
    };
    Values {
        low: either(a.low, a.real, b.low, b.real),
        real: a.real.better_for(side, b.real),
        high: either(a.high, a.real, b.high, b.real),
        proven: a.proven.better_for(side, b.proven),
    }
}
