//! How good probabilities are: Brier's score, and skill beside a reference.

use bstar_kit::random::Random;
use serde::Serialize;

use super::case::{Case, share_happened};

/// How much better than a reference: 1 is perfect, 0 is as good as the reference, less is worse.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Skill {
    /// 1 − Brier score / Brier score of the reference.
    pub skill: f64,
    /// Half the width of its 95 % interval, by resampling the positions; `null` if fewer than five
    /// cases happened, or did not.
    pub error: Option<f64>,
}

/// The squared error of a statement.
pub(super) fn squared_error(said: f64, happened: bool) -> f64 {
    (said - f64::from(u8::from(happened))).powi(2)
}

/// The mean squared error of some statements. There must be some.
pub(super) fn brier_score<'a>(
    cases: impl IntoIterator<Item = &'a Case>,
    say: impl Fn(&Case) -> f64,
) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for case in cases {
        sum += squared_error(say(case), case.happened);
        count += 1.0;
    }
    sum / count
}

/// The score of the best constant: the share that happened, said everywhere.
pub(super) fn constant_score<'a>(cases: impl IntoIterator<Item = &'a Case> + Clone) -> f64 {
    let share = share_happened(cases.clone());
    brier_score(cases, |_| share)
}

impl Skill {
    /// Beside the best constant for these very cases. None if all of them happened, or none.
    pub fn beside_constant(cases: &[Case]) -> Option<Skill> {
        Skill::beside(cases, |sample| constant_score(sample.iter().copied()))
    }

    /// Beside a curve that was fitted elsewhere. Its own error is not in the error of the skill.
    pub fn beside_curve(cases: &[Case], curve: impl Fn(&Case) -> f64) -> Option<Skill> {
        Skill::beside(cases, |sample| brier_score(sample.iter().copied(), &curve))
    }

    fn beside(cases: &[Case], reference: impl Fn(&[&Case]) -> f64) -> Option<Skill> {
        let skill = |sample: &[&Case]| {
            let reference = reference(sample);
            let score = brier_score(sample.iter().copied(), |case| case.said);
            (reference > 0.0).then(|| 1.0 - score / reference)
        };
        if cases.is_empty() {
            return None;
        }
        let all: Vec<&Case> = cases.iter().collect();
        Some(Skill {
            skill: skill(&all)?,
            error: resampled_error(&all, skill),
        })
    }
}

/// How often cases are drawn anew. Each draw has as many of them, some several times.
const RESAMPLES: u64 = 1_000;
/// The draws are the same in every report.
const SEED: u64 = 1;
/// With fewer cases of either sort, many draws would have none of it.
const MIN_CASES: usize = 5;

/// Half of the 95 % interval of a number, by drawing the cases anew. There is one case of a kind
/// for each position, so this draws positions. None if there are too few.
fn resampled_error(cases: &[&Case], number: impl Fn(&[&Case]) -> Option<f64>) -> Option<f64> {
    let happened = cases.iter().filter(|case| case.happened).count();
    if happened.min(cases.len() - happened) < MIN_CASES {
        return None;
    }
    let draw = |stream| {
        let mut random = Random::new(SEED, stream);
        let sample: Vec<&Case> = (0..cases.len())
            .map(|_| cases[random.below(cases.len())])
            .collect();
        number(&sample)
    };
    let mut numbers: Vec<f64> = (0..RESAMPLES).filter_map(draw).collect();
    numbers.sort_by(f64::total_cmp);
    let at = |share: f64| numbers.get((share * numbers.len() as f64) as usize);
    Some((at(1.0 - TAIL)? - at(TAIL)?) / 2.0)
}

/// What is left out at either end of a 95 % interval.
const TAIL: f64 = 0.025;

#[cfg(test)]
mod tests {
    use super::*;

    fn cases(said: impl Fn(bool) -> f64, happened: &[bool]) -> Vec<Case> {
        let case = |&happened: &bool| Case {
            said: said(happened),
            happened,
            gap: None,
        };
        happened.iter().map(case).collect()
    }

    #[test]
    fn to_say_the_share_everywhere_is_no_skill() {
        for count in [3, 7, 10, 97] {
            let happened: Vec<bool> = (0..count).map(|number| number % 3 == 0).collect();
            let share = happened.iter().filter(|yes| **yes).count() as f64 / count as f64;
            let skill = Skill::beside_constant(&cases(|_| share, &happened)).unwrap();
            assert_eq!(skill.skill, 0.0);
        }
    }

    #[test]
    fn to_know_is_perfect() {
        let happened: Vec<bool> = (0..30).map(|number| number % 3 == 0).collect();
        let known = cases(|yes| f64::from(u8::from(yes)), &happened);
        assert_eq!(brier_score(&known, |case| case.said), 0.0);
        let skill = Skill::beside_constant(&known).unwrap();
        assert_eq!((skill.skill, skill.error), (1.0, Some(0.0)));
        // Four that happened are too few for an error.
        let few = Skill::beside_constant(&known[..12]).unwrap();
        assert_eq!((few.skill, few.error), (1.0, None));
    }

    #[test]
    fn to_be_sure_of_the_contrary_is_worse_than_nothing() {
        let wrong = cases(|yes| f64::from(u8::from(!yes)), &[true, false, false, true]);
        assert_eq!(brier_score(&wrong, |case| case.said), 1.0);
        // The constant says one half, which has a score of a quarter.
        assert_eq!(Skill::beside_constant(&wrong).unwrap().skill, -3.0);
        // A reference that says 0.8 where it happened and 0.2 elsewhere has 0.04.
        let curve = |case: &Case| if case.happened { 0.8 } else { 0.2 };
        let skill = Skill::beside_curve(&wrong, curve).unwrap().skill;
        assert!((skill + 24.0).abs() < 1e-9, "{skill}");
    }

    #[test]
    fn where_there_is_nothing_to_know_there_is_no_skill() {
        assert_eq!(Skill::beside_constant(&cases(|_| 0.1, &[false; 4])), None);
        assert_eq!(Skill::beside_constant(&[]), None);
    }

    /// The error of a mean is known: the same by resampling.
    #[test]
    fn resampling_gives_the_error_of_the_textbook() {
        let happened: Vec<bool> = (0..400).map(|number| number % 4 == 0).collect();
        let all = cases(|_| 0.0, &happened);
        let all: Vec<&Case> = all.iter().collect();
        let share = |sample: &[&Case]| Some(share_happened(sample.iter().copied()));
        let error = resampled_error(&all, share).unwrap();
        let expected = 1.96 * (0.25f64 * 0.75 / 400.0).sqrt();
        assert!(
            (error / expected - 1.0).abs() < 0.08,
            "{error} of {expected}"
        );
    }
}
