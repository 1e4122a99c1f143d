//! All that follows from the games.

use serde::Serialize;

use super::anchors::{Anchor, Anchors};
use super::estimate::{RatingEstimate, among, estimate};
use super::fit::{ELO_PER_LOGIT, ScaleTie, expected};
use super::games::{Bout, Forfeited, GameCounts, LadderGames};
use super::rifts::{Party, connected};
use crate::stats::{EloEstimate, GameTally};

/// Ratings of all players, and what they rest on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LadderReport {
    /// What was read.
    #[serde(flatten)]
    pub counts: GameCounts,
    /// The players of each group, the best first. Players of different groups never met, not even
    /// through others, and have no common scale.
    pub groups: Vec<Vec<String>>,
    /// Games that were not lost on the board, by loser.
    pub forfeited: Vec<Forfeited>,
    /// Every two players that met.
    #[serde(skip)]
    pub pairings: Vec<Pairing>,
    /// Every player: one group after the other, in each the best first.
    #[serde(skip)]
    pub ratings: Vec<Rating>,
    /// The anchors among them.
    #[serde(skip)]
    pub anchors: Vec<AnchorCheck>,
}

/// All games between two players, from the first one's side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pairing {
    /// Their names.
    pub players: [String; 2],
    /// Games and pairs.
    pub tally: GameTally,
    /// The first player's share of the points, 0 to 1.
    pub score: f64,
    /// The same by the ratings, if both have one.
    pub expected: Option<f64>,
    /// By how many standard errors the score is above that.
    pub deviation: Option<f64>,
    /// The Elo difference by these games alone, if there are at least two pairs.
    pub strength: Option<EloEstimate>,
}

/// The rating of a player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rating {
    /// Its name.
    pub player: String,
    /// In which group, from 1.
    pub group: usize,
    /// Is the group tied to a scale by anchors? If not, ratings are differences with a mean of 0.
    pub anchored: bool,
    /// The rating. There is none if the player won or lost everything against some others, so that
    /// there is only a bound.
    pub elo: Option<f64>,
    /// The lower end of the 95 % interval.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub low: f64,
    /// Its upper end.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub high: f64,
    /// How many games it played.
    pub games: u64,
    /// Its share of the points, 0 to 1.
    pub score: f64,
    /// Is it an anchor?
    pub is_anchor: bool,
}

impl Rating {
    /// Half the width of the interval: the number behind "±".
    pub fn error(&self) -> f64 {
        0.5 * (self.high - self.low)
    }

    /// The order of players. A player with only a bound comes before or behind those with a rating:
    /// after few games the bound is a loose one, and a loose upper bound is no high rating.
    fn height(&self) -> (i8, f64) {
        match self.elo {
            Some(elo) => (0, elo),
            None if self.high == f64::INFINITY => (1, self.low),
            None if self.low == f64::NEG_INFINITY => (-1, self.high),
            None => (0, 0.5 * (self.low + self.high)),
        }
    }
}

/// An anchor that played, and whether it fits.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnchorCheck {
    /// The player, and what is known of it.
    #[serde(flatten)]
    pub anchor: Anchor,
    /// Its share of the points, 0 to 1.
    pub score: f64,
    /// The same by the ratings.
    pub expected: Option<f64>,
    /// What its rating would be, by the other anchors of its group, if it were no anchor.
    pub by_others: Option<ByOthers>,
}

/// A rating by the other anchors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ByOthers {
    /// The rating, unless there is only a bound.
    pub elo: Option<f64>,
    /// The lower end of the 95 % interval.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub low: f64,
    /// Its upper end.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub high: f64,
}

/// Rates all players.
pub fn rate(games: &LadderGames, anchors: &Anchors) -> LadderReport {
    let ties: Vec<Option<ScaleTie>> = games
        .players
        .iter()
        .map(|name| {
            anchors.of(name).map(|anchor| ScaleTie {
                rating: anchor.rating,
                error: anchor.error,
            })
        })
        .collect();
    let groups = connected(games.players.len(), &games.bouts);
    let mut estimates = vec![None; games.players.len()];
    for group in &groups {
        for (player, estimate) in group.iter().zip(estimate_group(group, games, &ties)) {
            estimates[*player] = Some(estimate);
        }
    }
    let ladder = RatedPlayers {
        games,
        ties: &ties,
        groups: &groups,
        estimates: &estimates,
    };
    let ratings = ladder.ratings();
    LadderReport {
        counts: games.counts,
        groups: (1..=groups.len())
            .map(|group| {
                let members = ratings.iter().filter(|rating| rating.group == group);
                members.map(|rating| rating.player.clone()).collect()
            })
            .collect(),
        forfeited: games.forfeited.clone(),
        pairings: games
            .bouts
            .iter()
            .map(|bout| ladder.pairing(bout))
            .collect(),
        anchors: ratings
            .iter()
            .filter_map(|rating| ladder.anchor_row(rating, anchors.of(&rating.player)?))
            .collect(),
        ratings,
    }
}

