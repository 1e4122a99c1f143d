//! Games that belong together.
//!
//! Games are not independent of each other, but groups of them are. A group is a finished pair, or
//! a game that belongs to no pair: the other one was never played, or the games were not arranged
//! in pairs. If all games are in pairs, the groups are the pentanomial.

use serde::Serialize;

use super::{GamePoints, GameTally, Pentanomial};

/// Finished pairs, and games outside of pairs, from the first player's side.
///
/// ```
/// use bstar_arena::stats::{GameGroups, GamePoints};
///
/// let mut groups = GameGroups::default();
/// groups.add_pair(GamePoints::Win, GamePoints::Draw);
/// groups.add_single(GamePoints::Loss);
/// assert_eq!((groups.count(), groups.games(), groups.points()), (2, 3, 1.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GameGroups {
    /// Finished pairs by their points: 0, ½, 1, 1½, 2.
    pub pairs: Pentanomial,
    /// Games outside of pairs by their points: 0, ½, 1.
    pub singles: [u64; 3],
}

impl From<&GameTally> for GameGroups {
    /// The finished pairs of a match. A game whose pair is not finished does not count.
    fn from(tally: &GameTally) -> GameGroups {
        GameGroups {
            pairs: tally.pairs,
            singles: [0; 3],
        }
    }
}

impl GameGroups {
    pub fn add_pair(&mut self, first: GamePoints, second: GamePoints) {
        self.pairs[first.half_points() + second.half_points()] += 1;
    }

    /// Counts a game outside of pairs.
    pub fn add_single(&mut self, points: GamePoints) {
        self.singles[points.half_points()] += 1;
    }

    /// The number of groups.
    pub fn count(&self) -> u64 {
        self.pairs.iter().chain(&self.singles).sum()
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs.iter().sum::<u64>() + self.singles.iter().sum::<u64>()
    }

    /// The first player's points.
    pub fn points(&self) -> f64 {
        self.sum(|_, points| points)
    }

    /// The first player's share of the points, between 0 and 1.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The sum of the squares by which groups miss an expected score. This is what is known about
    /// the spread of their points.
    ///
    /// Some groups that all ended the same way do not prove that all would. In that case half a
    /// lost pair and half a won pair are counted too.
    pub fn squares_about(&self, expected: f64) -> f64 {
        let missed = self.sum(|games, points| (points - games * expected).powi(2));
        missed + self.doubt(expected)
    }

    /// The standard error of the score. It is unknown before there are two groups.
    pub fn standard_error(&self) -> Option<f64> {
        if self.count() < 2 {
            return None;
        }
        let mean = self.score()?;
        let thought = if self.are_alike() { 2 } else { 0 };
        Some(self.squares_about(mean).sqrt() / (self.games() + thought) as f64)
    }

    fn doubt(&self, expected: f64) -> f64 {
        if self.are_alike() {
            2.0 * (expected.powi(2) + (1.0 - expected).powi(2))
        } else {
            0.0
        }
    }

    /// Did all groups score the same share of their points?
    fn are_alike(&self) -> bool {
        let shares = |counts: &[u64], most: u64| -> Vec<u64> {
            (0u64..)
                .zip(counts)
                .filter(|(_, count)| **count > 0)
                .map(|(half_points, _)| half_points * 4 / most)
                .collect()
        };
        let mut seen = shares(&self.pairs, 4);
        seen.extend(shares(&self.singles, 2));
        seen.dedup();
        seen.len() == 1
    }

    /// Adds up what follows from the games and points of each group.
    fn sum(&self, of_group: impl Fn(f64, f64) -> f64) -> f64 {
        let total = |games: f64, counts: &[u64]| -> f64 {
            (0u32..)
                .zip(counts)
                .map(|(half_points, count)| {
                    *count as f64 * of_group(games, 0.5 * f64::from(half_points))
                })
                .sum()
        };
        total(2.0, &self.pairs) + total(1.0, &self.singles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_one_thing_and_two_singles_are_two() {
        let pairs = GameGroups {
            pairs: [10, 0, 0, 0, 10],
            singles: [0; 3],
        };
        let singles = GameGroups {
            pairs: [0; 5],
            singles: [20, 0, 20],
        };
        assert_eq!((pairs.score(), singles.score()), (Some(0.5), Some(0.5)));
        let [of_pairs, of_singles] = [pairs, singles].map(|g| g.standard_error().unwrap());
        assert!((of_pairs - 0.5 / 20f64.sqrt()).abs() < 1e-12);
        assert!((of_singles - 0.5 / 40f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn what_is_all_alike_leaves_some_doubt_and_what_is_not_none() {
        let alike = GameGroups {
            pairs: [0, 0, 3, 0, 0],
            singles: [0, 1, 0],
        };
        assert_eq!(alike.squares_about(0.5), 1.0);
        let mixed = GameGroups {
            pairs: [0, 0, 3, 0, 0],
            singles: [0, 0, 1],
        };
        assert_eq!(mixed.squares_about(0.5), 0.25);
        assert_eq!(GameGroups::default().squares_about(0.5), 0.0);
        assert_eq!(GameGroups::default().standard_error(), None);
    }
}
