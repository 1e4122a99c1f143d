//! How everything is worded.
//!
//! Every sentence that people read about a search is written in this folder. To find one, go by
//! what it is about:
//!
//! | sentence about | file |
//! |---|---|
//! | what the opening is called | `opening` |
//! | the chosen move, its worth, the line of best play | `choice` |
//! | why a move is good: what it wins, threatens, prevents | `reasons` |
//! | why a move is bad: what it runs into | `failing` |
//! | what a move costs and allows | `faults` |
//! | what the best move has instead | `instead` |
//! | whether a gain can be told | `gains` |
//! | the moves that were not chosen | `rivals` |
//! | what VERIFY tried, and the choices that were given up | `trial` |
//! | why the search stopped, and what it took | `ending` |
//! | a position that endgame tables know | `known` |
//! | why a move throws away what tables know | `thrown_away` |
//! | why a side wins or holds such an ending | `ending_merits` |
//! | a move that a user asked about | `asked` |
//! | what a trainer would call a reason | `themes` |
//! | what is told against a move, to be counted | [`wrong`] |
//! | whether the best move shares that | `shared` |
//! | a search that still runs | `so_far` |
//! | a single claim (a fork, a pin, a gain) | `phrases` |
//! | a turning point of a whole game | `words` in the folder [`game`](crate::games) |
//!
//! The folder `tell` decides which of the true things an answer mentions.
//!
//! `story` puts the paragraphs in order. [`sentence`] is the type they are made of. `material`
//! names men that change hands. `grammar` writes numbers, lists and moves.

mod asked;
mod choice;
pub mod contradictions;
mod ending;
mod ending_merits;
mod failing;
mod faults;
mod gains;
mod instead;
mod known;
#[cfg(test)]
mod known_tests;
pub(crate) mod material;
mod opening;
pub(crate) mod phrases;
mod reasons;
mod rivals;
pub mod sentence;
mod shared;
mod so_far;
mod story;
pub mod themes;
mod thrown_away;
mod trial;
pub mod wrong;

pub(crate) use bstar_concepts::grammar;
pub(crate) use so_far::so_far;
