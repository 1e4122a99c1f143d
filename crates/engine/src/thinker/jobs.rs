//! The loop of a search: jobs go out, answers come in.
//!
//! With one thread a job is answered as soon as it is handed out. With several, jobs are under way
//! at once, and each of them asks for several probes at once. Another job is handed out only if
//! somebody has nothing to do: the fewer jobs are out, the more the library knows when it chooses
//! the next.

use std::rc::Rc;

use bstar::{Child, Decision, Job, Next, Phase, Reason};
use bstar_board::{Move, Position};
use bstar_thought::Snapshot;
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt};

use super::Thinker;
use super::going_on::is_clear;
use super::run::Run;

/// A job that was answered by probes, or could not be.
struct Probed {
    job: Job<Move>,
    answer: Option<Vec<Child<Move>>>,
    /// The depth of the probes.
    depth: u32,
    /// How many nodes were used when it began.
    nodes_before: u64,
}

impl Thinker<'_> {
    pub(super) fn decide(
        &self,
        run: &mut Run,
        tell: &mut dyn FnMut(&Snapshot),
    ) -> Option<Decision<Move>> {
        if !run.tree.search.root().is_expanded() {
            self.expand_root(run, tell)?;
        }
        self.tell(run, &[], None, tell);
        let mut under_way = FuturesUnordered::new();
        let mut is_untested = false;
        loop {
            run.is_stopped |= self.used(run) >= 1.0;
            if run.is_uncontested {
                run.tree.search.set_effort(1.0);
            } else if !is_untested {
                run.tree.search.set_effort(self.share(run));
            }
            // Another job is handed out only if somebody has nothing to do.
            let next = if under_way.is_empty() || run.prober.has_idle_hands() {
                run.tree.search.next()
            } else {
                Next::Wait
            };
            match next {
                Next::Work(job)
                    if !self.options.verify && run.tree.search.phase() == Phase::Verify =>
                {
                    // VERIFY is switched off: the choice of SELECT stands.
                    run.tree.search.abandon(job.id).expect("is out");
                    run.tree.search.set_effort(1.0);
                    is_untested = true;
                }
                Next::Work(job) => match self.answer_by_root_search(run, &job) {
                    Some(children) => {
                        self.take_answer(run, &job, Some(children), tell);
                    }
                    None => {
                        under_way.push(self.probing(run, job));
                        // Its questions are asked now. One thread alone answers them at once.
                        if let Some(Some(probed)) = under_way.next().now_or_never() {
                            self.take_probed(run, probed, tell);
                        }
                    }
                },
                Next::Wait => {
                    let probed = run.prober.wait_for(under_way.next());
                    let probed = probed.expect("a search does not wait for nothing");
                    self.take_probed(run, probed, tell);
                }
                Next::Done(decision) => {
                    under_way.clear();
                    run.tree.search.abandon_all();
                    run.note();
                    is_untested = false;
                    let is_broken_off = run.is_stopped || decision.reason == Reason::MemoryFull;
                    if is_broken_off && run.decided.is_some() {
                        return run.restore_decided();
                    }
                    run.decided = None;
                    let is_over =
                        self.plan.ends_when_clear() && is_clear(&run.tree.search, decision);
                    if is_over || run.is_uncontested {
                        return Some(decision);
                    }
                    if !self.lower_min_act(run, decision) && !self.try_deeper_probes(run, decision)
                    {
                        return Some(decision);
                    }
                }
            }
        }
    }

    /// Answers a job about the root by probes of a depth, while no other job is under way.
    pub(super) fn answer_by_probes(
        &self,
        run: &mut Run,
        job: &Job<Move>,
        only: &[Move],
        depth: u32,
    ) -> Option<Vec<Child<Move>>> {
        let before = run.prober.nodes();
        let position = self.game.position();
        let answer = run
            .prober
            .answer(&run.tree.records, position, job, only, depth);
        let answer = run.prober.wait_for(answer);
        if run.prober.nodes() > before {
            run.root_probe_depth = run.root_probe_depth.max(depth);
        }
        answer
    }

    /// Begins to answer a job by probes.
    fn probing<'r>(
        &self,
        run: &mut Run<'r>,
        job: Job<Move>,
    ) -> impl Future<Output = Probed> + use<'r> {
        let depth = run.depth_at(job.path.len());
        let position = self.position_after(&job.path);
        run.jobs += 1;
        let number = run.jobs;
        let (prober, records) = (Rc::clone(&run.prober), Rc::clone(&run.tree.records));
        async move {
            let nodes_before = prober.nodes();
            let answer = prober.answer(&records, &position, &job, &[], depth);
            let answer = prober.in_order(number, answer).await;
            Probed {
                job,
                answer,
                depth,
                nodes_before,
            }
        }
    }

    fn take_probed(&self, run: &mut Run, probed: Probed, tell: &mut dyn FnMut(&Snapshot)) {
        // Where several jobs are under way, nodes count for the one that ends first.
        let (since, now) = (
            probed.nodes_before.max(run.nodes_counted),
            run.prober.nodes(),
        );
        run.nodes_counted = now;
        if !probed.job.path.is_empty() {
            run.nodes_below_root += now - since;
        } else if now > since {
            run.root_probe_depth = run.root_probe_depth.max(probed.depth);
        }
        self.take_answer(run, &probed.job, probed.answer, tell);
    }

    /// Gives the answer to a job to the library.
    fn take_answer(
        &self,
        run: &mut Run,
        job: &Job<Move>,
        answer: Option<Vec<Child<Move>>>,
        tell: &mut dyn FnMut(&Snapshot),
    ) {
        let Some(children) = answer else {
            return run.give_up(job.id);
        };
        if let Err(error) = run.tree.search.complete(job.id, children) {
            // In a release build the game goes on with what is known.
            debug_assert!(false, "probes answer what was asked: {error}");
            return run.give_up(job.id);
        }
        run.tree.deepest = run.tree.deepest.max(job.path.len() as u32 + 1);
        run.note();
        self.tell(run, &[], None, tell);
        self.divide_among_phases(run, job.purpose);
    }

    fn position_after(&self, path: &[Move]) -> Position {
        path.iter()
            .fold(self.game.position().clone(), |position, &mv| {
                position.after(mv)
            })
    }
}