/// Rates the players of one group, in its order.
fn estimate_group(
    group: &Party,
    games: &LadderGames,
    ties: &[Option<ScaleTie>],
) -> Vec<RatingEstimate> {
    let (bouts, ties) = among(group, &games.bouts, ties);
    estimate(group.len(), &bouts, &ties)
}

/// What is known when all players have an estimate.
struct RatedPlayers<'a> {
    games: &'a LadderGames,
    ties: &'a [Option<ScaleTie>],
    groups: &'a [Party],
    estimates: &'a [Option<RatingEstimate>],
}

impl RatedPlayers<'_> {
    fn ratings(&self) -> Vec<Rating> {
        let mut ratings = Vec::new();
        for (group, party) in (1..).zip(self.groups) {
            let anchored = party.iter().any(|player| self.ties[*player].is_some());
            let mut of_group: Vec<Rating> = party
                .iter()
                .filter_map(|player| {
                    let estimate = self.estimates[*player]?;
                    let (games, points) = self.points(*player);
                    Some(Rating {
                        player: self.games.players[*player].clone(),
                        group,
                        anchored,
                        elo: estimate.rating,
                        low: estimate.low,
                        high: estimate.high,
                        games,
                        score: points / games as f64,
                        is_anchor: self.ties[*player].is_some(),
                    })
                })
                .collect();
            of_group.sort_by(|a, b| {
                let ((tier, height), (other_tier, other_height)) = (b.height(), a.height());
                tier.cmp(&other_tier).then(height.total_cmp(&other_height))
            });
            ratings.extend(of_group);
        }
        ratings
    }

    /// Games and points of a player.
    fn points(&self, player: usize) -> (u64, f64) {
        let mut sum = (0, 0.0);
        for bout in &self.games.bouts {
            let games = bout.tally.games();
            let of_first = bout.tally.points();
            let [first, second] = bout.players;
            if player == first {
                sum = (sum.0 + games, sum.1 + of_first);
            } else if player == second {
                sum = (sum.0 + games, sum.1 + games as f64 - of_first);
            }
        }
        sum
    }

    fn pairing(&self, bout: &Bout) -> Pairing {
        let score = bout.tally.score().unwrap_or(0.5);
        let expected = self.expected(bout);
        let deviation = bout
            .groups
            .standard_error()
            .zip(expected)
            .map(|(error, expected)| (score - expected) / error);
        Pairing {
            players: bout
                .players
                .map(|player| self.games.players[player].clone()),
            tally: bout.tally,
            score,
            expected,
            deviation,
            strength: EloEstimate::of_groups(&bout.groups),
        }
    }

    /// The score of the first player of a bout, by the ratings.
    fn expected(&self, bout: &Bout) -> Option<f64> {
        let [first, second] = bout
            .players
            .map(|player| self.estimates[player].and_then(|estimate| estimate.rating));
        Some(expected((first? - second?) / ELO_PER_LOGIT))
    }

    fn anchor_row(&self, rating: &Rating, anchor: &Anchor) -> Option<AnchorCheck> {
        let party = &self.groups[rating.group - 1];
        let is_it = |player: &usize| self.games.players[*player] == anchor.player;
        let own = party.iter().copied().find(is_it)?;
        let mut other_ties = self.ties.to_vec();
        other_ties[own] = None;
        let has_others = party.iter().any(|player| other_ties[*player].is_some());
        let by_others = has_others.then(|| {
            let estimates = estimate_group(party, self.games, &other_ties);
            let of_it = party
                .iter()
                .zip(estimates)
                .find(|(player, _)| **player == own);
            of_it.map(|(_, estimate)| ByOthers {
                elo: estimate.rating,
                low: estimate.low,
                high: estimate.high,
            })
        });
        Some(AnchorCheck {
            anchor: anchor.clone(),
            score: rating.score,
            expected: self.expected_of(own),
            by_others: by_others.flatten(),
        })
    }

    /// The share of the points a player should have by the ratings.
    fn expected_of(&self, player: usize) -> Option<f64> {
        let mut points = 0.0;
        let mut games = 0.0;
        for bout in &self.games.bouts {
            let [first, second] = bout.players;
            let of_bout = bout.tally.games() as f64;
            if player == first {
                points += of_bout * self.expected(bout)?;
            } else if player == second {
                points += of_bout * (1.0 - self.expected(bout)?);
            } else {
                continue;
            }
            games += of_bout;
        }
        Some(points / games)
    }
}
