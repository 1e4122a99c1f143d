//! The values of a node: those its moves give it, or its own (docs/search.md, section 2).

use super::Graph;
use super::node::{ABSENT, Bound, NO_INTERIOR, Node, NodeId, mark};
use crate::job::{Kind, Quantity};
use crate::value::{Side, Span, Value, Values};

impl<M: Copy + PartialEq> Graph<M> {
    /// The values of `n`: its children's, or its own.
    pub fn values(&self, n: NodeId) -> Values {
        let node = self.node(n);
        match self.interiors.get(node.interior as usize) {
            Some(interior) => Values {
                low: node.is(mark::HAS_LOW).then_some(interior.low),
                real: interior.real,
                high: node.is(mark::HAS_HIGH).then_some(interior.high),
                proven: interior.proven,
            },
            None if node.is_folded() => self.folded_values(n),
            None => self.own_values(n),
        }
    }

    /// What the moves of `n` gave it before it forgot them. A bound that nobody had asked for by
    /// then is inherited, as in any other leaf.
    #[cold]
    fn folded_values(&self, n: NodeId) -> Values {
        let (node, before) = (self.node(n), self.record(n).expect("was folded"));
        let inherited = |bound: Bound| {
            let own = self.own_bound(n, bound)?;
            Some(own.better_for(bound.side(), before.real))
        };
        Values {
            low: (node.is(mark::HAS_LOW).then_some(before.low)).or_else(|| inherited(Bound::Low)),
            real: before.real,
            high: (node.is(mark::HAS_HIGH).then_some(before.high))
                .or_else(|| inherited(Bound::High)),
            proven: before.proven,
        }
    }

    /// What probes said of `n` itself.
    pub(super) fn own_values(&self, n: NodeId) -> Values {
        let node = self.node(n);
        Values {
            low: self.own_bound(n, Bound::Low),
            real: node.real.ordered(),
            high: self.own_bound(n, Bound::High),
            proven: if node.is(mark::FINISHED) {
                node.real
            } else {
                self.scale.open()
            },
        }
    }

    /// The real value of `n` itself, as probes found it.
    pub fn own_real(&self, n: NodeId) -> Span {
        self.node(n).real.ordered()
    }

    /// The bound of `n` itself, probed or inherited, after discount. It is never on the wrong side
    /// of the real value.
    pub fn own_bound(&self, n: NodeId, bound: Bound) -> Option<Span> {
        let node = self.node(n);
        if node.is(mark::FINISHED) {
            return Some(node.real);
        }
        let (raw, kind) = match bound {
            Bound::Low => (node.low, node.kind_low),
            Bound::High => (node.high, node.kind_high),
        };
        if raw == ABSENT {
            return None;
        }
        let raw = if kind == Kind::default() {
            raw.ordered()
        } else {
            self.discounted(node, bound, raw, kind)
        };
        Some(raw.better_for(bound.side(), node.real.ordered()))
    }

    #[cold]
    fn discounted(&self, node: &Node, bound: Bound, raw: Span, kind: Kind) -> Span {
        let side = bound.side();
        let (real, hope) = (
            node.real.ordered().seen_by(side),
            raw.ordered().seen_by(side),
        );
        let at = |real: Value, hope: Value| {
            (self.discount)(kind, real, hope, node.distance).clamp(real.min(hope), hope)
        };
        Span::between(at(real.min(), hope.min()), at(real.max(), hope.max())).seen_by(side)
    }

    /// The same as [`real_and_hope`](Self::real_and_hope), for leaves with plain exact values. Most
    /// positions are such leaves, and they need hardly any work.
    #[inline]
    pub fn plain_real_and_hope(&self, n: NodeId, side: Side) -> Option<(Value, Value)> {
        let node = self.node(n);
        let (bound, kind) = match side {
            Side::Max => (node.high, node.kind_high),
            Side::Min => (node.low, node.kind_low),
        };
        let is_plain = node.interior == NO_INTERIOR
            && !node.is(mark::FINISHED)
            && kind == Kind::default()
            && node.real.is_exact()
            && bound.is_exact();
        is_plain.then(|| match side {
            Side::Max => (node.real.min(), bound.min().max(node.real.min())),
            Side::Min => (-node.real.min(), (-bound.min()).max(-node.real.min())),
        })
    }

    /// The real value of `n` and what `side` hopes for, as that side sees them.
    #[inline]
    pub fn real_and_hope(&self, n: NodeId, side: Side) -> (Span, Span) {
        let node = self.node(n);
        let bound = Bound::hoped_by(side);
        let (real, hope) = match self.interiors.get(node.interior as usize) {
            Some(interior) => {
                let (has, hope) = match bound {
                    Bound::Low => (node.is(mark::HAS_LOW), interior.low),
                    Bound::High => (node.is(mark::HAS_HIGH), interior.high),
                };
                (interior.real, if has { hope } else { interior.real })
            }
            None if node.is_folded() => return self.folded_real_and_hope(n, side),
            None => {
                let real = node.real.ordered();
                (real, self.own_bound(n, bound).unwrap_or(real))
            }
        };
        (real.seen_by(side), hope.seen_by(side))
    }

    #[cold]
    fn folded_real_and_hope(&self, n: NodeId, side: Side) -> (Span, Span) {
        let seen = self.folded_values(n).seen_by(side);
        (seen.real, seen.hope)
    }

    /// The bound of `n` as it was found, without discount.
    pub fn raw_bound(&self, n: NodeId, bound: Bound) -> Span {
        let node = self.node(n);
        match bound {
            Bound::Low => node.low.ordered(),
            Bound::High => node.high.ordered(),
        }
    }

    /// Whether findings about a value of `n` contradict each other. Then only an exact one can
    /// settle it.
    pub fn is_disputed(&self, n: NodeId, quantity: Quantity) -> bool {
        let node = self.node(n);
        let span = match quantity {
            Quantity::Real => node.real,
            Quantity::MinBound => node.low,
            Quantity::MaxBound => node.high,
        };
        span.min() > span.max()
    }
}
