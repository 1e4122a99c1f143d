//! What a search leaves behind, and what it tells on the way.

use std::time::Duration;

use bstar::{Child, Decision, Event, Key, NodeView, Search, Span, Value};
use bstar_alphabeta::{Score, ScoreBound};
use bstar_board::{Color, Game, Move, Position};

use super::lines::Lines;
use super::memory::{Forgotten, ProbeRecords};
use super::reuse::CostModel;
use super::scale::{Points, SCALE, span_for_white};
use crate::report::{Proposal, TreeFacts};

/// Something that happened, and when.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedEvent {
    /// What.
    pub event: Event<Move>,
    /// After so many nodes of probes.
    pub nodes: u64,
}

/// A finished search.
pub struct Thought {
    /// The position it was about.
    pub position: Position,
    /// The decision; none if there is no move.
    pub decision: Option<Decision<Move>>,
    /// The tree.
    pub search: Search<Move>,
    /// What happened, but for what was forgotten.
    pub events: Vec<LoggedEvent>,
    /// What of it was forgotten, for want of memory.
    pub forgotten: Forgotten,
    /// What probes found, by position.
    pub records: ProbeRecords,
    /// How deep they were.
    pub probe_depth: u32,
    /// How many there were.
    pub probes: u64,
    /// Their nodes.
    pub nodes: u64,
    /// The nodes of the largest of them.
    pub largest_probe: u64,
    /// Expansions.
    pub expansions: u32,
    /// Together with those of other searches with shallower or deeper probes.
    pub all_expansions: u32,
    /// How many expanded positions were there when it began, from the search before.
    pub reused_positions: usize,
    /// Whether the search ended by itself, before its effort was used up.
    pub ended_early: bool,
    /// The move that the tree preferred to that of the first look at the root, if it did.
    pub proposal: Option<Proposal>,
    /// How long it took.
    pub time: Duration,
    pub(super) cost_model: CostModel,
}

/// Snapshot while it thinks. What is in it is not yet worked out: there may be thousands a second.
#[derive(Clone, Copy)]
pub struct Snapshot<'a> {
    /// What is thought about.
    pub game: &'a Game,
    /// The tree as it is.
    pub search: &'a Search<Move>,
    /// What probes found so far.
    pub records: &'a ProbeRecords,
    /// The root's moves as the last depth left them, while the root is probed deeper and deeper. The tree, if there is one, makes way for a new one.
    pub probed_root: &'a [Child<Move>],
    /// What happened so far, but for what was forgotten.
    pub events: &'a [LoggedEvent],
    /// What of it was forgotten, for want of memory.
    pub forgotten: Forgotten,
    /// How many bytes the tree takes, with all that goes with it; that of a search which is only being tried included.
    pub bytes: usize,
    /// The decision, if this is the end.
    pub decision: Option<Decision<Move>>,
    /// The depth of the longest line expanded.
    pub depth: u32,
    /// How deep probes are.
    pub probe_depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Expansions so far.
    pub expansions: u32,
    /// A search with deeper probes that is only being deeper: what is told above stands until this one has decided.
    pub deeper: Option<DeeperSearch<'a>>,
}

/// A search that has not decided yet, beside one that has.
#[derive(Clone, Copy)]
pub struct DeeperSearch<'a> {
    /// Its tree.
    pub search: &'a Search<Move>,
    /// What happened in it.
    pub events: &'a [LoggedEvent],
    /// What of it was forgotten, for want of memory.
    pub forgotten: Forgotten,
    /// How deep its probes are.
    pub probe_depth: u32,
}

/// How a root move stands. Values are ten-thousandths of expected score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMoveValues {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub key: Key,
    /// The best estimate.
    pub real: Span,
    /// What the side to move can hope for, if anybody asked.
    pub opt: Option<Span>,
    /// What it must fear, if anybody asked.
    pub pess: Option<Span>,
}

