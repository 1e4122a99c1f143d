//! Jobs of the library become probes (docs/search.md, section 6).
//!
//! A probe is an alpha-beta search of a few plies. The real value of a move comes from a probe of
//! the position after it. The mover's bound comes from a probe after an extra move (`hope`),
//! corrected by the rules of [`optimism`](super::optimism). All probes share one transposition
//! table. The records of what they found are kept by position.

mod best;
mod candidate;
pub(super) mod hands;
mod hope;
pub(super) mod queue;
mod reconcile;
pub(super) mod simulation;
#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::future::poll_fn;

use bstar::{Child, Job, Key, Precision, Quantity, Span};
use bstar_board::score::Centipawns;
use bstar_board::{Color, Move, Position};
use bstar_tables::Tables;
use bstar_thought::scale::UNKNOWN;
use bstar_thought::{Points, ProbeRecords, WdlModel};

use super::identity::Naming;
use super::optimism::Rules;
pub(super) use candidate::{BestMove, Candidate};
use candidate::{at_least, at_most, exact};
use futures::future::join_all;
use hands::Hands;
use queue::Question;
use reconcile::{PROBE_NOISE_POINTS, reconcile};

/// The range in which a value is wanted exactly, in points for the mover. Of a value outside it is
/// enough to know the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WantedRange {
    from: Points,
    up_to: Points,
}

impl WantedRange {
    const EXACTLY: WantedRange = WantedRange {
        from: Points::LOSS,
        up_to: Points::WIN,
    };

    /// Values above this.
    fn more_than(points: Points) -> WantedRange {
        WantedRange {
            from: points + Points(1),
            ..WantedRange::EXACTLY
        }
    }

    /// Only whether the value is above this.
    fn whether_more_than(points: Points) -> WantedRange {
        WantedRange {
            from: points + Points(1),
            up_to: points,
        }
    }

    fn is_met_by(self, finding: Span) -> bool {
        finding.is_exact() || finding.max() < self.from.0 || finding.min() > self.up_to.0
    }

    /// The range that a question about a move asks for, in points for the mover.
    fn of(precision: Precision, mover: Color) -> WantedRange {
        let exactly = WantedRange::EXACTLY;
        match (precision, mover) {
            (Precision::From(x), Color::White) => WantedRange {
                from: Points(x),
                ..exactly
            },
            (Precision::From(x), Color::Black) => WantedRange {
                up_to: Points(x).for_white(mover),
                ..exactly
            },
            (Precision::UpTo(x), Color::White) => WantedRange {
                up_to: Points(x),
                ..exactly
            },
            (Precision::UpTo(x), Color::Black) => WantedRange {
                from: Points(x).for_white(mover),
                ..exactly
            },
            (Precision::Exact | Precision::Best { .. }, _) => exactly,
        }
    }
}

/// Answers questions about positions by probes.
///
/// Several jobs may be under way at once, each of them a future. They all use one prober, on one
/// thread; so what changes in it changes behind a shared reference.
pub struct Prober<'a> {
    hands: Hands<'a>,
    pub(super) naming: Naming,
    rules: Rules,
    /// The value of the root for either side. A forcing line that gave up material still aims at
    /// this value.
    pub root_values: Cell<[Points; 2]>,
    /// A probe that differs by no more than this from a deeper one is corrected to the deeper one.
    pub reconcile_margin: Cell<Points>,
    /// The probes with the extra move are this many plies shallower.
    pub threat_reduction: u32,
    /// No probe begins once this many nodes are used.
    pub node_limit: Cell<u64>,
    /// The nodes of the largest probe.
    pub largest: Cell<u64>,
    pub probes: Cell<u64>,
    /// The place in the queue of the job that asks now.
    order: Cell<u32>,
    /// The model that turns scores into chances.
    model: WdlModel,
    /// Where endings are looked up.
    pub(super) endings: Tables,
}

