//! B\* as it was in 1978: two bounds for each position, and a proof at the end.
//!
//! A position has no realistic value and no probability here. It has an interval in which its value
//! is known to lie. The search expands positions until, at the root, the lower end of one choice is
//! no worse than the upper end of every other. Then it has *proved* which choice is best, though
//! the value of that choice may still be open. No depth and no effort has to be fixed beforehand.
//!
//! This needs bounds that are valid. Many games with a limited number of points left have them, and
//! so have problems of one person. For chess, where bounds are only likely, there is
//! [`crate::Search`].
//!
//! # Two strategies
//!
//! PROVEBEST works on the choice with the highest upper bound, until its lower bound exceeds all
//! other upper bounds. DISPROVEREST works on the others, until their upper bounds are below its
//! lower one. Below the root both follow the most optimistic move of either side.
//!
//! The searches of the paper's Table I differ only in when they do which: by a [`Strategy`], an
//! [`Aspiration`] and a [`Commitment`]. [`IntervalConfig::named`] understands the paper's names for
//! them. Later additions are here too: [`Strategy::Alternation`], [`Strategy::Random`], the descent
//! by effort of Disprove-Best ([`Descent::Effort`]), and a rule of our own that needs the fewest
//! positions of all on hard trees ([`Descent::CheapestProof`]).
//!
//! # You find things out
//!
//! ```
//! use bstar::interval::{Child, IntervalConfig, IntervalSearch, Next};
//! use bstar::{Side, Span};
//!
//! // The sides take the left or the right end of a row of coins, in turn. A position is what is
//! // left, and what Max is ahead by.
//! #[derive(Clone)]
//! struct Row { coins: Vec<i32>, ahead: i32, side: Side }
//!
//! impl Row {
//!     // At best a side gets all that is left.
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
//!             let children = ends.map(|take| row.after(take)).map(|row| Child {
//!                 value: row.value(),
//!                 side: row.side,
//!                 position: row,
//!             });
//!             search.complete(children)?;
//!         }
//!         Next::Done(decision) => break decision,
//!     }
//! };
//! assert_eq!(decision.best, 1, "the 1: to take the 5 gives away the 9");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every child says which side chooses next. So problems of one person need nothing special: they
//! have [`Side::Max`](crate::Side::Max) always, or [`Side::Min`](crate::Side::Min) where cost
//! counts. Neither do games with double moves. To end a search early, stop asking;
//! [`IntervalSearch::favourite`] then says which choice is ahead.

mod child;
mod config;
mod descent;
mod effort;
mod error;
mod proof;
mod root;
mod search;
mod tree;

pub use child::Child;
pub use config::{
    Alternatives, Aspiration, Backup, Commitment, Criterion, Descent, IntervalConfig, Strategy,
};
pub use error::{IntervalError, NameError};
pub use search::{Decision, IntervalSearch, Next, Reason, RootChoice};

#[cfg(test)]
mod tests;
