//! The ratings of the players of one connected group.

use super::bounds::{Swept, least_offset};
use super::fit::{Fit, ScaleTie, fit};
use super::games::Bout;
use super::rifts::{Party, without_rifts};

/// What is known of a player's rating, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RatingEstimate {
    /// The most likely rating, unless it would be infinite.
    pub rating: Option<f64>,
    /// The ends of the 95 % interval, infinite where there is no bound.
    pub low: f64,
    pub high: f64,
}

impl RatingEstimate {
    const UNKNOWN: RatingEstimate = RatingEstimate {
        rating: None,
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };
}

/// Rates all players of a group whose games are connected. Bouts and ties count players from 0.
pub(super) fn estimate(
    players: usize,
    bouts: &[Bout],
    ties: &[Option<ScaleTie>],
) -> Vec<RatingEstimate> {
    let tied: Vec<usize> = (0..players).filter(|p| ties[*p].is_some()).collect();
    let mut parties = without_rifts(players, bouts, &tied);
    let games_within = |party: &Party| -> u64 {
        let within = |bout: &&Bout| bout.players.iter().all(|p| party.contains(p));
        bouts.iter().filter(within).map(|b| b.groups.games()).sum()
    };
    // The scale is that of the tied players, or else of the party with the most games.
    parties.sort_by_key(|party| {
        let has_tied = tied.iter().any(|player| party.contains(player));
        std::cmp::Reverse((has_tied, games_within(party)))
    });
    let mut estimates = vec![RatingEstimate::UNKNOWN; players];
    let mut parties = parties.into_iter();
    if let Some(main) = parties.next() {
        let Fit { ratings, errors } = fit_party(&main, bouts, ties);
        for ((player, rating), error) in main.iter().zip(ratings).zip(errors) {
            estimates[*player] = RatingEstimate {
                rating: Some(rating),
                low: rating - error,
                high: rating + error,
            };
        }
    }
    let mut others: Vec<Outsiders> = parties
        .map(|party| Outsiders {
            ratings: fit_party(&party, bouts, ties).ratings,
            party,
        })
        .collect();
    // A party that has its bounds helps to find those of others that only met it.
    while let Some((at, bounds)) = others
        .iter()
        .enumerate()
        .find_map(|(at, outsiders)| Some((at, outsiders.bounds(bouts, &estimates)?)))
    {
        let outsiders = others.remove(at);
        for (player, rating) in outsiders.party.iter().zip(&outsiders.ratings) {
            estimates[*player] = RatingEstimate {
                rating: None,
                low: bounds.0 + rating,
                high: bounds.1 + rating,
            };
        }
    }
    estimates
}

/// A party beyond a rift, with ratings that only mean something within it.
struct Outsiders {
    party: Party,
    ratings: Vec<f64>,
}

impl Outsiders {
    /// The least and the largest offset of the party, by its games against players that have an
    /// estimate. There are no bounds if there are no such games.
    fn bounds(&self, bouts: &[Bout], estimates: &[RatingEstimate]) -> Option<(f64, f64)> {
        let (mut above, mut below): (Vec<Swept>, Vec<Swept>) = (Vec::new(), Vec::new());
        for bout in bouts {
            let groups = bout.groups.count() as f64;
            let [first, second] = bout.players;
            let first_won = bout.groups.points() > 0.0;
            for (ours, theirs, we_won) in [(first, second, first_won), (second, first, !first_won)]
            {
                let Some(at) = self.party.iter().position(|player| *player == ours) else {
                    continue;
                };
                if self.party.contains(&theirs) {
                    continue;
                }
                let estimate = estimates[theirs];
                let (limit, list) = if we_won {
                    (estimate.rating.unwrap_or(estimate.low), &mut above)
                } else {
                    (estimate.rating.unwrap_or(estimate.high), &mut below)
                };
                let ahead = self.ratings[at] - limit;
                if limit.is_finite() {
                    list.push((if we_won { ahead } else { -ahead }, groups));
                }
            }
        }
        if above.is_empty() && below.is_empty() {
            return None;
        }
        let low = if above.is_empty() {
            f64::NEG_INFINITY
        } else {
            least_offset(&above)
        };
        let high = if below.is_empty() {
            f64::INFINITY
        } else {
            -least_offset(&below)
        };
        Some((low, high))
    }
}

/// Rates the players of a party by the games among themselves, in their order.
fn fit_party(party: &Party, bouts: &[Bout], ties: &[Option<ScaleTie>]) -> Fit {
    let (bouts, ties) = among(party, bouts, ties);
    fit(party.len(), &bouts, &ties)
}

/// The games and ties of some players, which are counted from 0 in their order.
pub(super) fn among(
    party: &Party,
    bouts: &[Bout],
    ties: &[Option<ScaleTie>],
) -> (Vec<Bout>, Vec<Option<ScaleTie>>) {
    let number = |player: usize| party.iter().position(|other| *other == player);
    let within = bouts.iter().filter_map(|bout| {
        let [a, b] = bout.players;
        let players = [number(a)?, number(b)?];
        Some(Bout { players, ..*bout })
    });
    let ties = party.iter().map(|player| ties[*player]);
    (within.collect(), ties.collect())
}
