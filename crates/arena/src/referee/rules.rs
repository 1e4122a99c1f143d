//! What a game is played by, beside the rules of chess.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::adjudication::{DrawRule, ResignRule};

/// What a game is played by, beside the rules of chess.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct GameRules {
    /// How much a player may overstep a time limit before it loses.
    pub margin: Duration,
    /// How long the referee waits for a move beyond what the clock or the time for a move allows.
    /// Where nothing limits the time, this is all it waits.
    pub patience: Duration,
    /// When a game is called a draw.
    pub draw: Option<DrawRule>,
    /// When a game is called won.
    pub resign: Option<ResignRule>,
}

impl Default for GameRules {
    fn default() -> Self {
        GameRules {
            margin: Duration::from_millis(10),
            patience: Duration::from_secs(60),
            draw: None,
            resign: None,
        }
    }
}
