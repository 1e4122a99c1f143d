//! The vocabulary of quiet chess: outposts, levers, open files, blockades.
//!
//! A [`Concept`] is a word that a trainer uses. It is one file: a definition, a function that finds
//! it, a function that checks it by other means, and the sentence. [`CONCEPTS`] is the one place
//! where it is registered; docs/words.md has the definitions for people and says how to add one.
//!
//! Every concept is asked about a [`Scene`]: a move, the positions before and after it, and what
//! best play makes of it. What it finds is a [`Finding`]: the squares it is about. Together with the
//! name of the concept that is an [`Idea`], which is all a claim has to keep.
//!
//! Which ideas are worth telling is not decided here but in [`words`](crate::words).

mod lever;
mod outpost;
mod scene;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub(crate) use scene::{Finding, Scene};

use bstar_board::Square;

/// What kind of thing a concept says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    /// How men stand after the move. It lasts as long as they stand so.
    Standing,
    /// What the move changes.
    Change,
    /// What the move takes from the opponent.
    Denial,
    /// What the move costs its own side.
    Fault,
}

/// A word that a trainer uses, and everything about it.
#[derive(Debug)]
pub(crate) struct Concept {
    /// Its name for programs, `open-file`. Names are unique, also among other kinds of claims.
    pub name: &'static str,
    /// What a trainer would call a move that is good because of this: the themes of
    /// `bstar explain --themes`, as in data/quiet.epd.
    pub themes: &'static [&'static str],
    /// What kind of thing it says.
    pub nature: Nature,
    /// How much it usually explains, beside the others: 1 for what is nearly always there, 9 for
    /// what decides games.
    pub weight: u8,
    /// Finds it.
    pub find: fn(&Scene) -> Vec<Finding>,
    /// Recomputes it: whether the idea with these squares is true, or what is wrong. It may use
    /// what a square holds, legal moves and [`plain`](crate::ground::plain), and nothing that the
    /// finder uses.
    pub check: fn(&Scene, &[Square]) -> Result<(), &'static str>,
    /// A sentence about the move, `it`.
    pub say: fn(&Scene, &[Square]) -> String,
}

/// All concepts. The order decides between ideas of equal weight.
pub(crate) static CONCEPTS: &[&Concept] = &[&lever::LEVER, &outpost::OUTPOST];

/// What is said with a concept: its name, and the squares it is about. What each square means the
/// concept says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idea {
    /// The name of the concept.
    pub concept: &'static str,
    /// The squares.
    pub squares: Vec<Square>,
}

impl Idea {
    /// The concept.
    pub(crate) fn concept(&self) -> Option<&'static Concept> {
        CONCEPTS
            .iter()
            .find(|concept| concept.name == self.concept)
            .copied()
    }
}
