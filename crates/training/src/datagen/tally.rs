//! What a file of games holds, in numbers.

use bstar_board::Color;
use serde::Serialize;

use super::format;

/// How many games there are and what is in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DataTally {
    /// The games.
    pub games: usize,
    /// The positions in which a move was played: those with a score.
    pub positions: usize,
    /// The bytes.
    pub bytes: u64,
    /// Games that White won.
    pub white_wins: usize,
    /// Games that nobody won.
    pub draws: usize,
    /// Games that Black won.
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

    /// The bytes of a position, if there is one.
    pub fn bytes_per_position(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.bytes as f64 / self.positions as f64)
    }
}
