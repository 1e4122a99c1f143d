//! What a search leaves behind, and what it tells on the way.

use std::time::Duration;

use bstar::{Child, Decision, Key, NodeView, Reason, Search, Span};
use bstar_board::score::{Score, ScoreBound};
use bstar_board::{Color, Game, Move, Position};
use bstar_tables::Tables;

use crate::cost_model::CostModel;
use crate::event_log::{Forgotten, LoggedEvent};
use crate::lines::Lines;
use crate::records::ProbeRecords;
use crate::report::{Proposal, ProposalJudgement, TreeFacts};
use crate::scale::{Points, SCALE, is_mate_by_mover, mover_points, span_for_white};

pub struct Thought {
    /// The position that was searched.
    pub position: Position,
    /// The decision; none if there is no move.
    pub decision: Option<Decision<Move>>,
    pub search: Search<Move>,
    /// The event log, without what was forgotten.
    pub events: Vec<LoggedEvent>,
    /// How much of the log was forgotten, for lack of memory.
    pub forgotten: Forgotten,
    /// The records of the probes, by position.
    pub records: ProbeRecords,
    /// The depth of the probes, in plies.
    pub probe_depth: u32,
    /// The number of probes.
    pub probes: u64,
    /// How deep root moves were probed at most, in plies after the root move.
    pub root_probe_depth: u32,
    /// The nodes of all probes.
    pub nodes: u64,
    /// Those of them that answered jobs about other positions than the root.
    pub nodes_below_root: u64,
    /// How long simulated processors took, in nodes of one of them.
    pub simulated_time: Option<u64>,
    /// The nodes of the largest probe.
    pub largest_probe: u64,
    /// What went into root searches.
    pub root_effort: RootEffort,
    /// How many threads the system refused to them. They were made without these.
    pub refused_threads: usize,
    /// How settled the first root search was at its end; none if there was no root search.
    pub root_stability: Option<RootStability>,
    /// The expansions of this search.
    pub expansions: u32,
    /// The expansions of this search and of those with shallower or deeper probes.
    pub all_expansions: u32,
    /// How many expanded positions came from the search before.
    pub reused_positions: usize,
    /// Whether the search ended by itself, before its budget was used up.
    pub ended_early: bool,
    /// The move that the tree preferred to that of the root search, if it did.
    pub proposal: Option<Proposal>,
    /// How long it took.
    pub time: Duration,
    /// Where endings were looked up.
    pub endings: Tables,
    pub cost_model: CostModel,
}

impl Thought {
    /// Whether the tree preferred another move than the one that was chosen, and is still there. Of
    /// the root's moves only what root searches found is then worth telling.
    pub fn is_tree_overruled(&self) -> bool {
        let judgement = self.proposal.map(|proposal| proposal.judgement);
        judgement.is_some_and(|judgement| judgement != ProposalJudgement::Confirmed)
    }
}

/// What went into the alpha-beta searches of the root from which the tree grew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RootEffort {
    pub searches: u64,
    /// The depth of the deepest, in plies.
    pub depth: u32,
    /// The nodes of all of them.
    pub nodes: u64,
}

/// How settled the choice of a root search was at its end. It tells how likely a deeper search is
/// to choose another move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootStability {
    /// Iterations in a row that ended with the same best move, after the first of them.
    pub unchanged: u32,
    /// The share of the nodes that were spent below the best move, 0 to 1.
    pub share_of_best: f64,
    /// How much the value changed in the last two iterations, in ten-thousandths of expected score.
    pub swing: i32,
}

/// The state of a running search. It is computed only where it is asked for, because there may be
/// thousands a second.
#[derive(Clone, Copy)]
pub struct Snapshot<'a> {
    /// The game whose position is searched.
    pub game: &'a Game,
    /// The tree as it is.
    pub search: &'a Search<Move>,
    /// The records of the probes so far.
    pub records: &'a ProbeRecords,
    /// The root's moves as the last depth left them, while the root is probed deeper and deeper. A
    /// new tree will begin from them.
    pub probed_root: &'a [Child<Move>],
    /// The event log so far, without what was forgotten.
    pub events: &'a [LoggedEvent],
    /// How much of the log was forgotten, for lack of memory.
    pub forgotten: Forgotten,
    /// The bytes of the tree and all that goes with it, including a deeper search that has not
    /// decided.
    pub bytes: usize,
    /// The decision, if this is the end.
    pub decision: Option<Decision<Move>>,
    /// The depth of the longest line expanded.
    pub depth: u32,
    /// How deep a search of the root has gone, in plies; 0 without one.
    pub root_search_depth: u32,
    /// The depth of the probes, in plies.
    pub probe_depth: u32,
    pub nodes: u64,
    pub expansions: u32,
    /// A search with deeper probes beside this one. The fields above stand until it has decided.
    pub deeper: Option<DeeperSearch<'a>>,
}

/// A search that has not decided yet, beside one that has.
#[derive(Clone, Copy)]
pub struct DeeperSearch<'a> {
    /// Its tree.
    pub search: &'a Search<Move>,
    /// Its event log.
    pub events: &'a [LoggedEvent],
    /// How much of the log was forgotten, for lack of memory.
    pub forgotten: Forgotten,
    /// The depth of its probes, in plies.
    pub probe_depth: u32,
}