/// A root move among the best, as it is told to people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The line of best play that begins with it.
    pub line: Vec<Move>,
    /// What it is worth to the side to move.
    pub score: Score,
    /// Is that the score, or a bound of it?
    pub bound: ScoreBound,
}

impl<'a> Snapshot<'a> {
    /// The root's moves as they stand, in the order of the tree.
    pub fn root_moves(&self) -> Vec<RootMoveValues> {
        if self.probed_root.is_empty() {
            self.search
                .root()
                .moves()
                .map(|(mv, node)| self.root_move_values(mv, node))
                .collect()
        } else {
            self.probed_root
                .iter()
                .map(|child| self.probed_move_values(child))
                .collect()
        }
    }

    /// The best move: the one decided on, or else the one with the highest value, the first of equals.
    pub fn best(&self) -> Option<RootMoveValues> {
        let root_moves = self.root_moves();
        let decided = |values: &&RootMoveValues| {
            self.decision
                .is_some_and(|decision| decision.best == values.mv)
        };
        root_moves
            .iter()
            .find(decided)
            .or_else(|| root_moves.iter().rev().max_by_key(|known| known.real.min()))
            .copied()
    }

    /// The best moves, at most so many, with their lines. Behind the [best](Self::best) they stand in the order of their scores.
    pub fn ranked(&self, count: usize) -> Vec<Ranked> {
        let Some(best) = self.best() else {
            return Vec::new();
        };
        let mut shown = vec![(best, self.shown(&best, Place::First))];
        if count > 1 {
            let mut rivals: Vec<_> = self
                .root_moves()
                .into_iter()
                .filter(|values| values.mv != best.mv)
                .map(|values| (values, self.shown(&values, Place::Behind)))
                .collect();
            rivals.sort_by_key(|(_, (score, _))| std::cmp::Reverse(order(*score)));
            shown.extend(rivals);
        }
        shown
            .into_iter()
            .take(count)
            .map(|(values, (score, bound))| Ranked {
                line: self.line(&values),
                score,
                bound,
            })
            .collect()
    }

    /// What a move is worth, for people.
    pub fn score(&self, values: &RootMoveValues) -> Score {
        self.shown(values, Place::First).0
    }

    fn line(&self, values: &RootMoveValues) -> Vec<Move> {
        if self.probed_root.is_empty() {
            self.lines().after(values.mv)
        } else {
            self.lines().after_probe(values.mv, values.key)
        }
    }

    fn shown(&self, values: &RootMoveValues, place: Place) -> (Score, ScoreBound) {
        let (points, bound) = end_to_show(values.real, place);
        (self.lines().score(values.mv, points), bound)
    }

    fn lines(&self) -> Lines<'a> {
        Lines::new(self.game, self.search, self.records)
    }

    fn root_move_values(&self, mv: Move, node: NodeView<'a, Move>) -> RootMoveValues {
        let position = self.game.position();
        let points = |span: Span| {
            Span::between(
                mover_points(span.min(), position).0,
                mover_points(span.max(), position).0,
            )
        };
        RootMoveValues {
            mv,
            key: node.key(),
            real: points(node.real()),
            opt: node.opt().map(points),
            pess: node.pess().map(points),
        }
    }

    fn probed_move_values(&self, child: &Child<Move>) -> RootMoveValues {
        let mover = self.game.position().side_to_move();
        let points = |span: Span| span_for_white(span, mover);
        let certain = child
            .outcome
            .map(|outcome| Span::exact(SCALE.value_of(outcome)));
        let real = certain.or(child.real).unwrap_or(Span::UNKNOWN);
        let hope = match mover {
            Color::White => child.max_bound,
            Color::Black => child.min_bound,
        };
        RootMoveValues {
            mv: child.mv,
            key: child.key,
            real: points(real),
            opt: certain.or(hope.map(|(span, _)| span)).map(points),
            pess: certain.map(points),
        }
    }
}

