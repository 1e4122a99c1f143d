//! How likely the Forcer is to reach the target (docs/search.md, sections 3 and 7).
//!
//! A leaf's probability is read off a distribution between its real value and the Forcer's bound.
//! Where the Forcer is to move, the best child counts. Where the Obstructor is to move, the Forcer
//! must succeed against every reply, so the probabilities are multiplied.
//!
//! A new target changes every probability in the tree, but most of them need no work. A position
//! whose real value reaches the target has probability 1, and one whose bound does not has 0,
//! whatever lies below it. Leaves are read off when they are needed. The rest is worked out when it
//! is first asked for, and remembered until the target or something below it changes.

use crate::graph::{Graph, NO_GROUP, NodeId};
use crate::policy::{Config, Distribution, Guide, Independence};
use crate::value::{Probability, Side, Span, Value};

/// A target, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Aim {
    pub forcer: Side,
    /// As the Forcer sees it.
    pub target: f64,
    /// Names this target in the nodes' memory. Never 0.
    pub number: u32,
}

/// Replies sorted into groups, each with the lowest probability in it, in the order in which the
/// groups first appear.
struct Groups<T> {
    groups: Vec<(u32, T)>,
    /// Where a group is likely to be found. To go through all of them would be most of the work of
    /// a new target.
    places: [u8; 256],
}

const NO_PLACE: u8 = u8::MAX;

impl<T: Copy> Groups<T> {
    fn new() -> Groups<T> {
        Groups {
            groups: Vec::new(),
            places: [NO_PLACE; 256],
        }
    }

    fn clear(&mut self) {
        self.groups.clear();
        self.places = [NO_PLACE; 256];
    }

    #[inline]
    fn add(&mut self, tag: u32, probability: T, lower: impl Fn(T, T) -> T) {
        let place = &mut self.places[(tag.wrapping_mul(0x9e37_79b1) >> 24) as usize];
        match self.groups.get_mut(usize::from(*place)) {
            Some((group, lowest)) if *group == tag && tag != NO_GROUP => {
                *lowest = lower(*lowest, probability)
            }
            _ => {
                // This is a new group, or one whose place was taken. A reply without a tag is a
                // group of its own.
                let known = self
                    .groups
                    .iter()
                    .position(|(group, _)| *group == tag && tag != NO_GROUP);
                match known {
                    Some(at) => self.groups[at].1 = lower(self.groups[at].1, probability),
                    None => {
                        *place = u8::try_from(self.groups.len()).unwrap_or(NO_PLACE);
                        self.groups.push((tag, probability));
                    }
                }
            }
        }
    }

    fn probabilities(&self) -> impl Iterator<Item = T> + '_ {
        self.groups.iter().map(|&(_, probability)| probability)
    }
}

/// The rules that probabilities follow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProbabilityRules {
    pub distribution: Distribution,
    pub guide: Guide,
    pub independence: Independence,
}

impl From<&Config> for ProbabilityRules {
    fn from(config: &Config) -> ProbabilityRules {
        ProbabilityRules {
            distribution: config.distribution,
            guide: config.guide,
            independence: config.independence,
        }
    }
}

impl ProbabilityRules {
    /// The probability of `n`, worked out now if it is not remembered.
    pub fn probability<M: Copy + PartialEq>(
        &self,
        graph: &mut Graph<M>,
        aim: &Aim,
        n: NodeId,
    ) -> Probability {
        self.at_once(graph, aim, n).unwrap_or_else(|| {
            self.work_out(graph, aim, n);
            graph
                .remembered(n, aim.number)
                .expect("was just worked out")
        })
    }

    /// The probability of `n`, if no work is needed. Most positions are leaves with plain values,
    /// so those come first.
    #[inline(always)]
    fn at_once<M: Copy + PartialEq>(
        &self,
        graph: &Graph<M>,
        aim: &Aim,
        n: NodeId,
    ) -> Option<Probability> {
        match graph.plain_real_and_hope(n, aim.forcer) {
            Some((real, hope)) if self.guide != Guide::Distributions => {
                let probability = self.distribution.probability(real, hope, aim.target);
                Some(Probability::exact(probability))
            }
            _ => self.of_values(graph, aim, n),
        }
    }

