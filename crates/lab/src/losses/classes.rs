//! The kinds of moves that lose games.

use std::fmt;

use bstar_board::{Color, Move, Piece, Position};
use serde::Serialize;

use super::valued::ValuedPosition;
use crate::forcing::is_forcing;

/// When in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GamePhase {
    /// In the first ten moves the player made himself.
    Opening,
    /// After them, with more than a third of the pieces of the start on the board.
    Middlegame,
    /// With a third or less.
    Ending,
}

impl GamePhase {
    /// The phase of a position in which the player makes his own move number `own_move`, from 1.
    pub fn of(position: &Position, own_move: usize) -> GamePhase {
        const OPENING_OWN_MOVES: usize = 10;
        const ENDING_MAX_PIECE_SHARE: f64 = 1.0 / 3.0;
        if bstar_engine::phase(position) <= ENDING_MAX_PIECE_SHARE {
            GamePhase::Ending
        } else if own_move <= OPENING_OWN_MOVES {
            GamePhase::Opening
        } else {
            GamePhase::Middlegame
        }
    }
}

/// What was going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MoveCharacter {
    /// Neither the better move nor the answer to the one played was a capture, a check or a promotion.
    Quiet,
    /// One of them was.
    Forcing,
}

/// How the player stood before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StandingBefore {
    /// He could expect more than 55 %.
    Better,
    /// Something between.
    Level,
    /// He could expect less than 45 %.
    Worse,
}

impl StandingBefore {
    /// By the expected score before the move.
    pub fn of(before: f64) -> StandingBefore {
        if before > 0.55 {
            StandingBefore::Better
        } else if before >= 0.45 {
            StandingBefore::Level
        } else {
            StandingBefore::Worse
        }
    }
}

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MistakeKind {
    /// A refutation was overlooked: within four half moves it wins material by captures, checks or promotions, or it mates.
    Tactical,
    /// One move gave the game away, but no such refutation follows.
    Positional,
    /// No single move did.
    LittleByLittle,
    /// The game was not lost on the board: by the clock, by a crash or by an illegal move.
    Forfeit,
}

macro_rules! words {
    ($($type:ident: $($variant:ident $word:literal),+;)+) => {
        $(impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self { $($type::$variant => $word),+ })
            }
        }

        impl $type {
            /// All of them, in the order of the table.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];
        })+
    };
}

words! {
    GamePhase: Opening "opening", Middlegame "middlegame", Ending "ending";
    MoveCharacter: Quiet "quiet", Forcing "forcing";
    StandingBefore: Better "better before", Level "level before", Worse "worse before";
    MistakeKind: Tactical "overlooked tactics", Positional "positional", LittleByLittle "little by little", Forfeit "not on the board";
}

/// How far a refutation is followed, in half moves.
const REFUTATION_PLIES: usize = 4;

/// Was it tactics? `before` is the position with what a search thinks best there, `after` the one after the move that was played.
pub(super) fn is_tactical(before: &ValuedPosition, after: &ValuedPosition, player: Color) -> bool {
    if after.is_mate_against_player {
        return true;
    }
    let refutation = &after.line[..after.line.len().min(REFUTATION_PLIES)];
    let mut position = after.position.clone();
    let mut hits = false;
    for (ply, &mv) in refutation.iter().enumerate() {
        hits |= ply % 2 == 0 && is_forcing(&position, mv);
        position = position.after(mv);
    }
    let left = balance(&position, player);
    // The better line may end in the middle of an exchange, on either side of it.
    let better = [REFUTATION_PLIES, REFUTATION_PLIES + 1].map(|plies| {
        let line = &before.line[..before.line.len().min(plies)];
        balance(&play(&before.position, line), player)
    });
    hits && better[0].min(better[1]) > left
}

fn play(position: &Position, line: &[Move]) -> Position {
    line.iter()
        .fold(position.clone(), |position, &mv| position.after(mv))
}

/// The player's material less the other's, in pawns.
fn balance(position: &Position, player: Color) -> i32 {
    const MATERIAL_PAWNS: [(Piece, i32); 5] = [
        (Piece::Pawn, 1),
        (Piece::Knight, 3),
        (Piece::Bishop, 3),
        (Piece::Rook, 5),
        (Piece::Queen, 9),
    ];
    let material = |color| -> i32 {
        MATERIAL_PAWNS
            .iter()
            .map(|(piece, worth)| worth * position.men(color, *piece).len() as i32)
            .sum()
    };
    material(player) - material(!player)
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
    fn level_is_between_the_marks() {
        assert_eq!(
            [0.56, 0.55, 0.45, 0.44].map(StandingBefore::of),
            [
                StandingBefore::Better,
                StandingBefore::Level,
                StandingBefore::Level,
                StandingBefore::Worse
            ]
        );
    }

    fn value_position(text: &str, line: &[&str]) -> ValuedPosition {
        ValuedPosition {
            position: fen::parse(text).unwrap(),
            value: 0.5,
            line: line.iter().map(|word| word.parse().unwrap()).collect(),
            is_mate_against_player: false,
        }
    }

    /// White's bishop takes a knight that is protected: an exchange, and no loss of material. With the rook it would be one.
    #[test]
    fn an_exchange_is_no_tactics() {
        let before = value_position("4k3/3p4/4n3/8/8/1B6/8/R3K3 w - - 0 1", &["b3d5", "e8f8"]);
        let after = value_position("4k3/3p4/4B3/8/8/8/8/R3K3 b - - 0 1", &["d7e6", "e1d2"]);
        assert!(!is_tactical(&before, &after, Color::White));
        let after = value_position("4k3/3p4/4R3/8/8/1B6/8/4K3 b - - 0 1", &["d7e6", "e1d2"]);
        assert!(is_tactical(&before, &after, Color::White));
    }
}
