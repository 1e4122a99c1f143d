//! How scores turn into results: fitting the chances of win, draw and loss.

use bstar_engine::WdlModel;

/// What is fitted: a score in centipawns, the phase from 0 to 1, and the result, all for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The score.
    pub score: f64,
    /// The part of the pieces still on the board.
    pub phase: f64,
    /// 1, one half or 0.
    pub result: f64,
}

/// The mean of minus the logarithm of the probability that the model gave to what happened.
pub fn loss(model: &WdlModel, outcomes: &[Outcome]) -> f64 {
    let sum: f64 = outcomes
        .iter()
        .map(|outcome| {
            let (win, loss) = model.chances(outcome.score, outcome.phase);
            let happened = match outcome.result {
                r if r > 0.75 => win,
                r if r < 0.25 => loss,
                _ => 1.0 - win - loss,
            };
            -happened.max(1e-9).ln()
        })
        .sum();
    sum / outcomes.len().max(1) as f64
}

/// The model under which the outcomes are most probable, by trying smaller and smaller steps from a first guess.
pub fn fit(outcomes: &[Outcome]) -> WdlModel {
    let mut numbers = [150.0, 0.0, 80.0, 0.0];
    let model = |n: [f64; 4]| WdlModel {
        middle: [n[0], n[1]],
        spread: [n[2], n[3]],
    };
    let mut best = loss(&model(numbers), outcomes);
    let mut step = 64.0;
    while step >= 0.5 {
        let mut improved = false;
        for index in 0..numbers.len() {
            for direction in [-step, step] {
                let mut tried = numbers;
                tried[index] += direction;
                if tried[2] < 5.0 || tried[2] + tried[3] < 5.0 {
                    continue;
                }
                let value = loss(&model(tried), outcomes);
                if value < best {
                    (best, numbers, improved) = (value, tried, true);
                }
            }
        }
        if !improved {
            step /= 2.0;
        }
    }
    model(numbers)
}

/// One row of a reliability table: scores from `from` on, what was expected and what came.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Reliability {
    /// The lowest score of the row, in centipawns.
    pub from: i32,
    /// How many positions.
    pub count: usize,
    /// The mean score the model expected, 0 to 1.
    pub expected: f64,
    /// The mean result.
    pub happened: f64,
}

/// How well expectation and result agree, by score.
pub fn reliability(model: &WdlModel, outcomes: &[Outcome]) -> Vec<Reliability> {
    const EDGES: [i32; 12] = [
        i32::MIN,
        -400,
        -200,
        -100,
        -50,
        -20,
        0,
        20,
        50,
        100,
        200,
        400,
    ];
    EDGES
        .iter()
        .enumerate()
        .map(|(index, &from)| {
            let to = EDGES.get(index + 1).copied().unwrap_or(i32::MAX);
            let row: Vec<&Outcome> = outcomes
                .iter()
                .filter(|o| o.score >= f64::from(from) && o.score < f64::from(to))
                .collect();
            let mean = |value: &dyn Fn(&Outcome) -> f64| {
                row.iter().map(|o| value(o)).sum::<f64>() / row.len().max(1) as f64
            };
            Reliability {
                from: from.max(-10_000),
                count: row.len(),
                expected: mean(&|o| {
                    let (win, loss) = model.chances(o.score, o.phase);
                    0.5 + (win - loss) / 2.0
                }),
                happened: mean(&|o| o.result),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_model_is_found_again() {
        let truth = WdlModel {
            middle: [120.0, 60.0],
            spread: [60.0, 30.0],
        };
        let mut outcomes = Vec::new();
        let mut state = 1u64;
        for index in 0..60_000 {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let chance = (state >> 11) as f64 / (1u64 << 53) as f64;
            let score = f64::from(index % 601 - 300);
            let phase = f64::from(index % 25) / 24.0;
            let (win, loss) = truth.chances(score, phase);
            let result = if chance < win {
                1.0
            } else if chance > 1.0 - loss {
                0.0
            } else {
                0.5
            };
            outcomes.push(Outcome {
                score,
                phase,
                result,
            });
        }
        let found = fit(&outcomes);
        assert!((found.middle[0] - 120.0).abs() < 12.0, "{found:?}");
        assert!((found.spread[0] - 60.0).abs() < 12.0, "{found:?}");
        assert!(loss(&found, &outcomes) <= loss(&truth, &outcomes) + 1e-4);
        for row in reliability(&found, &outcomes)
            .iter()
            .filter(|row| row.count > 2_000)
        {
            assert!((row.expected - row.happened).abs() < 0.03, "{row:?}");
        }
    }
}
