//! How well a model agrees with the results.

use bstar_thought::WdlModel;
use serde::Serialize;

use super::read::ScoredResult;
use bstar_kit::plot::{Curve, Plot};

/// One row of a reliability table: positions with scores of at least `from`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReliabilityRow {
    /// The lowest score of the row, in centipawns.
    pub from: i32,
    /// How many positions.
    pub count: usize,
    /// The mean expected score of the model, 0 to 1.
    pub expected: f64,
    /// The mean result.
    pub happened: f64,
}

/// Compares expected scores with results, by score.
pub fn reliability(model: &WdlModel, results: &[ScoredResult]) -> Vec<ReliabilityRow> {
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
            let row: Vec<&ScoredResult> = results
                .iter()
                .filter(|o| (from..to).contains(&o.score.0))
                .collect();
            let mean = |value: &dyn Fn(&ScoredResult) -> f64| {
                row.iter().map(|o| value(o)).sum::<f64>() / row.len().max(1) as f64
            };
            ReliabilityRow {
                from: from.max(-10_000),
                count: row.len(),
                expected: mean(&|o| model.expected(o.score, o.phase)),
                happened: mean(&|o| o.result),
            }
        })
        .collect()
}

/// The same as a picture: expected scores across, results upwards. A perfect model lies on the
/// diagonal.
pub fn picture(rows: &[ReliabilityRow]) -> String {
    let percent = |part: f64| part * 100.0;
    let rows = rows.iter().filter(|row| row.count > 0);
    Plot {
        title: "Reliability of the chances".to_owned(),
        across: "expected score, per cent".to_owned(),
        upwards: "score in the games, per cent".to_owned(),
        curves: vec![
            Curve {
                name: "the games".to_owned(),
                points: rows
                    .map(|row| (percent(row.expected), percent(row.happened)))
                    .collect(),
            },
            Curve {
                name: "perfect agreement".to_owned(),
                points: vec![(0.0, 0.0), (100.0, 100.0)],
            },
        ],
    }
    .svg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_has_the_games_and_the_diagonal() {
        let row = |expected, happened| ReliabilityRow {
            from: 0,
            count: 1,
            expected,
            happened,
        };
        let svg = picture(&[row(0.25, 0.3), row(0.75, 0.7)]);
        assert!(svg.contains("the games") && svg.contains("perfect agreement"));
    }
}
