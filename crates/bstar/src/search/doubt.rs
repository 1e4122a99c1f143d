//! When bounds leave a decision open (docs/search.md, section 6).
//!
//! A decision compares values or probabilities of which only spans may be known. The spans are
//! enough while every value they allow gives the same answer. When they are not, the decision names
//! what it doubts. The code here follows the doubt to the probe that caused it, and asks that probe
//! again for as much as is needed. So a search whose prober answers only what was asked makes the
//! same decisions as one whose prober always answers exactly.

use super::jobs::{at_least, quantity_of};
use super::{Search, Step};
use crate::event::{Phase, Reason, Selected};
use crate::graph::{Bound, Graph, NodeId};
use crate::job::{Ask, Of, Precision, Purpose, Quantity};
use crate::policy::{Asking, Guide};
use crate::probability::Aim;
use crate::value::{Probability, Side, Span, Value};

/// What a decision would have to know better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    Real(NodeId),
    /// How far a hope goes beyond a value, as the hoping side sees it.
    Hope {
        node: NodeId,
        bound: Bound,
        beyond: Value,
    },
    Probability(NodeId),
}

/// What reduces a doubt.
enum Cure {
    /// To ask about a value of a position.
    Ask(NodeId, Quantity, Precision),
    /// To expand a folded position again: only its moves tell more.
    Unfold(NodeId),
}

impl<M: Copy + PartialEq> Search<M> {
    /// Hands out a job that reduces the doubt.
    pub(super) fn sharpen(&mut self, doubt: Doubt) -> Step<M> {
        let (n, quantity, mut precision) = match self.cure_beside(doubt) {
            Cure::Ask(n, quantity, precision) => (n, quantity, precision),
            Cure::Unfold(n) => return self.unfold(n),
        };
        if self.graph.is_disputed(n, quantity) {
            precision = Precision::Exact;
        }
        if self.graph.is_sharpening(n) {
            return Step::Wait;
        }
        let mut path = self.graph.path_to(n);
        path.pop();
        let parent = *path.last().expect("the root is never in doubt");
        let asked: Vec<(M, NodeId)> = self
            .graph
            .moves(parent)
            .filter(|&(_, c)| c == n || self.is_asked_with(c, n, parent, quantity, precision))
            .collect();
        let asks = asked.iter().map(|&(mv, _)| Ask {
            of: Of::Move(mv),
            quantity,
            precision,
        });
        let asks = asks.collect();
        for (_, c) in asked {
            self.graph.set_sharpening(c, true);
        }
        Step::Hand(self.hand_out(Purpose::Sharpen, path, asks, 1.0))
    }

    /// Hands out an expansion like any other, except that a decision waits for it. When effort is
    /// spent, the decision is made with what is known.
    fn unfold(&mut self, n: NodeId) -> Step<M> {
        if self.graph.is_job_out(n) || (self.is_effort_spent() && self.is_phase_out()) {
            return Step::Wait;
        }
        match (self.is_effort_spent(), self.phase) {
            (false, _) => self.hand_expansion(self.graph.path_to(n), 1.0),
            (true, Phase::Select) => self.end_select(self.best_for_now(), Selected::EffortSpent),
            (true, Phase::Verify) => self.break_off(Reason::EffortSpent),
        }
    }

    /// What to ask beside what is asked already.
    fn cure_beside(&mut self, doubt: Doubt) -> Cure {
        let cure = self.cure(doubt);
        if self.out.is_empty() || !self.is_under_way(&cure) {
            return cure;
        }
        self.passes_over_asked = true;
        let beside = self.cure(doubt);
        self.passes_over_asked = false;
        match beside {
            Cure::Ask(n, ..) if self.graph.is_expanded(n) => cure,
            _ => beside,
        }
    }

    /// Whether a leaf that is asked about is to be left alone, in search of another.
    fn is_passed_over(&self, n: NodeId) -> bool {
        self.passes_over_asked && !self.graph.is_expanded(n) && self.graph.is_sharpening(n)
    }

    /// Fails if there are doubts that leave a decision open: with one that nobody was asked about
    /// yet, or else with the first. So a caller with many probers need not wait for one answer
    /// before it asks the next question.
    pub(super) fn settle(&mut self, doubts: Vec<Doubt>) -> Result<(), Doubt> {
        let Some(&first) = doubts.first() else {
            return Ok(());
        };
        if self.out.is_empty() {
            return Err(first);
        }
        let mut doubts = doubts.into_iter();
        let unasked = doubts.find(|&doubt| {
            let cure = self.cure(doubt);
            !self.is_under_way(&cure)
        });
        Err(unasked.unwrap_or(first))
    }

