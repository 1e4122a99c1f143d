//! Findings enter the graph.
//!
//! Two jobs may bring findings about the same position, in either order. The stored values must not
//! depend on the order. So findings are combined by rules that know no order: an exact value beats
//! a bound, of two exact values the one asked for later counts, and bounds narrow each other.

use super::node::{Bound, Edge, Interior, NO_COMPONENT, NodeId, mark};
use super::{Graph, grow};
use crate::job::{Child, Kind};
use crate::value::{Probability, Span};

/// What an expansion did beyond adding leaves.
#[derive(Debug, Default)]
pub(crate) struct Linked {
    /// Children that were already there, with moves of their own.
    pub known: Vec<NodeId>,
    /// The size of the component the position now lies in, if that is new.
    pub component: Option<usize>,
}

impl<M: Copy + PartialEq> Graph<M> {
    /// Gives `n` its moves. `asked` says which bounds the job asked for.
    pub fn expand(
        &mut self,
        n: NodeId,
        children: &[Child<M>],
        job: u32,
        asked: &[Bound],
    ) -> Linked {
        let before = self.values(n);
        let side = !self.side(n);
        let distance = self.distance(n).saturating_add(1);
        let first_edge =
            u32::try_from(self.edges.len()).expect("a graph has fewer than 2^32 moves");
        let mut linked = Linked::default();
        let mut changed = Vec::new();
        let mut heirs = Vec::new();
        for child in children {
            let (to, is_new) = match self.find(child.key.0) {
                Some(to) => (to, false),
                None => (self.add(child.key.0, child.class, side, distance), true),
            };
            self.add_parent(to, n);
            grow(&mut self.edges);
            self.edges.push(Edge { to, mv: child.mv });
            let news = self.take_in(to, child, job, asked);
            if !is_new {
                if news {
                    changed.push(to);
                }
                if self.is_expanded(to) {
                    linked.known.push(to);
                    heirs.extend(self.children(to));
                }
            }
            heirs.push(to);
        }
        grow(&mut self.interiors);
        self.interiors.push(Interior {
            first_edge,
            edges: children.len() as u32,
            inner: linked.known.len() as u32,
            component: NO_COMPONENT,
            way_out: 0,
            attention: self.attention(n),
            aimed: 0,
            low: before.low.unwrap_or(Span::UNKNOWN),
            real: before.real,
            high: before.high.unwrap_or(Span::UNKNOWN),
            proven: before.proven,
            probability: Probability::NONE,
        });
        let interior = (self.interiors.len() - 1) as u32;
        let node = self.node_mut(n);
        node.interior = interior;
        node.set(mark::HAS_LOW, before.low.is_some());
        node.set(mark::HAS_HIGH, before.high.is_some());
        for p in self.parents(n).collect::<Vec<_>>() {
            self.interior_mut(p).expect("a parent has moves").inner += 1;
        }

        for i in 0..linked.known.len() {
            self.come_closer(linked.known[i], distance, &mut changed);
        }
        for bound in Bound::BOTH {
            self.reinherit(&heirs, bound, &mut changed);
        }
        linked.component = self.find_component(n);
        for &c in &changed {
            self.touch(c);
        }
        self.queue_up(n);
        self.invalidate(n);
        self.back_up();
        linked
    }

    /// Takes in findings about moves of `n` that are already known.
    pub fn learn(&mut self, n: NodeId, children: &[Child<M>], job: u32, asked: &[Bound]) {
        let mut changed = Vec::new();
        let mut heirs = Vec::new();
        for child in children {
            let Some(to) = self
                .moves(n)
                .find(|(mv, _)| *mv == child.mv)
                .map(|(_, to)| to)
            else {
                continue;
            };
            if self.take_in(to, child, job, asked) {
                changed.push(to);
            }
            heirs.push(to);
            heirs.extend(self.children(to));
        }
        for bound in Bound::BOTH {
            self.reinherit(&heirs, bound, &mut changed);
        }
        for &c in &changed {
            self.touch(c);
        }
        self.back_up();
    }

    pub(super) fn add_parent(&mut self, n: NodeId, parent: NodeId) {
        let node = self.node_mut(n);
        if node.parent == NodeId::NONE {
            node.parent = parent;
        } else {
            let first = node.parent;
            node.set(mark::SEVERAL_PARENTS, true);
            let list = self.parents.entry(n).or_default();
            let room = list.capacity();
            if list.is_empty() {
                list.push(first);
            }
            list.push(parent);
            self.listed += list.capacity() - room;
        }
    }

