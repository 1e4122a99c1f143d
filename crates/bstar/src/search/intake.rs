//! Findings come in, are checked, and change the graph. Findings that do not pass the check change
//! nothing.

use super::Search;
use super::jobs::{JobOut, quantity_of};
use crate::error::FindingError;
use crate::event::{Event, Phase};
use crate::graph::{Bound, NodeId};
use crate::job::{Ask, Child, JobId, Key, Kind, Of, Precision, Purpose, Quantity};
use crate::policy::Asking;
use crate::value::{Outcome, Scale, Span};

impl<M: Copy + PartialEq> Search<M> {
    /// Takes in what was found out for a job: about all moves of its position if it asked about
    /// all, otherwise about those it asked about.
    ///
    /// Jobs may come back in any order, also after their phase or the whole search is over; their
    /// findings are kept. A bound on the wrong side of the real value is moved to the real value,
    /// because an extra move can be a burden.
    ///
    /// If memory is full and nothing can be [folded](crate::Config::memory), an expansion is turned
    /// away as if it had been [abandoned](Self::abandon). Then the search ends with
    /// [`Reason::MemoryFull`](crate::Reason::MemoryFull).
    pub fn complete(&mut self, job: JobId, children: Vec<Child<M>>) -> Result<(), FindingError> {
        let out = self.out.get(&job).ok_or_else(|| self.not_out(job))?;
        self.check(out, &children)?;
        // A search without the root's moves has nothing to decide, so these always come in.
        let can_be_refused =
            out.purpose == Purpose::Expand && out.node.is_some_and(|n| n != NodeId::ROOT);
        if can_be_refused && !self.make_room(children.len()) {
            self.is_full = true;
            return self.abandon(job);
        }
        let out = self.out.remove(&job).expect("was just there");
        let late = out.phase_number != self.phase_number || self.decision.is_some();
        if let Some(n) = out.node {
            self.take_in(n, job, &out, children);
        }
        self.events.push_back(Event::Completed {
            job,
            purpose: out.purpose,
            late,
        });
        self.note_news();
        if out.purpose == Purpose::Expand {
            // The components of repeating positions take room, too.
            self.make_room(0);
        }
        Ok(())
    }

    /// Gives a job back undone. If it is still wanted, it will be handed out again.
    pub fn abandon(&mut self, job: JobId) -> Result<(), FindingError> {
        let Some(out) = self.out.remove(&job) else {
            return Err(self.not_out(job));
        };
        if let Some(n) = out.node {
            self.release(n, &out);
            if out.purpose == Purpose::Bounds {
                self.wanted.push_back(n);
            }
        }
        // Jobs handed out before the root moved were counted by the search of that time.
        if out.purpose == Purpose::Expand && out.phase_number >= self.first_phase {
            self.expansions = self.expansions.saturating_sub(1);
            if out.phase_number == self.phase_number {
                self.phase_expansions = self.phase_expansions.saturating_sub(1);
            }
        }
        self.events.push_back(Event::Abandoned { job });
        Ok(())
    }

    fn not_out(&self, job: JobId) -> FindingError {
        if job.0 == 0 || job.0 >= self.next_job {
            FindingError::NeverHandedOut(job)
        } else {
            FindingError::NotOut(job)
        }
    }

    /// Gives all jobs back that are still out, for a caller that will not complete them.
    pub fn abandon_all(&mut self) {
        let mut jobs: Vec<JobId> = self.out.keys().copied().collect();
        jobs.sort_unstable();
        for job in jobs {
            self.abandon(job).expect("is out");
        }
    }

    fn release(&mut self, n: NodeId, out: &JobOut<M>) {
        if out.purpose == Purpose::Sharpen {
            let moves: Vec<(M, NodeId)> = self.graph.moves(n).collect();
            for (_, c) in moves.iter().filter(|(mv, _)| out.asks_about(mv)) {
                self.graph.set_sharpening(*c, false);
            }
        } else {
            self.graph.set_job_out(n, false);
        }
    }

