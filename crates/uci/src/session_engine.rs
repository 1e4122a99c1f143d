//! What the session asks of an engine.

use bstar_board::{Game, Move, Position};

use crate::go::GoLimits;
use crate::info::Info;
use crate::option::OptionSpec;
use crate::signals::SearchSignals;

/// Something that can be asked to search.
///
/// All methods are called from one thread, one after the other. A panic in any of them is caught where the
/// program is built to unwind, told to the user, and the session goes on.
pub trait SessionEngine {
    /// Who it is and who wrote it.
    fn identity(&self) -> Identity;

    /// The options it has. Asked once. `UCI_Chess960` is the session's own and need not be listed.
    fn options(&self) -> Vec<OptionSpec>;

    /// Sets an option. The name is spelled as in [`options`](SessionEngine::options) and the value has been
    /// checked against the option's kind; buttons have none.
    ///
    /// Answers with things the user should know, or with the reason why the old value stays.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Vec<String>, String>;

    /// The next search belongs to another game: forget what was learned.
    fn new_game(&mut self);

    /// Searches a position that has at least one legal move, until the limits or the signals end it.
    ///
    /// An infinite or pondering search may return early: the session holds the answer back.
    fn search(
        &mut self,
        task: &SearchTask,
        signals: &SearchSignals,
        report: &mut dyn FnMut(&Info),
    ) -> BestMove;

    /// Explains the static value of a position, in one or more lines.
    fn evaluate(&mut self, position: &Position) -> String;

    /// Runs a fixed workload and says how it went, line by line.
    fn bench(&mut self, say: &mut dyn FnMut(String));
}

/// An engine's name and its authors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The engine's name and version.
    pub name: String,
    /// Who wrote it.
    pub author: String,
}

/// What to search, and how long.
#[derive(Clone, Debug)]
pub struct SearchTask {
    /// The position with the moves that led to it.
    pub game: Game,
    /// What `go` said.
    pub limits: GoLimits,
}

/// What a search recommends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move to play.
    pub best: Option<Move>,
    /// The answer it expects, to think about while the opponent does.
    pub ponder: Option<Move>,
}
