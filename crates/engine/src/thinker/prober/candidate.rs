//! A move that is probed, and what is found about it.

use bstar::{Child, Kind, Outcome, Span, Tag};
use bstar_board::score::Centipawns;
use bstar_board::{Color, Move, Position};
use bstar_tables::{Known, Tables};
use bstar_thought::scale::{Converter, SCALE, UNKNOWN, span_for_white};
use bstar_thought::{Points, ProbeRecord, ProbeRecords, WdlModel};

use super::super::identity::{Naming, class};

/// A move that is probed.
pub(in crate::thinker) struct Candidate {
    pub mv: Move,
    pub(super) after: Position,
    pub(super) outcome: Option<Outcome>,
    pub(super) converter: Converter,
    /// What is known of its value, in points for the mover.
    pub(super) real: Span,
    pub(super) line: Vec<Move>,
    /// The depth of the probe that found it.
    pub(super) depth: u32,
}

/// The best of some moves.
pub(in crate::thinker) struct BestMove<'l> {
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
    /// A move about which nothing is known but what tables know of the position after it.
    pub fn new(before: &Position, mv: Move, model: WdlModel, endings: &Tables) -> Candidate {
        let after = before.after(mv);
        let converter = Converter::new(model, bstar_thought::phase(&after));
        let known = || {
            endings
                .known(&after)
                .map(|known| proved(known, &after, converter))
        };
        let outcome = outcome(&after).or_else(known);
        Candidate {
            mv,
            outcome,
            converter,
            real: outcome.map_or(UNKNOWN, |outcome| {
                let points = Points(SCALE.value_of(outcome));
                exact(points.for_white(before.side_to_move()))
            }),
            line: Vec::new(),
            depth: 0,
            after,
        }
    }

    /// The points of a value of the position before the move, if this is the best move. The result
    /// of a deeper probe limits them.
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

/// How the game ended, if it is over in this position. Repetition is not considered here.
pub(super) fn outcome(position: &Position) -> Option<Outcome> {
    if !position.has_legal_move() {
        return Some(match (position.in_check(), position.side_to_move()) {
            (false, _) => Outcome::Draw,
            (true, Color::White) => Outcome::MinWins,
            (true, Color::Black) => Outcome::MaxWins,
        });
    }
    (position.is_dead() || position.halfmove_clock() >= 100).then_some(Outcome::Draw)
}

/// What a table knows, as a result that needs no proof.
fn proved(known: Known, after: &Position, converter: Converter) -> Outcome {
    // The scale has no room for mates that are far away.
    let is_far = |plies: &u32| *plies > Points::MOST_PLIES_TO_MATE;
    let known = Known {
        plies_to_mate: known.plies_to_mate.filter(|plies| !is_far(plies)),
        ..known
    };
    let value = bstar_alphabeta::value_of_known(known, after.halfmove_clock());
    let points = match value {
        Centipawns(0) => Points::DRAW,
        value => converter.points(value),
    };
    Outcome::Score(points.for_white(after.side_to_move()).0)
}

pub(super) fn tag(mv: Move) -> Tag {
    let promotion = mv.promotion.map_or(0, |piece| piece as u32 + 1);
    Tag(mv.from as u32 | (mv.to as u32) << 6 | promotion << 12)
}

pub(in crate::thinker) fn at_most(points: Points) -> Span {
    Span::between(SCALE.loss, points.min(Points::WIN).0)
}

pub(super) fn at_least(points: Points) -> Span {
    Span::between(points.0, SCALE.win)
}

pub(super) fn exact(points: Points) -> Span {
    Span::exact(points.0)
}

pub(super) fn clamped(points: Points, span: Span) -> Points {
    points.clamp(Points(span.min()), Points(span.max()))
}
