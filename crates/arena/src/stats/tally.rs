//! Counting games and pairs of games.

use serde::{Deserialize, Serialize};

/// What one game brought the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GamePoints {
    /// Nothing.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl GamePoints {
    /// The same game seen by the other player.
    pub fn of_the_other(self) -> GamePoints {
        match self {
            GamePoints::Loss => GamePoints::Win,
            GamePoints::Draw => GamePoints::Draw,
            GamePoints::Win => GamePoints::Loss,
        }
    }

    pub(super) fn half_points(self) -> usize {
        self as usize
    }
}

/// How many pairs of games brought 0, ½, 1, 1½ and 2 points.
pub type Pentanomial = [u64; 5];

/// Games and pairs of games, counted from the first player's side.
///
/// ```
/// use bstar_arena::stats::{GamePoints, GameTally};
///
/// let mut tally = GameTally::default();
/// tally.add_pair(GamePoints::Win, GamePoints::Draw);
/// assert_eq!((tally.wins, tally.draws, tally.losses), (1, 1, 0));
/// assert_eq!(tally.pairs, [0, 0, 0, 1, 0]);
/// assert_eq!(tally.score(), Some(0.75));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameTally {
    /// Games the first player won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games the first player lost.
    pub losses: u64,
    /// Finished pairs by their points: 0, ½, 1, 1½, 2.
    pub pairs: Pentanomial,
}

impl GameTally {
    /// Counts a game, without regard to pairs.
    pub fn add_game(&mut self, points: GamePoints) {
        match points {
            GamePoints::Loss => self.losses += 1,
            GamePoints::Draw => self.draws += 1,
            GamePoints::Win => self.wins += 1,
        }
    }

    /// Counts a pair whose games have been counted already.
    pub fn close_pair(&mut self, first: GamePoints, second: GamePoints) {
        self.pairs[first.half_points() + second.half_points()] += 1;
    }

    /// Counts both games of a pair and the pair.
    pub fn add_pair(&mut self, first: GamePoints, second: GamePoints) {
        self.add_game(first);
        self.add_game(second);
        self.close_pair(first, second);
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The first player's points, draws counting half.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The first player's share of the points, between 0 and 1.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::GamePoints::{Draw, Loss, Win};
    use super::*;

    #[test]
    fn a_pair_falls_into_the_right_fifth() {
        for (first, second, fifth) in [
            (Loss, Loss, 0),
            (Loss, Draw, 1),
            (Draw, Loss, 1),
            (Draw, Draw, 2),
            (Win, Loss, 2),
            (Draw, Win, 3),
            (Win, Win, 4),
        ] {
            let mut tally = GameTally::default();
            tally.add_pair(first, second);
            assert_eq!(tally.pairs[fifth], 1, "{first:?} {second:?}");
        }
    }

    #[test]
    fn nothing_played_has_no_score() {
        assert_eq!(GameTally::default().score(), None);
    }
}