    /// Combines what `child` says of `n` with what is known. Returns whether anything is new.
    fn take_in(&mut self, n: NodeId, child: &Child<M>, job: u32, asked: &[Bound]) -> bool {
        let scale = self.scale;
        let node = self.node_mut(n);
        for bound in asked {
            node.set(bound.asked(), true);
        }
        if node.is(mark::FINISHED) || n == NodeId::ROOT {
            return false;
        }
        if let Some(outcome) = child.outcome {
            // A position whose moves are known is not over, whatever the finding says.
            if node.interior != super::node::NO_INTERIOR {
                return false;
            }
            node.real = Span::exact(scale.value_of(outcome));
            node.set(mark::FINISHED, true);
            return true;
        }
        let before = node.findings();
        if let Some(real) = child.real {
            let tag = child
                .tag
                .map_or(super::node::NO_TAG, |tag| tag.0.saturating_add(1));
            match combine(&mut node.real, &mut node.sources[0], real, job) {
                Combined::Replaced => node.tag = tag,
                Combined::Narrowed => node.tag = node.tag.max(tag),
                Combined::Kept => {}
            }
        }
        for (bound, finding) in [
            (Bound::Low, child.min_bound),
            (Bound::High, child.max_bound),
        ] {
            let Some((span, kind)) = finding else {
                continue;
            };
            let probed = node.is(bound.probed());
            node.set(bound.probed(), true);
            let (slot, source, own_kind): (&mut Span, &mut u32, &mut Kind) = match bound {
                Bound::Low => (&mut node.low, &mut node.sources[1], &mut node.kind_low),
                Bound::High => (&mut node.high, &mut node.sources[2], &mut node.kind_high),
            };
            if !probed {
                *slot = Span::UNKNOWN;
            }
            match combine(slot, source, span, job) {
                Combined::Replaced => *own_kind = kind,
                Combined::Narrowed => own_kind.0 = own_kind.0.max(kind.0),
                Combined::Kept => {}
            }
        }
        before != node.findings()
    }

    /// A path of this length leads to `n`, and on to what is below it. Nodes whose bounds depend on
    /// the distance are added to `changed`.
    fn come_closer(&mut self, n: NodeId, distance: u32, changed: &mut Vec<NodeId>) {
        let mut stack = vec![(n, distance)];
        while let Some((n, distance)) = stack.pop() {
            let node = self.node_mut(n);
            if node.distance <= distance {
                continue;
            }
            node.distance = distance;
            if node.kind_low != Kind::default() || node.kind_high != Kind::default() {
                changed.push(n);
            }
            stack.extend(self.children(n).map(|c| (c, distance.saturating_add(1))));
        }
    }
}

enum Combined {
    /// The finding stands in place of what was known.
    Replaced,
    /// Both count.
    Narrowed,
    /// What was known stays.
    Kept,
}

fn combine(slot: &mut Span, source: &mut u32, finding: Span, job: u32) -> Combined {
    if finding.is_exact() {
        if !slot.is_exact() || job >= *source {
            *slot = finding;
            *source = job;
            return Combined::Replaced;
        }
        Combined::Kept
    } else if !slot.is_exact() {
        *slot = slot.narrowed(finding);
        Combined::Narrowed
    } else {
        Combined::Kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every order of the same findings ends in the same value.
    #[test]
    fn findings_combine_in_any_order() {
        let findings = [
            (Span::at_most(20), 3),
            (Span::at_least(25), 4),
            (Span::exact(21), 5),
            (Span::at_most(30), 6),
            (Span::exact(24), 7),
            (Span::between(10, 20), 8),
        ];
        let n = findings.len();
        for chosen in 0..1usize << n {
            let set: Vec<_> = (0..n)
                .filter(|i| chosen >> i & 1 == 1)
                .map(|i| findings[i])
                .collect();
            let mut results = Vec::new();
            permutations(set.len(), &mut |order| {
                let (mut slot, mut source) = (Span::UNKNOWN, 0);
                for &i in order {
                    combine(&mut slot, &mut source, set[i].0, set[i].1);
                }
                results.push(slot);
            });
            assert!(
                results.windows(2).all(|pair| pair[0] == pair[1]),
                "{set:?}: {results:?}"
            );
        }
    }

    fn permutations(n: usize, visit: &mut impl FnMut(&[usize])) {
        fn go(order: &mut Vec<usize>, n: usize, visit: &mut impl FnMut(&[usize])) {
            if order.len() == n {
                return visit(order);
            }
            for i in 0..n {
                if !order.contains(&i) {
                    order.push(i);
                    go(order, n, visit);
                    order.pop();
                }
            }
        }
        go(&mut Vec::new(), n, visit);
    }
}