    fn take_in(&mut self, n: NodeId, job: JobId, out: &JobOut<M>, mut children: Vec<Child<M>>) {
        self.release(n, out);
        let hoped = Bound::hoped_by(self.graph.side(n));
        let is_left_open = self.config.asking != Asking::Exactly
            && out.purpose == Purpose::Expand
            && !out
                .asks
                .iter()
                .any(|ask| ask.quantity == quantity_of(hoped));
        for child in &mut children {
            if is_left_open {
                leave_open(child, hoped);
            }
            if self.drawn.contains(&child.key.0)
                && self.graph.find(child.key.0) != Some(NodeId::ROOT)
            {
                child.outcome = Some(Outcome::Draw);
            }
            narrow_to(self.graph.scale(), child);
        }
        let asked: Vec<Bound> = Bound::BOTH
            .into_iter()
            .filter(|&bound| {
                (is_left_open && bound == hoped)
                    || out
                        .asks
                        .iter()
                        .any(|ask| ask.quantity == quantity_of(bound))
            })
            .collect();
        // The position may have become a drawn leaf while the job was out. Then its moves do not
        // matter any more.
        if self.graph.is_finished(n) {
            return;
        }
        if out.purpose != Purpose::Expand {
            self.graph.learn(n, &children, job.0, &asked);
            return;
        }
        let linked = self.graph.expand(n, &children, job.0, &asked);
        for &passed in &out.path {
            self.graph.attend(passed);
        }
        if let Some(positions) = linked.component {
            self.events.push_back(Event::Repeats {
                key: Key(self.graph.key(n)),
                positions,
            });
        }
        if out.phase_number != self.phase_number {
            // The job asked for the bounds of another phase's Forcer.
            let top = match self.phase {
                Phase::Select => NodeId::ROOT,
                Phase::Verify => self.graph.child(NodeId::ROOT, self.selected),
            };
            self.collect_wanted(top);
        } else {
            for known in linked.known {
                self.collect_wanted(known);
            }
        }
    }

    fn check(&self, out: &JobOut<M>, children: &[Child<M>]) -> Result<(), FindingError> {
        let asks_all = out.purpose == Purpose::Expand;
        if asks_all && children.is_empty() {
            return Err(FindingError::NoMoves);
        }
        if !asks_all {
            let mut asked: Vec<M> = Vec::new();
            for ask in &out.asks {
                if let Of::Move(mv) = ask.of
                    && !asked.contains(&mv)
                {
                    asked.push(mv);
                }
            }
            if asked.len() != children.len() {
                return Err(FindingError::WrongMoves {
                    asked: asked.len(),
                    told: children.len(),
                });
            }
            if let Some(child) = children.iter().position(|child| !asked.contains(&child.mv)) {
                return Err(FindingError::UnknownMove { child });
            }
        }
        for (i, child) in children.iter().enumerate() {
            if children[..i].iter().any(|earlier| earlier.mv == child.mv) {
                return Err(FindingError::DuplicateMove { child: i });
            }
            self.check_child(out, i, child)?;
        }
        self.check_best(out, children)
    }

    /// Where only the best move is wanted, no other move may possibly be better.
    fn check_best(&self, out: &JobOut<M>, children: &[Child<M>]) -> Result<(), FindingError> {
        let Some(n) = out.node else { return Ok(()) };
        let side = self.graph.side(n);
        let scale = self.graph.scale();
        let than = |child: &Child<M>| {
            asks_about(out, child.mv).find_map(|ask| match ask.precision {
                Precision::Best { than } => Some(Span::exact(than).seen_by(side).max()),
                _ => None,
            })
        };
        let real = |child: &Child<M>| {
            let value = match child.outcome {
                Some(outcome) => Span::exact(scale.value_of(outcome)),
                None => child
                    .real
                    .unwrap_or(Span::UNKNOWN)
                    .narrowed(estimates(scale)),
            };
            value.seen_by(side)
        };
        let asked = children
            .iter()
            .enumerate()
            .filter_map(|(i, child)| than(child).map(|than| (i, real(child), than)));
        let Some(least) = asked
            .clone()
            .map(|(_, real, than)| real.min().max(than))
            .max()
        else {
            return Ok(());
        };
        match asked.clone().find(|(_, real, _)| real.max() > least) {
            Some((child, ..)) => Err(FindingError::NotAnswered { child }),
            None => Ok(()),
        }
    }

