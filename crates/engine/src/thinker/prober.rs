//! Jobs of the library become probes (docs/search.md, section 6).
//!
//! A probe is an alpha-beta search of a few plies. The real value of a move comes from a probe of
//! the position after it. The mover's bound comes from a probe after an extra move, corrected by
//! the rules of [`optimism`]. All probes share one transposition table. The records of what they
//! found are kept by position.

use bstar::{Child, Job, Key, Kind, Outcome, Precision, Quantity, Span, Tag};
use bstar_alphabeta::{Centipawns, Searcher, Watch};
use bstar_board::{Color, Move, Position};

use super::identity::{Naming, class};
use super::memory::ProbeRecords;
use super::optimism::{self, Case, PLAIN, Rules};
use super::scale::{Converter, Points, SCALE, span_for_white};
use crate::wdl::WdlModel;

/// What probes found about the position after a move.
#[derive(Clone, Debug)]
pub struct ProbeRecord {
    /// The line of best play from there.
    pub line: Vec<Move>,
    /// The line if the mover could move again, with that extra move first. It is empty if no probe
    /// was made for it, if it leads nowhere, or after a check.
    pub threat: Vec<Move>,
    /// The depth of the probes, in plies.
    pub depth: u32,
    /// What is known of its value, in points for the side that moved there.
    pub real: Span,
}

