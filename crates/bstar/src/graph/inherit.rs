//! Bounds that come from a parent (docs/search.md, section 2).
//!
//! A move is probed for the bound of the side that made it. On the other side it begins with a
//! bound of the position before it: the parent's own, probed or inherited in turn, never the
//! backed-up one. With several parents it is the loosest.

use super::Graph;
use super::node::{ABSENT, Bound, NodeId, mark};
use crate::value::Span;

impl<M: Copy + PartialEq> Graph<M> {
    /// Works out anew what the `seeds` inherit, and what inherits through them. Leaves whose bound
    /// changes are added to `changed`.
    pub(super) fn reinherit(&mut self, seeds: &[NodeId], bound: Bound, changed: &mut Vec<NodeId>) {
        let mut region = Vec::new();
        for &seed in seeds {
            if self.is_heir(seed, bound) {
                if self.is_expanded(seed) {
                    self.collect_heirs(seed, bound, &mut region);
                } else {
                    // A leaf passes nothing on, so there is nothing to collect.
                    let before = self.own_bound(seed, bound);
                    let inherited = self.offered(seed, bound);
                    self.set_inherited(seed, bound, inherited);
                    if before != self.own_bound(seed, bound) {
                        changed.push(seed);
                    }
                }
            }
        }
        if region.is_empty() {
            return;
        }
        // Heirs on a cycle may hold up each other's bounds, so all bounds are cleared first.
        let before: Vec<_> = region.iter().map(|&n| self.own_bound(n, bound)).collect();
        for &n in &region {
            self.set_inherited(n, bound, None);
        }
        for &n in &region {
            let inherited = self.offered(n, bound);
            self.set_inherited(n, bound, inherited);
        }
        let mut stack = region.clone();
        while let Some(n) = stack.pop() {
            for at in 0..self.child_count(n) {
                let c = self.child(n, at);
                if !self.is_heir(c, bound) {
                    continue;
                }
                let before = self.own_bound(c, bound);
                let inherited = self.offered(c, bound);
                self.set_inherited(c, bound, inherited);
                if self.own_bound(c, bound) != before {
                    stack.push(c);
                }
            }
        }
        for (&n, before) in region.iter().zip(before) {
            self.node_mut(n).set(mark::VISITED, false);
            if !self.is_expanded(n) && self.own_bound(n, bound) != before {
                changed.push(n);
            }
        }
    }

    /// The root has no bounds of its own, even if a cycle makes it a child.
    fn is_heir(&self, n: NodeId, bound: Bound) -> bool {
        n != NodeId::ROOT && !self.node(n).is(bound.probed() | mark::FINISHED)
    }

    fn collect_heirs(&mut self, seed: NodeId, bound: Bound, region: &mut Vec<NodeId>) {
        let mut stack = vec![seed];
        while let Some(n) = stack.pop() {
            if !self.is_heir(n, bound) || self.node(n).is(mark::VISITED) {
                continue;
            }
            self.node_mut(n).set(mark::VISITED, true);
            region.push(n);
            stack.extend(self.children(n));
        }
    }

    /// The loosest of the parents' own bounds.
    fn offered(&self, n: NodeId, bound: Bound) -> Option<Span> {
        self.parents(n)
            .filter_map(|p| self.own_bound(p, bound))
            .reduce(|loosest, offer| loosest.better_for(bound.side(), offer))
    }

    fn set_inherited(&mut self, n: NodeId, bound: Bound, span: Option<Span>) {
        let node = self.node_mut(n);
        let slot = match bound {
            Bound::Low => &mut node.low,
            Bound::High => &mut node.high,
        };
        *slot = span.unwrap_or(ABSENT);
    }
}
