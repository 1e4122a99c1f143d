//! Finds the model that fits the results best.

use bstar_thought::WdlModel;

use super::read::ScoredResult;

/// The mean loss: minus the logarithm of the probability that the model gave to the result.
pub fn mean_loss(model: &WdlModel, results: &[ScoredResult]) -> f64 {
    let sum: f64 = results
        .iter()
        .map(|scored| {
            let (win, loss) = model.chances(scored.score, scored.phase);
            let happened = match scored.result {
                r if r > 0.75 => win,
                r if r < 0.25 => loss,
                _ => 1.0 - win - loss,
            };
            -happened.max(1e-9).ln()
        })
        .sum();
    sum / results.len().max(1) as f64
}

/// The model under which the results are most probable. From a first guess it tries smaller and
/// smaller steps.
pub fn fit(results: &[ScoredResult]) -> WdlModel {
    let mut numbers = [150.0, 0.0, 80.0, 0.0];
    let model = |n: [f64; 4]| WdlModel {
        middle: [n[0], n[1]],
        spread: [n[2], n[3]],
    };
    let mut best = mean_loss(&model(numbers), results);
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
                let value = mean_loss(&model(tried), results);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wdl::reliability;
    use bstar_board::score::Centipawns;

    #[test]
    fn a_known_model_is_found_again() {
        let truth = WdlModel {
            middle: [120.0, 60.0],
            spread: [60.0, 30.0],
        };
        let mut results = Vec::new();
        let mut state = 1u64;
        for index in 0..60_000 {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let chance = (state >> 11) as f64 / (1u64 << 53) as f64;
            let score = Centipawns(index % 601 - 300);
            let phase = f64::from(index % 25) / 24.0;
            let (win, loss) = truth.chances(score, phase);
            let result = if chance < win {
                1.0
            } else if chance > 1.0 - loss {
                0.0
            } else {
                0.5
            };
            results.push(ScoredResult {
                score,
                phase,
                result,
            });
        }
        let found = fit(&results);
        assert!((found.middle[0] - 120.0).abs() < 12.0, "{found:?}");
        assert!((found.spread[0] - 60.0).abs() < 12.0, "{found:?}");
        assert!(mean_loss(&found, &results) <= mean_loss(&truth, &results) + 1e-4);
        for row in reliability(&found, &results)
            .iter()
            .filter(|row| row.count > 2_000)
        {
            assert!((row.expected - row.happened).abs() < 0.03, "{row:?}");
        }
    }
}