    fn is_under_way(&self, cure: &Cure) -> bool {
        match *cure {
            Cure::Ask(n, ..) => self.graph.is_sharpening(n),
            Cure::Unfold(n) => self.graph.is_job_out(n),
        }
    }

    /// What to ask, and about which position.
    fn cure(&mut self, doubt: Doubt) -> Cure {
        let (asking, player) = (self.config.asking, self.player);
        let needs = |precision| match asking {
            Asking::Exactly => Precision::Exact,
            Asking::AsNeeded | Asking::BestFirst => precision,
        };
        match doubt {
            Doubt::Real(n) => {
                let leaf = self.leaf_of_value(n, |n| self.graph.values(n).real, None);
                if self.graph.is_folded(leaf) {
                    return Cure::Unfold(leaf);
                }
                Cure::Ask(leaf, Quantity::Real, needs(self.best_of_sisters(leaf)))
            }
            Doubt::Hope {
                node,
                bound,
                beyond,
            } => {
                let hope = |n| backed_up(&self.graph, n, bound);
                let leaf = self.leaf_of_value(node, hope, Some(beyond));
                let of_bound = needs(at_least(player, beyond + 1));
                self.cause(leaf, bound, of_bound, Precision::Exact)
            }
            Doubt::Probability(n) if self.is_read_off_values(n) => {
                let bound = Bound::hoped_by(self.forcer());
                if !self.graph.values(n).real.is_exact() {
                    return self.cure(Doubt::Real(n));
                }
                let leaf = self.leaf_of_value(n, |n| backed_up(&self.graph, n, bound), None);
                self.cause(leaf, bound, Precision::Exact, Precision::Exact)
            }
            Doubt::Probability(n) => {
                let aim = self.aim.expect("a target was set");
                let leaf = self.leaf_of_probability(n);
                let of_bound = needs(self.precision_of_hope());
                self.cause(
                    leaf,
                    Bound::hoped_by(aim.forcer),
                    of_bound,
                    needs(short_of(aim)),
                )
            }
        }
    }

    /// Whether the probability of `n` depends on its own values and not on the probabilities of its
    /// moves. Then those can all be known while its own is open.
    fn is_read_off_values(&self, n: NodeId) -> bool {
        self.config.guide == Guide::Hope && self.graph.is_expanded(n)
    }

    /// Whether a sister of `n` is asked about in the same job. It is if only the best of the
    /// sisters is wanted, or if nothing is known of any of them yet.
    fn is_asked_with(
        &self,
        c: NodeId,
        n: NodeId,
        parent: NodeId,
        quantity: Quantity,
        precision: Precision,
    ) -> bool {
        if c == n || self.graph.is_finished(c) || self.graph.is_sharpening(c) {
            return false;
        }
        match precision {
            Precision::Best { than } => {
                let side = self.graph.side(parent);
                let than = Span::exact(than).seen_by(side).max();
                !self.graph.is_expanded(c)
                    && !self.graph.is_folded(c)
                    && !self.graph.own_real(c).is_exact()
                    && !self.graph.is_disputed(c, Quantity::Real)
                    && self.graph.values(c).real.seen_by(side).max() > than
            }
            _ => self.is_unheard_of(c, quantity) && self.is_unheard_of(n, quantity),
        }
    }

    /// Whether nobody has asked for a bound of `n` yet.
    fn is_unheard_of(&self, n: NodeId, quantity: Quantity) -> bool {
        let bound = match quantity {
            Quantity::Real => return false,
            Quantity::MinBound => Bound::Low,
            Quantity::MaxBound => Bound::High,
        };
        let scale = self.graph.scale();
        self.graph.is_probed(n, bound)
            && self.graph.raw_bound(n, bound) == Span::between(scale.loss + 1, scale.win - 1)
    }

    /// A leaf that may be better than all that is known of its sisters is asked about together with
    /// them. For any other leaf its own value is asked for.
    fn best_of_sisters(&self, leaf: NodeId) -> Precision {
        let path = self.graph.path_to(leaf);
        let parent = path[path.len() - 2];
        let side = self.graph.side(parent);
        let real = |c: NodeId| self.graph.values(c).real.seen_by(side);
        // VERIFY begins with the question which of the others is best.
        let is_begin =
            parent == NodeId::ROOT && self.phase == Phase::Verify && self.target.is_none();
        let selected = is_begin.then(|| self.graph.child(parent, self.selected));
        let known = self
            .graph
            .children(parent)
            .filter(|&c| Some(c) != selected)
            .map(|c| real(c).min())
            .max()
            .expect("has a child");
        let is_leader = real(leaf).max() > known && !self.graph.is_expanded(leaf);
        if !is_leader {
            return Precision::Exact;
        }
        Precision::Best {
            than: Span::exact(known).seen_by(side).max(),
        }
    }

