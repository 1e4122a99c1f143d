//! What a match or a suite knows about a player, and what a player answers.

use std::time::Duration;

use bstar_board::{Game, Move, Position};
use bstar_engine::TreeFacts;
use thiserror::Error;

use super::request::Turn;
use super::score::Score;

/// Something that plays chess.
pub trait Player: Send {
    /// What it calls itself.
    fn name(&self) -> &str;

    /// A new game begins at this position: forget everything.
    fn new_game(&mut self, start: &Position) -> Result<(), Fault>;

    /// Chooses a move. `watch` is told whenever a search has something new to say, as far as it says so at all.
    fn choose(
        &mut self,
        game: &Game,
        turn: &Turn,
        watch: &mut dyn FnMut(&Glimpse),
    ) -> Result<Chosen, Fault>;

    /// Begins to think on the opponent's time, about `expected`: the game with the reply that is hoped for. The turn is the one it will have then.
    /// Comes back at once. A player that does not think ahead does nothing.
    fn think_ahead(&mut self, _expected: &Game, _turn: &Turn) -> Result<(), Fault> {
        Ok(())
    }

    /// Stops thinking ahead: the game is over. When this comes back, nothing runs any more.
    fn rest(&mut self) {}
}

/// What a search has to say before it ends.
#[derive(Clone, Debug)]
pub struct Glimpse {
    /// The move it would play now.
    pub best: Move,
    /// What it thinks of it.
    pub score: Score,
    /// How deep it has looked.
    pub depth: u32,
    /// How many nodes it has visited.
    pub nodes: u64,
    /// How long it has searched.
    pub elapsed: Duration,
}

/// A move and what is known about how it was found.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The move.
    pub mv: Move,
    /// What the player thinks of its position.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: u32,
    /// How many nodes it visited.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// What its tree was like, if it has one and tells.
    pub tree: Option<TreeFacts>,
    /// The reply it expects, if it says so.
    pub expected: Option<Move>,
    /// Whether the opponent's last move was the one it had thought about ahead; nothing if it had not.
    pub foresight: Option<Foresight>,
}

/// How well a player foresaw the move it thought about on the opponent's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foresight {
    /// The opponent played something else.
    Miss,
    /// The opponent played the move.
    Hit,
}

/// Why a player has no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It could not be started, or not with these options.
    #[error("cannot be started: {0}")]
    Start(String),
    /// Its process ended or cannot be talked to any more.
    #[error("crashed: {0}")]
    Crashed(String),
    /// No answer in time.
    #[error("stalled: no answer after {:.1} s", .after.as_secs_f64())]
    Stalled {
        /// How long it was waited for.
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
