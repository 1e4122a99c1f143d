//! Positions inside the tree, and the probabilities they have.

use std::collections::HashSet;

use bstar::{NodeView, Probability, Search};
use bstar_board::{Move, notation};
use bstar_explain::facts::Overtaking;
use bstar_kit::random::Random;
use bstar_thought::Thought;

use super::kind::StatementKind;
use super::said::{InnerCounts, InnerDraw, InnerSaid, rounded};

/// A probability whose ends are this far apart counts as known.
const MAX_WIDTH: f64 = 0.02;

/// A position under the root, and one of the shortest paths to it.
struct TreePosition<'a> {
    node: NodeView<'a, Move>,
    /// The last move of the path.
    mv: Move,
    /// The number of the position before it; none for the root.
    before: Option<usize>,
    /// The length of the path.
    depth: usize,
}

/// All positions under the root, the nearest first. A position that several paths lead to is there
/// once.
fn positions(search: &Search<Move>) -> Vec<TreePosition<'_>> {
    let root = search.root();
    let mut seen = HashSet::from([root.key()]);
    let mut found: Vec<TreePosition> = Vec::new();
    let mut next = 0;
    let (mut node, mut before, mut depth) = (root, None, 1);
    loop {
        for (mv, after) in node.moves() {
            if seen.insert(after.key()) {
                found.push(TreePosition {
                    node: after,
                    mv,
                    before,
                    depth,
                });
            }
        }
        let Some(position) = found.get(next) else {
            return found;
        };
        (node, before, depth) = (position.node, Some(next), position.depth + 1);
        next += 1;
    }
}

fn is_of_kind(position: &TreePosition, kind: StatementKind) -> bool {
    match kind {
        StatementKind::Leaf => !position.node.is_expanded(),
        StatementKind::Depth1 => position.depth == 1,
        StatementKind::Depth2 => position.depth == 2,
        StatementKind::Depth3 => position.depth == 3,
        StatementKind::LikeliestRival | StatementKind::SecondByLikely => false,
    }
}

/// Draws one position of each inner kind, at random, from those that have a probability. The draw
/// depends on the tree and the seed alone. Without a target there is nothing to draw.
pub(super) fn draw(thought: &Thought, seed: u64) -> Vec<InnerDraw> {
    let mut overtaking = Overtaking::of(thought);
    if overtaking.overtaking_target().is_none() {
        return Vec::new();
    }
    let found = positions(&thought.search);
    let probabilities: Vec<Option<Probability>> = found
        .iter()
        .map(|position| overtaking.probability(position.node))
        .collect();
    let mut random = Random::new(seed, thought.position.key());
    let kinds = StatementKind::INNER.into_iter();
    let draws = kinds.map(|kind| {
        let mut counts = InnerCounts::default();
        let mut open = Vec::new();
        for (number, position) in found.iter().enumerate() {
            if !is_of_kind(position, kind) {
                continue;
            }
            match probabilities[number] {
                Some(Probability::NONE) => counts.ruled_out += 1,
                Some(Probability::CERTAIN) => counts.reached += 1,
                Some(known) if known.max - known.min <= MAX_WIDTH => {
                    open.push((number, known.min));
                }
                _ => counts.unknown += 1,
            }
        }
        counts.open = open.len();
        let drawn = (!open.is_empty()).then(|| open[random.below(open.len())]);
        InnerDraw {
            kind,
            counts,
            drawn: drawn.map(|(number, said)| InnerSaid {
                path: path_words(thought, &found, number),
                said: rounded(said),
            }),
        }
    });
    draws.collect()
}

/// The moves from the root to a position.
fn path_words(thought: &Thought, found: &[TreePosition], number: usize) -> Vec<String> {
    let mut moves = Vec::new();
    let mut at = Some(number);
    while let Some(number) = at {
        moves.push(found[number].mv);
        at = found[number].before;
    }
    let mut position = thought.position.clone();
    let mut words = Vec::new();
    for &mv in moves.iter().rev() {
        words.push(notation::write(&position, mv));
        position = position.after(mv);
    }
    words
}
