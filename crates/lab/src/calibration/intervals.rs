//! Intervals: how often they hold the value, and how wide they are.

use bstar_arena::trees::median;
use serde::Serialize;

use super::bands::wilson;
use crate::regret::Mean;

/// A chosen move: what was told of it, and what it is worth. All in points of a hundred of expected
/// score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntervalCase {
    /// The interval that was told, from `least` to `most`.
    pub told: [f64; 2],
    /// The value that was told.
    pub likely: f64,
    /// What the judge says.
    pub worth: f64,
}

/// A rule that gives every move an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum IntervalRule {
    /// The interval that was told.
    AsTold,
    /// The same distance on either side of `likely`.
    Constant,
    /// A distance in proportion to p (1 − p), p being `likely` as a part of 1: widest where the
    /// game is open.
    OpenGame,
}

impl IntervalRule {
    /// All of them.
    pub const ALL: [IntervalRule; 3] = [
        IntervalRule::AsTold,
        IntervalRule::Constant,
        IntervalRule::OpenGame,
    ];

    /// How wide the interval would be if the fitted number were 1, on one side.
    fn unit(self, case: &IntervalCase) -> f64 {
        let p = case.likely / 100.0;
        match self {
            IntervalRule::AsTold | IntervalRule::Constant => 1.0,
            IntervalRule::OpenGame => p * (1.0 - p),
        }
    }

    /// The interval of a case. It does not leave the scale.
    fn interval(self, case: &IntervalCase, fitted: f64) -> [f64; 2] {
        if self == IntervalRule::AsTold {
            return case.told;
        }
        let half = fitted * self.unit(case);
        [
            (case.likely - half).max(0.0),
            (case.likely + half).min(100.0),
        ]
    }

    /// The smallest number with which the rule covers 90 % of some cases. None for the interval
    /// that was told, and without cases.
    fn fit(self, cases: &[IntervalCase]) -> Option<f64> {
        if self == IntervalRule::AsTold {
            return None;
        }
        let mut needed: Vec<f64> = cases
            .iter()
            .map(|case| {
                let distance = (case.worth - case.likely).abs();
                match distance {
                    0.0 => 0.0,
                    _ => distance / self.unit(case),
                }
            })
            .collect();
        needed.sort_by(f64::total_cmp);
        let covered = (COVERAGE * needed.len() as f64).ceil() as usize;
        needed.get(covered.checked_sub(1)?).copied()
    }
}

/// The share of the values that an interval should hold.
pub const COVERAGE: f64 = 0.9;

/// How good the intervals of a rule are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IntervalQuality {
    /// The rule.
    pub rule: IntervalRule,
    /// The number that was fitted to the learning half: the distance in points of a hundred, or
    /// what p (1 − p) is multiplied with; `null` for the interval that was told.
    pub fitted: Option<f64>,
    /// How many cases.
    pub cases: usize,
    /// The share of the judge's values that lie in the interval, 0 to 1.
    pub coverage: f64,
    /// The 95 % interval of this share.
    pub coverage_interval: [f64; 2],
    /// The median of the width, in points of a hundred.
    pub median_width: f64,
    /// The mean of Winkler's score for 90 %: the width, and 20 times what a value is outside. Less
    /// is better.
    pub winkler: Mean,
}

impl IntervalQuality {
    /// How good a rule is on some cases, if it is fitted to others. None without either, as far as
    /// they are needed.
    pub fn of(
        rule: IntervalRule,
        cases: &[IntervalCase],
        learned: &[IntervalCase],
    ) -> Option<IntervalQuality> {
        let fitted = rule.fit(learned);
        if fitted.is_none() && rule != IntervalRule::AsTold {
            return None;
        }
        let intervals: Vec<([f64; 2], f64)> = cases
            .iter()
            .map(|case| {
                let interval = rule.interval(case, fitted.unwrap_or_default());
                (interval, case.worth)
            })
            .collect();
        let holds = |([low, high], worth): &&([f64; 2], f64)| low <= worth && worth <= high;
        let covered = intervals.iter().filter(holds).count();
        let scores = intervals
            .iter()
            .map(|(interval, worth)| winkler_score(*interval, *worth));
        Some(IntervalQuality {
            rule,
            fitted,
            cases: cases.len(),
            winkler: Mean::of(scores)?,
            coverage: covered as f64 / cases.len() as f64,
            coverage_interval: wilson(covered, cases.len()),
            median_width: median(&intervals, |([low, high], _)| high - low, f64::total_cmp)?,
        })
    }
}

/// The share of the values that lie in the intervals that were told, of the narrowest third of
/// these, the middle one and the widest. None with fewer than three cases.
pub(crate) fn coverage_by_width(cases: &[IntervalCase]) -> Option<[f64; 3]> {
    let mut sorted: Vec<&IntervalCase> = cases.iter().collect();
    sorted.sort_by(|one, other| {
        let width = |case: &IntervalCase| case.told[1] - case.told[0];
        width(one).total_cmp(&width(other))
    });
    let share = |cases: &[&IntervalCase]| {
        let holds = |case: &&&IntervalCase| {
            let [low, high] = case.told;
            low <= case.worth && case.worth <= high
        };
        cases.iter().filter(holds).count() as f64 / cases.len() as f64
    };
    let count = sorted.len();
    let third = |n: usize| share(&sorted[n * count / 3..(n + 1) * count / 3]);
    (count >= 3).then(|| [third(0), third(1), third(2)])
}

