//! B\* is a search that stops when it knows which move is best.
//!
//! Most game programs look at everything to some depth, and the depth decides when they stop. B\* (Hans Berliner, 1978) looks where it matters: at the
//! move that seems best, at the rivals that might still overtake it, and at the replies that might bring it down. When no rival is likely to catch up and
//! no reply is likely to refute, it has its answer, after a few hundred positions that a person can read. This crate is the form of it that
//! played chess, the *probability-based* search of Berliner and McConnell (1996), for any game of two players. It has no dependencies, starts no
//! threads, reads no clock, and knows no chess.
//!
//! # Three values and a probability
//!
//! Every position has a *realistic* value, the best estimate of what it is worth, and on both sides of it a bound: an *optimistic* value, which the
//! side that searches (the *Player*) might still reach, and a *pessimistic* one, to which the other side (the *Opponent*) might still
//! reduce it. A good way to get a bound is to let one side move twice: that shows what a move threatens.
//!
//! The distance between them says how little is known. From it comes the question that drives the search: how *probable* is it that looking further
//! moves the value of a position beyond some *target*? A leaf with realistic value 20 and optimistic value 100 reaches 30 with probability (100 −
//! 30) / (100 − 20) = .875. Higher up, the side that wants to reach the target (the *Forcer*) takes its best move, so the largest probability
//! counts; the other (the *Obstructor*) has to be beaten whatever it replies, so probabilities are multiplied.
//!
//! # Two phases
//!
//! In SELECT the Player is the Forcer. The target lies between the best move's realistic value and the hope of its rivals, and the search
//! goes where reaching it is likeliest; the Obstructor answers with what is realistically best. It ends when no rival's probability is worth the effort: less than
//! *MinAct*, 15 % at first. In VERIFY the roles change: the chosen move is held, and the Opponent looks for the reply that brings it below
//! the second-best. If he finds one, SELECT begins again; if none is likely, the move is played.
//!
//! This is the example of the 1996 paper, played out by this crate. The numbers say in which order positions were expanded. SELECT expands the root, A
//! and D, and finds that B, with a probability of .136, is no contender any more. VERIFY then tries F, G, M and J against A, until no reply
//! reaches its target of 17 with probability .15. B and C were never looked at again.
//!
#![doc = concat!("<div>", include_str!("../docs/worked-example.svg"), "</div>")]
//!
//! # You do the looking
//!
//! A [`Search`] decides what to look at and what it means; it never looks. It hands out a [`Job`], somebody finds out, wherever and however he likes, and
//! tells it with one [`Child`] for each move. One loop around it is a program; a pool of threads around it is a parallel one.
//!
//! ```
//! use bstar::{Child, Class, Config, Key, Next, Outcome, Quantity, Search, Side, Span};
//!
//! // Take one or two matches; who takes the last one wins. A position is the number of matches and who is to move.
//! let key = |matches: u64, side: Side| Key(matches * 2 + (side == Side::Min) as u64);
//! let mut search = Search::new(key(7, Side::Max), Class::default(), Side::Max, Config::default())?;
//! let decision = loop {
//!     match search.next() {
//!         Next::Work(job) => {
//!             let (matches, side) = (job.key.0 / 2, [Side::Max, Side::Min][job.key.0 as usize % 2]);
//!             let takes = (1..=2.min(matches)).filter(|&take| job.asks_about(take).next().is_some());
//!             let findings = takes.map(|take| {
//!                 let child = Child::new(take, key(matches - take, !side));
//!                 match (matches - take, side) {
//!                     (0, Side::Max) => return child.over(Outcome::MaxWins),
//!                     (0, Side::Min) => return child.over(Outcome::MinWins),
//!                     _ => {}
//!                 }
//!                 // A beginner's judgement: nobody knows who is better, and everything is possible.
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
//! The long version is the guide *Bring your own game* in the repository's `docs`; the examples `tic_tac_toe` and `connect_four` are whole programs, and so are `rows_and_columns` and `eight_puzzle` for the search of 1978.
//!
//! # What the pieces are called
//!
//! - [`Search`] is the search: [`next`](Search::next), [`complete`](Search::complete), [`abandon`](Search::abandon). When the game goes on,
//!   [`advance`](Search::advance) keeps the part of the tree that lies under the move played.
//! - [`Job`], [`Ask`] and [`Child`] are the questions and answers. Values are whole numbers from the point of view of one fixed side, [`Side::Max`], so that a tree
//!   serves both sides; a [`Span`] is a value that may be known only within bounds. An answer need not be more precise than the question: what turns out to matter
//!   is asked for again, and the search comes to the same decisions as with exact answers ([`Asking`]).
//! - [`Outcome`] is for games that are over. What is certain is kept apart from what is believed: a result that is proved is never searched again, and no
//!   estimate outdoes it ([`Scale`]).
//! - [`Event`]s tell everything the search decided, in order; [`NodeView`]s show the tree from the Player's point of view; [`Probabilities`] answers what is likely
//!   under any target.
//! - [`Config`] holds the choices nobody has proved right ([`Distribution`], [`Guide`], [`Independence`], [`Dithering`], [`Stopping`], [`Limits`]), each of them
//!   exchangeable. The defaults are the paper's.
//!
//! # As it began
//!
//! [`interval`] is B\* as it was in 1978, for games and problems whose bounds are valid: no estimates and no probabilities, but a proof at the end. What came between, Palay's whole distributions instead of one
//! probability, is a setting of this search: [`Guide::Distributions`].
//!
//! # When memory is short
//!
//! A search may be told how many bytes its graph may take ([`Config::memory`], [`Search::set_memory`]). When they are used up, the positions that play is least likely to come to
//! forget their moves, keep their values, and make room; should they matter again, they are expanded again. [`Event::Folded`] says so.
//!
//! # Positions that repeat
//!
//! A position is one node however many ways lead to it; that is what the [`Key`] is for. In games in which positions can repeat, a repetition is taken for a draw, yet
//! the value of a node does not depend on the way that found it first: positions that can reach each other are valued together, as a game that is drawn if it
//! never ends. A [`Class`] that changes with every move that cannot be taken back keeps the search for such cycles cheap.
//!
//! # Many at once
//!
//! Ask [`next`](Search::next) again before the last job has come back, and you get another one, as long as there is something useful. Jobs may return in any order, late,
//! or never. With 64 of them out at once the search makes the same decision in 95 of 100 random trees, with about twice the expansions (`cargo test
//! -p bstar --test search parallel -- --nocapture`).

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
    Asking, Config, Discount, Distribution, Dithering, Guide, Independence, Limits, Stopping,
};
pub use random::SplitMix64;
pub use search::{Next, NodeView, Probabilities, Search};
pub use target::{OpenOpt, select_target};
pub use value::{MAX_VALUE, Outcome, Probability, Scale, Side, Span, Value};