    fn check_child(&self, out: &JobOut<M>, i: usize, child: &Child<M>) -> Result<(), FindingError> {
        let scale = self.graph.scale();
        if let Some(n) = out.node
            && let Some(known) = self.graph.find(child.key.0)
        {
            let key = child.key;
            if self.graph.side(known) == self.graph.side(n) {
                return Err(FindingError::WrongSide { child: i, key });
            }
            if out.purpose == Purpose::Expand && self.graph.closes_a_cycle_of_classes(n, known) {
                return Err(FindingError::WrongClass { child: i, key });
            }
        }
        if let Some(outcome) = child.outcome {
            let value = scale.value_of(outcome);
            return if (scale.loss..=scale.win).contains(&value) {
                Ok(())
            } else {
                Err(FindingError::OutOfScale {
                    child: i,
                    finding: Span::exact(value),
                })
            };
        }
        if out.purpose == Purpose::Expand && child.real.is_none() {
            return Err(FindingError::MissingReal { child: i });
        }
        for finding in [Quantity::Real, Quantity::MinBound, Quantity::MaxBound]
            .into_iter()
            .filter_map(|q| child.finding(q))
        {
            let estimates = finding.narrowed(estimates(scale));
            let is_outside = if finding.is_exact() {
                estimates != finding
            } else {
                estimates.min() > estimates.max()
            };
            if !finding.in_range() || is_outside {
                return Err(FindingError::OutOfScale { child: i, finding });
            }
        }
        for ask in asks_about(out, child.mv) {
            let is_answered = match child.finding(ask.quantity) {
                // Whether it is the best is checked when all are known.
                Some(_) if matches!(ask.precision, Precision::Best { .. }) => true,
                Some(finding) => ask.precision.is_met_by(finding.narrowed(estimates(scale))),
                // A prober may have no opinion about a bound. But it may not withhold one that it
                // is asked to make more precise.
                None => ask.quantity != Quantity::Real && out.purpose != Purpose::Sharpen,
            };
            if !is_answered {
                return Err(FindingError::NotAnswered { child: i });
            }
        }
        Ok(())
    }

    /// Adds events for a new best move or reply.
    fn note_news(&mut self) {
        if !self.graph.is_expanded(NodeId::ROOT) {
            return;
        }
        let best = self.best_for_now();
        let real = self
            .graph
            .values(self.graph.child(NodeId::ROOT, best))
            .seen_by(self.player)
            .real;
        if self.best != Some((best, real)) {
            let is_other = self.best.is_none_or(|(before, _)| before != best);
            self.best = Some((best, real));
            self.events.push_back(Event::NewBest {
                best: self.graph.move_at(NodeId::ROOT, best),
                real,
                is_other,
            });
        }
        let selected = self.graph.child(
            NodeId::ROOT,
            self.selected.min(self.graph.child_count(NodeId::ROOT) - 1),
        );
        if self.phase == Phase::Verify && self.graph.is_expanded(selected) {
            let real = |i: usize| {
                self.graph
                    .values(self.graph.child(selected, i))
                    .seen_by(self.player)
                    .real
            };
            let reply = (0..self.graph.child_count(selected))
                .min_by_key(|&i| real(i).max())
                .unwrap_or(0);
            if self.reply.is_none_or(|(before, _)| before != reply) {
                let news = Event::NewReply {
                    reply: self.graph.move_at(selected, reply),
                    real: real(reply),
                };
                self.reply = Some((reply, real(reply)));
                self.events.push_back(news);
            }
        }
    }
}

fn asks_about<M: PartialEq>(out: &JobOut<M>, mv: M) -> impl Iterator<Item = &Ask<M>> {
    out.asks.iter().filter(move |ask| match &ask.of {
        Of::All => true,
        Of::Move(asked) => *asked == mv,
    })
}

/// All values an estimate may have: strictly between a loss and a win.
fn estimates(scale: Scale) -> Span {
    Span::between(scale.loss + 1, scale.win - 1)
}

/// Nobody asked what the mover hopes for. Such a bound is open, and is asked for when it matters.
fn leave_open<M>(child: &mut Child<M>, hoped: Bound) {
    let bound = match hoped {
        Bound::Low => &mut child.min_bound,
        Bound::High => &mut child.max_bound,
    };
    bound.get_or_insert((Span::UNKNOWN, Kind::default()));
}

/// "At most 20" has no lower end. The scale gives it one.
fn narrow_to<M>(scale: Scale, child: &mut Child<M>) {
    let estimates = estimates(scale);
    child.real = child.real.map(|span| span.narrowed(estimates));
    child.max_bound = child
        .max_bound
        .map(|(span, kind)| (span.narrowed(estimates), kind));
    child.min_bound = child
        .min_bound
        .map(|(span, kind)| (span.narrowed(estimates), kind));
}
