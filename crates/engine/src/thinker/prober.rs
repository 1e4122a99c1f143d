//! Jobs become probes.
//!
//! The real value of a move is an alpha-beta search of some plies of the position after it; its mover's bound is the same after an extra move, put right by
//! the rules of [`optimism`]. All probes share one transposition table. What lines they found stays here, by position.

use std::collections::HashMap;

use bstar::{Child, Job, Key, Outcome, Quantity, Span, Tag, Value as Points};
use bstar_alphabeta::{MATE, Searcher, Watch};
use bstar_board::{Color, Move, Position};

use super::identity::{Naming, class};
use super::optimism::{self, Case, Rules};
use super::scale::{Converter, SCALE, for_white};

/// What probes found about the position after a move.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The line of best play from it.
    pub line: Vec<Move>,
    /// If the mover could move again: the line, that extra move first. Empty if nobody asked, or after a check.
    pub threat: Vec<Move>,
    /// What the position is worth to who moved there.
    pub real: Points,
    /// How deep the probes were.
    pub depth: u32,
}

/// A move that was looked at.
struct Look {
    after: Position,
    outcome: Option<Outcome>,
    /// What it is worth to the mover.
    real: Points,
    line: Vec<Move>,
}

/// Somebody who can be asked about positions.
pub struct Prober<'a> {
    searcher: &'a mut Searcher,
    watch: &'a dyn Watch,
    naming: Naming,
    rules: Rules,
    /// The keys of the game up to the root; a probe's own goes on top.
    keys: Vec<u64>,
    /// What the root is worth to either side: a forcing line that gave something up is still in earnest.
    pub pars: [Points; 2],
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
    pub records: HashMap<Key, Record>,
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
        Prober {
            searcher,
            watch,
            naming,
            rules,
            keys: keys.to_vec(),
            pars: [0; 2],
            threat_reduction: 0,
            nodes: 0,
            node_limit: u64::MAX,
            largest: 0,
            probes: 0,
            records: HashMap::new(),
        }
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
        let mut moves = position.legal_moves();
        moves.retain(|mv| {
            job.asks_about(*mv).next().is_some() && (only.is_empty() || only.contains(mv))
        });
        let mut found = Vec::with_capacity(moves.len());
        for &mv in &moves {
            found.push(self.look_at(position, mv, depth)?);
        }
        // What the position is worth: a check that gives something up hopes for more than that.
        let best = found.iter().map(|look| look.real).max().unwrap_or(0);
        let par = best.max(self.pars[position.side_to_move() as usize]);
        let mut children = Vec::with_capacity(moves.len());
        for (&mv, look) in moves.iter().zip(found) {
            children.push(self.child(position, job, mv, look, par, depth)?);
        }
        Some(children)
    }

    /// What a move is worth.
    fn look_at(&mut self, before: &Position, mv: Move, depth: u32) -> Option<Look> {
        let after = before.after(mv);
        let mover = before.side_to_move();
        if let Some(outcome) = outcome(&after) {
            let real = for_white(SCALE.value_of(outcome), mover);
            return Some(Look {
                after,
                outcome: Some(outcome),
                real,
                line: Vec::new(),
            });
        }
        let (value, line) = self.probe(&after, depth)?;
        let real = Converter::new(crate::phase(&after)).points(-value);
        Some(Look {
            after,
            outcome: None,
            real,
            line,
        })
    }

    fn child(
        &mut self,
        before: &Position,
        job: &Job<Move>,
        mv: Move,
        look: Look,
        par: Points,
        depth: u32,
    ) -> Option<Child<Move>> {
        let Look {
            after,
            outcome,
            real,
            line,
        } = look;
        let key = self.naming.key(&after);
        let mut child = Child::new(mv, key).class(class(&after));
        if let Some(outcome) = outcome {
            return Some(child.over(outcome));
        }
        let mover = before.side_to_move();
        child = child.real(Span::exact(for_white(real, mover)));
        if let Some(reply) = line.first() {
            child = child.tag(tag(*reply));
        }
        let mut record = Record {
            line,
            threat: Vec::new(),
            real,
            depth,
        };
        if job.asks_about(mv).any(|ask| ask.quantity != Quantity::Real) {
            let mut extra = None;
            if let Ok(passed) = after.pass() {
                let (value, line) = self.probe(&passed, self.threat_depth(depth))?;
                extra = Some(Converter::new(crate::phase(&after)).points(value));
                record.threat = line;
            }
            let case = Case {
                before,
                mv,
                after: &after,
                par: par.max(real),
                real,
                real_line: &record.line,
                extra,
                extra_line: &record.threat,
            };
            let (hope, kind) = optimism::hope(&self.rules, &case);
            // Beside a move that mates, a check would hope for just that; but only what is certain is worth so much.
            let hope = hope.clamp(SCALE.loss + 1, SCALE.win - 1);
            let bound = Some((Span::exact(for_white(hope, mover)), kind));
            match mover {
                Color::White => child.max_bound = bound,
                Color::Black => child.min_bound = bound,
            }
        }
        self.remember(key, record);
        Some(child)
    }

    fn threat_depth(&self, depth: u32) -> u32 {
        depth.saturating_sub(self.threat_reduction).max(1)
    }

    /// The value for the side to move, and the line.
    fn probe(&mut self, position: &Position, depth: u32) -> Option<(i32, Vec<Move>)> {
        if self.nodes >= self.node_limit || self.watch.should_stop() {
            return None;
        }
        self.keys.push(position.key());
        let probe =
            self.searcher
                .probe(position, &self.keys, depth, -MATE - 1, MATE + 1, self.watch);
        self.keys.pop();
        self.nodes += self.searcher.nodes();
        let probe = probe?;
        self.probes += 1;
        self.largest = self.largest.max(probe.nodes);
        Some((probe.value, probe.line.to_vec()))
    }

    fn remember(&mut self, key: Key, record: Record) {
        let known = self.records.entry(key).or_default();
        let threat = if record.threat.is_empty() {
            std::mem::take(&mut known.threat)
        } else {
            record.threat
        };
        *known = Record { threat, ..record };
    }
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
