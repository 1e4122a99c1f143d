//! From points to Elo, with an error bar.

use serde::Serialize;

use super::{GameGroups, GameTally, normal_cdf};

/// The Elo difference at which a player is expected to score this share of the points.
///
/// ```
/// use bstar_arena::stats::elo_from_score;
///
/// assert_eq!(format!("{:.1}", elo_from_score(0.6)), "70.4");
/// ```
pub fn elo_from_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The share of the points expected of a player that is this much stronger.
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Half the width of a normal distribution's central 95 % interval, in standard deviations.
pub const DEVIATIONS_FOR_95_PERCENT: f64 = 1.959_963_984_540_054;

/// The probability that is left out at either end of a 95 % interval.
pub(crate) const TAIL_PROBABILITY: f64 = 0.025;

/// What finished pairs say about the difference between two players.
///
/// The bounds are those of the score, 1.96 standard errors either way, translated into Elo. They
/// are infinite when the bound of the score leaves the range from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EloEstimate {
    /// The most likely Elo difference; positive when the first player is stronger.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub elo: f64,
    /// The lower end of the 95 % interval.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub low: f64,
    /// The upper end of the 95 % interval.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub high: f64,
    /// The likelihood that the first player is the stronger one.
    pub los: f64,
}

impl EloEstimate {
    /// What a tally says. That is nothing before two pairs are finished.
    pub fn of(tally: &GameTally) -> Option<EloEstimate> {
        EloEstimate::of_groups(&GameGroups::from(tally))
    }

    /// What games say that need not be in pairs. That is nothing before there are two groups.
    pub fn of_groups(groups: &GameGroups) -> Option<EloEstimate> {
        let standard_error = groups.standard_error()?;
        let mean = groups.score()?;
        if mean == 1.0 {
            return Some(EloEstimate::of_a_sweep(groups.count() as f64));
        }
        if mean == 0.0 {
            return Some(EloEstimate::of_a_sweep(groups.count() as f64).of_the_other());
        }
        let margin = DEVIATIONS_FOR_95_PERCENT * standard_error;
        let los = normal_cdf((mean - 0.5) / standard_error);
        Some(EloEstimate {
            elo: elo_from_score(mean),
            low: elo_from_score((mean - margin).max(0.0)),
            high: elo_from_score((mean + margin).min(1.0)),
            los,
        })
    }

    /// The estimate if the first player won every game. There is no spread to measure. But a player
    /// weaker than the lower bound would have lost at least half a point with a probability of
    /// 97.5 %. And a player that is only equal wins at best every second pair.
    fn of_a_sweep(pairs: f64) -> EloEstimate {
        EloEstimate {
            elo: f64::INFINITY,
            low: elo_from_score(TAIL_PROBABILITY.powf(1.0 / pairs)),
            high: f64::INFINITY,
            los: 1.0 - 0.5f64.powf(pairs),
        }
    }

    /// The same, seen by the other player.
    fn of_the_other(self) -> EloEstimate {
        EloEstimate {
            elo: -self.elo,
            low: -self.high,
            high: -self.low,
            los: 1.0 - self.los,
        }
    }

    /// Half the width of the interval: the number behind "±".
    pub fn error(&self) -> f64 {
        0.5 * (self.high - self.low)
    }
}

/// Half the width of the 95 % interval of the score, as a share of the points. It comes from
/// finished pairs, and is unknown before there are two.
///
/// ```
/// use bstar_arena::stats::{GamePoints, GameTally, score_error};
///
/// let mut tally = GameTally::default();
/// tally.add_pair(GamePoints::Win, GamePoints::Draw);
/// assert_eq!(score_error(&tally), None);
/// tally.add_pair(GamePoints::Loss, GamePoints::Draw);
/// // Pairs of 0.75 and 0.25: a standard error of 0.25 / sqrt(2).
/// assert!((score_error(&tally).unwrap() - 1.96 * 0.1768).abs() < 1e-3);
/// ```
pub fn score_error(tally: &GameTally) -> Option<f64> {
    GameGroups::from(tally)
        .standard_error()
        .map(|error| DEVIATIONS_FOR_95_PERCENT * error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Pentanomial;

    fn tally(pairs: Pentanomial) -> GameTally {
        GameTally {
            pairs,
            ..GameTally::default()
        }
    }

    #[test]
    fn scores_and_elo_are_each_others_inverse() {
        for (score, elo) in [(0.5, 0.0), (0.6, 70.437), (0.75, 190.849), (0.25, -190.849)] {
            assert!((elo_from_score(score) - elo).abs() < 1e-3);
            assert!((score_from_elo(elo) - score).abs() < 1e-5);
        }
    }

    #[test]
    fn independent_draws_and_wins_give_the_textbook_error() {
        // 1000 pairs of games that are won, drawn and lost 1:2:1, independently. A game's variance
        // is 1/8, so the score of 2000 games has a standard error of sqrt(1/16000). The bar is 1.96
        // of them, at 6.949 Elo per %.
        let strength =
            EloEstimate::of(&tally([62_500, 250_000, 375_000, 250_000, 62_500])).unwrap();
        assert!(strength.elo.abs() < 1e-9);
        assert!((strength.los - 0.5).abs() < 1e-9);
        let standard_error = (0.125f64 / 2_000_000.0).sqrt();
        let slope = 400.0 / std::f64::consts::LN_10 * 4.0;
        let expected = 1.96 * standard_error * slope;
        assert!((strength.error() - expected).abs() < 1e-3);
    }

    #[test]
    fn pairs_that_all_end_the_same_way_leave_some_doubt() {
        let even = EloEstimate::of(&tally([0, 0, 50, 0, 0])).unwrap();
        assert_eq!((even.elo, even.los), (0.0, 0.5));
        assert!(even.error() > 5.0 && even.error() < 20.0, "{even:?}");
        let [few, many] = [2, 200].map(|n| EloEstimate::of(&tally([0, 0, 0, n, 0])).unwrap());
        assert!(few.los < 0.95 && many.los > 0.999, "{few:?} {many:?}");
        assert!(few.error() > 10.0 * many.error(), "{few:?} {many:?}");
    }

    #[test]
    fn a_clean_sweep_is_as_convincing_as_it_is_long() {
        let short = EloEstimate::of(&tally([0, 0, 0, 0, 2])).unwrap();
        let long = EloEstimate::of(&tally([0, 0, 0, 0, 40])).unwrap();
        assert_eq!((short.elo, short.los), (f64::INFINITY, 0.75));
        assert!(short.low < 0.0 && long.low > 300.0, "{short:?} {long:?}");
        let other_side = EloEstimate::of(&tally([40, 0, 0, 0, 0])).unwrap();
        assert_eq!(
            (other_side.elo, other_side.high),
            (f64::NEG_INFINITY, -long.low)
        );
    }

    #[test]
    fn one_pair_says_nothing() {
        assert!(EloEstimate::of(&tally([0, 0, 0, 1, 0])).is_none());
    }

    #[test]
    fn likelihood_of_superiority() {
        // Mean 2/3, variance 1/18, three pairs: the lead of 1/6 is 1.2247 standard errors.
        let strength = EloEstimate::of(&tally([0, 0, 2, 0, 1])).unwrap();
        let standard_error = (1.0f64 / 54.0).sqrt();
        let expected = normal_cdf((2.0 / 3.0 - 0.5) / standard_error);
        assert!((strength.los - expected).abs() < 1e-12);
        assert!((strength.los - 0.8897).abs() < 1e-3, "{}", strength.los);
    }
}