/// Where a move stands among the best.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    First,
    Behind,
}

/// A value that is not known exactly is told by one of its ends: the first move is worth at least so much, those behind it at most.
fn end_to_show(real: Span, place: Place) -> (Points, ScoreBound) {
    let min = Points(real.min()).max(Points::LOSS);
    let max = Points(real.max()).min(Points::WIN);
    match (min > Points::LOSS, max < Points::WIN) {
        _ if min == max => (min, ScoreBound::Exact),
        (true, true) if place == Place::First => (min, ScoreBound::Lower),
        (_, true) => (max, ScoreBound::Upper),
        (true, false) => (min, ScoreBound::Lower),
        (false, false) => (Points::DRAW, ScoreBound::Upper),
    }
}

/// Scores as numbers: a quick mate is the most, and being mated soon the least.
fn order(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.0,
        Score::Mate(moves) if moves > 0 => i32::MAX - moves,
        Score::Mate(moves) => i32::MIN - moves,
    }
}

/// The library speaks to the Player: for Black it has turned the points of White round. Points as the mover counts them.
pub(super) fn mover_points(real: Value, position: &Position) -> Points {
    match position.side_to_move() {
        Color::White => Points(real),
        Color::Black => Points(real + SCALE.win),
    }
}

/// Whether a value means that the side to move mates.
pub(super) fn is_mate_by_mover(real: Span, position: &Position) -> bool {
    mover_points(real.min(), position).is_mate()
}

impl Thought {
    /// What its tree was like.
    pub fn facts(&self) -> TreeFacts {
        TreeFacts {
            expansions: self.all_expansions,
            reused_positions: self.reused_positions,
            probe_depth: self.probe_depth,
            largest_probe: self.largest_probe as f64 / self.nodes.max(1) as f64,
            ended_early: self.ended_early,
            proposal: self.proposal,
        }
    }

    /// The line of best play, beginning with the move decided on.
    pub fn line(&self) -> Vec<Move> {
        let game = Game::new(self.position.clone());
        let lines = Lines::new(&game, &self.search, &self.records);
        self.decision
            .map_or_else(Vec::new, |decision| lines.after(decision.best))
    }

    /// What the decision is worth to the side to move.
    pub fn score(&self) -> Option<Score> {
        let decision = self.decision?;
        let game = Game::new(self.position.clone());
        let points = mover_points(decision.real.min(), &self.position);
        let lines = Lines::new(&game, &self.search, &self.records);
        Some(lines.score(decision.best, points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_alphabeta::Centipawns;

    #[test]
    fn a_value_that_is_not_exact_is_told_by_the_end_that_matters() {
        let shown = |span, place| {
            let (points, bound) = end_to_show(span, place);
            (points.0, bound)
        };
        for place in [Place::First, Place::Behind] {
            assert_eq!(shown(Span::exact(5_300), place), (5_300, ScoreBound::Exact));
            assert_eq!(
                shown(Span::at_most(4_000), place),
                (4_000, ScoreBound::Upper)
            );
            assert_eq!(
                shown(Span::at_least(6_000), place),
                (6_000, ScoreBound::Lower)
            );
            assert_eq!(shown(Span::UNKNOWN, place), (SCALE.draw, ScoreBound::Upper));
        }
        let between = Span::between(4_000, 6_000);
        assert_eq!(shown(between, Place::First), (4_000, ScoreBound::Lower));
        assert_eq!(shown(between, Place::Behind), (6_000, ScoreBound::Upper));
    }

    #[test]
    fn quick_mates_are_the_best_and_the_worst() {
        let scores = [
            Score::Mate(1),
            Score::Mate(5),
            Score::Centipawns(Centipawns(900)),
            Score::Centipawns(Centipawns(-900)),
            Score::Mate(-5),
            Score::Mate(-1),
        ];
        assert!(scores.is_sorted_by_key(|score| std::cmp::Reverse(order(*score))));
    }
}
