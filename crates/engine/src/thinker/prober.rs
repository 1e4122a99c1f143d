//! Jobs become probes.
//!
//! The real value of a move is an alpha-beta search of some plies of the position after it; its mover's bound is the same after an extra move, put right by
//! the rules of [`optimism`]. All probes share one transposition table. What lines they found stays here, by position.

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
    /// The line of best play from it.
    pub line: Vec<Move>,
    /// If the mover could move again: the line, that extra move first. Empty if nobody asked, if it leads nowhere, or after a check.
    pub threat: Vec<Move>,
    /// How deep the probes were.
    pub depth: u32,
    /// What is known of what it is worth to who moved there.
    pub real: Span,
}

/// A move that is looked at.
pub(super) struct Candidate {
    pub mv: Move,
    after: Position,
    outcome: Option<Outcome>,
    converter: Converter,
    /// What is known of what it is worth to the mover.
    real: Span,
    line: Vec<Move>,
    /// How deep the probe was that found it.
    depth: u32,
}

/// Where a value is wanted exactly, in points of the mover. Of values outside it is enough to know on which side.
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

    /// More than this.
    fn more_than(points: Points) -> WantedRange {
        WantedRange {
            from: points + Points(1),
            ..WantedRange::EXACTLY
        }
    }

    /// Only whether it is more than this.
    fn whether_more_than(points: Points) -> WantedRange {
        WantedRange {
            from: points + Points(1),
            up_to: points,
        }
    }

    fn is_met_by(self, finding: Span) -> bool {
        finding.is_exact() || finding.max() < self.from.0 || finding.min() > self.up_to.0
    }

    /// What a question about one move asks for, in the eyes of the mover.
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

/// Somebody who can be asked about positions.
pub struct Prober<'a> {
    searcher: &'a mut Searcher,
    watch: &'a dyn Watch,
    pub(super) naming: Naming,
    rules: Rules,
    /// The keys of the game up to the root; a probe's own goes on top.
    keys: Vec<u64>,
    /// What the root is worth to either side: a forcing line that gave something up is still in earnest.
    pub root_values: [Points; 2],
    /// By how many points a probe must differ from what a deeper one knows to be believed.
    pub reconcile_margin: Points,
    /// By how much the probes with the extra move are shallower.
    pub threat_reduction: u32,
    /// Nodes of all probes.
    pub nodes: u64,
    /// No probe begins beyond this.
    pub node_limit: u64,
    /// The nodes of the largest probe.
    pub largest: u64,
    /// How many probes there were.
    pub probes: u64,
    /// What they found, by position.
    pub records: ProbeRecords,
}

impl<'a> Prober<'a> {
    /// A prober for searches from the position the keys of a game lead to.
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

    /// A look at a move, before anything was found out about it.
    fn candidate(&self, before: &Position, mv: Move) -> Candidate {
        Candidate::new(before, mv, self.records.model())
    }

    /// The name of a position.
    pub fn key(&self, position: &Position) -> Key {
        self.naming.key(position)
    }

    /// Finds out what a job asks about a position, at a depth; only about some moves, if there are any in `only`. `None` if it was stopped.
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
                // Next to a mate nothing needs to be known.
                child = child.real(UNKNOWN);
            }
            children.push(child);
        }
        Some(children)
    }

    /// What earlier probes found out about a move, if they were as deep.
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

    /// Finds the best of some moves, if it is better than something. Of the others it is only known that they are no better.
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
            // The best first, then those that were hardest to refute.
            candidates.sort_by_key(|candidate| {
                std::cmp::Reverse((candidate.real.min(), candidate.real.max()))
            });
        }
        self.reconcile_best(position, candidates, depth);
        Some(())
    }

    /// Whether a deeper probe of the position itself knows already which of its moves is best, and what it is worth.
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

    /// Finds out what a move is worth, as far as it is wanted.
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

    /// What is known of a move by a probe deeper than this, and how deep that was.
    fn deeper(&self, candidate: &Candidate, depth: u32) -> Option<(Span, u32)> {
        let record = self.records.get(self.naming.key(&candidate.after));
        let known = record.map(|record| (record.real, record.depth));
        let told = (candidate.real, candidate.depth);
        let is_deeper = |(_, known): &(Span, u32)| *known > depth;
        known.filter(is_deeper).or(Some(told).filter(is_deeper))
    }

    /// What a deeper look at a position saw holds for the best of its moves, too.
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

    /// What the mover can hope for from a move, as far as it is wanted.
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
                // First whether the extra move brings enough to be worth knowing.
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
            // A check hopes from what there is anyway.
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
        // Beside a move that mates, a check would hope for just that; but only what is certain is worth so much.
        Some((exact(hope.min(Points::WIN - Points(1))), kind))
    }

    /// What the extra move brings if another man makes it, if that is more than something.
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

    /// Where the extra move brings at most so much, which is less than wanted, only what the move is worth can.
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
    /// What it is worth to the mover.
    pub points: Points,
    /// The line that begins with it.
    pub line: &'l [Move],
    /// How deep the position after it was probed.
    pub depth: u32,
}

impl BestMove<'_> {
    /// The best move is worth so much. The others are worth less, or they are no better, which is as good as less.
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

    /// What a value of the position before the move is worth, if this is the best one, as far as nothing deeper is known.
    pub fn points_within(
        &self,
        value: Centipawns,
        depth: u32,
        naming: Naming,
        records: &ProbeRecords,
    ) -> Points {
        // A mate is a move nearer after it.
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

    /// What was found, as the search takes it. It is also written down, with the lines.
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

/// Points by which short probes of one position differ from deeper ones without a reason.
pub(super) const PROBE_NOISE_POINTS: Points = Points(500);

/// What a finding means beside what a deeper probe knows. If that lies beyond one of its ends, but by no more than it is trusted, it is as much as is known.
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

/// What points mean beside what a deeper probe knows: if they differ by no more than it is trusted, it knows better.
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

/// How precisely a job asks about a move: about what it is worth, or about what the mover hopes for.
fn precision(job: &Job<Move>, mv: Move, is_real: bool) -> Option<Precision> {
    job.asks_about(mv)
        .find(|ask| (ask.quantity == Quantity::Real) == is_real)
        .map(|ask| ask.precision)
}

/// How the game ended, if it is over in this position. Repetition is not its business.
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

    /// Whoever asked whether a value lies above or below something must be told, whatever is known besides.
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

    /// However short the probe that asks about a move: what was told by a far deeper one stays.
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
        // What was written down holds, too, and a probe that is as deep does not ask.
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

    /// After Rxb2 the rook is taken, so that it cannot run; but what the pawns then threaten stays.
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
