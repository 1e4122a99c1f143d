//! What the search wants to know becomes a job.

use std::collections::{HashSet, VecDeque};

use super::{Search, Step};
use crate::event::Event;
use crate::graph::{Bound, NodeId};
use crate::job::{Ask, Job, JobId, Key, Of, Precision, Purpose, Quantity};
use crate::policy::Asking;
use crate::value::Side;

/// A job that is out.
#[derive(Clone, Debug)]
pub(super) struct JobOut<M> {
    /// `None` once its position was freed.
    pub node: Option<NodeId>,
    pub purpose: Purpose,
    pub phase_number: u32,
    pub asks: Vec<Ask<M>>,
    /// The positions on the path, the job's own included.
    pub path: Vec<NodeId>,
}

impl<M: PartialEq> JobOut<M> {
    /// Whether it asks about this very move.
    pub fn asks_about(&self, mv: &M) -> bool {
        self.asks
            .iter()
            .any(|ask| matches!(&ask.of, Of::Move(asked) if asked == mv))
    }
}

impl<M: Copy + PartialEq> Search<M> {
    /// Notes the positions at or below `n` where the Forcer is to move and some move lacks the
    /// Forcer's bound, parents first.
    pub(super) fn collect_wanted(&mut self, n: NodeId) {
        if self.config.asking != Asking::Exactly {
            // A bound that nobody asked for is open, and is asked for when it matters.
            return;
        }
        let bound = Bound::hoped_by(self.forcer());
        let mut seen = HashSet::from([n]);
        let mut queue = VecDeque::from([n]);
        while let Some(n) = queue.pop_front() {
            if self.graph.side(n) == self.forcer() && self.lacking(n, bound).next().is_some() {
                self.wanted.push_back(n);
            }
            queue.extend(self.graph.inner_children(n).filter(|&c| seen.insert(c)));
        }
    }

    fn lacking(&self, n: NodeId, bound: Bound) -> impl Iterator<Item = M> + '_ {
        let lacks = move |c: NodeId| !self.graph.is_asked(c, bound) && !self.graph.is_finished(c);
        self.graph
            .moves(n)
            .filter(move |&(_, c)| lacks(c))
            .map(|(mv, _)| mv)
    }

    pub(super) fn next_bounds_job(&mut self) -> Option<Job<M>> {
        let bound = Bound::hoped_by(self.forcer());
        while let Some(n) = self.wanted.pop_front() {
            if self.graph.is_job_out(n) {
                continue;
            }
            let (quantity, precision) = (quantity_of(bound), self.precision_of_hope());
            let asks: Vec<_> = self
                .lacking(n, bound)
                .map(|mv| Ask {
                    of: Of::Move(mv),
                    quantity,
                    precision,
                })
                .collect();
            if !asks.is_empty() {
                let path = self.graph.path_to(n);
                return Some(self.hand_out(Purpose::Bounds, path, asks, 1.0));
            }
        }
        None
    }

    pub(super) fn hand_expansion(&mut self, path: Vec<NodeId>, worth: f64) -> Step<M> {
        let n = *path.last().expect("a path begins with the root");
        let side = self.graph.side(n);
        let ask = |quantity, precision| Ask {
            of: Of::All,
            quantity,
            precision,
        };
        let mut asks = vec![ask(Quantity::Real, self.precision_of_real(n))];
        let is_open = self.config.asking == Asking::BestFirst && self.aim.is_none();
        if side == self.forcer() && !is_open {
            asks.push(ask(
                quantity_of(Bound::hoped_by(side)),
                self.precision_of_hope(),
            ));
        }
        self.expansions += 1;
        self.phase_expansions += 1;
        Step::Hand(self.hand_out(Purpose::Expand, path, asks, worth))
    }

    /// Back-up needs the value of the best move. The others are asked about when they turn out to
    /// matter.
    fn precision_of_real(&self, n: NodeId) -> Precision {
        let is_exact = match self.config.asking {
            Asking::Exactly => true,
            Asking::AsNeeded => self.aim.is_none(),
            Asking::BestFirst => false,
        };
        if is_exact {
            return Precision::Exact;
        }
        let scale = self.graph.scale();
        Precision::Best {
            than: match self.graph.side(n) {
                Side::Max => scale.loss,
                Side::Min => scale.win,
            },
        }
    }

    /// A move's hope matters only as far as it goes beyond the target. A hope that does not reach
    /// the target has probability 0, however far it falls short.
    pub(super) fn precision_of_hope(&self) -> Precision {
        match self.aim {
            Some(aim) if self.config.asking != Asking::Exactly => {
                at_least(aim.forcer, (aim.target.floor() + 1.0) as i32)
            }
            _ => Precision::Exact,
        }
    }

    pub(super) fn hand_out(
        &mut self,
        purpose: Purpose,
        path: Vec<NodeId>,
        mut asks: Vec<Ask<M>>,
        worth: f64,
    ) -> Job<M> {
        // A target may lie a margin beyond the end of the scale. No value does, so nobody could
        // answer such a question.
        let scale = self.graph.scale();
        for ask in &mut asks {
            ask.precision = ask.precision.within(scale);
        }
        let n = *path.last().expect("a path begins with the root");
        let id = JobId(self.next_job);
        self.next_job += 1;
        if purpose != Purpose::Sharpen {
            self.graph.set_job_out(n, true);
        }
        let key = Key(self.graph.key(n));
        let moves = self.moves_along(&path);
        self.events.push_back(Event::HandedOut {
            job: id,
            purpose,
            path: moves.clone(),
            key,
            phase: self.phase,
            target: self.target,
        });
        let out = JobOut {
            node: Some(n),
            purpose,
            phase_number: self.phase_number,
            asks: asks.clone(),
            path,
        };
        self.out.insert(id, out);
        Job {
            id,
            purpose,
            path: moves,
            key,
            asks,
            worth,
        }
    }

    fn moves_along(&self, path: &[NodeId]) -> Vec<M> {
        let step = |pair: &[NodeId]| {
            self.graph
                .moves(pair[0])
                .find(|&(_, to)| to == pair[1])
                .map(|(mv, _)| mv)
        };
        path.windows(2).filter_map(step).collect()
    }
}

/// Asks for the value if `side` sees it as at least `x`, and otherwise only for the fact that it is
/// not.
pub(super) fn at_least(side: Side, x: i32) -> Precision {
    match side {
        Side::Max => Precision::From(x),
        Side::Min => Precision::UpTo(-x),
    }
}

pub(super) fn quantity_of(bound: Bound) -> Quantity {
    match bound {
        Bound::Low => Quantity::MinBound,
        Bound::High => Quantity::MaxBound,
    }
}
