//! What a tree has to say.

use std::cmp::Reverse;

use bstar_board::Move;

use crate::arena::ROOT;
use crate::node::{Node, NodeIndex};
use crate::proof::Proof;
use crate::tree::Tree;

/// What is known of a move of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// How often it was visited.
    pub visits: u64,
    /// What the mover may expect; none if it was not visited.
    pub value: Option<f32>,
    /// How likely it was before any search, 0 to 1.
    pub prior: f32,
    /// What is proven, for the mover.
    pub proof: Option<Proof>,
}

/// An expected score of the side to move, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Expectation(pub f32);

/// An expected score of about 73 percent is so many hundredths of a pawn.
const CENTIPAWNS: f32 = 280.0;

/// No score is told that is nearer to a certain win or loss than this.
const NEAREST_TO_CERTAIN: f32 = 1e-5;

impl Expectation {
    /// The same as hundredths of a pawn.
    ///
    /// ```
    /// use bstar_tree::Expectation;
    /// assert_eq!(Expectation(0.5).centipawns(), 0);
    /// assert_eq!(Expectation::of_centipawns(100).centipawns(), 100);
    /// ```
    pub fn centipawns(self) -> i32 {
        let expected = self.0.clamp(NEAREST_TO_CERTAIN, 1.0 - NEAREST_TO_CERTAIN);
        (CENTIPAWNS * (expected / (1.0 - expected)).ln()).round() as i32
    }

    /// What so many hundredths of a pawn mean.
    pub fn of_centipawns(centipawns: i32) -> Expectation {
        Expectation(1.0 / (1.0 + (-(centipawns as f32) / CENTIPAWNS).exp()))
    }

    /// Chances of win, draw and loss in thousandths, if draws are about so likely, 0 to 1.
    pub fn win_draw_loss(self, draw: f32) -> [u32; 3] {
        let expected = self.0.clamp(0.0, 1.0);
        let draw = draw.clamp(0.0, 2.0 * expected.min(1.0 - expected));
        let thousandths = |share: f32| (1000.0 * share).round().clamp(0.0, 1000.0) as u32;
        let win = thousandths(expected - draw / 2.0);
        let loss = thousandths(1.0 - expected - draw / 2.0).min(1000 - win);
        [win, 1000 - win - loss, loss]
    }
}

/// How good a visited move is: first certain wins, the nearest first, then by visits, at last
/// certain losses, the furthest first. For two moves that were visited as often the value counts.
fn merit(child: &Node) -> (i64, u32, i64) {
    let certainty = match child.proof().map(Proof::for_mover) {
        None | Some(Proof::Draw) => 0,
        Some(proof) => proof.merit(),
    };
    let value = (f64::from(1.0 - child.value) * 1e9) as i64;
    (certainty, child.visits, value)
}

impl Tree {
    /// All moves of the root, the best first. Before the root's second visit there are none.
    pub fn root_moves(&self) -> Vec<RootMove> {
        let edges = self.arena.edges(ROOT);
        let children = self.arena.children(ROOT);
        let mut order: Vec<usize> = (0..edges.len()).collect();
        // A move that was not visited is better only than a certain loss.
        order.sort_by_key(|&place| Reverse(children.get(place).map_or((0, 0, 0), merit)));
        let told = |place: usize| {
            let child = children.get(place);
            RootMove {
                mv: edges[place].mv.get(),
                visits: child.map_or(0, |child| u64::from(child.visits)),
                value: child.map(|child| 1.0 - child.value),
                prior: edges[place].prior.get(),
                proof: child.and_then(|child| child.proof().map(Proof::for_mover)),
            }
        };
        order.into_iter().map(told).collect()
    }

    /// The move to play, unless nothing was visited yet.
    pub fn best(&self) -> Option<RootMove> {
        self.root_moves().first().copied()
    }

    /// The line of best play that begins with a move of the root.
    pub fn line(&self, mv: Move) -> Vec<Move> {
        let mut line = vec![mv];
        let edges = self.arena.edges(ROOT);
        let visited = &edges[..self.arena.children(ROOT).len()];
        let Some(place) = visited.iter().position(|edge| edge.mv.get() == mv) else {
            return line;
        };
        let mut node = self.arena.node(ROOT).first_child + place as u32;
        while let Some((mv, next)) = self.best_below(node) {
            line.push(mv);
            node = next;
        }
        line
    }

    fn best_below(&self, node: NodeIndex) -> Option<(Move, NodeIndex)> {
        let children = self.arena.children(node);
        let (place, _) = children
            .iter()
            .enumerate()
            .max_by_key(|(place, child)| (merit(child), Reverse(*place)))?;
        let mv = self.arena.edges(node)[place].mv.get();
        Some((mv, self.arena.node(node).first_child + place as u32))
    }

    /// What the side to move may expect: the average of all visits, or what is proven.
    pub fn expectation(&self) -> Expectation {
        Expectation(self.arena.node(ROOT).value)
    }

    /// How likely a draw is as the prior sees the root, 0 to 1.
    pub fn draw_chance(&self) -> f32 {
        self.root_draw
    }
}
