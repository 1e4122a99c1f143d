//! What a search tells, while it runs and at its end.

use std::time::Duration;

use bstar_board::Move;
use bstar_board::score::{Score, ScoreBound};

use crate::scale::Points;

/// News from a running search, about one of its best moves.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    /// The depth of the iteration; of B*, the depth of the longest line expanded or that of the
    /// search of the root, whichever is greater.
    pub depth: u32,
    /// The longest line searched; of B*, the longest line expanded and the probe at its end.
    pub seldepth: u32,
    /// Which of the best moves this is about, from 1.
    pub rank: usize,
    /// Its score, for the side to move.
    pub score: Score,
    /// Whether that is the score, or a bound of it.
    pub bound: ScoreBound,
    /// Nodes so far; of B*, those of all probes.
    pub nodes: u64,
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The line of best play: legal, and ending at a draw if it meets one.
    pub line: Vec<Move>,
    /// Chances of win, draw and loss, in thousandths.
    pub wdl: [u32; 3],
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The move to play; none if there is no legal one.
    pub best: Option<Move>,
    /// The reply it expects.
    pub ponder: Option<Move>,
    /// The score, for the side to move.
    pub score: Option<Score>,
    /// The depth of the last finished iteration; of B*, the depth of the longest line expanded or
    /// that of the search of the root, whichever is greater.
    pub depth: u32,
    /// The nodes of all threads.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// The line of best play.
    pub line: Vec<Move>,
    /// Facts about the tree, of a search by B*.
    pub tree: Option<TreeFacts>,
    /// How many threads of those asked for the system refused. The search was made without them.
    pub refused_threads: usize,
}

impl SearchResult {
    /// A message for the user if some of the `asked` threads were refused.
    pub fn about_threads(&self, asked: usize) -> Option<String> {
        let running = asked.saturating_sub(self.refused_threads);
        (self.refused_threads > 0).then(|| {
            format!(
                "the system gave {running} of {asked} threads; the search was made with {running}"
            )
        })
    }
}

/// Facts about the tree of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeFacts {
    /// How many positions were expanded. If the search began anew with deeper probes, all its trees
    /// count.
    pub expansions: u32,
    /// How many positions were expanded already when it began, because an earlier search left its
    /// tree.
    pub reused_positions: usize,
    /// How deep the probes of the search were that decided, the shallowest of them, in plies after
    /// the move that is probed.
    pub probe_depth: u32,
    /// How deep root moves were probed at most, in plies after the root move. Root searches count,
    /// and so do trees that were set aside.
    pub root_probe_depth: u32,
    /// The share of all nodes that went into answers about other positions than the root, 0 to 1.
    /// Trees that were set aside count too.
    pub share_below_root: f64,
    /// The share of all nodes that the largest probe took, 0 to 1.
    pub largest_probe: f64,
    /// Whether it ended by itself, before its budget was used up.
    pub ended_early: bool,
    /// The move that the tree preferred to that of the root search, if it did.
    pub proposal: Option<Proposal>,
    /// How sure the choice is, if a root search made it.
    pub how_sure: Option<HowSure>,
    /// Where the opponent's last move stood among the replies that were thought about on its time;
    /// none if there were none.
    pub reply: Option<ReplyRank>,
}

/// Where a reply stood among those that were expected, the likeliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyRank(
    /// From 1; none if it was not among them.
    pub Option<usize>,
);

impl ReplyRank {
    /// The likeliest.
    pub const FIRST: ReplyRank = ReplyRank(Some(1));
}

/// A move that the tree preferred to that of the first root search. It does not mate. On a clock a
/// second root search of the two moves decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The best move of the first root search.
    pub root_search_move: Move,
    /// The best move of the tree.
    pub tree_move: Move,
    /// What the second root search said.
    pub judgement: ProposalJudgement,
}

/// What a second root search says about the tree's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalJudgement {
    /// It prefers the tree's move, so that one is played.
    Confirmed,
    /// It prefers the move of the first root search.
    Refused,
    /// It could not search as deep as the first one. The first one's move is played.
    TooShallow,
    /// There was none: only a clock leaves time for it. The first one's move is played.
    NotAsked,
}

/// How sure the choice of a search is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HowSure {
    /// The chance that another move is better by more than a point of a hundred, 0 to 1.
    pub better: f64,
    /// What the chosen move is worth to the mover.
    pub value: Points,
    /// The move that comes nearest; none if the others were not weighed.
    pub nearest: Option<Move>,
    /// Where a much longer search puts the value of the chosen move, nine times out of ten: the
    /// lower and the upper end, for the mover. None if the others were not weighed.
    pub interval: Option<[Points; 2]>,
}
