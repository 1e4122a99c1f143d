//! Nothing is told that was not checked.
//!
//! Whoever writes a sentence hands its claims to the notary first, and tells only what comes back. What is refused is kept: on a board that would
//! be a mistake of `find`, and `bstar explain --check` looks for such mistakes.

use std::collections::BTreeMap;

use bstar_board::Game;

use super::check::{Falsehood, Flaw, check};
use super::claim::Claim;

/// Confirms claims about the position of a game.
pub(crate) struct Notary<'a> {
    game: &'a Game,
    /// What it did.
    pub audit: Audit,
}

/// What came of checking.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// So many claims of each kind turned out to be true.
    pub confirmed: BTreeMap<&'static str, usize>,
    /// So many were too much to check, and are not told: long mates.
    pub undecided: usize,
    /// These turned out to be false, and are not told either.
    pub refused: Vec<Falsehood>,
}

impl Audit {
    /// How many claims were checked and found true or false.
    pub fn decided(&self) -> usize {
        self.confirmed.values().sum::<usize>() + self.refused.len()
    }

    /// Adds what came of checking something else.
    pub fn add(&mut self, other: Audit) {
        for (kind, count) in other.confirmed {
            *self.confirmed.entry(kind).or_default() += count;
        }
        self.undecided += other.undecided;
        self.refused.extend(other.refused);
    }
}

impl<'a> Notary<'a> {
    pub fn new(game: &'a Game) -> Notary<'a> {
        Notary {
            game,
            audit: Audit::default(),
        }
    }

    /// The claim, if it is true.
    pub fn confirm(&mut self, claim: Option<Claim>) -> Option<Claim> {
        let claim = claim?;
        match check(self.game, &claim) {
            Ok(()) => {
                *self.audit.confirmed.entry(claim.kind()).or_default() += 1;
                Some(claim)
            }
            Err(Falsehood {
                flaw: Flaw::Undecided { .. },
                ..
            }) => {
                self.audit.undecided += 1;
                None
            }
            Err(falsehood) => {
                self.audit.refused.push(falsehood);
                None
            }
        }
    }
}
