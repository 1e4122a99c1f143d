//! How scores turn into results: fitting the chances of win, draw and loss.
//!
//! [`read`] takes games with scores from PGN or from what [`datagen`] writes, [`fit`] finds the model, and [`reliability`] says how well it
//! agrees with what happened, as a table or as a [`picture`].

use std::path::Path;

use bstar_board::{Color, Position};
use bstar_engine::{Centipawns, WdlModel};
use thiserror::Error;

use crate::datagen::{self, BrokenData, PackedReader};
use crate::tune::read_positions;
use bstar_arena::games::GamesError;
use bstar_kit::files::FileError;
use bstar_kit::plot::{Curve, Plot};

/// What is fitted: a score in centipawns, the phase from 0 to 1, and the result, all for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct ScoredResult {
    /// The score.
    pub score: Centipawns,
    /// The part of the pieces still on the board.
    pub phase: f64,
    /// 1, one half or 0.
    pub result: f64,
}

/// Why games cannot be used.
#[derive(Debug, Error)]
pub enum ScoredResultsError {
    /// They are not PGN as they should be.
    #[error(transparent)]
    Pgn(#[from] GamesError),
    /// The file.
    #[error(transparent)]
    File(#[from] FileError),
}

/// What stands in a file of games: all positions with a score, and where it is spoilt, if it is. What comes before is good.
#[derive(Debug)]
pub struct ScoredResults {
    /// The positions.
    pub results: Vec<ScoredResult>,
    /// The flaw.
    pub broken: Option<BrokenData>,
}

/// Reads PGN if the file's name ends so, and training data otherwise. Mates are left out: they are not a matter of chance.
pub fn read(path: &Path) -> Result<ScoredResults, ScoredResultsError> {
    let mut results = Vec::new();
    let is_pgn = path
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
    if is_pgn {
        read_positions(path, &mut |scored| {
            if let Some(score) = scored.score {
                results.push(result_of_mover(&scored.position, score, scored.result));
            }
        })?;
        return Ok(ScoredResults {
            results,
            broken: None,
        });
    }
    let mut broken = None;
    for game in PackedReader::open(path)? {
        let game = match game {
            Ok(game) => game,
            Err(datagen::ReadError::Broken(flaw)) => {
                broken = Some(flaw);
                break;
            }
            Err(datagen::ReadError::Input(source)) => {
                let path = path.to_owned();
                return Err(FileError::Read { path, source }.into());
            }
        };
        let result = match game.winner() {
            Some(Color::White) => 1.0,
            None => 0.5,
            Some(Color::Black) => 0.0,
        };
        for scored in game.positions().filter(|scored| !scored.is_mate()) {
            results.push(result_of_mover(
                &scored.position,
                f64::from(scored.score),
                result,
            ));
        }
    }
    Ok(ScoredResults { results, broken })
}

/// From White's point of view to that of the side to move.
fn result_of_mover(position: &Position, score: f64, result: f64) -> ScoredResult {
    let score = score.round() as i32;
    let (score, result) = match position.side_to_move() {
        Color::White => (Centipawns(score), result),
        Color::Black => (Centipawns(-score), 1.0 - result),
    };
    ScoredResult {
        score,
        phase: bstar_engine::phase(position),
        result,
    }
}

/// The mean of minus the logarithm of the probability that the model gave to what happened.
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

/// The model under which the outcomes are most probable, by trying smaller and smaller steps from a first guess.
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

/// One row of a reliability table: scores from `from` on, what was expected and what came.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReliabilityRow {
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

/// The same as a picture: what was expected across, what happened upwards. A model that is right lies on the diagonal.
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
    fn both_kinds_of_files_are_read_for_the_side_to_move() {
        let folder = tempfile::tempdir().unwrap();
        let pgn = folder.path().join("games.pgn");
        let text = "[Result \"1-0\"]\n\n1. e4 {+0.30/5} e5 {-0.20/5} 2. Nf3 {+M9/5} 1-0\n";
        std::fs::write(&pgn, text).unwrap();
        let mut game = datagen::ScoredGame::new(Position::start(), Some(Color::White));
        for (word, score) in [("e4", 30), ("e5", 20), ("Nf3", 29_991)] {
            let mv = bstar_board::san::parse(game.game().position(), word).unwrap();
            game.push(mv, score).unwrap();
        }
        let bin = folder.path().join("games.bin");
        let mut bytes = game.to_bytes();
        bytes.extend([7; 5]); // and a game that is cut off
        std::fs::write(&bin, bytes).unwrap();
        for (path, is_broken) in [(pgn, false), (bin, true)] {
            let found = read(&path).unwrap();
            let numbers: Vec<(i32, f64)> = found
                .results
                .iter()
                .map(|o| (o.score.0, o.result))
                .collect();
            assert_eq!(numbers, [(30, 1.0), (-20, 0.0)], "{path:?}");
            assert_eq!(found.broken.is_some(), is_broken);
        }
        assert!(read(&folder.path().join("none.bin")).is_err());
    }

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
