//! Jobs of the library become probes (docs/search.md, section 6).
//!
//! A probe is an alpha-beta search of a few plies. The real value of a move comes from a probe of
//! the position after it. The mover's bound comes from a probe after an extra move (`hope`),
//! corrected by the rules of [`optimism`](super::optimism). All probes share one transposition
//! table. The records of what they found are kept by position.

mod candidate;
mod hope;
mod reconcile;
#[cfg(test)]
mod tests;

use bstar::{Child, Job, Key, Precision, Quantity, Span};
use bstar_alphabeta::{Centipawns, Searcher, Watch};
use bstar_board::{Color, Move, Position};

use super::identity::Naming;
use super::optimism::Rules;
use super::records::ProbeRecords;
use super::scale::{Points, UNKNOWN, span_for_white};
use crate::wdl::WdlModel;
pub(super) use candidate::{BestMove, Candidate};
use candidate::{at_least, at_most, exact};
use reconcile::{PROBE_NOISE_POINTS, reconcile, reconcile_points};

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
pub struct Prober<'a> {
    searcher: &'a mut Searcher,
    watch: &'a dyn Watch,
    pub(super) naming: Naming,
    rules: Rules,
    /// The keys of the game up to the root. A probe puts its own on top.
    keys: Vec<u64>,
    /// The value of the root for either side. A forcing line that gave up material still aims at
    /// this value.
    pub root_values: [Points; 2],
    /// A probe that differs by no more than this from a deeper one is corrected to the deeper one.
    pub reconcile_margin: Points,
    /// The probes with the extra move are this many plies shallower.
    pub threat_reduction: u32,
    /// Nodes of all probes.
    pub nodes: u64,
    /// No probe begins once this many nodes are used.
    pub node_limit: u64,
    /// The nodes of the largest probe.
    pub largest: u64,
    /// How many probes there were.
    pub probes: u64,
    /// The model that turns scores into chances.
    model: WdlModel,
}

