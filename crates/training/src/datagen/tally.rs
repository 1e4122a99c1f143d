//! The contents of a file of games, in numbers.

use bstar_board::Color;
use serde::Serialize;

use super::format;

/// How many games and positions a file has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DataTally {
    /// How many games.
    pub games: usize,
    /// How many positions with a score, that is, with a move played in them.
    pub positions: usize,
    /// How many bytes.
    pub bytes: u64,
    /// How many games White won.
    pub white_wins: usize,
    /// How many games were drawn.
    pub draws: usize,
    /// How many games Black won.
    pub black_wins: usize,
}

impl DataTally {
    pub(super) fn add(&mut self, moves: usize, winner: Option<Color>) {
        self.games += 1;
        self.positions += moves;
        self.bytes +=
            (format::HEAD_BYTES + moves * format::PLY_BYTES + format::GAME_END.len()) as u64;
        *match winner {
            Some(Color::White) => &mut self.white_wins,
            None => &mut self.draws,
            Some(Color::Black) => &mut self.black_wins,
        } += 1;
    }

    /// The mean number of bytes for a position. `None` without positions.
    pub fn bytes_per_position(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.bytes as f64 / self.positions as f64)
    }
}
