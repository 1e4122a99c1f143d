//! SELECT: the Player searches for the best move (docs/search.md, sections 4 and 5).

use super::descent::DescentEnd;
use super::doubt::Doubt;
use super::{Search, Step};
use crate::event::{Event, Phase, Selected};
use crate::graph::{Bound, NodeId};
use crate::target::{falling_targets, select_target};
use crate::value::{Probability, Span, Value};

impl<M: Copy + PartialEq> Search<M> {
    pub(super) fn select(&mut self) -> Result<Step<M>, Doubt> {
        let best = self.best_root_move(None)?;
        if self.is_separated(best)? {
            return Ok(self.end_select(best, Selected::Separated));
        }
        let before = self.target;
        self.aim_above(best)?;
        if self.target != before {
            self.events.extend(self.target.map(Event::Aimed));
        }
        let min_act = self.min_act();
        let mut contenders = self.likely_children(NodeId::ROOT, min_act)?;
        if contenders.iter().all(|&i| i == best) {
            return Ok(self.end_select(best, Selected::NoContender));
        }
        if self.is_effort_spent() {
            // Jobs that are out are paid for, so their findings are waited for.
            return Ok(if self.is_phase_out() {
                Step::Wait
            } else {
                self.end_select(best, Selected::EffortSpent)
            });
        }
        if contenders
            .iter()
            .all(|&i| i == best || self.rest_on_the_same(best, i))
        {
            return Ok(self.end_select(best, Selected::SameLeaf));
        }
        match self.descend(vec![NodeId::ROOT], &mut contenders)? {
            DescentEnd::Leaf { path, worth } => Ok(self.hand_expansion(path, worth)),
            DescentEnd::AllOut => Ok(Step::Wait),
            DescentEnd::Nothing => Ok(self.end_select(best, Selected::Exhausted)),
        }
    }

    pub(super) fn end_select(&mut self, best: usize, why: Selected) -> Step<M> {
        self.events.push_back(Event::SelectEnded {
            selected: self.graph.move_at(NodeId::ROOT, best),
            why,
        });
        self.selected = best;
        self.enter(Phase::Verify, self.earlier_phases + 1);
        Step::Again
    }

    /// The root move with the highest real value, without `but`.
    pub(super) fn best_root_move(&mut self, but: Option<usize>) -> Result<usize, Doubt> {
        let moves: Vec<usize> = (0..self.graph.child_count(NodeId::ROOT))
            .filter(|&i| Some(i) != but)
            .collect();
        self.best_real(NodeId::ROOT, &moves, self.player)
    }

    fn root_real(&self, i: usize) -> Span {
        self.graph
            .values(self.graph.child(NodeId::ROOT, i))
            .seen_by(self.player)
            .real
    }

    fn root_hope(&self, i: usize) -> Span {
        self.graph
            .values(self.graph.child(NodeId::ROOT, i))
            .seen_by(self.player)
            .hope
    }

    /// Whether no other move hopes for more than the best is worth, by the margin.
    fn is_separated(&mut self, best: usize) -> Result<bool, Doubt> {
        let real = self.root_real(best);
        let level = |real: Value| real.saturating_add_unsigned(self.config.margin - 1);
        let others = || (0..self.graph.child_count(NodeId::ROOT)).filter(|&i| i != best);
        if others().all(|i| self.root_hope(i).max() <= level(real.min())) {
            return Ok(true);
        }
        if others().any(|i| self.root_hope(i).min() > level(real.max())) {
            return Ok(false);
        }
        let is_open = |&i: &usize| {
            !self.root_hope(i).is_exact() && self.root_hope(i).max() > level(real.min())
        };
        let open = others().filter(is_open);
        let doubts = open
            .map(|i| self.doubt_hope(i, level(real.min())))
            .collect();
        self.settle(doubts)?;
        Err(Doubt::Real(self.graph.child(NodeId::ROOT, best)))
    }

    fn doubt_hope(&self, i: usize, beyond: Value) -> Doubt {
        Doubt::Hope {
            node: self.graph.child(NodeId::ROOT, i),
            bound: Bound::hoped_by(self.player),
            beyond,
        }
    }

    /// Sets the target (docs/search.md, section 4), and lowers it until some move is likely enough
    /// to reach it.
    fn aim_above(&mut self, best: usize) -> Result<(), Doubt> {
        let Some(real) = self.root_real(best).known() else {
            return Err(Doubt::Real(self.graph.child(NodeId::ROOT, best)));
        };
        let opts: Vec<Span> = (0..self.graph.child_count(NodeId::ROOT))
            .map(|i| self.root_hope(i))
            .collect();
        let first = select_target(real, best, &opts)
            .map_err(|open| self.doubt_hope(open.number, open.beyond))?
            .expect("some other move hopes for more: the best is not separated");
        self.aim_at_first_likely(&falling_targets(first, real))
    }

    /// Of falling targets, takes the first that some move is likely enough to reach, or else the
    /// last. The lower a target, the likelier it is reached. So not all of them need to be tried;
    /// every trial costs all probabilities of the tree.
    fn aim_at_first_likely(&mut self, targets: &[f64]) -> Result<(), Doubt> {
        let min_act = self.min_act();
        // No target before `least` is likely to be reached. `most` is likely to be, or is the last.
        let (mut least, mut most) = (0, targets.len() - 1);
        while least < most {
            // The first is often the one.
            let middle = if least == 0 {
                0
            } else {
                usize::midpoint(least, most)
            };
            self.set_target(targets[middle]);
            if self.likely_children(NodeId::ROOT, min_act)?.is_empty() {
                least = middle + 1;
            } else {
                most = middle;
            }
        }
        self.set_target(targets[most]);
        Ok(())
    }

    /// The children of `n` whose probability is at least `min_act`.
    pub(super) fn likely_children(&mut self, n: NodeId, min_act: f64) -> Result<Vec<usize>, Doubt> {
        let aim = self.aim.expect("a target was set");
        let mut likely = Vec::new();
        let mut doubts = Vec::new();
        for i in 0..self.graph.child_count(n) {
            let child = self.graph.child(n, i);
            let Probability { min, max } = self.rules.probability(&mut self.graph, &aim, child);
            if max >= min_act {
                likely.push(i);
                if min < min_act {
                    doubts.push(Doubt::Probability(child));
                }
            }
        }
        self.settle(doubts)?;
        Ok(likely)
    }

    /// Whether the values of two root moves come from the same positions. Then whatever is found
    /// there is found for both.
    fn rest_on_the_same(&self, a: usize, b: usize) -> bool {
        let (a, b) = (
            self.graph.child(NodeId::ROOT, a),
            self.graph.child(NodeId::ROOT, b),
        );
        let real = |n| self.graph.values(n).real;
        let hope = |n| {
            let values = self.graph.values(n);
            let bound = if self.player == crate::value::Side::Max {
                values.high
            } else {
                values.low
            };
            bound.unwrap_or(values.real)
        };
        self.resting_place(a, real) == self.resting_place(b, real)
            && self.resting_place(a, hope) == self.resting_place(b, hope)
    }

    /// The leaf a value of `n` comes from.
    fn resting_place(&self, n: NodeId, value: impl Fn(NodeId) -> Span) -> NodeId {
        let mut path = vec![n];
        loop {
            let at = path[path.len() - 1];
            match self
                .graph
                .children(at)
                .find(|&c| value(c) == value(at) && !path.contains(&c))
            {
                Some(c) => path.push(c),
                None => return at,
            }
        }
    }
}
