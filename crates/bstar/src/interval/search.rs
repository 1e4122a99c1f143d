//! The search itself: which position to look at next, until the best choice is proved.

use super::descent::optimistic_leaf;
use super::effort::{Question, easiest_leaf};
use super::proof::Ledger;
use super::root::{Chooser, Pursuit, Standing};
use super::tree::{Id, ROOT, Tree};
use super::{Config, Descent, IntervalError};
use crate::{Side, Span};

/// One way to go on from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child<P> {
    /// Where it leads.
    pub position: P,
    /// Between what bounds its value lies. Must be exact where nothing comes after it.
    pub value: Span,
    /// Who chooses there.
    pub side: Side,
}

/// What the search wants.
#[derive(Debug)]
pub enum Next<'a, P> {
    /// The children of this position, with [`Search::complete`].
    Expand(&'a P),
    /// Nothing: it is done.
    Done(Decision),
}

/// What the search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The best choice at the root, by its number in the order they were given, from 0.
    pub best: usize,
    /// What is known of its value.
    pub value: Span,
    /// How it is known to be the best.
    pub reason: Reason,
}

/// How the best choice is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No other can be better: its lower bound is no worse than any other's upper bound.
    Separated,
    /// There is no other.
    Forced,
}

/// One of the choices at the root.
#[derive(Debug)]
pub struct Arc<'a, P> {
    /// Where it leads.
    pub position: &'a P,
    /// What is known of its value.
    pub value: Span,
}

/// A search for the best choice at the root of a tree: the [module](super) says how it goes.
#[derive(Clone, Debug)]
pub struct Search<P> {
    tree: Tree<P>,
    descent: Descent,
    chooser: Chooser,
    pursuit: Option<Pursuit>,
    /// Where the last expansion stopped changing anything: above it, the way down is as it was.
    resume: Id,
    asked: Option<Id>,
    /// What the way down by effort is about, while there is one.
    question: Option<Question>,
    /// The costs of proofs, where the cheapest is followed.
    ledger: Option<Ledger>,
    expansions: usize,
    done: Option<Decision>,
}

impl<P> Search<P> {
    /// Begins at a position in which `side` chooses.
    pub fn new(root: P, side: Side, config: Config) -> Search<P> {
        Search {
            tree: Tree::new(root, side, config.backup),
            descent: config.descent,
            chooser: Chooser::new(config),
            pursuit: None,
            resume: ROOT,
            asked: None,
            question: None,
            ledger: match config.descent {
                Descent::CheapestProof { stiffness } => Some(Ledger::new(stiffness)),
                _ => None,
            },
            expansions: 0,
            done: None,
        }
    }

    /// Which position to look at next. Asked again without an answer, it says the same.
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
        if let Some(ledger) = &mut self.ledger {
            ledger.enter(&self.tree, leaf);
        }
        Ok(())
    }

    /// The leaf to look at, or the end.
    fn choose(&mut self) -> Result<Id, Decision> {
        // The root itself changes with its children, so whatever is deeper has left the root's choices as they were.
        if self.resume == ROOT {
            self.stand_at_root()?;
        }
        if let Some(ledger) = &self.ledger
            && !self.tree.node(ROOT).is_leaf()
        {
            return Ok(ledger.leaf(&self.tree));
        }
        let start = match (self.resume, self.pursuit) {
            (ROOT, Some(pursuit)) => self.tree.first_child(ROOT) + pursuit.arc() as Id,
            (resume, _) => resume,
        };
        Ok(match (self.question, self.descent) {
            (Some(question), Descent::Effort { ratio }) => {
                easiest_leaf(&self.tree, &question, ratio, start)
            }
            _ => optimistic_leaf(&self.tree, start),
        })
    }

    /// Looks at the root's choices, ends the search if one is proved best, and settles what to do otherwise.
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
        let standing = Standing::of(side, arcs);
        if standing.is_separated(side, arcs) {
            return Err(decided(standing.best, Reason::Separated));
        }
        if let Some(ledger) = &mut self.ledger {
            ledger.divide(&self.tree, standing.lower, standing.upper);
            return Ok(());
        }
        self.question = None;
        if let Descent::Effort { .. } = self.descent
            && !standing.best_is_safest(side, arcs)
        {
            self.pursuit = None;
            self.question = Some(Question {
                player: side,
                out: standing.lower,
                won: standing.upper,
            });
            return Ok(());
        }
        let kept = self
            .pursuit
            .filter(|pursuit| self.chooser.keeps(pursuit, side, arcs, &standing));
        self.pursuit = Some(kept.unwrap_or_else(|| self.chooser.choose(side, arcs, &standing)));
        Ok(())
    }

    /// The root's choices, in the order they were given; none before the root was looked at.
    pub fn arcs(&self) -> impl ExactSizeIterator<Item = Arc<'_, P>> {
        let first = self.tree.first_child(ROOT);
        let arcs = self.tree.children(ROOT).iter().enumerate();
        arcs.map(move |(number, node)| Arc {
            position: self.tree.position(first + number as Id),
            value: node.value,
        })
    }

    /// The choice that is ahead: the one with the best lower bound, of equals the most optimistic. `None` before the root was looked at.
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

    /// How many of them have been looked at.
    pub fn expansions(&self) -> usize {
        self.expansions
    }

    /// How far from the root the deepest of them lies.
    pub fn depth(&self) -> usize {
        usize::from(self.tree.deepest())
    }
}
