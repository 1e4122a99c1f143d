//! When bounds leave a decision open.
//!
//! Every decision compares values or probabilities of which only spans may be known. While every value they allow gives the same answer, they suffice. When not,
//! the decision names what it doubts; here the doubt is followed to the probe that caused it, and that is asked again, exactly. So a
//! search whose prober answers only what was asked makes the same decisions as one whose prober always answers exactly.

use super::{Search, Step, quantity_of};
use crate::graph::{Bound, Chance, Graph, NodeId};
use crate::{Ask, Of, Precision, Purpose, Quantity, Span};

/// What a decision would have to know better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    Real(NodeId),
    Hope(NodeId, Bound),
    Chance(NodeId),
}

impl<M: Copy + PartialEq> Search<M> {
    /// Hands out a job that reduces the doubt.
    pub(super) fn sharpen(&mut self, doubt: Doubt) -> Step<M> {
        let (n, quantity) = match doubt {
            Doubt::Real(n) => (
                self.leaf_of_value(n, |graph, n| graph.values(n).real),
                Quantity::Real,
            ),
            Doubt::Hope(n, bound) => self.cause(
                self.leaf_of_value(n, |graph, n| backed_up(graph, n, bound)),
                bound,
            ),
            Doubt::Chance(n) => {
                let leaf = self.leaf_of_chance(n);
                self.cause(leaf, Bound::hoped_by(self.forcer()))
            }
        };
        if self.graph.is_sharpening(n) {
            return Step::Wait;
        }
        let mut path = self.way_to(n);
        path.pop();
        let parent = *path.last().expect("the root is never in doubt");
        let mv = self
            .graph
            .moves(parent)
            .find(|&(_, to)| to == n)
            .map(|(mv, _)| mv)
            .expect("the way leads there");
        self.graph.set_sharpening(n, true);
        let ask = Ask {
            of: Of::Move(mv),
            quantity,
            precision: Precision::Exact,
        };
        Step::Hand(self.hand_out(Purpose::Sharpen, path, vec![ask], 1.0))
    }

    /// The leaf that keeps a value of `n` open: the one that could still make it best for whoever moves.
    fn leaf_of_value(&self, n: NodeId, value: impl Fn(&Graph<M>, NodeId) -> Span) -> NodeId {
        let is_open = |c: NodeId| !value(&self.graph, c).is_exact();
        let mut path = vec![n];
        loop {
            let at = path[path.len() - 1];
            let side = self.graph.side(at);
            let reach = |c: &NodeId| value(&self.graph, *c).seen_by(side).max();
            let open = self
                .graph
                .children(at)
                .filter(|c| is_open(*c) && !path.contains(c));
            // The first listed of those that reach furthest.
            match open.fold(None, |best: Option<NodeId>, c| {
                best.filter(|b| reach(b) >= reach(&c)).or(Some(c))
            }) {
                Some(c) => path.push(c),
                None if self.graph.is_expanded(at) && path.len() > 1 => {
                    return self.any_open_leaf(n, is_open);
                }
                None => return at,
            }
        }
    }

    /// The leaf that keeps the probability of `n` open.
    fn leaf_of_chance(&mut self, n: NodeId) -> NodeId {
        let mut path = vec![n];
        loop {
            let at = path[path.len() - 1];
            let mut likeliest: Option<(f64, NodeId)> = None;
            let is_forcers = self.graph.side(at) == self.forcer();
            for c in self.graph.children(at).collect::<Vec<_>>() {
                let chance: Chance = self.chance(c);
                if chance.is_exact() || path.contains(&c) {
                    continue;
                }
                if likeliest.is_none_or(|(max, _)| is_forcers && chance.max > max) {
                    likeliest = Some((chance.max, c));
                }
            }
            match likeliest {
                Some((_, c)) => path.push(c),
                None if self.graph.is_expanded(at) => {
                    let aim = self.aim.expect("a target was set");
                    let hope = Bound::hoped_by(aim.forcer);
                    let is_open = |c: NodeId| {
                        !self.graph.values(c).real.is_exact()
                            || !backed_up(&self.graph, c, hope).is_exact()
                    };
                    return self.any_open_leaf(n, is_open);
                }
                None => return at,
            }
        }
    }

    /// Inside a component the open child may lie behind the way already gone: then any open leaf below brings the decision closer.
    fn any_open_leaf(&self, n: NodeId, is_open: impl Fn(NodeId) -> bool) -> NodeId {
        let mut seen = std::collections::HashSet::from([n]);
        let mut stack = vec![n];
        while let Some(m) = stack.pop() {
            if !self.graph.is_expanded(m) && is_open(m) {
                return m;
            }
            stack.extend(self.graph.children(m).filter(|&c| seen.insert(c)));
        }
        n
    }

    /// What to ask about, so that a leaf's hope, and with it its probability, becomes known: a bound that was only bounded, its own or one it inherits,
    /// else a real value that may lie beyond such a bound, its own first.
    fn cause(&self, leaf: NodeId, bound: Bound) -> (NodeId, Quantity) {
        let mut real = None;
        let mut forebears = vec![leaf];
        let mut at = 0;
        while let Some(&n) = forebears.get(at) {
            if self.graph.is_probed(n, bound) {
                if !self.graph.is_raw_bound_exact(n, bound) {
                    return (n, quantity_of(bound));
                }
            } else {
                for p in self.graph.parents(n) {
                    let is_open = self
                        .graph
                        .own_bound(p, bound)
                        .is_some_and(|span| !span.is_exact());
                    if is_open && !forebears.contains(&p) {
                        forebears.push(p);
                    }
                }
            }
            if real.is_none() && !self.graph.own_real(n).is_exact() {
                real = Some(n);
            }
            at += 1;
        }
        (real.unwrap_or(leaf), Quantity::Real)
    }
}

fn backed_up<M: Copy + PartialEq>(graph: &Graph<M>, n: NodeId, bound: Bound) -> Span {
    let values = graph.values(n);
    match bound {
        Bound::Low => values.low.unwrap_or(values.real),
        Bound::High => values.high.unwrap_or(values.real),
    }
}
