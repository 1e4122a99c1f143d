//! What a row of results says about strength.
//!
//! Two games from one opening, colours swapped, are not independent: an opening that favours White
//! gives each player one good game. So all that needs a spread is computed from *pairs*. A pair
//! scores 0, ½, 1, 1½ or 2 points. The counts of these five are the
//! [pentanomial](GameTally::pairs).
//!
//! * [`GameTally`] counts games and pairs; [`GameGroups`] also has games that belong to no pair.
//! * [`EloEstimate`] is what the tally says about the Elo difference, with its error bar.
//! * [`Sprt`] says whether enough has been seen to stop.

mod elo;
mod groups;
mod normal;
mod sprt;
mod tally;

pub use elo::DEVIATIONS_FOR_95_PERCENT;
pub(crate) use elo::TAIL_PROBABILITY;
pub use elo::{EloEstimate, elo_from_score, score_error, score_from_elo};
pub use groups::GameGroups;
pub use normal::normal_cdf;
pub use sprt::{Sprt, SprtError, SprtState, SprtVerdict};
pub use tally::{GamePoints, GameTally, Pentanomial};
