//! The search itself: which position to expand next, until the best choice is proved.

use super::child::Child;
use super::config::{Descent, IntervalConfig};
use super::descent::optimistic_leaf;
use super::effort::{EffortGoal, easiest_leaf};
use super::error::IntervalError;
use super::proof::ProofCosts;
use super::root::{Chooser, Pursuit, RootLeaders};
use super::tree::{Id, ROOT, Tree};
use crate::value::{Side, Span};

/// What the search wants.
#[derive(Debug)]
pub enum Next<'a, P> {
    /// It wants the children of this position, by [`IntervalSearch::complete`].
    Expand(&'a P),
    /// It wants nothing: it is done.
    Done(Decision),
}

/// What the search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The best choice at the root, by its number in the order they were given, from 0.
    pub best: usize,
    /// What is known of its value.
    pub value: Span,
    /// Why it is known to be the best.
    pub reason: Reason,
}

/// Why a choice is known to be the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No other can be better: its lower bound is no worse than any other's upper bound.
    Separated,
    /// There is no other.
    Forced,
}

/// One of the choices at the root.
#[derive(Debug)]
pub struct RootChoice<'a, P> {
    /// Where it leads.
    pub position: &'a P,
    /// What is known of its value.
    pub value: Span,
}

/// A search for the best choice at the root of a tree. The [module](super) says how it works.
#[derive(Clone, Debug)]
pub struct IntervalSearch<P> {
    tree: Tree<P>,
    descent: Descent,
    chooser: Chooser,
    pursuit: Option<Pursuit>,
    /// Where the last expansion stopped changing anything. Above it, the path down is as it was.
    resume: Id,
    asked: Option<Id>,
    /// What a path down by effort tries to reach, while there is one.
    goal: Option<EffortGoal>,
    /// The costs of proofs, if the cheapest proof is followed.
    costs: Option<ProofCosts>,
    expansions: usize,
    done: Option<Decision>,
}

impl<P> IntervalSearch<P> {
    /// Begins at a position in which `side` chooses.
    pub fn new(root: P, side: Side, config: IntervalConfig) -> IntervalSearch<P> {
        IntervalSearch {
            tree: Tree::new(root, side, config.backup),
            descent: config.descent,
            chooser: Chooser::new(config),
            pursuit: None,
            resume: ROOT,
            asked: None,
            goal: None,
            costs: match config.descent {
                Descent::CheapestProof { stiffness } => Some(ProofCosts::new(stiffness)),
                _ => None,
            },
            expansions: 0,
            done: None,
        }
    }

    /// Which position to expand next. Called again without an answer, it says the same.
    #[allow(
        clippy::should_implement_trait,
        reason = "a search is asked, not iterated: between two calls it wants an answer"
    )]
    pub fn next(&mut self) -> Next<'_, P> {
        if let Some(decision) = self.done {
            return Next::Done(decision);
        }
        let leaf = match self.asked {
            Some(leaf) => leaf,
            None => match self.choose() {
                Ok(leaf) => leaf,
                Err(decision) => {
                    self.done = Some(decision);
                    return Next::Done(decision);
                }
            },
        };
        self.asked = Some(leaf);
        Next::Expand(self.tree.position(leaf))
    }

    /// Takes in the children of the position that [`next`](Self::next) asked about.
    pub fn complete(
        &mut self,
        children: impl IntoIterator<Item = Child<P>>,
    ) -> Result<(), IntervalError> {
        let leaf = self.asked.ok_or(IntervalError::NotAsked)?;
        self.tree.grow(leaf, children)?;
        self.asked = None;
        self.expansions += 1;
        self.resume = self.tree.back_up(leaf);
        if let Some(costs) = &mut self.costs {
            costs.enter(&self.tree, leaf);
        }
        Ok(())
    }

    /// The leaf to expand, or the decision.
    fn choose(&mut self) -> Result<Id, Decision> {
        // The root changes with its children. So a change that ended deeper has left the root's
        // choices as they were.
        if self.resume == ROOT {
            self.stand_at_root()?;
        }
        if let Some(costs) = &self.costs
            && !self.tree.node(ROOT).is_leaf()
        {
            return Ok(costs.leaf(&self.tree));
        }
        let start = match (self.resume, self.pursuit) {
            (ROOT, Some(pursuit)) => self.tree.first_child(ROOT) + pursuit.arc() as Id,
            (resume, _) => resume,
        };
        Ok(match (self.goal, self.descent) {
            (Some(goal), Descent::Effort { ratio }) => {
                easiest_leaf(&self.tree, &goal, ratio, start)
            }
            _ => optimistic_leaf(&self.tree, start),
        })
    }

    /// Ends the search if one of the root's choices is proved best. Otherwise chooses what to do.
    fn stand_at_root(&mut self) -> Result<(), Decision> {
        let arcs = self.tree.children(ROOT);
        if arcs.is_empty() {
            return Ok(());
        }
        let decided = |best: usize, reason| Decision {
            best,
            value: arcs[best].value,
            reason,
        };
        if arcs.len() == 1 {
            return Err(decided(0, Reason::Forced));
        }
        let side = self.tree.node(ROOT).side;
        let leaders = RootLeaders::of(side, arcs);
        if leaders.is_separated(side, arcs) {
            return Err(decided(leaders.best, Reason::Separated));
        }
        if let Some(costs) = &mut self.costs {
            costs.divide(&self.tree, leaders.lower, leaders.upper);
            return Ok(());
        }
        self.goal = None;
        if let Descent::Effort { .. } = self.descent
            && !leaders.best_is_safest(side, arcs)
        {
            self.pursuit = None;
            self.goal = Some(EffortGoal {
                player: side,
                out: leaders.lower,
                won: leaders.upper,
            });
            return Ok(());
        }
        let kept = self
            .pursuit
            .filter(|pursuit| self.chooser.keeps(pursuit, side, arcs, &leaders));
        self.pursuit = Some(kept.unwrap_or_else(|| self.chooser.choose(side, arcs, &leaders)));
        Ok(())
    }

    /// The root's choices, in the order they were given. There are none before the root is
    /// expanded.
    pub fn arcs(&self) -> impl ExactSizeIterator<Item = RootChoice<'_, P>> {
        let first = self.tree.first_child(ROOT);
        let arcs = self.tree.children(ROOT).iter().enumerate();
        arcs.map(move |(number, node)| RootChoice {
            position: self.tree.position(first + number as Id),
            value: node.value,
        })
    }

    /// The choice that is ahead: the one with the best lower bound, of equals the most optimistic.
    /// `None` before the root is expanded.
    pub fn favourite(&self) -> Option<usize> {
        let side = self.tree.node(ROOT).side;
        let arcs = self.tree.children(ROOT).iter().enumerate();
        let best = arcs
            .rev()
            .max_by_key(|(_, arc)| (arc.fear(side), arc.hope(side)));
        best.map(|(number, _)| number)
    }

    /// What is known of the root's value.
    pub fn value(&self) -> Span {
        self.tree.node(ROOT).value
    }

    /// How many positions have been generated, the root included.
    pub fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// The bytes that the positions take. The vectors that hold them may have room for as many
    /// again.
    pub fn bytes(&self) -> usize {
        self.tree.bytes() + self.costs.as_ref().map_or(0, ProofCosts::bytes)
    }

    /// How many of them have been expanded.
    pub fn expansions(&self) -> usize {
        self.expansions
    }

    /// How far from the root the deepest of them lies.
    pub fn depth(&self) -> usize {
        usize::from(self.tree.deepest())
    }
}
