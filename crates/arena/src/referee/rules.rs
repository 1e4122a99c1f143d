//! What a game is played by, beside the rules of chess.

use std::time::Duration;

use super::adjudication::{DrawRule, ResignRule};

/// What a game is played by, beside the rules of chess.
#[derive(Clone, Copy, Debug)]
pub struct GameRules {
    /// How much a player may overstep a time limit before he loses.
    pub margin: Duration,
    /// How long a player is waited for when no clock says when he has lost; with a clock, how long beyond it.
    pub patience: Duration,
    /// When to call a game a draw.
    pub draw: Option<DrawRule>,
    /// When to call a game won.
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