impl<'a> Prober<'a> {
    /// A prober for searches from the position that the keys of a game lead to.
    pub fn new(
        searcher: &'a mut Searcher,
        watch: &'a dyn Watch,
        naming: Naming,
        rules: Rules,
        keys: &[u64],
    ) -> Prober<'a> {
        Prober {
            model: WdlModel::of(searcher.evaluation()),
            searcher,
            watch,
            naming,
            rules,
            keys: keys.to_vec(),
            root_values: [Points::default(); 2],
            reconcile_margin: PROBE_NOISE_POINTS,
            threat_reduction: 0,
            nodes: 0,
            node_limit: u64::MAX,
            largest: 0,
            probes: 0,
        }
    }

    /// A candidate about which nothing is known yet.
    fn candidate(&self, before: &Position, mv: Move) -> Candidate {
        Candidate::new(before, mv, self.model)
    }

    /// Records for what it will find.
    pub fn new_records(&self) -> ProbeRecords {
        ProbeRecords::new(self.model)
    }

    /// The key of a position.
    pub fn key(&self, position: &Position) -> Key {
        self.naming.key(position)
    }

    /// Answers a job about a position, with probes of a depth. If `only` has any moves, it answers
    /// only about those. Returns `None` if it was stopped.
    pub fn answer(
        &mut self,
        records: &mut ProbeRecords,
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
                self.recall(records, candidate, depth);
            }
        }
        let mut best = None;
        for candidate in &mut candidates {
            match precision(job, candidate.mv, true) {
                Some(Precision::Best { than }) => best = Some(Points(than).for_white(mover)),
                Some(precision) => {
                    self.learn_real(records, candidate, WantedRange::of(precision, mover), depth)?
                }
                None => {}
            }
        }
        if let Some(than) = best {
            self.find_best(records, position, &mut candidates, than, depth)?;
        }
        let mut children = Vec::with_capacity(candidates.len());
        for &mv in &moves {
            let at = candidates.iter().position(|candidate| candidate.mv == mv);
            let candidate = candidates.swap_remove(at.expect("is a candidate"));
            let wanted =
                precision(job, mv, false).map(|precision| WantedRange::of(precision, mover));
            let mut child = self.child(records, position, candidate, wanted, depth)?;
            if precision(job, mv, true).is_some() && child.real.is_none() {
                // Beside a mate nothing needs to be known.
                child = child.real(UNKNOWN);
            }
            children.push(child);
        }
        Some(children)
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

    /// Finds the best of some moves, if it is better than `than`. Of the others it is only known
    /// that they are no better.
    fn find_best(
        &mut self,
        records: &ProbeRecords,
        position: &Position,
        candidates: &mut [Candidate],
        than: Points,
        depth: u32,
    ) -> Option<()> {
        if self.know_best(records, position, candidates, depth) {
            return Some(());
        }
        let first = self.searcher.known_move(position);
        candidates.sort_by_key(|candidate| {
            let captured = position.captured(candidate.mv);
            let gains = captured.is_some() && position.exchange_gains(candidate.mv, 0);
            (
                Some(candidate.mv) != first,
                !gains,
                captured.map(|piece| std::cmp::Reverse(piece as u8)),
                !candidate.after.in_check(),
            )
        });
        let shallowest = 2 - depth % 2;
        for depth in (shallowest..=depth).step_by(2) {
            let mut best = than;
            for candidate in candidates
                .iter_mut()
                .filter(|candidate| candidate.outcome.is_none())
            {
                candidate.real = UNKNOWN;
            }
            for (i, candidate) in candidates.iter_mut().enumerate() {
                if i > 0 {
                    self.learn_real(
                        records,
                        candidate,
                        WantedRange::whether_more_than(best),
                        depth,
                    )?;
                }
                self.learn_real(records, candidate, WantedRange::more_than(best), depth)?;
                best = best.max(Points(candidate.real.min()));
            }
            // The best comes first, then those that were hardest to refute.
            candidates.sort_by_key(|candidate| {
                std::cmp::Reverse((candidate.real.min(), candidate.real.max()))
            });
        }
        self.reconcile_best(records, position, candidates, depth);
        Some(())
    }

    /// Whether a deeper probe of the position itself already knows its best move and that move's
    /// value. If so, the candidates take it over.
    fn know_best(
        &self,
        records: &ProbeRecords,
        position: &Position,
        candidates: &mut [Candidate],
        depth: u32,
    ) -> bool {
        let Some(record) = records.get(self.naming.key(position)) else {
            return false;
        };
        let best = record.line.first().copied();
        let is_listed = candidates
            .iter()
            .any(|candidate| Some(candidate.mv) == best && candidate.outcome.is_none());
        match record.real.known() {
            Some(real) if is_listed && record.depth > depth => {
                let best_move = BestMove {
                    points: Points(real).for_other_side(),
                    line: &record.line,
                    depth: record.depth - 1,
                };
                best_move.apply_to(candidates);
                true
            }
            _ => false,
        }
    }

    /// Probes the value of a move, as far as it is wanted.
    fn learn_real(
        &mut self,
        records: &ProbeRecords,
        candidate: &mut Candidate,
        wanted: WantedRange,
        depth: u32,
    ) -> Option<()> {
        if wanted.is_met_by(candidate.real) {
            return Some(());
        }
        let (alpha, beta) = candidate.converter.window(wanted.from, wanted.up_to);
        let (value, line) = self.probe(&candidate.after, depth, -beta, -alpha)?;
        let points = candidate.converter.points(-value);
        let found = if -value <= alpha {
            at_most(points)
        } else if -value >= beta {
            at_least(points)
        } else {
            exact(points)
        };
        (candidate.real, candidate.depth) = match self.deeper(records, candidate, depth) {
            Some((known, deeper)) => (reconcile(known, found, self.reconcile_margin), deeper),
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

    /// Reconciles the best move's value with what a deeper search knows of the position.
    fn reconcile_best(
        &self,
        records: &ProbeRecords,
        position: &Position,
        candidates: &mut [Candidate],
        depth: u32,
    ) {
        let Some(record) = records.get(self.naming.key(position)) else {
            return;
        };
        let best = candidates
            .iter_mut()
            .max_by_key(|candidate| candidate.real.min());
        let Some(best) = best.filter(|best| best.outcome.is_none() && record.depth > depth) else {
            return;
        };
        let known = span_for_white(record.real, Color::Black);
        let points = reconcile_points(known, Points(best.real.min()), self.reconcile_margin);
        if best.real.is_exact() && points.0 != best.real.min() {
            let line: Vec<Move> = std::iter::once(best.mv)
                .chain(best.line.iter().copied())
                .collect();
            let best_move = BestMove {
                points,
                line: &line,
                depth: record.depth - 1,
            };
            best_move.apply_to(candidates);
        }
    }

    fn child(
        &mut self,
        records: &mut ProbeRecords,
        before: &Position,
        mut candidate: Candidate,
        hope: Option<WantedRange>,
        depth: u32,
    ) -> Option<Child<Move>> {
        let mut threat = Vec::new();
        let bound = match hope.filter(|_| candidate.outcome.is_none()) {
            Some(wanted) => {
                Some(self.hope(records, before, &mut candidate, wanted, depth, &mut threat)?)
            }
            None => None,
        };
        Some(candidate.into_child(self.naming, records, bound, threat))
    }

    /// The value for the side to move, as far as the window goes, and the line.
    fn probe(
        &mut self,
        position: &Position,
        depth: u32,
        alpha: Centipawns,
        beta: Centipawns,
    ) -> Option<(Centipawns, Vec<Move>)> {
        if self.nodes >= self.node_limit || self.watch.should_stop() {
            return None;
        }
        self.keys.push(position.key());
        let probe = self
            .searcher
            .probe(position, &self.keys, depth, alpha, beta, self.watch);
        self.keys.pop();
        self.nodes += self.searcher.nodes();
        let probe = probe?;
        self.probes += 1;
        self.largest = self.largest.max(probe.nodes);
        Some((probe.value, probe.line.to_vec()))
    }
}

/// How precisely a job asks about a move: about its real value, or about the mover's bound.
fn precision(job: &Job<Move>, mv: Move, is_real: bool) -> Option<Precision> {
    job.asks_about(mv)
        .find(|ask| (ask.quantity == Quantity::Real) == is_real)
        .map(|ask| ask.precision)
}
