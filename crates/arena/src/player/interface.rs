//! What a match or a suite knows about a player, and what a player answers.

use std::time::Duration;

use bstar_board::score::Score;
use bstar_board::{Game, Move, Position};
use bstar_thought::TreeFacts;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::request::MoveRequest;

/// Something that plays chess.
pub trait Player: Send {
    /// What it calls itself.
    fn name(&self) -> &str;

    /// Which program it is, and which version of it. Two players of the same version and with the
    /// same options play alike.
    fn version(&self) -> String {
        self.name().to_owned()
    }

    /// A new game begins at this position: forget everything.
    fn new_game(&mut self, start: &Position) -> Result<(), PlayerFault>;

    /// Chooses a move. `watch` is told what the search says before it ends, if it says anything.
    fn choose(
        &mut self,
        game: &Game,
        request: &MoveRequest,
        watch: &mut dyn FnMut(&SearchUpdate),
    ) -> Result<ChosenMove, PlayerFault>;

    /// Begins to think on the opponent's time, about `expected`: the game with the reply that the
    /// player expects. `request` is the one it will get then. This returns at once. A player that
    /// does not think ahead does nothing.
    fn think_ahead(&mut self, _expected: &Game, _request: &MoveRequest) -> Result<(), PlayerFault> {
        Ok(())
    }

    /// Stops thinking ahead, because the game is over. When this returns, nothing runs any more.
    fn rest(&mut self) {}
}

/// What a search has to say before it ends.
#[derive(Clone, Debug)]
pub struct SearchUpdate {
    /// The move it would play now.
    pub best: Move,
    /// What it thinks of it.
    pub score: Score,
    /// How deep it has searched.
    pub depth: u32,
    /// How many nodes it has visited.
    pub nodes: u64,
    /// How long it has searched.
    pub elapsed: Duration,
}

/// A move and what is known about how it was found.
#[derive(Clone, Debug)]
pub struct ChosenMove {
    pub mv: Move,
    /// What the player thinks of its position.
    pub score: Option<Score>,
    /// The score it expects of the game, 0 to 1, if it tells that.
    pub expected_score: Option<f64>,
    /// How deep it searched.
    pub depth: u32,
    /// How many nodes it visited.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// What its tree was like, if it has one and tells about it.
    pub tree: Option<TreeFacts>,
    /// The reply it expects, if it says so.
    pub expected: Option<Move>,
    /// If the player thought on the opponent's time: did the opponent play the move it thought
    /// about?
    pub guess: Option<PonderGuess>,
}

/// Whether the opponent played the move that a player expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PonderGuess {
    /// The opponent played something else.
    Miss,
    /// The opponent played the move.
    Hit,
}

/// Why there is no move from a player.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum PlayerFault {
    /// It could not be started, or not with these options.
    #[error("cannot be started: {0}")]
    Start(String),
    /// Its process ended or cannot be talked to any more.
    #[error("crashed: {0}")]
    Crashed(String),
    /// No answer in time.
    #[error("stalled: no answer after {:.1} s", .after.as_secs_f64())]
    Stalled {
        /// How long the arena waited for it.
        after: Duration,
    },
    /// It answered with a move that is not legal.
    #[error("answered with the illegal move {0}")]
    IllegalMove(String),
    /// It said something that is not an answer.
    #[error("broke the protocol: {0}")]
    Protocol(String),
}

/// Are these the same moves from the same start?
pub(super) fn is_same_game(one: &Game, other: &Game) -> bool {
    one.moves() == other.moves() && one.start() == other.start()
}