    #[inline(never)]
    fn of_values<M: Copy + PartialEq>(
        &self,
        graph: &Graph<M>,
        aim: &Aim,
        n: NodeId,
    ) -> Option<Probability> {
        let (real, hope) = graph.real_and_hope(n, aim.forcer);
        if self.guide == Guide::Distributions {
            let fear = graph.real_and_hope(n, !aim.forcer).1.mirrored();
            return self.of_whole_distribution(graph, aim, n, [fear, real, hope]);
        }
        if f64::from(real.min()) >= aim.target {
            return Some(Probability::CERTAIN);
        }
        // Strictly below: a child that is worth just the target has reached it, and hopes for
        // nothing beyond.
        if f64::from(hope.max()) < aim.target {
            return Some(Probability::NONE);
        }
        if graph.is_expanded(n) && self.guide != Guide::Hope {
            return graph.remembered(n, aim.number);
        }
        let probability = |real, hope| self.distribution.probability(real, hope, aim.target);
        let min = probability(real.min(), hope.min());
        let max = if real.is_exact() && hope.is_exact() {
            min
        } else {
            probability(real.max(), hope.max())
        };
        Some(Probability { min, max })
    }

    /// The same for a whole distribution, which reaches from what the Forcer fears to what it hopes
    /// for. Then a real value beyond the target is only likely.
    fn of_whole_distribution<M: Copy + PartialEq>(
        &self,
        graph: &Graph<M>,
        aim: &Aim,
        n: NodeId,
        [fear, real, hope]: [Span; 3],
    ) -> Option<Probability> {
        if f64::from(fear.min()) >= aim.target {
            return Some(Probability::CERTAIN);
        }
        if f64::from(hope.max()) < aim.target {
            return Some(Probability::NONE);
        }
        if graph.is_expanded(n) {
            return graph.remembered(n, aim.number);
        }
        let probability = |end: fn(Span) -> Value| {
            let [fear, real, hope] = [fear, real, hope].map(end);
            self.distribution
                .probability_of_whole([fear, real, hope], aim.target)
        };
        Some(Probability {
            min: probability(Span::min),
            max: probability(Span::max),
        })
    }

