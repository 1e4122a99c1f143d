//! Values every position of a game by a search.
//!
//! Positions are searched from the last to the first, so earlier searches profit from what later
//! ones found. Each game begins with an empty table, so the result does not depend on other games.

use bstar_board::score::Score;
use bstar_board::{Color, Game, Move, Position};
use bstar_engine::Task;
use bstar_engine::analyst::Analyst;
use bstar_kit::effort::Effort;

use super::games::LostGame;

/// A position of a game with its value by a search.
#[derive(Clone, Debug)]
pub(super) struct ValuedPosition {
    pub position: Position,
    /// The expected score of the player, 0 to 1.
    pub value: f64,
    pub line: Vec<Move>,
    pub is_mate_against_player: bool,
}

/// Values every position after the opening. Returns `None` if it was stopped.
pub(super) fn value_all(
    analyst: &mut Analyst,
    lost: &LostGame,
    nodes: u64,
) -> Option<Vec<ValuedPosition>> {
    let game = Game::from_moves(lost.start.clone(), lost.moves.iter().copied());
    let game = game.expect("a record that was read has only legal moves");
    let stages = game.stages();
    analyst.forget();
    let mut positions = (lost.opening_plies..stages.len())
        .rev()
        .map(|ply| value_position(analyst, &stages.at(ply), lost.color, nodes))
        .collect::<Option<Vec<ValuedPosition>>>()?;
    positions.reverse();
    Some(positions)
}

fn value_position(
    analyst: &mut Analyst,
    game: &Game,
    player: Color,
    nodes: u64,
) -> Option<ValuedPosition> {
    let position = game.position();
    let over = |value, is_mate_against_player| {
        Some(ValuedPosition {
            position: position.clone(),
            value,
            line: Vec::new(),
            is_mate_against_player,
        })
    };
    if !position.has_legal_move() {
        return match game.outcome().and_then(|outcome| outcome.winner()) {
            Some(winner) if winner == player => over(1.0, false),
            Some(_) => over(0.0, true),
            None => over(0.5, false),
        };
    }
    let answer = analyst.run(&Task::play(game, Effort::nodes(nodes)))?;
    let Some(score) = answer.score else {
        return over(0.5, false);
    };
    let expected = f64::from(analyst.expected_score(position, score)) / 10_000.0;
    let is_players_turn = position.side_to_move() == player;
    let mated = match score {
        Score::Mate(moves) => (moves > 0) != is_players_turn,
        Score::Centipawns(_) => false,
    };
    Some(ValuedPosition {
        position: position.clone(),
        value: if is_players_turn {
            expected
        } else {
            1.0 - expected
        },
        line: answer.line,
        is_mate_against_player: mated,
    })
}
