//! A game that was played.

use std::time::Duration;

use bstar_board::Game;
use serde::{Deserialize, Serialize};

use super::clock::ChessClock;
use super::ending::Ending;
use crate::player::{Chosen, Foresight, Score};
use crate::trees::Tree;

/// What is known about a move that was played, beside the move itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// The mover's opinion, from his own side.
    pub score: Option<Score>,
    /// How deep he looked.
    pub depth: u32,
    /// How long he took.
    pub elapsed: Duration,
    /// What his tree was like, if he has one and tells.
    pub tree: Option<Tree>,
    /// What thinking on the opponent's time came to, if he did.
    pub ahead: Option<Ahead>,
}

/// What thinking on the opponent's time came to for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ahead {
    /// The opponent played another move than was thought about.
    Miss,
    /// He played it, and the player went on thinking.
    Hit,
    /// He played it, and the player's answer was ready: it came within [`AT_ONCE`], or within a tenth of the time he could have spent (for which
    /// 1/25 of his clock and the increment are taken, or the time for every move).
    Ready,
}

/// Who answers within this time did not think.
pub const AT_ONCE: Duration = Duration::from_millis(5);

impl Ahead {
    pub(super) fn of(chosen: &Chosen, clock: &ChessClock) -> Option<Ahead> {
        Some(match chosen.foresight? {
            Foresight::Miss => Ahead::Miss,
            Foresight::Hit if chosen.elapsed <= AT_ONCE.max(clock.share() / 10) => Ahead::Ready,
            Foresight::Hit => Ahead::Hit,
        })
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// All moves, those of the opening included.
    pub game: Game,
    /// How many moves the opening had.
    pub opening_plies: usize,
    /// A note for every move after the opening.
    pub notes: Vec<Note>,
    /// How it ended.
    pub ending: Ending,
}
