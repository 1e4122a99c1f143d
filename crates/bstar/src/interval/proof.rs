//! Our own rule: the cheapest proof.
//!
//! Separation means that some value lies between the best choice and all others. So such a value is
//! named, the *divide*, in the middle of what is still open at the root. Of every position it is
//! then only asked whether it is worth more than the divide.
//!
//! A proof of that is a tree of yes and no. The rest of it can be counted as in proof-number search
//! (Allis 1994): where one child's proof is enough, the cheapest counts, and where all are needed,
//! their sum does. Only the cost of a leaf is new. It is not 1, but one over the part of its range
//! that lies on the wanted side, so what is unlikely is dear. And a narrow range costs more than a
//! wide one, because its bounds hardly move any more. This keeps the search out of lines in which
//! nothing ever happens.
//!
//! When two choices are beyond the divide, or all have fallen short of it, it cannot separate them.
//! Then a new divide is named. Only then are all costs counted anew.

use std::ops::Range;

use super::tree::{Id, Node, ROOT, Tree};
use crate::value::{Side, Span, Value};

/// What it seems to cost to prove that a position is worth more than the divide, and to prove that
/// it is not.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Costs {
    more: f32,
    not_more: f32,
}

impl Costs {
    /// The cost of getting what `side` wants.
    fn success(&self, side: Side) -> f32 {
        match side {
            Side::Max => self.more,
            Side::Min => self.not_more,
        }
    }

    fn failure(&self, side: Side) -> f32 {
        self.success(!side)
    }
}

/// What a leaf is thought to cost.
#[derive(Clone, Copy, Debug)]
struct LeafCosts {
    divide: Value,
    stiffness: f32,
}

impl LeafCosts {
    /// The costs, if nothing is left to prove.
    fn settled(&self, value: Span) -> Option<Costs> {
        let (more, not_more) = if value.min() > self.divide {
            (0.0, f32::INFINITY)
        } else if value.max() <= self.divide {
            (f32::INFINITY, 0.0)
        } else {
            return None;
        };
        Some(Costs { more, not_more })
    }

    fn of_leaf(&self, leaf: &Node) -> Costs {
        self.settled(leaf.value).unwrap_or_else(|| {
            let (min, max) = (leaf.value.min() as f32, leaf.value.max() as f32);
            let divide = self.divide as f32;
            let whole = max - min + 1.0 + self.stiffness;
            // At least 1: far from 0, `f32` may not tell two neighbouring values apart.
            Costs {
                more: whole / (max - divide).max(1.0),
                not_more: whole / (divide + 1.0 - min).max(1.0),
            }
        })
    }

    /// For what the side that chooses wants, one child is enough. For the opposite all are needed.
    fn backed_up(&self, node: &Node, children: &[Costs]) -> Costs {
        self.settled(node.value).unwrap_or_else(|| {
            let mut cheapest = f32::INFINITY;
            let mut all = 0.0;
            for child in children {
                cheapest = cheapest.min(child.success(node.side));
                all += child.failure(node.side);
            }
            match node.side {
                Side::Max => Costs {
                    more: cheapest,
                    not_more: all,
                },
                Side::Min => Costs {
                    more: all,
                    not_more: cheapest,
                },
            }
        })
    }
}

/// The costs of all proofs in a tree.
#[derive(Clone, Debug)]
pub(super) struct ProofCosts {
    leaf_costs: LeafCosts,
    costs: Vec<Costs>,
    /// Whether there is a divide yet.
    is_open: bool,
}