impl<'a> Prober<'a> {
    /// A prober that has its probes made by `hands`.
    pub(super) fn new(hands: Hands<'a>, naming: Naming, rules: Rules) -> Prober<'a> {
        Prober {
            model: hands.model(),
            endings: hands.endings(),
            hands,
            naming,
            rules,
            root_values: Cell::default(),
            reconcile_margin: Cell::new(PROBE_NOISE_POINTS),
            threat_reduction: 0,
            node_limit: Cell::new(u64::MAX),
            largest: Cell::new(0),
            probes: Cell::new(0),
            order: Cell::new(0),
        }
    }

    /// Nodes of all probes.
    pub fn nodes(&self) -> u64 {
        self.hands.nodes()
    }

    /// Counts a search of another kind, and the nodes it took.
    pub(super) fn count_search(&self, nodes: u64) {
        self.hands.add_nodes(nodes);
        self.probes.set(self.probes.get() + 1);
        self.largest.set(self.largest.get().max(nodes));
    }

    /// Whether somebody could make another probe at once.
    pub(super) fn has_idle_hands(&self) -> bool {
        self.hands.has_idle()
    }

    /// Waits for something that needs answers.
    pub(super) fn wait_for<T>(&self, future: impl Future<Output = T>) -> T {
        self.hands.wait_for(future)
    }

    /// How long simulated processors took, in nodes of one of them.
    pub(super) fn simulated_time(&self) -> Option<u64> {
        self.hands.simulated_time()
    }

    /// How many threads the system refused.
    pub(super) fn refused_threads(&self) -> usize {
        self.hands.refused()
    }

    /// A candidate about which nothing is known yet.
    fn candidate(&self, before: &Position, mv: Move) -> Candidate {
        Candidate::new(before, mv, self.model, &self.endings)
    }

    /// Records for what it will find.
    pub fn new_records(&self) -> ProbeRecords {
        ProbeRecords::new(self.model)
    }

    /// The key of a position.
    pub fn key(&self, position: &Position) -> Key {
        self.naming.key(position)
    }

    /// Runs a future for the job with this number. Probers answer the probes of older jobs first.
    pub(super) async fn in_order<T>(&self, number: u32, job: impl Future<Output = T>) -> T {
        let mut job = std::pin::pin!(job);
        poll_fn(|context| {
            self.order.set(number);
            job.as_mut().poll(context)
        })
        .await
    }

    /// Answers a job about a position, with probes of a depth. If `only` has any moves, it answers
    /// only about those. Returns `None` if it was stopped.
    pub async fn answer(
        &self,
        records: &RefCell<ProbeRecords>,
        position: &Position,
        job: &Job<Move>,
        only: &[Move],
        depth: u32,
    ) -> Option<Vec<Child<Move>>> {
        let mover = position.side_to_move();
        let mut moves = position.legal_moves();
        moves.retain(|mv| {
            job.asks_about(*mv).next().is_some() && (only.is_empty() || only.contains(mv))
        });
        let mut candidates: Vec<Candidate> = moves
            .iter()
            .map(|&mv| self.candidate(position, mv))
            .collect();
        for candidate in &mut candidates {
            if precision(job, candidate.mv, true).is_none() {
                self.recall(&records.borrow(), candidate, depth);
            }
        }
        let mut best = None;
        let mut wanted = Vec::new();
        for candidate in &mut candidates {
            match precision(job, candidate.mv, true) {
                Some(Precision::Best { than }) => best = Some(Points(than).for_white(mover)),
                Some(precision) => {
                    let range = WantedRange::of(precision, mover);
                    wanted.push(self.learn_real(records, candidate, range, depth));
                }
                None => {}
            }
        }
        self.all(wanted).await?;
        if let Some(than) = best {
            self.find_best(records, position, &mut candidates, than, depth)
                .await?;
        }
        let children = moves.iter().map(|&mv| {
            let at = candidates.iter().position(|candidate| candidate.mv == mv);
            let candidate = candidates.swap_remove(at.expect("is a candidate"));
            let wanted =
                precision(job, mv, false).map(|precision| WantedRange::of(precision, mover));
            self.child(records, position, candidate, wanted, depth)
        });
        let mut children = self.all(children.collect()).await?;
        for child in &mut children {
            if precision(job, child.mv, true).is_some() && child.real.is_none() {
                // Beside a mate nothing needs to be known.
                child.real = Some(UNKNOWN);
            }
        }
        Some(children)
    }

    /// What several questions come to, or `None` if one of them was stopped. Where there are
    /// several hands, all are asked at once; else one after the other, until one is stopped.
    async fn all<T>(&self, questions: Vec<impl Future<Output = Option<T>>>) -> Option<Vec<T>> {
        if !self.hands.is_alone() {
            return join_all(questions).await.into_iter().collect();
        }
        let mut answers = Vec::with_capacity(questions.len());
        for question in questions {
            answers.push(question.await?);
        }
        Some(answers)
    }

    /// Takes over what earlier probes found about a move, if they were as deep.
    fn recall(&self, records: &ProbeRecords, candidate: &mut Candidate, depth: u32) {
        let key = self.naming.key(&candidate.after);
        if candidate.outcome.is_none()
            && let Some(record) = records.get(key)
            && record.depth >= depth
        {
            candidate.real = record.real;
            candidate.line = record.line.clone();
            candidate.depth = record.depth;
        }
    }

    /// Probes the value of a move, as far as it is wanted.
    async fn learn_real(
        &self,
        records: &RefCell<ProbeRecords>,
        candidate: &mut Candidate,
        wanted: WantedRange,
        depth: u32,
    ) -> Option<()> {
        if wanted.is_met_by(candidate.real) {
            return Some(());
        }
        let (alpha, beta) = candidate.converter.window(wanted.from, wanted.up_to);
        let (value, line) = self.probe(&candidate.after, depth, -beta, -alpha).await?;
        let points = candidate.converter.points(-value);
        let found = if -value <= alpha {
            at_most(points)
        } else if -value >= beta {
            at_least(points)
        } else {
            exact(points)
        };
        let deeper = self.deeper(&records.borrow(), candidate, depth);
        (candidate.real, candidate.depth) = match deeper {
            Some((known, deeper)) => (reconcile(known, found, self.reconcile_margin.get()), deeper),
            None => (found, depth),
        };
        candidate.line = line;
        Some(())
    }

    /// What a deeper probe than this knows of a move, and how deep that one was.
    fn deeper(
        &self,
        records: &ProbeRecords,
        candidate: &Candidate,
        depth: u32,
    ) -> Option<(Span, u32)> {
        let record = records.get(self.naming.key(&candidate.after));
        let known = record.map(|record| (record.real, record.depth));
        let told = (candidate.real, candidate.depth);
        let is_deeper = |(_, known): &(Span, u32)| *known > depth;
        known.filter(is_deeper).or(Some(told).filter(is_deeper))
    }

    async fn child(
        &self,
        records: &RefCell<ProbeRecords>,
        before: &Position,
        mut candidate: Candidate,
        hope: Option<WantedRange>,
        depth: u32,
    ) -> Option<Child<Move>> {
        let mut threat = Vec::new();
        let bound = match hope.filter(|_| candidate.outcome.is_none()) {
            Some(wanted) => {
                let hope = self.hope(records, before, &mut candidate, wanted, depth, &mut threat);
                Some(hope.await?)
            }
            None => None,
        };
        let records = &mut records.borrow_mut();
        Some(candidate.into_child(self.naming, records, bound, threat))
    }

    /// The value for the side to move, as far as the window goes, and the line.
    async fn probe(
        &self,
        position: &Position,
        depth: u32,
        alpha: Centipawns,
        beta: Centipawns,
    ) -> Option<(Centipawns, Vec<Move>)> {
        let question = Question {
            position: position.clone(),
            depth,
            alpha,
            beta,
            order: self.order.get(),
            node_limit: self.node_limit.get(),
        };
        let probe = self.hands.answer(question).await?;
        self.probes.set(self.probes.get() + 1);
        self.largest.set(self.largest.get().max(probe.nodes));
        Some((probe.value, probe.line.to_vec()))
    }
}

/// How precisely a job asks about a move: about its real value, or about the mover's bound.
fn precision(job: &Job<Move>, mv: Move, is_real: bool) -> Option<Precision> {
    job.asks_about(mv)
        .find(|ask| (ask.quantity == Quantity::Real) == is_real)
        .map(|ask| ask.precision)
}
