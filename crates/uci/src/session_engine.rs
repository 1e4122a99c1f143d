//! What a session needs from an engine.

use bstar_board::{Game, Move, Position};

use crate::info::Info;
use crate::option::OptionSpec;
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;

/// An engine that a session can use.
///
/// All methods are called from one thread, one after the other. If a method panics and the program
/// is built to unwind, the session reports the panic and goes on.
pub trait SessionEngine {
    /// Its name and its authors.
    fn identity(&self) -> Identity;

    /// The options it has. This is called once. `UCI_Chess960` belongs to the session and need not
    /// be listed.
    fn options(&self) -> Vec<OptionSpec>;

    /// Sets an option. The name is spelled as in [`options`](SessionEngine::options). The value has
    /// been checked against the option's kind. Buttons have no value.
    ///
    /// Returns remarks for the user, or the reason why the old value stays.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Vec<String>, String>;

    /// The next search belongs to another game. The engine forgets what it learned.
    fn new_game(&mut self);

    /// Searches a position that has at least one legal move, until the effort or the stop ends
    /// it.
    ///
    /// An infinite or pondering search may return early. The session then holds the answer back.
    fn search(&mut self, task: &SearchTask, stop: &Stop, report: &mut dyn FnMut(&Info))
    -> BestMove;

    /// Explains the static value of a position, in one or more lines.
    fn evaluate(&mut self, position: &Position) -> String;

    /// Runs a fixed workload and reports on it, line by line.
    fn bench(&mut self, say: &mut dyn FnMut(String));
}

/// An engine's name and its authors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The engine's name and version.
    pub name: String,
    pub author: String,
}

/// What to search, and how long.
#[derive(Clone, Debug)]
pub struct SearchTask {
    /// The position and the moves that led to it.
    pub game: Game,
    /// Only these moves; all if there are none.
    pub only: Vec<Move>,
    /// What `go` means for the side to move.
    pub effort: Effort,
}

/// What a search recommends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move to play.
    pub best: Option<Move>,
    /// The reply it expects, for pondering.
    pub ponder: Option<Move>,
}
