//! B\* is a search that stops when it knows which move is best.
//!
//! Most game programs search everything to some depth, and the depth decides when they stop. B\*
//! (Hans Berliner, 1978) searches where it matters: the move that seems best, the rivals that might
//! still overtake it, and the replies that might bring it down. When no rival is likely to catch up
//! and no reply is likely to refute the move, it has its answer. That takes a few hundred
//! positions, which a person can read.
//!
//! This crate is the form of B\* that played chess, the *probability-based* search of Berliner and
//! McConnell (1996), for any game of two players. It has no dependencies, starts no threads, reads
//! no clock, and knows no chess. In the repository, docs/search.md specifies the search precisely;
//! comments cite its sections.
//!
//! # Three values and a probability
//!
//! Every position has a *realistic* value, the best estimate of what it is worth, and a bound on
//! either side of it. The *optimistic* value is what the side that searches (the *Player*) might
//! still reach. The *pessimistic* one is what the other side (the *Opponent*) might still reduce it
//! to. A good way to get a bound is to let one side move twice: that shows what a move threatens.
//!
//! The distance between these values says how little is known. The question that drives the search
//! is: how *probable* is it that further search moves the value of a position beyond some *target*?
//! A leaf with realistic value 20 and optimistic value 100 reaches 30 with probability (100 − 30) /
//! (100 − 20) = .875. Higher up, the side that wants to reach the target (the *Forcer*) takes its
//! best move, so the largest probability counts. The other side (the *Obstructor*) has to be beaten
//! whatever it replies, so probabilities are multiplied.
//!
//! # Two phases
//!
//! In SELECT the Player is the Forcer. The target lies between the best move's realistic value and
//! the hope of its rivals ([`select_target`]). The search goes where reaching it is likeliest, and
//! the Obstructor answers with what is realistically best. SELECT ends when every rival's
//! probability is below *MinAct*, 15 % at first.
//!
//! In VERIFY the roles change. The chosen move is held, and the Opponent searches for a reply that
//! brings it below the second-best. If there is one, SELECT begins again. If none is likely, the
//! move is played.
//!
//! This is the example of the 1996 paper, played out by this crate. The numbers say in which order
//! positions were expanded. SELECT expands the root, A and D, and finds that B, with a probability
//! of .136, is no contender any more. VERIFY then tries F, G, M and J against A, until no reply
//! reaches its target of 17 with probability .15. B and C were never expanded.
//!
#![doc = concat!("<div>", include_str!("../docs/worked-example.svg"), "</div>")]
//!
//! # You find things out
//!
//! A [`Search`] decides what has to be found out and what follows from it. It finds out nothing by
//! itself. It hands out a [`Job`]; you do it wherever and however you like, and answer with one
//! [`Child`] for each move. One loop around it is a program. A pool of threads around it is a
//! parallel program.
//!
//! ```
//! use bstar::{Child, Class, Config, Key, Next, Outcome, Quantity, Search, Side, Span};
//!
//! // Each side takes one or two matches, and the one that takes the last one wins. A position is
//! // the number of matches left and the side to move.
//! let key = |matches: u64, side: Side| Key(matches * 2 + (side == Side::Min) as u64);
//! let (root, class) = (key(7, Side::Max), Class::default());
//! let mut search = Search::new(root, class, Side::Max, Config::default())?;
//! let decision = loop {
//!     match search.next() {
//!         Next::Work(job) => {
//!             let matches = job.key.0 / 2;
//!             let side = [Side::Max, Side::Min][job.key.0 as usize % 2];
//!             let is_asked = |take: &u64| job.asks_about(*take).next().is_some();
//!             let takes = (1..=2.min(matches)).filter(is_asked);
//!             let findings = takes.map(|take| {
//!                 let child = Child::new(take, key(matches - take, !side));
//!                 match (matches - take, side) {
//!                     (0, Side::Max) => return child.over(Outcome::MaxWins),
//!                     (0, Side::Min) => return child.over(Outcome::MinWins),
//!                     _ => {}
//!                 }
//!                 // A beginner's judgement: neither side is better, and everything is possible.
//!                 job.asks_about(take).fold(child, |child, ask| match ask.quantity {
//!                     Quantity::Real => child.real(Span::exact(0)),
//!                     Quantity::MaxBound => child.max_bound(Span::exact(100)),
//!                     Quantity::MinBound => child.min_bound(Span::exact(-100)),
//!                 })
//!             });
//!             search.complete(job.id, findings.collect())?;
//!         }
//!         Next::Wait => unreachable!("no job is out"),
//!         Next::Done(decision) => break decision,
//!     }
//! };
//! assert_eq!(decision.best, 1, "leave a multiple of three");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The long version is the guide *Bring your own game* in the repository's `docs`. The examples
//! `tic_tac_toe` and `connect_four` are whole programs. So are `rows_and_columns` and
//! `eight_puzzle`, for the search of 1978.
//!
//! # What the pieces are called
//!
//! - [`Search`] is the search: [`next`](Search::next), [`complete`](Search::complete),
//!   [`abandon`](Search::abandon). When the game goes on, [`advance`](Search::advance) keeps the
//!   part of the tree that lies under the move played.
//! - [`Job`], [`Ask`] and [`Child`] are the questions and answers. Values are whole numbers from
//!   the point of view of one fixed side, [`Side::Max`], so that a tree serves both sides. A
//!   [`Span`] is a value that may be known only within bounds. An answer need not be more precise
//!   than the question. If more precision turns out to matter, the search asks again, and it comes
//!   to the same decisions as with exact answers ([`Asking`]).
//! - [`Outcome`] is for games that are over. Certain values are kept apart from estimates: a result
//!   that is proved is never searched again, and no estimate outdoes it ([`Scale`]).
//! - [`Event`]s tell everything the search decided, in order. [`NodeView`]s show the tree from the
//!   Player's point of view. [`Probabilities`] says how likely each position is to reach any
//!   target; each [`Probability`] says whether it is exact.
//! - [`Config`] holds the choices that nobody has proved right ([`Distribution`], [`Guide`],
//!   [`Independence`], [`Dithering`], [`Stopping`], [`ExpansionLimits`]). Each can be exchanged.
//!   The defaults are the paper's.
//!
//! # As it began
//!
//! [`interval`] is B\* as it was in 1978, for games and problems whose bounds are valid. It has no
//! estimates and no probabilities, but a proof at the end. The form in between, Palay's whole
//! distributions instead of one probability, is a setting of this search: [`Guide::Distributions`].
//!
//! # When memory is short
//!
//! A search may have a limit of bytes for its graph ([`Config::memory`], [`Search::set_memory`]).
//! When they are used up, the positions that play is least likely to come to forget their moves and
//! keep their values. If they come to matter, they are expanded again. [`Event::Folded`] says so.
//!
//! # Positions that repeat
//!
//! A position is one node, however many paths lead to it; that is what the [`Key`] is for. Where
//! positions can repeat, a repetition is a draw. Yet the value of a node does not depend on the
//! path that found it first: positions that can reach each other are valued together, as a game
//! that is a draw if it never ends. A [`Class`] that changes with every move that cannot be taken
//! back keeps the search for such cycles cheap.
//!
//! # Many at once
//!
//! Ask [`next`](Search::next) again before the last job has come back, and you get another one, as
//! long as there is something useful to do. Jobs may return in any order, late, or never. With 64
//! of them out at once the search makes the same decision in 95 of 100 random trees, with about
//! twice the expansions (`cargo test -p bstar --test search parallel -- --nocapture`).
//!
//! The words used here are explained in `docs/glossary.md`.

#![warn(missing_docs)]

mod error;
mod event;
mod graph;
pub mod interval;
mod job;
mod policy;
mod probability;
mod random;
mod search;
mod target;
mod value;

pub use error::{AdvanceError, ConfigError, FindingError};
pub use event::{Decision, Event, Phase, Reason, Selected, Target};
pub use job::{Ask, Child, Class, Job, JobId, Key, Kind, Of, Precision, Purpose, Quantity, Tag};
pub use policy::{
    Asking, Config, Discount, Distribution, Dithering, ExpansionLimits, Guide, Independence,
    Stopping,
};
pub use random::SplitMix64;
pub use search::{Next, NodeView, Probabilities, Search};
pub use target::{OpenOpt, select_target};
pub use value::{MAX_VALUE, Outcome, Probability, Scale, Side, Span, Value};
