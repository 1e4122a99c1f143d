//! B\* as it was in 1978: two bounds a position, and a proof.
//!
//! Here a position has no realistic value and no probability, only an interval in which its value is known to lie. The search looks at positions until, at the root, the lower end
//! of one choice is no worse than the upper end of every other. Then it has *proved* which choice is best, though what it is worth may still be open; no depth and no effort had to be
//! fixed beforehand. That needs bounds that are valid. Where a domain has them, in many games with a bounded number of points left and in problems of one person, this is the search to take;
//! for chess, where bounds are only likely, there is [`crate::Search`].
//!
//! # Two strategies
//!
//! PROVEBEST works on the choice with the highest upper bound, until its lower bound exceeds all other upper bounds. DISPROVEREST works on the others, until their upper bounds are below its
//! lower one. Below the root both follow the most optimistic move of either side. When to do which is the whole art, and the whole difference between the searches of the paper's Table I:
//! a [`Strategy`], an [`Aspiration`] and a [`Commitment`]. The paper's names for them are understood by [`IntervalConfig::named`]. What has come since is here too: [`Strategy::Alternation`],
//! [`Strategy::Random`], the descent by effort of Disprove-Best ([`Descent::Effort`]), and a rule of our own that needs the fewest positions of all on hard trees
//! ([`Descent::CheapestProof`]).
//!
//! # You do the looking
//!
//! ```
//! use bstar::interval::{Child, IntervalConfig, Next, IntervalSearch};
//! use bstar::{Side, Span};
//!
//! // Take the left or the right end of a row of coins, in turn. A position is what is left, and what Max is ahead by.
//! #[derive(Clone)]
//! struct Row { coins: Vec<i32>, ahead: i32, side: Side }
//!
//! impl Row {
//!     // Whoever is lucky gets all that is left.
//!     fn value(&self) -> Span {
//!         let left: i32 = self.coins.iter().sum();
//!         Span::between(self.ahead - left, self.ahead + left)
//!     }
//!     fn after(&self, take: usize) -> Row {
//!         let mut coins = self.coins.clone();
//!         let coin = coins.remove(take);
//!         let ahead = if self.side == Side::Max { self.ahead + coin } else { self.ahead - coin };
//!         Row { coins, ahead, side: !self.side }
//!     }
//! }
//!
//! let row = Row { coins: vec![5, 9, 2, 1], ahead: 0, side: Side::Max };
//! let mut search = IntervalSearch::new(row, Side::Max, IntervalConfig::named("ADM")?);
//! let decision = loop {
//!     match search.next() {
//!         Next::Expand(row) => {
//!             let ends = [0, row.coins.len() - 1];
//!             let children = ends.map(|take| row.after(take));
//!             search.complete(children.map(|row| Child { value: row.value(), side: row.side, position: row }))?;
//!         }
//!         Next::Done(decision) => break decision,
//!     }
//! };
//! assert_eq!(decision.best, 1, "the 1: whoever takes the 5 gives away the 9");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Whose choice comes next is said with every child, so that problems of one person ([`Side::Max`](crate::Side::Max) always, or [`Side::Min`](crate::Side::Min) where it is cost that counts) and games with double moves need nothing special.
//! To end a search early, stop asking; [`IntervalSearch::favourite`] then says which choice is ahead.

mod config;
mod descent;
mod effort;
mod error;
mod proof;
mod root;
mod search;
mod tree;

pub use config::{
    Alternatives, Aspiration, Backup, Commitment, Criterion, Descent, IntervalConfig, Strategy,
};
pub use error::{IntervalError, NameError};
pub use search::{Child, Decision, IntervalSearch, Next, Reason, RootChoice};

#[cfg(test)]
mod tests;
