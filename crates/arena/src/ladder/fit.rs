//! The most likely ratings, and how far they can be trusted.
//!
//! The expected score of a game is the logistic function of the difference in rating. A draw is
//! half a win and half a loss. With the most likely ratings, every player is expected to score,
//! over all its games, exactly what it scored. This needs no model of draws, and so no draw rate
//! that would have to be the same for all.
//!
//! The error bars do not use the spread that the model itself predicts, because the model knows
//! neither draws nor pairs. They use what was observed. Let `H` be the curvature of the likelihood.
//! Let `M` be the sum of the squares by which groups of games (see [`GameGroups`]) missed the
//! expected score. Then the covariance of the ratings is `H⁻¹ M H⁻¹` (the "sandwich" of White and
//! Huber, with pairs as clusters). For two players this is the error bar of a match.
//!
//! A [`ScaleTie`] ties a player to the scale. If its rating is exact, it is held fast. If not, a
//! spring pulls it there, and the rating's own error is part of all error bars.

use super::games::Bout;
use super::matrix::{Matrix, applied, inverse, product, zeros};
use crate::stats::DEVIATIONS_FOR_95_PERCENT;

/// Elo points in a unit of the logistic function.
pub(super) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// How a player is tied to the scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScaleTie {
    /// The known rating.
    pub rating: f64,
    /// Half the width of its 95 % interval. Without it the rating is exact.
    pub error: Option<f64>,
}

/// Ratings and their 95 % errors, in Elo.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fit {
    pub ratings: Vec<f64>,
    pub errors: Vec<f64>,
}

/// Rates players without a rift between them, so that there is an answer. Without any tie the mean
/// is 0. Bouts and ties count players from 0.
pub(super) fn fit(players: usize, bouts: &[Bout], ties: &[Option<ScaleTie>]) -> Fit {
    let likelihood = Likelihood::new(players, bouts, ties);
    let peak = likelihood.climb();
    let covariance = likelihood.covariance(&peak);
    let mut errors = vec![0.0; players];
    for (at, player) in likelihood.free.iter().enumerate() {
        errors[*player] =
            DEVIATIONS_FOR_95_PERCENT * ELO_PER_LOGIT * covariance[at][at].max(0.0).sqrt();
    }
    Fit {
        ratings: peak.iter().map(|x| ELO_PER_LOGIT * x).collect(),
        errors,
    }
}

/// The share of the points expected at a difference, in units of the logistic function.
pub(super) fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The logarithm of that. It is exact even where the share is almost 0.
pub(super) fn ln_expected(difference: f64) -> f64 {
    -(-difference.abs()).exp().ln_1p() + difference.min(0.0)
}

/// The logarithm of the likelihood as a function of ratings in units of the logistic function.
struct Likelihood<'a> {
    bouts: &'a [Bout],
    /// The players that are not held fast.
    free: Vec<usize>,
    /// The index of a player among the free ones.
    place: Vec<Option<usize>>,
    /// Springs: the player, the rating to which it is pulled, and how strongly.
    springs: Vec<(usize, f64, f64)>,
    /// No player is tied. Then the mean is held at 0, which changes no difference.
    centred: bool,
    start: Vec<f64>,
}

/// Newton's method needs a handful of steps. It ends when they are too small to matter.
const MAX_STEPS: usize = 200;
const MIN_STEP: f64 = 1e-12;

