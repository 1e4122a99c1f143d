//! What a search leaves behind, and what it tells on the way.

use std::collections::HashMap;
use std::time::Duration;

use bstar::{Decision, Event, Key, Search};
use bstar_alphabeta::Score;
use bstar_board::{Color, Move, Position};

use super::prober::Record;
use super::scale::{Converter, SCALE};

/// Something that happened, and when.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
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
    /// What happened.
    pub moments: Vec<Moment>,
    /// What probes found, by position.
    pub records: HashMap<Key, Record>,
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
    /// Whether the search ended by itself, before its effort was used up.
    pub ended_early: bool,
    /// How long it took.
    pub time: Duration,
}

/// News while it thinks.
pub struct News<'a> {
    /// The tree as it is.
    pub search: &'a Search<Move>,
    /// What probes found so far.
    pub records: &'a HashMap<Key, Record>,
    /// The best line.
    pub line: Vec<Move>,
    /// The depth of the longest line expanded.
    pub depth: u32,
    /// How deep probes are.
    pub probe_depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Expansions so far.
    pub expansions: u32,
    /// What it is worth to the side to move.
    pub score: Score,
}

/// The line of best play: through the tree, and on into the probe of the position where the tree ends.
pub fn line(search: &Search<Move>, records: &HashMap<Key, Record>) -> Vec<Move> {
    let mut line = search.line();
    let mut node = search.root();
    for mv in &line {
        let Some((_, next)) = node.moves().find(|(known, _)| known == mv) else {
            break;
        };
        node = next;
    }
    if !node.is_settled()
        && let Some(record) = records.get(&node.key())
    {
        line.extend(&record.line);
    }
    line
}

/// The library speaks to the Player: for Black it has turned the points of White round. Points as the mover counts them.
pub(super) fn mover_points(real: i32, position: &Position) -> i32 {
    match position.side_to_move() {
        Color::White => real,
        Color::Black => real + SCALE.win,
    }
}

impl Thought {
    /// The line of best play.
    pub fn line(&self) -> Vec<Move> {
        line(&self.search, &self.records)
    }

    /// What the decision is worth to the side to move.
    pub fn score(&self) -> Option<Score> {
        let real = self.decision?.real.min();
        Some(Converter::new(crate::phase(&self.position)).score(mover_points(real, &self.position)))
    }
}
