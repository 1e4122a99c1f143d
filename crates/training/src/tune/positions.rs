//! Positions from self-play games.

use std::path::Path;

use bstar_board::pgn::{GameRecord, GameResult};
use bstar_board::{Color, Game, Move, Position};

use bstar_arena::games::{GamesError, records};
use bstar_kit::input::Keeping;

/// A position of a game with the engine's score and the result of the game.
#[derive(Clone, Debug)]
pub struct GamePosition {
    /// The number of its game.
    pub game: usize,
    pub position: Position,
    /// The move that was played there.
    pub played: Move,
    /// The score of the search in centipawns for White. `None` for a mate.
    pub score: Option<f64>,
    /// The game's result for White: 1, one half, or 0.
    pub result: f64,
}

impl GamePosition {
    /// Whether a static evaluation can value it: not in check, no capture or promotion played, no
    /// mate seen.
    pub fn is_quiet(&self) -> bool {
        !self.position.in_check() && self.position.is_quiet(self.played) && self.score.is_some()
    }
}

/// Calls `visit` with every position that has a score. Returns the number of games with a result.
pub fn read_positions(
    path: &Path,
    visit: &mut dyn FnMut(GamePosition),
) -> Result<usize, GamesError> {
    let mut count = 0;
    for record in records(path, Keeping::Most)? {
        let record = record?;
        let result = match record.result {
            GameResult::WhiteWins => 1.0,
            GameResult::BlackWins => 0.0,
            GameResult::Draw => 0.5,
            GameResult::Unknown => continue,
        };
        positions_of(&record, count, result, visit);
        count += 1;
    }
    Ok(count)
}

fn positions_of(
    record: &GameRecord,
    game: usize,
    result: f64,
    visit: &mut dyn FnMut(GamePosition),
) {
    let mut replay = Game::new(record.start.clone());
    for recorded in &record.moves {
        if let Some(comment) = &recorded.comment {
            let for_white = match replay.position().side_to_move() {
                Color::White => 1.0,
                Color::Black => -1.0,
            };
            visit(GamePosition {
                game,
                position: replay.position().clone(),
                played: recorded.mv,
                score: score_of(comment).map(|score| score * for_white),
                result,
            });
        }
        if replay.play(recorded.mv).is_err() {
            return;
        }
    }
}

/// The score in a comment like `+1.44/7`, in centipawns for the side that moved. `None` for a mate
/// (`+M5/12`).
fn score_of(comment: &str) -> Option<f64> {
    let pawns: f64 = comment.split('/').next()?.trim().parse().ok()?;
    Some(pawns * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_from_comments() {
        assert_eq!(score_of("+1.44/7"), Some(144.0));
        assert_eq!(score_of("-0.20/12 0.1s"), Some(-20.0));
        assert_eq!(score_of("+M5/12"), None);
        assert_eq!(score_of("a comment"), None);
    }

    #[test]
    fn positions_carry_the_result_and_the_score_for_white() {
        let text = "[Result \"0-1\"]\n\n1. e4 e5 {-0.30/6} 2. Nf3 {+0.40/6} 2... Nc6 {+M3/5} 0-1\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, text).unwrap();
        let mut seen = Vec::new();
        let games = read_positions(&path, &mut |position| seen.push(position)).unwrap();
        assert_eq!(games, 1);
        let scores: Vec<_> = seen.iter().map(|p| p.score.map(f64::round)).collect();
        assert_eq!(scores, [Some(30.0), Some(40.0), None]);
        assert!(seen.iter().all(|p| p.result == 0.0));
        assert_eq!(
            seen.iter().map(GamePosition::is_quiet).collect::<Vec<_>>(),
            [true, true, false]
        );
    }
}