impl Likelihood<'_> {
    fn new<'a>(players: usize, bouts: &'a [Bout], ties: &[Option<ScaleTie>]) -> Likelihood<'a> {
        let is_fast = |player: &usize| ties[*player].is_some_and(|tie| tie.error.is_none());
        let free: Vec<usize> = (0..players).filter(|player| !is_fast(player)).collect();
        let mut place = vec![None; players];
        for (at, player) in free.iter().enumerate() {
            place[*player] = Some(at);
        }
        let springs = ties.iter().enumerate().filter_map(|(player, tie)| {
            let ScaleTie { rating, error } = (*tie)?;
            let deviation = error? / DEVIATIONS_FOR_95_PERCENT / ELO_PER_LOGIT;
            Some((player, rating / ELO_PER_LOGIT, deviation.powi(-2)))
        });
        let known: Vec<f64> = ties
            .iter()
            .flatten()
            .map(|tie| tie.rating / ELO_PER_LOGIT)
            .collect();
        let middle = known.iter().sum::<f64>() / known.len().max(1) as f64;
        let start = ties
            .iter()
            .map(|tie| tie.map_or(middle, |tie| tie.rating / ELO_PER_LOGIT));
        Likelihood {
            bouts,
            springs: springs.collect(),
            centred: known.is_empty(),
            start: start.collect(),
            free,
            place,
        }
    }

    /// The ratings with the largest likelihood.
    fn climb(&self) -> Vec<f64> {
        let mut here = self.start.clone();
        let mut height = self.height(&here);
        for _ in 0..MAX_STEPS {
            let Some(inverse) = inverse(&self.curvature(&here)) else {
                break;
            };
            let step = applied(&inverse, &self.slope(&here));
            // The function is concave, so some part of the step always leads up.
            let mut part = 1.0;
            let (there, higher) = loop {
                let mut there = here.clone();
                for (player, by) in self.free.iter().zip(&step) {
                    there[*player] += part * by;
                }
                let higher = self.height(&there);
                if higher >= height || part < MIN_STEP {
                    break (there, higher);
                }
                part *= 0.5;
            };
            let largest = step.iter().fold(0.0f64, |most, by| most.max(by.abs()));
            if higher >= height {
                (here, height) = (there, higher);
            }
            if part * largest < MIN_STEP {
                break;
            }
        }
        here
    }

    fn height(&self, at: &[f64]) -> f64 {
        let of_games = self.bouts.iter().map(|bout| {
            let [a, b] = bout.players;
            let (won, lost) = points(bout);
            won * ln_expected(at[a] - at[b]) + lost * ln_expected(at[b] - at[a])
        });
        let of_springs = self
            .springs
            .iter()
            .map(|(player, to, strength)| -0.5 * strength * (at[*player] - to).powi(2));
        let of_centre = if self.centred {
            -0.5 * at.iter().sum::<f64>().powi(2)
        } else {
            0.0
        };
        of_games.chain(of_springs).sum::<f64>() + of_centre
    }

    fn slope(&self, at: &[f64]) -> Vec<f64> {
        let mut slope = vec![0.0; self.free.len()];
        let mut add = |player: usize, value: f64| {
            if let Some(place) = self.place[player] {
                slope[place] += value;
            }
        };
        for bout in self.bouts {
            let [a, b] = bout.players;
            let (won, lost) = points(bout);
            let beyond = won - (won + lost) * expected(at[a] - at[b]);
            add(a, beyond);
            add(b, -beyond);
        }
        for (player, to, strength) in &self.springs {
            add(*player, strength * (to - at[*player]));
        }
        if self.centred {
            let sum: f64 = at.iter().sum();
            slope.iter_mut().for_each(|value| *value -= sum);
        }
        slope
    }

    /// The second derivatives, with the sign that makes them positive.
    fn curvature(&self, at: &[f64]) -> Matrix {
        let mut curvature = self.of_couples(|bout| {
            let [a, b] = bout.players;
            let score = expected(at[a] - at[b]);
            bout.groups.games() as f64 * score * (1.0 - score)
        });
        self.add_springs(&mut curvature);
        if self.centred {
            curvature
                .iter_mut()
                .flatten()
                .for_each(|value| *value += 1.0);
        }
        curvature
    }

    fn covariance(&self, at: &[f64]) -> Matrix {
        let mut missed = self.of_couples(|bout| {
            let [a, b] = bout.players;
            bout.groups.squares_about(expected(at[a] - at[b]))
        });
        self.add_springs(&mut missed);
        match inverse(&self.curvature(at)) {
            Some(inverse) => product(&product(&inverse, &missed), &inverse),
            None => zeros(self.free.len()),
        }
    }

    /// A sum over bouts of something that depends on the difference of two players.
    fn of_couples(&self, weight: impl Fn(&Bout) -> f64) -> Matrix {
        let mut sum = zeros(self.free.len());
        for bout in self.bouts {
            let weight = weight(bout);
            let [a, b] = bout.players.map(|player| self.place[player]);
            for place in [a, b].into_iter().flatten() {
                sum[place][place] += weight;
            }
            if let (Some(a), Some(b)) = (a, b) {
                sum[a][b] -= weight;
                sum[b][a] -= weight;
            }
        }
        sum
    }

    fn add_springs(&self, matrix: &mut Matrix) {
        for (player, _, strength) in &self.springs {
            if let Some(place) = self.place[*player] {
                matrix[place][place] += strength;
            }
        }
    }
}

/// What the first and the second player of a bout scored.
fn points(bout: &Bout) -> (f64, f64) {
    let won = bout.groups.points();
    (won, bout.groups.games() as f64 - won)
}