    /// The leaf that keeps a value of `n` open: the one that could still be best for the side to
    /// move. If only values `beyond` something count for the Player, a leaf that does not reach
    /// further keeps nothing open.
    fn leaf_of_value(
        &self,
        n: NodeId,
        value: impl Fn(NodeId) -> Span,
        beyond: Option<Value>,
    ) -> NodeId {
        let is_open = |c: NodeId| {
            let reach = value(c).seen_by(self.player).max();
            !value(c).is_exact()
                && beyond.is_none_or(|beyond| reach > beyond)
                && !self.is_passed_over(c)
        };
        let mut path = vec![n];
        loop {
            let at = path[path.len() - 1];
            let side = self.graph.side(at);
            let reach = |c: &NodeId| value(*c).seen_by(side).max();
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
    fn leaf_of_probability(&mut self, n: NodeId) -> NodeId {
        let aim = self.aim.expect("a target was set");
        let mut path = vec![n];
        loop {
            let at = path[path.len() - 1];
            let mut likeliest: Option<(f64, NodeId)> = None;
            let is_forcers = self.graph.side(at) == self.forcer();
            for c in self.graph.children(at).collect::<Vec<_>>() {
                let probability: Probability = self.probability_of(c);
                if probability.is_exact() || path.contains(&c) || self.is_passed_over(c) {
                    continue;
                }
                // Of the Obstructor's moves, the one that is worth most to the Obstructor is the
                // likeliest to settle it.
                let weight = if is_forcers {
                    probability.max
                } else {
                    f64::from(-self.graph.real_and_hope(c, aim.forcer).0.min())
                };
                if likeliest.is_none_or(|(most, _)| weight > most) {
                    likeliest = Some((weight, c));
                }
            }
            match likeliest {
                Some((_, c)) => path.push(c),
                None if self.graph.is_expanded(at) => return self.any_open_probability(n),
                None => return at,
            }
        }
    }

    /// Inside a component the open child may lie on the path already. Then any open leaf below
    /// brings the decision closer.
    fn any_open_leaf(&self, n: NodeId, is_open: impl Fn(NodeId) -> bool) -> NodeId {
        self.leaves_below(n)
            .find(|&leaf| is_open(leaf))
            .unwrap_or(n)
    }

    fn any_open_probability(&mut self, n: NodeId) -> NodeId {
        let leaves: Vec<NodeId> = self.leaves_below(n).collect();
        let open = leaves
            .into_iter()
            .find(|&leaf| !self.probability_of(leaf).is_exact() && !self.is_passed_over(leaf));
        open.unwrap_or(n)
    }

    fn leaves_below(&self, n: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut seen = std::collections::HashSet::from([n]);
        let mut stack = vec![n];
        std::iter::from_fn(move || {
            let m = stack.pop()?;
            stack.extend(self.graph.children(m).filter(|&c| seen.insert(c)));
            Some(m)
        })
        .filter(|&m| !self.graph.is_expanded(m))
    }

    /// What to ask about, so that a leaf's hope and its probability become known as far as they
    /// matter. It is an open bound, the leaf's own or one that it inherits. If there is none, it is
    /// a real value that may lie beyond such a bound, the leaf's own first.
    fn cause(&self, leaf: NodeId, bound: Bound, of_bound: Precision, of_real: Precision) -> Cure {
        if self.graph.is_folded(leaf) {
            return Cure::Unfold(leaf);
        }
        let mut real = None;
        let mut forebears = vec![leaf];
        let mut at = 0;
        while let Some(&n) = forebears.get(at) {
            if self.graph.is_probed(n, bound) {
                if !of_bound.is_met_by(self.graph.raw_bound(n, bound)) {
                    return Cure::Ask(n, quantity_of(bound), of_bound);
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
            let precision = if n == leaf { of_real } else { Precision::Exact };
            if real.is_none() && !precision.is_met_by(self.graph.own_real(n)) {
                real = Some(Cure::Ask(n, Quantity::Real, precision));
            }
            at += 1;
        }
        real.unwrap_or(Cure::Ask(leaf, Quantity::Real, Precision::Exact))
    }
}

/// Asks for the value as long as it falls short of the target.
fn short_of(aim: Aim) -> Precision {
    let most = aim.target.ceil() as Value - 1;
    match aim.forcer {
        Side::Max => Precision::UpTo(most),
        Side::Min => Precision::From(-most),
    }
}

fn backed_up<M: Copy + PartialEq>(graph: &Graph<M>, n: NodeId, bound: Bound) -> Span {
    let values = graph.values(n);
    match bound {
        Bound::Low => values.low.unwrap_or(values.real),
        Bound::High => values.high.unwrap_or(values.real),
    }
}
