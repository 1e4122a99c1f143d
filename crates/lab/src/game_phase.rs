//! The phases of a game.

use std::fmt;

use bstar_board::Position;
use serde::Serialize;

/// The phase of the game. Where it is known how many moves were played, they say what the opening
/// is. Of a position alone only the pieces can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GamePhase {
    /// One of the player's first ten moves, not counting those of the opening book; of a position
    /// alone, more than four fifths of the pieces.
    Opening,
    /// Later, with more than a third of the pieces still on the board.
    Middlegame,
    /// With a third of the pieces or less.
    Ending,
}

impl GamePhase {
    /// All of them, in the order of a game.
    pub const ALL: [GamePhase; 3] = [GamePhase::Opening, GamePhase::Middlegame, GamePhase::Ending];

    /// The phase of a position. `own_move` is the number of the player's own move there, from 1.
    pub fn of(position: &Position, own_move: usize) -> GamePhase {
        const OPENING_OWN_MOVES: usize = 10;
        GamePhase::unless_ending(position, own_move <= OPENING_OWN_MOVES)
    }

    /// The phase of a position of which nobody knows how many moves led to it.
    pub fn by_pieces(position: &Position) -> GamePhase {
        const OPENING_MIN_PIECE_SHARE: f64 = 0.8;
        let is_opening = bstar_thought::phase(position) > OPENING_MIN_PIECE_SHARE;
        GamePhase::unless_ending(position, is_opening)
    }

    fn unless_ending(position: &Position, is_opening: bool) -> GamePhase {
        const ENDING_MAX_PIECE_SHARE: f64 = 1.0 / 3.0;
        if bstar_thought::phase(position) <= ENDING_MAX_PIECE_SHARE {
            GamePhase::Ending
        } else if is_opening {
            GamePhase::Opening
        } else {
            GamePhase::Middlegame
        }
    }
}

impl fmt::Display for GamePhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            GamePhase::Opening => "opening",
            GamePhase::Middlegame => "middlegame",
            GamePhase::Ending => "ending",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;

    #[test]
    fn phases_go_by_moves_and_by_material() {
        let start = Position::start();
        assert_eq!(GamePhase::of(&start, 10), GamePhase::Opening);
        assert_eq!(GamePhase::of(&start, 11), GamePhase::Middlegame);
        // Two rooks each are a third of the pieces of the start.
        let rooks = fen::parse("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1").unwrap();
        assert_eq!(GamePhase::of(&rooks, 5), GamePhase::Ending);
        let more = fen::parse("r3k1nr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1").unwrap();
        assert_eq!(GamePhase::of(&more, 30), GamePhase::Middlegame);
    }

    #[test]
    fn without_moves_the_pieces_tell() {
        for (text, phase) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                GamePhase::Opening,
            ),
            (
                "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1",
                GamePhase::Middlegame,
            ),
            (
                "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
                GamePhase::Ending,
            ),
        ] {
            let position = fen::parse(text).unwrap();
            assert_eq!(GamePhase::by_pieces(&position), phase, "{text}");
        }
    }
}
