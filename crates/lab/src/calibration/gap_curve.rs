//! What the gap alone says: a curve that is fitted to the learning half.
//!
//! The gap is how far a rival is behind the chosen move by `likely`. A program whose probabilities
//! are worse than this curve had better tell the gap.

use serde::Serialize;

use super::case::Case;

/// The probability 1 / (1 + exp(−(a + b √g + c g))) that a rival with the gap g is better.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GapCurve {
    /// The numbers a, b and c. The gap is in points of a hundred, and counts as 0 if it is below.
    pub numbers: [f64; 3],
    /// To how many cases of the learning half it was fitted.
    pub cases: usize,
}

/// How strongly large slopes are avoided. It keeps them finite where a gap tells everything, and
/// changes nothing else.
const RIDGE: f64 = 1e-3;
/// Newton's steps are done when they are this short.
const SHORT_STEP: f64 = 1e-10;
const MAX_STEPS: usize = 100;

impl GapCurve {
    /// Fits the curve to cases that have a gap, by Newton's steps up the likelihood. None if all of
    /// them happened, or none.
    pub fn fit(cases: &[Case]) -> Option<GapCurve> {
        let points: Vec<([f64; 3], bool)> = cases
            .iter()
            .filter_map(|case| Some((terms(case.gap?), case.happened)))
            .collect();
        let happened = points.iter().filter(|(_, happened)| *happened).count();
        if happened == 0 || happened == points.len() {
            return None;
        }
        let mut numbers = [0.0; 3];
        let mut best = fitness(&points, numbers);
        for _ in 0..MAX_STEPS {
            let mut step = newton_step(&points, numbers)?;
            // A whole step may go too far: then a part of it.
            let mut tried = sum(numbers, step);
            while fitness(&points, tried) < best && length(step) > SHORT_STEP {
                step = step.map(|part| part / 2.0);
                tried = sum(numbers, step);
            }
            if length(step) <= SHORT_STEP {
                break;
            }
            numbers = tried;
            best = fitness(&points, numbers);
        }
        Some(GapCurve {
            numbers,
            cases: points.len(),
        })
    }

    /// The probability for a gap.
    pub fn probability(&self, gap: f64) -> f64 {
        logistic(dot(self.numbers, terms(gap)))
    }
}

/// What the numbers of the curve are multiplied with.
fn terms(gap: f64) -> [f64; 3] {
    let gap = gap.max(0.0);
    [1.0, gap.sqrt(), gap]
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn sum(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| a[i] + b[i])
}

fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

/// The logarithm of the likelihood, less the ridge.
fn fitness(points: &[([f64; 3], bool)], numbers: [f64; 3]) -> f64 {
    let likelihood = |(terms, happened): &([f64; 3], bool)| {
        let x = dot(numbers, *terms);
        // ln(1 + exp(−x)) without overflow.
        let loss = |x: f64| (-x.abs()).exp().ln_1p() + (-x).max(0.0);
        -loss(if *happened { x } else { -x })
    };
    let slopes = numbers[1].powi(2) + numbers[2].powi(2);
    points.iter().map(likelihood).sum::<f64>() - RIDGE / 2.0 * slopes
}

/// One step of Newton: the gradient, divided by the curvature.
fn newton_step(points: &[([f64; 3], bool)], numbers: [f64; 3]) -> Option<[f64; 3]> {
    let ridge = [0.0, RIDGE, RIDGE];
    let mut gradient: [f64; 3] = std::array::from_fn(|i| -ridge[i] * numbers[i]);
    let mut curvature = [[0.0; 3]; 3];
    for i in 0..3 {
        curvature[i][i] = ridge[i];
    }
    for (terms, happened) in points {
        let p = logistic(dot(numbers, *terms));
        for i in 0..3 {
            gradient[i] += (f64::from(u8::from(*happened)) - p) * terms[i];
            for j in 0..3 {
                curvature[i][j] += p * (1.0 - p) * terms[i] * terms[j];
            }
        }
    }
    solve(curvature, gradient)
}

