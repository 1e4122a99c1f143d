//! Why a match cannot be played.

use bstar_kit::crew::MachinesError;
use bstar_kit::files::FileError;
use bstar_kit::journal::JournalError;
use thiserror::Error;

use crate::player::PlayerFault;

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum ContestError {
    /// A player cannot be started, or not started again after a crash.
    #[error("the player `{name}` {fault}")]
    Player { name: String, fault: PlayerFault },
    #[error(transparent)]
    Machines(#[from] MachinesError),
    /// The journal cannot be continued.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The same games would be played again, and counted as if they were new.
    #[error(
        "{games} games need {} openings, and there are {openings}: without a clock these players would play the same games from them again, and these would count \
         as if they were new; ask for at most {} games, give more openings, or play with a clock",
        .games.div_ceil(2),
        2 * .openings
    )]
    Repeats {
        /// Games planned.
        games: usize,
        openings: usize,
    },
}
