//! Why calibration cannot be measured.

use bstar_engine::EngineError;
use bstar_kit::files::FileError;
use bstar_kit::journal::JournalError;
use thiserror::Error;

use crate::judge::JudgeFault;
use crate::regret::KeptFileError;

/// Why calibration cannot be measured.
#[derive(Debug, Error)]
pub enum CalibrationError {
    /// The judgements of root moves.
    #[error(transparent)]
    Kept(#[from] KeptFileError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Judge(#[from] JudgeFault),
    /// The engine cannot be set up.
    #[error("the search cannot be set up: {0}")]
    Engine(#[from] EngineError),
    /// The player does not search by B*.
    #[error("`{0}` says nothing that could be checked: expected bstar, perhaps with options")]
    NotBstar(String),
    /// The player has another limit than nodes.
    #[error("the player {0} must be limited by nodes")]
    NotByNodes(String),
    /// A position is in both halves.
    #[error(
        "{learn} of the learning half and {report} of the reporting half are the same position: what is learned there may not be reported on"
    )]
    InBothHalves {
        /// Its name in the one.
        learn: String,
        /// Its name in the other.
        report: String,
    },
    /// A journal is about other positions.
    #[error(
        "the journal of the half `{half}` has another position called {id}; give another folder, or the same positions"
    )]
    OtherPosition { half: &'static str, id: String },
    /// A journal has a move that the position does not.
    #[error("the journal has the move `{word}` for {id}, which is not legal there")]
    Move {
        word: String,
        /// The name of the position.
        id: String,
    },
}