/// The values of a root move, in points for the side to move. Spans are the library's, so their
/// ends are plain numbers of [`Points`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMoveValues {
    pub mv: Move,
    /// The key of the position after it.
    pub key: Key,
    /// The real value.
    pub real: Span,
    /// The optimistic value for the side to move, if a probe was made for it.
    pub opt: Option<Span>,
    /// The pessimistic value for the side to move, if a probe was made for it.
    pub pess: Option<Span>,
}

/// A root move among the best, as people see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The line of best play that begins with it.
    pub line: Vec<Move>,
    /// What it is worth to the side to move.
    pub score: Score,
    /// Whether that is the score, or a bound of it.
    pub bound: ScoreBound,
}

impl<'a> Snapshot<'a> {
    /// How deep the search went: to the end of the longest line expanded, or as far as a search of
    /// the root, whichever is deeper.
    pub fn searched_depth(&self) -> u32 {
        self.depth.max(self.root_search_depth)
    }

    /// The root's moves with their values, in the order of the tree.
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

    /// The best move: the one decided on, or else the one with the highest value. Of equals it is
    /// the first.
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

    /// The best moves with their lines, at most `count`. Behind the [best](Self::best) they are in
    /// the order of their scores.
    pub fn ranked(&self, count: usize) -> Vec<Ranked> {
        let Some(best) = self.best() else {
            return Vec::new();
        };
        let mut shown = vec![(best, self.shown(&best, MoveRank::First))];
        if count > 1 {
            let mut rivals: Vec<_> = self
                .root_moves()
                .into_iter()
                .filter(|values| values.mv != best.mv)
                .map(|values| (values, self.shown(&values, MoveRank::Behind)))
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

    /// The value of a move, for people.
    pub fn score(&self, values: &RootMoveValues) -> Score {
        self.shown(values, MoveRank::First).0
    }

    fn line(&self, values: &RootMoveValues) -> Vec<Move> {
        if self.probed_root.is_empty() {
            self.lines().after(values.mv)
        } else {
            self.lines().after_probe(values.mv, values.key)
        }
    }

    fn shown(&self, values: &RootMoveValues, rank: MoveRank) -> (Score, ScoreBound) {
        let (points, bound) = end_to_show(values.real, rank);
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

/// The rank of a move among the best.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MoveRank {
    First,
    Behind,
}

/// One end of a value that is not exact: the lower bound for the first move, the upper bound for
/// the others.
fn end_to_show(real: Span, rank: MoveRank) -> (Points, ScoreBound) {
    let min = Points(real.min()).max(Points::LOSS);
    let max = Points(real.max()).min(Points::WIN);
    match (min > Points::LOSS, max < Points::WIN) {
        _ if min == max => (min, ScoreBound::Exact),
        (true, true) if rank == MoveRank::First => (min, ScoreBound::Lower),
        (_, true) => (max, ScoreBound::Upper),
        (true, false) => (min, ScoreBound::Lower),
        (false, false) => (Points::DRAW, ScoreBound::Upper),
    }
}

/// A number that orders scores: a quick mate is the highest, and being mated soon the lowest.
fn order(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.0,
        Score::Mate(moves) if moves > 0 => i32::MAX - moves,
        Score::Mate(moves) => i32::MIN - moves,
    }
}

impl Thought {
    /// Facts about its tree.
    pub fn facts(&self) -> TreeFacts {
        let share = |nodes: u64| nodes as f64 / self.nodes.max(1) as f64;
        TreeFacts {
            expansions: self.all_expansions,
            reused_positions: self.reused_positions,
            probe_depth: self.probe_depth,
            root_probe_depth: self.root_probe_depth,
            share_below_root: share(self.nodes_below_root),
            largest_probe: share(self.largest_probe),
            ended_early: self.ended_early,
            proposal: self.proposal,
            how_sure: self.how_sure(),
            reply: None,
        }
    }

    /// Whether nothing is left to find out: the move is the only one, or its result is known.
    pub fn is_certain(&self) -> bool {
        self.decision.is_none_or(|decision| {
            matches!(decision.reason, Reason::Forced | Reason::Settled)
                || is_mate_by_mover(decision.real, &self.position)
        })
    }

    /// The bytes of its tree and its records.
    pub fn bytes(&self) -> usize {
        self.search.bytes() + self.records.bytes()
    }

    /// The line of best play, beginning with the move decided on.
    pub fn line(&self) -> Vec<Move> {
        let game = Game::new(self.position.clone());
        let lines = Lines::new(&game, &self.search, &self.records);
        self.decision
            .map_or_else(Vec::new, |decision| lines.after(decision.best))
    }

    /// The value of the decision for the side to move.
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
    use bstar_board::score::Centipawns;

    #[test]
    fn a_value_that_is_not_exact_is_told_by_the_end_that_matters() {
        let shown = |span, rank| {
            let (points, bound) = end_to_show(span, rank);
            (points.0, bound)
        };
        for rank in [MoveRank::First, MoveRank::Behind] {
            assert_eq!(shown(Span::exact(5_300), rank), (5_300, ScoreBound::Exact));
            assert_eq!(
                shown(Span::at_most(4_000), rank),
                (4_000, ScoreBound::Upper)
            );
            assert_eq!(
                shown(Span::at_least(6_000), rank),
                (6_000, ScoreBound::Lower)
            );
            assert_eq!(shown(Span::UNKNOWN, rank), (SCALE.draw, ScoreBound::Upper));
        }
        let between = Span::between(4_000, 6_000);
        assert_eq!(shown(between, MoveRank::First), (4_000, ScoreBound::Lower));
        assert_eq!(shown(between, MoveRank::Behind), (6_000, ScoreBound::Upper));
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