/// A move that is probed.
pub(super) struct Candidate {
    pub mv: Move,
    after: Position,
    outcome: Option<Outcome>,
    converter: Converter,
    /// What is known of its value, in points for the mover.
    real: Span,
    line: Vec<Move>,
    /// The depth of the probe that found it.
    depth: u32,
}

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
    /// What they found, by position.
    pub records: ProbeRecords,
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
        let model = WdlModel::of(searcher.evaluation());
        Prober {
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
            records: ProbeRecords::new(model),
        }
    }

    /// A candidate about which nothing is known yet.
    fn candidate(&self, before: &Position, mv: Move) -> Candidate {
        Candidate::new(before, mv, self.records.model())
    }

    /// The key of a position.
    pub fn key(&self, position: &Position) -> Key {
        self.naming.key(position)
    }

    /// Answers a job about a position, with probes of a depth. If `only` has any moves, it answers
    /// only about those. Returns `None` if it was stopped.
    pub fn answer(
        &mut self,
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
                self.recall(candidate, depth);
            }
        }
        let mut best = None;
        for candidate in &mut candidates {
            match precision(job, candidate.mv, true) {
                Some(Precision::Best { than }) => best = Some(Points(than).for_white(mover)),
                Some(precision) => {
                    self.learn_real(candidate, WantedRange::of(precision, mover), depth)?
                }
                None => {}
            }
        }
        if let Some(than) = best {
            self.find_best(position, &mut candidates, than, depth)?;
        }
        let mut children = Vec::with_capacity(candidates.len());
        for &mv in &moves {
            let at = candidates.iter().position(|candidate| candidate.mv == mv);
            let candidate = candidates.swap_remove(at.expect("is a candidate"));
            let wanted =
                precision(job, mv, false).map(|precision| WantedRange::of(precision, mover));
            let mut child = self.child(position, candidate, wanted, depth)?;
            if precision(job, mv, true).is_some() && child.real.is_none() {
                // Beside a mate nothing needs to be known.
                child = child.real(UNKNOWN);
            }
            children.push(child);
        }
        Some(children)
    }

    /// Takes over what earlier probes found about a move, if they were as deep.
    fn recall(&self, candidate: &mut Candidate, depth: u32) {
        let key = self.naming.key(&candidate.after);
        if candidate.outcome.is_none()
            && let Some(record) = self.records.get(key)
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
        position: &Position,
        candidates: &mut [Candidate],
        than: Points,
        depth: u32,
    ) -> Option<()> {
        if self.know_best(position, candidates, depth) {
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
                    self.learn_real(candidate, WantedRange::whether_more_than(best), depth)?;
                }
                self.learn_real(candidate, WantedRange::more_than(best), depth)?;
                best = best.max(Points(candidate.real.min()));
            }
            // The best comes first, then those that were hardest to refute.
            candidates.sort_by_key(|candidate| {
                std::cmp::Reverse((candidate.real.min(), candidate.real.max()))
            });
        }
        self.reconcile_best(position, candidates, depth);
        Some(())
    }

    /// Whether a deeper probe of the position itself already knows its best move and that move's
    /// value. If so, the candidates take it over.
    fn know_best(&self, position: &Position, candidates: &mut [Candidate], depth: u32) -> bool {
        let Some(record) = self.records.get(self.naming.key(position)) else {
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
        (candidate.real, candidate.depth) = match self.deeper(candidate, depth) {
            Some((known, deeper)) => (reconcile(known, found, self.reconcile_margin), deeper),
            None => (found, depth),
        };
        candidate.line = line;
        Some(())
    }

    /// What a deeper probe than this knows of a move, and how deep that one was.
    fn deeper(&self, candidate: &Candidate, depth: u32) -> Option<(Span, u32)> {
        let record = self.records.get(self.naming.key(&candidate.after));
        let known = record.map(|record| (record.real, record.depth));
        let told = (candidate.real, candidate.depth);
        let is_deeper = |(_, known): &(Span, u32)| *known > depth;
        known.filter(is_deeper).or(Some(told).filter(is_deeper))
    }

    /// Reconciles the best move's value with what a deeper search knows of the position.
    fn reconcile_best(&self, position: &Position, candidates: &mut [Candidate], depth: u32) {
        let Some(record) = self.records.get(self.naming.key(position)) else {
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
        before: &Position,
        mut candidate: Candidate,
        hope: Option<WantedRange>,
        depth: u32,
    ) -> Option<Child<Move>> {
        let mut threat = Vec::new();
        let bound = match hope.filter(|_| candidate.outcome.is_none()) {
            Some(wanted) => Some(self.hope(before, &mut candidate, wanted, depth, &mut threat)?),
            None => None,
        };
        Some(candidate.into_child(self.naming, &mut self.records, bound, threat))
    }

    /// The mover's optimistic value of a move, as far as it is wanted.
    fn hope(
        &mut self,
        before: &Position,
        candidate: &mut Candidate,
        wanted: WantedRange,
        depth: u32,
        threat: &mut Vec<Move>,
    ) -> Option<(Span, Kind)> {
        let value_before = self.root_values[before.side_to_move() as usize];
        let mut extra = None;
        match candidate.after.pass() {
            Ok(passed) => {
                let threat_depth = self.threat_depth(depth);
                let (alpha, beta) = candidate.converter.window(wanted.from, Points::WIN);
                // First probe whether the extra move gains enough to matter.
                if wanted.from > Points::LOSS {
                    let (value, _) =
                        self.probe(&passed, threat_depth, alpha, Centipawns(alpha.0 + 1))?;
                    if value <= alpha {
                        let most = candidate.converter.points(value);
                        return self.limited_hope(before, candidate, wanted.from, most, depth);
                    }
                }
                let (value, line) = self.probe(&passed, threat_depth, alpha, beta)?;
                extra = Some(candidate.converter.points(value));
                *threat = line;
                self.learn_real(candidate, WantedRange::EXACTLY, depth)?;
            }
            // The hope of a check starts from the value of the root anyway.
            Err(_) if self.rules.checks => {
                self.learn_real(candidate, WantedRange::more_than(value_before), depth)?
            }
            Err(_) => self.learn_real(candidate, WantedRange::EXACTLY, depth)?,
        }
        let real = candidate
            .real
            .known()
            .map_or(value_before.min(Points(candidate.real.max())), Points);
        let case = Case {
            before,
            mv: candidate.mv,
            after: &candidate.after,
            value_before: value_before.max(real),
            real,
            real_line: &candidate.line,
            extra,
            extra_line: threat,
        };
        let (mut hope, kind) = optimism::hope(&self.rules, &case);
        if optimism::runs(&self.rules, &case) {
            let passed = candidate.after.pass().expect("it moved again");
            let than = hope.max(wanted.from - Points(1));
            let depth = (self.threat_depth(depth) - 1).max(1);
            if let Some((value, line)) = self.without_runner(&passed, candidate.mv, than, depth)? {
                hope = optimism::short_of_a_win(value, real);
                *threat = line;
            }
        }
        // Beside a move that mates, a check would hope for a mate. But only what is certain is
        // worth a win.
        Some((exact(hope.min(Points::WIN - Points(1))), kind))
    }

    /// The value and line of the extra move if another man makes it, if the value is above `than`.
    fn without_runner(
        &mut self,
        passed: &Position,
        runner: Move,
        than: Points,
        depth: u32,
    ) -> Option<Option<(Points, Vec<Move>)>> {
        let mut moves = passed.legal_moves();
        moves.retain(|mv| mv.from != runner.to);
        let mut candidates: Vec<Candidate> =
            moves.iter().map(|&mv| self.candidate(passed, mv)).collect();
        if candidates.is_empty() {
            return Some(None);
        }
        self.find_best(passed, &mut candidates, than, depth)?;
        let best = candidates
            .into_iter()
            .max_by_key(|candidate| candidate.real.min())?;
        let line = || {
            std::iter::once(best.mv)
                .chain(best.line.iter().copied())
                .collect()
        };
        let worth = Points(best.real.min());
        Some((worth > than).then(|| (worth, line())))
    }

    /// The optimistic value where the extra move gains less than wanted. Then only the real value
    /// and the patterns can reach it.
    fn limited_hope(
        &mut self,
        before: &Position,
        candidate: &mut Candidate,
        from: Points,
        most: Points,
        depth: u32,
    ) -> Option<(Span, Kind)> {
        let promise = optimism::promise(&self.rules, before, &candidate.after);
        self.learn_real(
            candidate,
            WantedRange::more_than(from - promise - Points(1)),
            depth,
        )?;
        let most_real = Points(candidate.real.max());
        let promised = optimism::short_of_a_win(most_real + promise, most_real);
        let is_enough = candidate.real.is_exact() && promised >= from;
        let hope = if is_enough {
            exact(promised)
        } else {
            at_most(most.max(promised))
        };
        Some((hope, PLAIN))
    }

    fn threat_depth(&self, depth: u32) -> u32 {
        depth.saturating_sub(self.threat_reduction).max(1)
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

/// The best of some moves.
pub(super) struct BestMove<'l> {
    /// Its value for the mover.
    pub points: Points,
    /// The line that begins with it.
    pub line: &'l [Move],
    /// The depth at which the position after it was probed.
    pub depth: u32,
}

impl BestMove<'_> {
    /// Gives the best move its value, and the others at most one point less. Another move may be
    /// worth as much, but is then no better.
    pub fn apply_to(&self, candidates: &mut [Candidate]) {
        let open = candidates
            .iter_mut()
            .filter(|candidate| candidate.outcome.is_none());
        for candidate in open {
            candidate.depth = self.depth;
            if candidate.mv == self.line[0] {
                candidate.real = exact(self.points);
                candidate.line = self.line[1..].to_vec();
            } else {
                candidate.real = at_most((self.points - Points(1)).max(Points::LOSS));
                candidate.line.clear();
            }
        }
    }
}

impl Candidate {
    pub fn new(before: &Position, mv: Move, model: WdlModel) -> Candidate {
        let after = before.after(mv);
        let outcome = outcome(&after);
        Candidate {
            mv,
            outcome,
            converter: Converter::new(model, crate::phase(&after)),
            real: outcome.map_or(UNKNOWN, |outcome| {
                let points = Points(SCALE.value_of(outcome));
                exact(points.for_white(before.side_to_move()))
            }),
            line: Vec::new(),
            depth: 0,
            after,
        }
    }

    /// The points of a value of the position before the move, if this is the best move. What a
    /// deeper probe knows limits them.
    pub fn points_within(
        &self,
        value: Centipawns,
        depth: u32,
        naming: Naming,
        records: &ProbeRecords,
    ) -> Points {
        // After the move the mate is one ply nearer.
        let after = if value.is_mate() {
            Centipawns(value.0 + value.0.signum())
        } else {
            value
        };
        let points = self.converter.points(after);
        match records.get(naming.key(&self.after)) {
            Some(known) if known.depth > depth => clamped(points, known.real),
            _ => points,
        }
    }

    /// Converts the findings for the library, and records them with their lines.
    pub fn into_child(
        self,
        naming: Naming,
        records: &mut ProbeRecords,
        bound: Option<(Span, Kind)>,
        threat: Vec<Move>,
    ) -> Child<Move> {
        let key = naming.key(&self.after);
        let mut child = Child::new(self.mv, key).class(class(&self.after));
        if let Some(outcome) = self.outcome {
            return child.over(outcome);
        }
        let mover = !self.after.side_to_move();
        let bound = bound.map(|(hope, kind)| (span_for_white(hope, mover), kind));
        match mover {
            Color::White => child.max_bound = bound,
            Color::Black => child.min_bound = bound,
        }
        if self.real != UNKNOWN {
            child = child.real(span_for_white(self.real, mover));
        }
        if let Some(reply) = self.line.first() {
            child = child.tag(tag(*reply));
        }
        let record = ProbeRecord {
            line: self.line,
            threat,
            depth: self.depth,
            real: self.real,
        };
        records.remember(key, record);
        child
    }
}

/// Short probes of one position differ from deeper ones by this many points without a reason.
pub(super) const PROBE_NOISE_POINTS: Points = Points(500);

/// Reconciles a finding with what a deeper probe knows. A shallow value that leaves the deeper
/// interval by no more than the margin is clipped to it.
fn reconcile(known: Span, found: Span, margin: Points) -> Span {
    let end = |value| reconcile_points(known, Points(value), margin).0;
    let (min, max) = (end(found.min()), end(found.max()));
    if max != found.max() {
        Span::exact(max)
    } else if min != found.min() {
        Span::exact(min)
    } else {
        found
    }
}

/// Clips points to the deeper interval if they leave it by no more than the margin.
fn reconcile_points(known: Span, points: Points, margin: Points) -> Points {
    let nearest = clamped(points, known);
    if (points.0 - nearest.0).abs() <= margin.0 {
        nearest
    } else {
        points
    }
}

fn clamped(points: Points, span: Span) -> Points {
    points.clamp(Points(span.min()), Points(span.max()))
}

/// Nothing is known but the ends of the scale.
pub(super) const UNKNOWN: Span = Span::between(SCALE.loss, SCALE.win);

pub(super) fn at_most(points: Points) -> Span {
    Span::between(SCALE.loss, points.min(Points::WIN).0)
}

fn at_least(points: Points) -> Span {
    Span::between(points.0, SCALE.win)
}

fn exact(points: Points) -> Span {
    Span::exact(points.0)
}

/// How precisely a job asks about a move: about its real value, or about the mover's bound.
fn precision(job: &Job<Move>, mv: Move, is_real: bool) -> Option<Precision> {
    job.asks_about(mv)
        .find(|ask| (ask.quantity == Quantity::Real) == is_real)
        .map(|ask| ask.precision)
}

/// How the game ended, if it is over in this position. Repetition is not considered here.
fn outcome(position: &Position) -> Option<Outcome> {
    if !position.has_legal_move() {
        return Some(match (position.in_check(), position.side_to_move()) {
            (false, _) => Outcome::Draw,
            (true, Color::White) => Outcome::MinWins,
            (true, Color::Black) => Outcome::MaxWins,
        });
    }
    (position.is_dead() || position.halfmove_clock() >= 100).then_some(Outcome::Draw)
}

fn tag(mv: Move) -> Tag {
    let promotion = mv.promotion.map_or(0, |piece| piece as u32 + 1);
    Tag(mv.from as u32 | (mv.to as u32) << 6 | promotion << 12)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bstar::{Ask, Config, Next, Of, Search, Side};
    use bstar_alphabeta::{NeverStop, Techniques, TranspositionTable};
    use bstar_board::{fen, notation};
    use bstar_eval::Evaluation;

    use super::*;

    fn answer(fen: &str, real: Precision, hope: Precision, depth: u32) -> Vec<Child<Move>> {
        let position = fen::parse(fen).unwrap();
        let table = Arc::new(TranspositionTable::new(4).unwrap());
        let techniques = super::super::probe_techniques(Techniques::all());
        let mut searcher = Searcher::new(table, techniques, &Evaluation::Terms);
        let naming = Naming::for_root(&position);
        let keys = [position.key()];
        let mut prober = Prober::new(&mut searcher, &NeverStop, naming, Rules::ALL, &keys);
        prober.root_values = [Points::DRAW; 2];
        prober.threat_reduction = 1;
        let ask = |quantity, precision| Ask {
            of: Of::All,
            quantity,
            precision,
        };
        let bound = match position.side_to_move() {
            Color::White => Quantity::MaxBound,
            Color::Black => Quantity::MinBound,
        };
        let player = match position.side_to_move() {
            Color::White => Side::Max,
            Color::Black => Side::Min,
        };
        let mut search = Search::new(
            naming.key(&position),
            class(&position),
            player,
            Config::default(),
        )
        .unwrap();
        let Next::Work(mut job) = search.next() else {
            unreachable!("a new search wants its root")
        };
        job.asks = vec![ask(Quantity::Real, real), ask(bound, hope)];
        prober.answer(&position, &job, &[], depth).unwrap()
    }

    /// A question whether a value lies above or below a limit is answered, whatever a deeper probe
    /// knows.
    #[test]
    fn a_reconciled_value_is_still_an_answer() {
        let spans = || {
            let ends = [0, 1_000, 4_000, 4_300, 4_600, 5_000, 9_000, 10_000];
            let exact = ends.map(Span::exact);
            exact
                .into_iter()
                .chain(ends.map(|end| at_most(Points(end))))
                .chain(ends.map(|end| at_least(Points(end))))
        };
        for (known, found) in spans().flat_map(|known| spans().map(move |found| (known, found))) {
            for margin in [PROBE_NOISE_POINTS, Points::WIN] {
                let reconciled = reconcile(known, found, margin);
                for x in (0..=10_000).step_by(100) {
                    for precision in [Precision::From(x), Precision::UpTo(x)] {
                        assert!(
                            !precision.is_met_by(found) || precision.is_met_by(reconciled),
                            "{precision:?}: {found:?} beside {known:?} is {reconciled:?}"
                        );
                    }
                }
            }
        }
        let exact = Span::exact;
        let up_to = |end| at_most(Points(end));
        for (known, found, by_noise, wholly) in [
            (up_to(4_300), exact(4_600), exact(4_300), exact(4_300)),
            (up_to(4_300), exact(9_000), exact(9_000), exact(4_300)),
            (up_to(4_300), exact(4_000), exact(4_000), exact(4_000)),
            (exact(4_300), up_to(4_000), exact(4_300), exact(4_300)),
        ] {
            assert_eq!(reconcile(known, found, PROBE_NOISE_POINTS), by_noise);
            assert_eq!(reconcile(known, found, Points::WIN), wholly);
        }
    }

    /// What a far deeper probe found stays, however shallow the next probe is.
    #[test]
    fn a_short_probe_does_not_overrule_a_deeper_one() {
        let position = fen::parse("6k1/5ppp/8/3q4/8/1B6/5PPP/6K1 w - - 0 1").unwrap();
        let quiet = notation::parse(&position, "b3c4").unwrap();
        let takes = notation::parse(&position, "b3d5").unwrap();
        let table = Arc::new(TranspositionTable::new(4).unwrap());
        let mut searcher = Searcher::new(table, Techniques::all(), &Evaluation::Terms);
        let naming = Naming::for_root(&position);
        let keys = [position.key()];
        let mut prober = Prober::new(&mut searcher, &NeverStop, naming, Rules::ALL, &keys);
        prober.reconcile_margin = Points::WIN;
        let mut candidates = [quiet, takes].map(|mv| prober.candidate(&position, mv));
        let best_move = BestMove {
            points: Points(6_000),
            line: &[quiet],
            depth: 8,
        };
        best_move.apply_to(&mut candidates);
        let [_, mut takes] = candidates;
        prober
            .learn_real(&mut takes, WantedRange::EXACTLY, 2)
            .unwrap();
        assert_eq!((takes.real, takes.depth), (Span::exact(5_999), 8));
        // A record holds too, but not for a probe that is as deep.
        let key = naming.key(&takes.after);
        let record = ProbeRecord {
            line: Vec::new(),
            threat: Vec::new(),
            depth: 8,
            real: at_most(Points(5_000)),
        };
        prober.records.remember(key, record);
        for (depth, is_reconciled) in [(7, true), (8, false)] {
            let mut candidate = prober.candidate(&position, takes.mv);
            prober
                .learn_real(&mut candidate, WantedRange::EXACTLY, depth)
                .unwrap();
            let real = candidate.real.known().unwrap();
            assert_eq!(real == 5_000, is_reconciled, "{depth}: {real}");
        }
    }

    const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";

    #[test]
    fn only_the_best_move_is_known_exactly_and_it_is_no_worse_than_any() {
        let exactly = answer(MIDDLEGAME, Precision::Exact, Precision::Exact, 2);
        let best_of = |children: &[Child<Move>]| {
            let real = |child: &Child<Move>| child.real.unwrap().min();
            children.iter().map(real).max().unwrap()
        };
        let than = SCALE.loss;
        let lazily = answer(
            MIDDLEGAME,
            Precision::Best { than },
            Precision::From(9_000),
            2,
        );
        assert_eq!(best_of(&lazily), best_of(&exactly));
        let open = lazily
            .iter()
            .filter(|child| !child.real.unwrap().is_exact());
        assert!(open.clone().count() > lazily.len() / 2);
        for child in open {
            assert!(child.real.unwrap().max() <= best_of(&lazily), "{child:?}");
        }
        for child in &lazily {
            let (hope, _) = child.max_bound.unwrap();
            assert!(hope.is_exact() || hope.max() < 9_000, "{child:?}");
        }
    }

    /// After Rxb2 the rook is captured, so it cannot move again. But the threats of the pawns stay.
    #[test]
    fn what_others_do_with_the_extra_move_is_hoped_for_though_the_runner_is_taken() {
        let fen = "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1";
        let position = fen::parse(fen).unwrap();
        let sacrifice = notation::parse(&position, "b3b2").unwrap();
        let children = answer(fen, Precision::Exact, Precision::Exact, 4);
        let child = children.iter().find(|child| child.mv == sacrifice).unwrap();
        let real = SCALE.win - child.real.unwrap().known().unwrap();
        let hope = SCALE.win - child.min_bound.unwrap().0.known().unwrap();
        assert!(real < 5_000 && hope > real + 1_000, "{real} and {hope}");
    }
}