/// Solves three equations by elimination. None if they do not determine the numbers.
fn solve(mut a: [[f64; 3]; 3], mut b: [f64; 3]) -> Option<[f64; 3]> {
    for column in 0..3 {
        let by_size = |one: &usize, other: &usize| {
            let size = |row: usize| a[row][column].abs();
            size(*one).total_cmp(&size(*other))
        };
        let pivot = (column..3).max_by(by_size)?;
        a.swap(column, pivot);
        b.swap(column, pivot);
        let (row_of_pivot, pivot) = (a[column], a[column][column]);
        if !(pivot.abs() > 0.0 && pivot.is_finite()) {
            return None;
        }
        for row in column + 1..3 {
            let factor = a[row][column] / pivot;
            for (entry, above) in a[row].iter_mut().zip(row_of_pivot) {
                *entry -= factor * above;
            }
            b[row] -= factor * b[column];
        }
    }
    let mut x = [0.0; 3];
    for row in (0..3).rev() {
        let known: f64 = (row + 1..3).map(|column| a[row][column] * x[column]).sum();
        x[row] = (b[row] - known) / a[row][row];
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_kit::random::Random;

    fn uniform(random: &mut Random) -> f64 {
        random.bits() as f64 / u64::MAX as f64
    }

    /// Rivals whose chances follow a curve.
    fn drawn(truth: [f64; 3], count: usize, seed: u64) -> Vec<Case> {
        let curve = GapCurve {
            numbers: truth,
            cases: 0,
        };
        let mut random = Random::new(seed, 0);
        let one = |_| {
            let gap = 40.0 * uniform(&mut random).powi(2);
            Case {
                said: 0.0,
                happened: uniform(&mut random) < curve.probability(gap),
                gap: Some(gap),
            }
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn the_curve_that_made_the_cases_is_found() {
        for (seed, truth) in [[-0.5, -0.3, -0.1], [0.2, -0.8, 0.0], [-1.0, 0.0, -0.2]]
            .into_iter()
            .enumerate()
        {
            let found = GapCurve::fit(&drawn(truth, 60_000, seed as u64)).unwrap();
            let truth = GapCurve {
                numbers: truth,
                ..found
            };
            for gap in [0.0, 0.5, 1.0, 3.0, 10.0, 30.0] {
                let (is, was) = (found.probability(gap), truth.probability(gap));
                assert!((is - was).abs() < 0.03, "{gap}: {is} of {was}");
            }
        }
    }

    /// The slow way: walk over a grid that gets finer and finer, and take the best place.
    fn by_grid(points: &[([f64; 3], bool)]) -> [f64; 3] {
        let mut numbers = [0.0; 3];
        let mut step = 1.0;
        while step > 1e-7 {
            let mut best = (fitness(points, numbers), numbers);
            for place in 0..27 {
                let steps = [place % 3, place / 3 % 3, place / 9].map(|n| f64::from(n) - 1.0);
                let tried = sum(numbers, steps.map(|n| n * step));
                let fitness = fitness(points, tried);
                if fitness > best.0 {
                    best = (fitness, tried);
                }
            }
            if best.1 == numbers {
                step /= 2.0;
            }
            numbers = best.1;
        }
        numbers
    }

    #[test]
    fn newton_finds_what_a_grid_finds() {
        for seed in 0..4 {
            let cases = drawn([-0.5, -0.2, -0.1], 120, seed);
            let points: Vec<_> = cases
                .iter()
                .map(|case| (terms(case.gap.unwrap()), case.happened))
                .collect();
            let fast = GapCurve::fit(&cases).unwrap();
            let slow = by_grid(&points);
            assert!(fitness(&points, fast.numbers) >= fitness(&points, slow) - 1e-9);
            let slow = GapCurve {
                numbers: slow,
                ..fast
            };
            for gap in [0.0, 2.0, 20.0] {
                let (fast, slow) = (fast.probability(gap), slow.probability(gap));
                assert!((fast - slow).abs() < 1e-3, "{fast} and {slow}");
            }
        }
    }

    #[test]
    fn a_gap_that_tells_everything_leaves_the_numbers_finite() {
        let case = |gap: f64| Case {
            said: 0.0,
            happened: gap < 2.0,
            gap: Some(gap),
        };
        let curve = GapCurve::fit(&[0.5, 1.0, 3.0, 6.0].map(case)).unwrap();
        assert!(curve.numbers.iter().all(|number| number.is_finite()));
        assert!(curve.probability(0.5) > 0.9 && curve.probability(6.0) < 0.1);
        // One gap alone gives its share.
        let mixed = [true, false, false, false].map(|happened| Case {
            said: 0.0,
            happened,
            gap: Some(-1.0),
        });
        let curve = GapCurve::fit(&mixed).unwrap();
        assert!((curve.probability(0.0) - 0.25).abs() < 1e-6);
        assert_eq!(GapCurve::fit(&mixed[1..]), None);
        assert_eq!(GapCurve::fit(&[]), None);
    }
}