impl ProofCosts {
    pub fn new(stiffness: f32) -> ProofCosts {
        let leaf_costs = LeafCosts {
            divide: 0,
            stiffness,
        };
        ProofCosts {
            leaf_costs,
            costs: Vec::new(),
            is_open: false,
        }
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&self.costs[..])
    }

    /// Takes in the children of a leaf.
    pub fn enter<P>(&mut self, tree: &Tree<P>, leaf: Id) {
        if !self.is_open {
            return;
        }
        for n in self.costs.len()..tree.len() {
            self.costs.push(self.leaf_costs.of_leaf(tree.node(n as Id)));
        }
        let mut at = Some(leaf);
        while let Some(n) = at {
            let new = self
                .leaf_costs
                .backed_up(tree.node(n), &self.costs[children(tree, n)]);
            let old = std::mem::replace(&mut self.costs[n as usize], new);
            at = tree.parent(n).filter(|_| old != new);
        }
    }

    /// Names a new divide if the old one cannot separate the root's choices any more. The open
    /// range at the root lies between `lower` and `upper`, as the side that searches sees it.
    pub fn divide<P>(&mut self, tree: &Tree<P>, lower: Value, upper: Value) {
        let side = tree.node(ROOT).side;
        if self.is_open {
            let arcs = &self.costs[children(tree, ROOT)];
            let beyond = arcs.iter().filter(|arc| arc.success(side) == 0.0).count();
            let short = arcs.iter().filter(|arc| arc.failure(side) == 0.0).count();
            if beyond < 2 && short < arcs.len() {
                return;
            }
        }
        let middle = lower + (upper - lower) / 2;
        // In both cases the side that searches wants to be beyond `middle`.
        self.leaf_costs.divide = match side {
            Side::Max => middle,
            Side::Min => -middle - 1,
        };
        self.is_open = true;
        self.count_anew(tree);
    }

    fn count_anew<P>(&mut self, tree: &Tree<P>) {
        let nothing = Costs {
            more: 0.0,
            not_more: 0.0,
        };
        self.costs.clear();
        self.costs.resize(tree.len(), nothing);
        // Children have larger numbers than their parents.
        for n in (0..tree.len() as Id).rev() {
            let node = tree.node(n);
            self.costs[n as usize] = if node.is_leaf() {
                self.leaf_costs.of_leaf(node)
            } else {
                self.leaf_costs
                    .backed_up(node, &self.costs[children(tree, n)])
            };
        }
    }

    /// The leaf that the cheapest proof needs and whose failure would cost it most.
    pub fn leaf<P>(&self, tree: &Tree<P>) -> Id {
        let side = tree.node(ROOT).side;
        let arcs = &self.costs[children(tree, ROOT)];
        let mut n = tree.first_child(ROOT) + most_telling(side, arcs) as Id;
        while !tree.node(n).is_leaf() {
            let chooser = tree.node(n).side;
            let costs = &self.costs[children(tree, n)];
            n = tree.first_child(n) + cheapest(costs, |child| child.success(chooser)) as Id;
        }
        n
    }
}

/// Which of the root's choices to work on. One must be beyond the divide and all others not. Every
/// part of that is needed, so the one that is likeliest to fail comes first.
fn most_telling(side: Side, arcs: &[Costs]) -> usize {
    // All others must fail, whichever wins. Only the winner's success counts instead of its
    // failure.
    let winner = cheapest(arcs, |arc| {
        if arc.failure(side) == f32::INFINITY {
            f32::NEG_INFINITY
        } else {
            arc.success(side) - arc.failure(side)
        }
    });
    let numbered = |arc: &Costs| {
        let is_winner = std::ptr::eq(arc, &arcs[winner]);
        let chooser = if is_winner { side } else { !side };
        let (needed, spoils) = (arc.success(chooser), arc.failure(chooser));
        if needed == 0.0 { f32::INFINITY } else { spoils }
    };
    cheapest(arcs, numbered)
}

/// The first of the cheapest.
fn cheapest(costs: &[Costs], price: impl Fn(&Costs) -> f32) -> usize {
    let mut best = (0, price(&costs[0]));
    for (number, costs) in costs.iter().enumerate().skip(1) {
        let price = price(costs);
        if price < best.1 {
            best = (number, price);
        }
    }
    best.0
}

fn children<P>(tree: &Tree<P>, n: Id) -> Range<usize> {
    let first = tree.first_child(n) as usize;
    first..first + tree.children(n).len()
}