    /// Works out `n` after all it depends on. Trees can be deep, so this uses a stack of its own
    /// and does not recurse.
    fn work_out<M: Copy + PartialEq>(&self, graph: &mut Graph<M>, aim: &Aim, n: NodeId) {
        enum Step {
            Enter(NodeId),
            Leave(NodeId),
            LeaveComponent(u32),
        }
        let mut steps = vec![Step::Enter(n)];
        let mut groups = Groups::new();
        let mut entered = std::collections::HashSet::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(n) if self.at_once(graph, aim, n).is_some() => {}
                Step::Enter(n) => match graph.component(n) {
                    Some(component) => {
                        if entered.insert(component) {
                            steps.push(Step::LeaveComponent(component));
                            for &m in graph.members(component) {
                                let inner = graph.inner_children(m);
                                steps.extend(
                                    inner
                                        .filter(|&c| graph.component(c) != Some(component))
                                        .map(Step::Enter),
                                );
                            }
                        }
                    }
                    None => {
                        steps.push(Step::Leave(n));
                        steps.extend(graph.inner_children(n).map(Step::Enter));
                    }
                },
                Step::Leave(n) => {
                    let probability = self.combine(graph, aim, n, &mut groups);
                    graph.remember(n, aim.number, probability);
                }
                Step::LeaveComponent(component) => {
                    self.work_out_component(graph, aim, component, &mut groups)
                }
            }
        }
    }

    fn combine<M: Copy + PartialEq>(
        &self,
        graph: &Graph<M>,
        aim: &Aim,
        n: NodeId,
        groups: &mut Groups<f64>,
    ) -> Probability {
        let is_forcers = graph.side(n) == aim.forcer;
        // Nearly always everything is exact. Then one number does for both ends.
        let exact = match (is_forcers, self.guide) {
            (true, Guide::Distributions) => None,
            (true, _) => self.best_exact(graph, aim, n),
            (false, _) => self.product_exact(graph, aim, n, groups),
        };
        if let Some(probability) = exact {
            return Probability::exact(probability);
        }
        let probability = |c| {
            self.at_once(graph, aim, c)
                .expect("children are worked out first")
        };
        let children = graph.children(n);
        if is_forcers {
            self.any_of(children.map(probability))
        } else {
            self.all_of(children.map(|c| (graph.group(c), probability(c))))
        }
    }

    fn best_exact<M: Copy + PartialEq>(
        &self,
        graph: &Graph<M>,
        aim: &Aim,
        n: NodeId,
    ) -> Option<f64> {
        let mut best = 0.0;
        for c in graph.children(n) {
            let probability = self.exact(graph, aim, c)?;
            if probability > best {
                best = probability;
            }
        }
        Some(best)
    }

    fn product_exact<M: Copy + PartialEq>(
        &self,
        graph: &Graph<M>,
        aim: &Aim,
        n: NodeId,
        groups: &mut Groups<f64>,
    ) -> Option<f64> {
        if self.independence == Independence::All {
            let mut product = 1.0;
            for c in graph.children(n) {
                product *= self.exact(graph, aim, c)?;
            }
            return Some(product);
        }
        groups.clear();
        for c in graph.children(n) {
            let probability = self.exact(graph, aim, c)?;
            groups.add(
                graph.group(c),
                probability,
                |a, b| if b < a { b } else { a },
            );
        }
        Some(groups.probabilities().product())
    }

    #[inline(always)]
    fn exact<M: Copy + PartialEq>(&self, graph: &Graph<M>, aim: &Aim, n: NodeId) -> Option<f64> {
        match graph.plain_real_and_hope(n, aim.forcer) {
            Some((real, hope)) if self.guide != Guide::Distributions => {
                Some(self.distribution.probability(real, hope, aim.target))
            }
            _ => self.of_values(graph, aim, n).and_then(Probability::known),
        }
    }

    /// The Forcer chooses, so the best counts.
    fn any_of(&self, probabilities: impl Iterator<Item = Probability>) -> Probability {
        if self.guide != Guide::Distributions {
            return probabilities.fold(Probability::NONE, |best, next| Probability {
                min: best.min.max(next.min),
                max: best.max.max(next.max),
            });
        }
        // For whole distributions: the largest of several values is above the target if one of them
        // is, which has probability 1 − Π(1 − p).
        let fails = probabilities.fold(Probability::CERTAIN, |fails, next| Probability {
            min: fails.min * (1.0 - next.max),
            max: fails.max * (1.0 - next.min),
        });
        Probability {
            min: 1.0 - fails.max,
            max: 1.0 - fails.min,
        }
    }

    /// The Obstructor chooses, so all are multiplied. A reply group counts once, by the
    /// Obstructor's best reply in it.
    fn all_of(&self, replies: impl Iterator<Item = (u32, Probability)>) -> Probability {
        let product = |all: Probability, next: Probability| Probability {
            min: all.min * next.min,
            max: all.max * next.max,
        };
        if self.independence == Independence::All {
            return replies
                .map(|(_, probability)| probability)
                .fold(Probability::CERTAIN, product);
        }
        let mut groups = Groups::new();
        for (tag, probability) in replies {
            groups.add(tag, probability, lower);
        }
        groups.probabilities().fold(Probability::CERTAIN, product)
    }

    /// Positions that can repeat are worked out together (docs/search.md, section 9).
    ///
    /// If a draw is not enough for the Forcer, a repetition is a failure, and probabilities rise
    /// from 0 to what can be reached without one. If a draw is enough, a repetition is a success,
    /// and they fall from 1. Then a reply that stays in the component may only lower the
    /// probability to its own. If it were multiplied in, the same exit would count again with every
    /// lap.
    fn work_out_component<M: Copy + PartialEq>(
        &self,
        graph: &mut Graph<M>,
        aim: &Aim,
        component: u32,
        groups: &mut Groups<f64>,
    ) {
        let draw = match aim.forcer {
            Side::Max => graph.scale().draw,
            Side::Min => -graph.scale().draw,
        };
        let content = f64::from(draw) >= aim.target;
        let members = graph.members(component).to_vec();
        let start = if content {
            Probability::CERTAIN
        } else {
            Probability::NONE
        };
        for &m in &members {
            graph.remember(m, aim.number, start);
        }
        // Taking the best settles within as many rounds as there are members. The formula for whole
        // distributions may creep up for ever.
        for _ in 0..2 * members.len() + 64 {
            let mut changed = false;
            for &m in &members {
                let probability = if content && graph.side(m) != aim.forcer {
                    let is_inside = |&c: &NodeId| graph.component(c) == Some(component);
                    let probability = |c| {
                        self.at_once(graph, aim, c)
                            .expect("exits are worked out first")
                    };
                    let exits = graph.children(m).filter(|c| !is_inside(c));
                    let through = self.all_of(exits.map(|c| (graph.group(c), probability(c))));
                    graph
                        .children(m)
                        .filter(is_inside)
                        .map(probability)
                        .fold(through, lower)
                } else {
                    self.combine(graph, aim, m, groups)
                };
                if graph.remembered(m, aim.number) != Some(probability) {
                    graph.remember(m, aim.number, probability);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
    }
}

fn lower(a: Probability, b: Probability) -> Probability {
    Probability {
        min: a.min.min(b.min),
        max: a.max.min(b.max),
    }
}