/// Winkler's score of an interval for [90 %](COVERAGE) (1972).
fn winkler_score([low, high]: [f64; 2], value: f64) -> f64 {
    let outside = (low - value).max(value - high).max(0.0);
    high - low + 2.0 / (1.0 - COVERAGE) * outside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(told: [f64; 2], likely: f64, worth: f64) -> IntervalCase {
        IntervalCase {
            told,
            likely,
            worth,
        }
    }

    #[test]
    fn winklers_score_by_hand() {
        // Inside it is the width. 3 points outside cost 3 · 2 / 0.1 = 60 more.
        assert_eq!(winkler_score([40.0, 60.0], 55.0), 20.0);
        assert_eq!(winkler_score([40.0, 60.0], 60.0), 20.0);
        assert!((winkler_score([40.0, 60.0], 63.0) - 80.0).abs() < 1e-9);
        assert!((winkler_score([40.0, 60.0], 37.0) - 80.0).abs() < 1e-9);
    }

    #[test]
    fn what_was_told_needs_no_learning() {
        let cases = [
            case([40.0, 60.0], 50.0, 40.0),
            case([40.0, 60.0], 50.0, 61.0),
            case([10.0, 20.0], 15.0, 12.0),
            case([0.0, 100.0], 50.0, 99.0),
        ];
        let told = IntervalQuality::of(IntervalRule::AsTold, &cases, &[]).unwrap();
        assert_eq!((told.coverage, told.fitted), (0.75, None));
        // Widths 20, 20, 10 and 100; one point outside costs 20.
        assert!((told.winkler.mean - (20.0 + 40.0 + 10.0 + 100.0) / 4.0).abs() < 1e-9);
        assert_eq!(told.median_width, 20.0);
        assert_eq!(
            IntervalQuality::of(IntervalRule::Constant, &cases, &[]),
            None
        );
        assert_eq!(IntervalQuality::of(IntervalRule::AsTold, &[], &cases), None);
    }

    #[test]
    fn fitted_rules_cover_nine_of_ten_where_they_learn() {
        // Distances 1, 2, …, 20: the eighteenth covers 90 %.
        let at =
            |likely: f64| (1..=20).map(move |n| case([0.0, 100.0], likely, likely + f64::from(n)));
        let learned: Vec<IntervalCase> = at(50.0).collect();
        assert_eq!(IntervalRule::Constant.fit(&learned), Some(18.0));
        assert_eq!(IntervalRule::OpenGame.fit(&learned), Some(72.0));
        let constant = IntervalQuality::of(IntervalRule::Constant, &learned, &learned).unwrap();
        assert_eq!((constant.coverage, constant.median_width), (0.9, 36.0));
        // At 10 % the game is less open: 72 · 0.1 · 0.9 is 6.48 points.
        let later: Vec<IntervalCase> = at(10.0).collect();
        let open = IntervalQuality::of(IntervalRule::OpenGame, &later, &learned).unwrap();
        assert_eq!(open.coverage, 0.3);
        assert!((open.median_width - 12.96).abs() < 1e-9);
        // An interval ends where the scale ends.
        let edge = [case([0.0, 5.0], 2.0, 1.0)];
        let edge = IntervalQuality::of(IntervalRule::Constant, &edge, &learned).unwrap();
        assert_eq!(edge.median_width, 20.0);
    }

    #[test]
    fn narrow_and_wide_intervals_are_counted_apart() {
        // The narrowest hold their values, the widest do not.
        let cases = [
            case([0.0, 90.0], 50.0, 95.0),
            case([40.0, 60.0], 50.0, 55.0),
            case([45.0, 55.0], 50.0, 50.0),
            case([30.0, 60.0], 50.0, 70.0),
            case([0.0, 80.0], 50.0, 95.0),
            case([40.0, 65.0], 50.0, 60.0),
        ];
        assert_eq!(coverage_by_width(&cases), Some([1.0, 0.5, 0.0]));
        assert!(coverage_by_width(&cases[..4]).is_some());
        assert_eq!(coverage_by_width(&cases[..2]), None);
    }

    #[test]
    fn a_decided_game_does_not_spoil_the_fit() {
        let mut learned = vec![case([0.0, 100.0], 100.0, 40.0)];
        learned.extend((1..20).map(|n| case([0.0, 100.0], 50.0, 50.0 + f64::from(n))));
        assert_eq!(IntervalRule::OpenGame.fit(&learned), Some(72.0));
        assert_eq!(IntervalRule::Constant.fit(&[]), None);
    }
}
