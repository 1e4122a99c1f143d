//! The sequential probability ratio test: play until one of two hypotheses is clearly better.
//!
//! The hypotheses are "the first player is `elo0` stronger" and "it is `elo1` stronger". The test
//! needs the logarithm of how much likelier the results are under the second. A hypothesis fixes
//! the mean of the five pair results, but not their probabilities. So each hypothesis gets the most
//! likely distribution with its mean (a *generalised* test). Finding that takes one unknown. With
//! observed frequencies `f` and pair scores `s`, the maximum has the form `f / (1 + t (s - mean))`,
//! and `t` is the root of a monotone function.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Pentanomial, score_from_elo};

/// A test of `elo1` against `elo0`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The Elo difference of the hypothesis that nothing is gained.
    pub elo0: f64,
    /// The Elo difference of the hypothesis that something is.
    pub elo1: f64,
    /// The accepted probability of taking `elo1` when `elo0` is true.
    pub alpha: f64,
    /// The accepted probability of taking `elo0` when `elo1` is true.
    pub beta: f64,
}

/// Why a text does not describe a test.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SprtError {
    /// It is not two or four numbers.
    #[error(
        "`{0}` is not a test: expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, like 0,5 or 0,5,0.05,0.05"
    )]
    Malformed(String),
    /// The hypotheses are in the wrong order or too far out.
    #[error("the first hypothesis ({0} Elo) must be below the second ({1} Elo), both within ±1000")]
    Hypotheses(f64, f64),
    /// An error probability outside what makes sense.
    #[error("an error probability must be above 0 and below 0.5, not {0}")]
    Probability(f64),
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SprtState {
    /// The logarithm of how much likelier the results are under `elo1`.
    pub llr: f64,
    /// At or below this, `elo0` is taken.
    pub lower: f64,
    /// At or above this, `elo1` is taken.
    pub upper: f64,
    /// What follows.
    pub verdict: SprtVerdict,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SprtVerdict {
    /// More games are needed.
    Continue,
    /// The first hypothesis is taken.
    Elo0,
    /// The second hypothesis is taken.
    Elo1,
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let malformed = || SprtError::Malformed(text.to_owned());
        let numbers = text
            .split(',')
            .map(|word| word.trim().parse::<f64>().ok().filter(|n| n.is_finite()))
            .collect::<Option<Vec<f64>>>()
            .ok_or_else(malformed)?;
        match numbers[..] {
            [elo0, elo1] => Sprt::new(elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => Sprt::new(elo0, elo1, alpha, beta),
            _ => Err(malformed()),
        }
    }
}

impl Sprt {
    /// A test with given error probabilities.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        if !(elo0 < elo1 && elo0 >= -1000.0 && elo1 <= 1000.0) {
            return Err(SprtError::Hypotheses(elo0, elo1));
        }
        for probability in [alpha, beta] {
            if !(probability > 0.0 && probability < 0.5) {
                return Err(SprtError::Probability(probability));
            }
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// What the pairs played so far say.
    pub fn judge(&self, pairs: &Pentanomial) -> SprtState {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let llr = log_likelihood_ratio(pairs, score_from_elo(self.elo0), score_from_elo(self.elo1));
        let verdict = if llr >= upper {
            SprtVerdict::Elo1
        } else if llr <= lower {
            SprtVerdict::Elo0
        } else {
            SprtVerdict::Continue
        };
        SprtState {
            llr,
            lower,
            upper,
            verdict,
        }
    }
}

/// A pair result that has not been seen yet is still possible. It counts this much.
const UNSEEN_PAIR_COUNT: f64 = 1e-3;

const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

fn log_likelihood_ratio(pairs: &Pentanomial, score0: f64, score1: f64) -> f64 {
    if pairs.iter().sum::<u64>() == 0 {
        return 0.0;
    }
    let counts = pairs.map(|n| if n == 0 { UNSEEN_PAIR_COUNT } else { n as f64 });
    let total: f64 = counts.iter().sum();
    let observed = counts.map(|n| n / total);
    let null = most_likely_with_mean(&observed, score0);
    let alternative = most_likely_with_mean(&observed, score1);
    counts
        .iter()
        .zip(null.iter().zip(&alternative))
        .map(|(n, (p0, p1))| n * (p1 / p0).ln())
        .sum()
}

/// Of all distributions over the pair scores with this mean, the one under which the observed
/// frequencies are likeliest.
fn most_likely_with_mean(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    // Every probability must stay positive, which bounds the multiplier on both sides. Between the
    // bounds the constraint falls from +infinity to -infinity.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let excess = |t: f64| -> f64 {
        PAIR_SCORES
            .iter()
            .zip(observed)
            .map(|(score, f)| f * (score - mean) / (1.0 + t * (score - mean)))
            .sum()
    };
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = 0.5 * (low + high);
    let mut fitted = *observed;
    for (f, score) in fitted.iter_mut().zip(PAIR_SCORES) {
        *f /= 1.0 + t * (score - mean);
    }
    fitted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The likelihood maximised the slow way: five probabilities are moved along directions that
    /// keep both the sum and the mean, with smaller and smaller steps.
    fn slow_most_likely(observed: &[f64; 5], mean: f64) -> [f64; 5] {
        // A start with the right mean: a mixture of the uniform distribution and one end.
        let (weight, end) = if mean >= 0.5 {
            (2.0 * (1.0 - mean), 4)
        } else {
            (2.0 * mean, 0)
        };
        let mut p = [weight / 5.0; 5];
        p[end] += 1.0 - weight;
        let value = |p: &[f64; 5]| -> f64 {
            if p.iter().any(|x| *x <= 0.0) {
                return f64::NEG_INFINITY;
            }
            observed.iter().zip(p).map(|(f, x)| f * x.ln()).sum()
        };
        let directions = [
            [1.0, -2.0, 1.0, 0.0, 0.0],
            [0.0, 1.0, -2.0, 1.0, 0.0],
            [0.0, 0.0, 1.0, -2.0, 1.0],
            [1.0, -1.0, 0.0, -1.0, 1.0],
            [1.0, 0.0, -2.0, 0.0, 1.0],
        ];
        let mut step = 0.05;
        while step > 1e-11 {
            let mut moved = false;
            for direction in directions {
                for sign in [step, -step] {
                    let mut next = p;
                    for (x, d) in next.iter_mut().zip(direction) {
                        *x += sign * d;
                    }
                    if value(&next) > value(&p) {
                        p = next;
                        moved = true;
                    }
                }
            }
            if !moved {
                step *= 0.5;
            }
        }
        p
    }

    #[test]
    fn the_fit_is_the_maximum() {
        for (observed, mean) in [
            ([0.1, 0.2, 0.4, 0.2, 0.1], 0.55),
            ([0.05, 0.25, 0.45, 0.2, 0.05], 0.4),
            ([0.3, 0.1, 0.2, 0.1, 0.3], 0.507),
        ] {
            let fast = most_likely_with_mean(&observed, mean);
            let slow = slow_most_likely(&observed, mean);
            for (a, b) in fast.iter().zip(slow) {
                assert!((a - b).abs() < 1e-5, "{fast:?} {slow:?}");
            }
        }
    }

    #[test]
    fn with_many_games_the_normal_approximation_holds() {
        // Near equality the ratio is (s1 - s0)(2 mean - s0 - s1) / (2 variance) per pair.
        let pairs = [1000u64, 5000, 8500, 5400, 1100];
        let total: f64 = pairs.iter().sum::<u64>() as f64;
        let mean = PAIR_SCORES
            .iter()
            .zip(pairs)
            .map(|(s, n)| s * n as f64)
            .sum::<f64>()
            / total;
        let variance = PAIR_SCORES
            .iter()
            .zip(pairs)
            .map(|(s, n)| n as f64 * (s - mean).powi(2))
            .sum::<f64>()
            / total;
        let (s0, s1) = (score_from_elo(0.0), score_from_elo(2.0));
        let approximate = total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let exact = log_likelihood_ratio(&pairs, s0, s1);
        assert!(
            (exact - approximate).abs() < 0.02 * approximate.abs(),
            "{exact} {approximate}"
        );
    }

    #[test]
    fn the_bounds_are_wald_s() {
        let state = "0,5".parse::<Sprt>().unwrap().judge(&[0; 5]);
        assert!((state.upper - 2.944).abs() < 1e-3);
        assert!((state.lower + 2.944).abs() < 1e-3);
        assert_eq!((state.llr, state.verdict), (0.0, SprtVerdict::Continue));
    }

    #[test]
    fn strong_evidence_ends_the_test_either_way() {
        let test: Sprt = "0,10".parse().unwrap();
        assert_eq!(
            test.judge(&[10, 100, 300, 200, 60]).verdict,
            SprtVerdict::Elo1
        );
        assert_eq!(
            test.judge(&[60, 200, 300, 100, 10]).verdict,
            SprtVerdict::Elo0
        );
    }

    #[test]
    fn texts_that_are_no_tests() {
        for text in ["", "5", "a,b", "0,5,0.05", "nan,5", "0,5,0.05,0.05,1"] {
            assert!(
                matches!(text.parse::<Sprt>(), Err(SprtError::Malformed(_))),
                "{text}"
            );
        }
        assert!(matches!(
            "5,0".parse::<Sprt>(),
            Err(SprtError::Hypotheses(..))
        ));
        assert!(matches!(
            "0,5,0.6,0.05".parse::<Sprt>(),
            Err(SprtError::Probability(_))
        ));
    }

    proptest! {
        /// From the other player's view, with mirrored hypotheses, the evidence only changes its
        /// sign.
        #[test]
        fn swapping_the_players_turns_the_sign(pairs in prop::array::uniform5(0u64..500), elo in 0.5f64..20.0) {
            let mut mirrored = pairs;
            mirrored.reverse();
            let ahead = Sprt::new(0.0, elo, 0.05, 0.05).unwrap().judge(&pairs).llr;
            let behind = Sprt::new(-elo, 0.0, 0.05, 0.05).unwrap().judge(&mirrored).llr;
            prop_assert!((ahead + behind).abs() < 1e-6 * (1.0 + ahead.abs()));
        }

        /// A better pair result never speaks more against the second hypothesis than a worse one.
        #[test]
        fn a_win_more_is_better_than_a_loss_more(pairs in prop::array::uniform5(1u64..200)) {
            let test = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
            let (mut better, mut worse) = (pairs, pairs);
            better[4] += 1;
            worse[0] += 1;
            prop_assert!(test.judge(&better).llr > test.judge(&worse).llr);
        }
    }
}
