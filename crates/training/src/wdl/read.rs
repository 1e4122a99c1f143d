//! Positions with a score and a result, from games.

use std::path::Path;

use bstar_board::score::Centipawns;
use bstar_board::{Color, Position};
use thiserror::Error;

use crate::datagen::{BrokenData, PackedReader, ReadError};
use crate::tune::read_positions;
use bstar_arena::games::GamesError;
use bstar_kit::files::{FileError, is_named};

/// A position for the fit, seen from the side to move.
#[derive(Clone, Copy, Debug)]
pub struct ScoredResult {
    /// The score in centipawns.
    pub score: Centipawns,
    /// The part of the pieces still on the board, 0 to 1.
    pub phase: f64,
    /// The result: 1, one half or 0.
    pub result: f64,
}

/// Why games cannot be used.
#[derive(Debug, Error)]
pub enum ScoredResultsError {
    /// The games are not correct PGN.
    #[error(transparent)]
    Pgn(#[from] GamesError),
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
}

/// All positions of a file that have a score, and the first flaw of the file. What comes before the
/// flaw is good.
#[derive(Debug)]
pub struct ScoredResults {
    /// The positions.
    pub results: Vec<ScoredResult>,
    /// The flaw, if there is one.
    pub broken: Option<BrokenData>,
}

/// Reads PGN if the file's name ends in `.pgn`, packed or not, and training data otherwise. Mates
/// are left out, because they are certain.
pub fn read(path: &Path) -> Result<ScoredResults, ScoredResultsError> {
    let mut results = Vec::new();
    if is_named(path, "pgn") {
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
            Err(ReadError::Broken(flaw)) => {
                broken = Some(flaw);
                break;
            }
            Err(ReadError::Input(source)) => {
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

/// Turns a score and a result from White's view to that of the side to move.
fn result_of_mover(position: &Position, score: f64, result: f64) -> ScoredResult {
    let score = score.round() as i32;
    let (score, result) = match position.side_to_move() {
        Color::White => (Centipawns(score), result),
        Color::Black => (Centipawns(-score), 1.0 - result),
    };
    ScoredResult {
        score,
        phase: bstar_thought::phase(position),
        result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::ScoredGame;

    #[test]
    fn both_kinds_of_files_are_read_for_the_side_to_move() {
        let folder = tempfile::tempdir().unwrap();
        let pgn = folder.path().join("games.pgn");
        let text = "[Result \"1-0\"]\n\n1. e4 {+0.30/5} e5 {-0.20/5} 2. Nf3 {+M9/5} 1-0\n";
        std::fs::write(&pgn, text).unwrap();
        let mut game = ScoredGame::new(Position::start(), Some(Color::White));
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
            let results = found.results.iter();
            let numbers: Vec<(i32, f64)> = results.map(|o| (o.score.0, o.result)).collect();
            assert_eq!(numbers, [(30, 1.0), (-20, 0.0)], "{path:?}");
            assert_eq!(found.broken.is_some(), is_broken);
        }
        assert!(read(&folder.path().join("none.bin")).is_err());
    }
}
