//! What a search says, while it runs and at its end.

use std::time::Duration;

use bstar_alphabeta::{Score, ScoreBound};
use bstar_board::Move;

/// Snapshot from a running search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    /// The depth of the iteration; of B*, the depth of the longest line expanded.
    pub depth: u32,
    /// The longest line looked at; of B*, the longest expanded and the probe at its end.
    pub seldepth: u32,
    /// Which of the best moves this is about, from 1.
    pub rank: usize,
    /// Its score, for the side to move.
    pub score: Score,
    /// Is that the score, or a bound of it?
    pub bound: ScoreBound,
    /// Nodes so far; of B*, those of all probes.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The line of best play: legal, and ending at a draw if it meets one.
    pub line: Vec<Move>,
    /// Chances of win, draw and loss, in thousandths.
    pub wdl: [u32; 3],
}

/// What a search came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The move to play; none if there is no legal one.
    pub best: Option<Move>,
    /// The reply it expects.
    pub ponder: Option<Move>,
    /// The score, for the side to move.
    pub score: Option<Score>,
    /// The depth of the last finished iteration; of B*, the depth of the longest line expanded.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// The line of best play.
    pub line: Vec<Move>,
    /// Of B*, what its tree was like.
    pub tree: Option<TreeFacts>,
}

/// What the tree of a search was like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeFacts {
    /// How many positions were expanded, in all searches together if it began anew with deeper probes.
    pub expansions: u32,
    /// How many positions were expanded when it began, because they were kept from the search before.
    pub reused_positions: usize,
    /// How deep probes were in the search that decided.
    pub probe_depth: u32,
    /// The part of all nodes that the largest probe took.
    pub largest_probe: f64,
    /// Whether it ended by itself, before its effort was used up.
    pub ended_early: bool,
    /// The move that the tree preferred to that of the first look at the root, if it did.
    pub proposal: Option<Proposal>,
}

/// A move, not one that mates, that the tree preferred to that of the first look. A second look at the two decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The move of the first look.
    pub root_search_move: Move,
    /// The tree's.
    pub tree_move: Move,
    /// What the second look said.
    pub judgement: ProposalJudgement,
}

/// What a second look says to a proposal of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalJudgement {
    /// It prefers it, too, and so it is played.
    Confirmed,
    /// It prefers the move of the first look.
    Refused,
    /// It could not look as deep as the first; the move of the first look stands.
    TooShallow,
}
