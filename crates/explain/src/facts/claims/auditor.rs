//! Nothing is told that was not checked.
//!
//! The code that writes a sentence hands its claims to the [`Auditor`] first. It tells only those
//! that come back. The auditor counts all claims and keeps those it refused. A refused claim is a
//! mistake of [`found`](crate::facts::found); `bstar-lab check claims` reports such mistakes.

use std::collections::BTreeMap;

use bstar_board::Game;
use bstar_tables::Tables;

use super::check::{Falsehood, Flaw, check_with};
use super::claim::Claim;

/// Confirms claims about the position of a game.
pub(crate) struct Auditor<'a> {
    game: &'a Game,
    /// What claims about endings are checked by.
    tables: Tables,
    /// What came of it so far.
    pub audit: Audit,
}

/// What came of checking.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// How many claims of each kind are true.
    pub confirmed: BTreeMap<&'static str, usize>,
    /// How many take too long to check and are not told. These are long mates.
    pub undecided: usize,
    /// The claims that are false and are not told either.
    pub refused: Vec<Falsehood>,
}

impl Audit {
    /// How many claims were checked and found true or false.
    pub fn decided(&self) -> usize {
        self.confirmed.values().sum::<usize>() + self.refused.len()
    }

    /// Adds another audit to this one.
    pub fn add(&mut self, other: Audit) {
        for (kind, count) in other.confirmed {
            *self.confirmed.entry(kind).or_default() += count;
        }
        self.undecided += other.undecided;
        self.refused.extend(other.refused);
    }
}

impl<'a> Auditor<'a> {
    pub fn new(game: &'a Game) -> Auditor<'a> {
        Auditor {
            game,
            tables: Tables::default(),
            audit: Audit::default(),
        }
    }

    /// The same, for claims about endings that tables know.
    pub fn with_tables(self, tables: &Tables) -> Auditor<'a> {
        Auditor {
            tables: tables.clone(),
            ..self
        }
    }

    /// The claim, if it is true.
    pub fn confirm(&mut self, claim: Option<Claim>) -> Option<Claim> {
        let claim = claim?;
        match check_with(self.game, &self.tables, &claim) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::claims::{Fact, LineStart};
    use bstar_board::{Color, Position};

    fn said(fact: Fact) -> Option<Claim> {
        let line = Position::start().legal_moves();
        Some(Claim {
            side: Color::White,
            path: Vec::new(),
            begins: LineStart::Move,
            line: vec![line[0]],
            fact,
        })
    }

    #[test]
    fn claims_are_counted_by_what_came_of_them() {
        let game = Game::new(Position::start());
        let audit = |facts: &[Fact]| {
            let mut auditor = Auditor::new(&game);
            for fact in facts {
                let told = auditor.confirm(said(fact.clone()));
                assert_eq!(told.is_some(), *fact == Fact::GoesOn);
            }
            assert_eq!(auditor.confirm(None), None);
            auditor.audit
        };
        let too_long = Fact::MateIn { moves: 9 };
        let mut all = audit(&[Fact::GoesOn, Fact::GoesOn, Fact::Castles, too_long.clone()]);
        let counts = |audit: &Audit| {
            let confirmed: Vec<_> = audit.confirmed.clone().into_iter().collect();
            (confirmed, audit.undecided, audit.refused.len())
        };
        assert_eq!(counts(&all), (vec![("line", 2)], 1, 1));
        assert_eq!(all.decided(), 3);
        all.add(audit(&[Fact::GoesOn, Fact::Castles, too_long]));
        assert_eq!(counts(&all), (vec![("line", 3)], 2, 2));
    }
}
