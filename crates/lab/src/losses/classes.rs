//! The kinds of moves that lose games.

use std::fmt;

use bstar_board::{Color, Move, Piece, Position};
use serde::Serialize;

use super::valued::ValuedPosition;
use crate::forcing::is_forcing;

/// Whether the position was quiet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MoveCharacter {
    /// Neither the better move nor the answer to the move played was a capture, a check or a
    /// promotion.
    Quiet,
    /// One of the two was.
    Forcing,
}

/// The player's standing before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StandingBefore {
    /// The expected score was over 55 %.
    Better,
    /// It was from 45 % to 55 %.
    Level,
    /// It was under 45 %.
    Worse,
}

impl StandingBefore {
    /// The standing for an expected score, 0 to 1.
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

/// The kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MistakeKind {
    /// A refutation was overlooked. Within four half moves it mates, or wins material by captures,
    /// checks or promotions.
    Tactical,
    /// One move lost the game, but there is no such refutation.
    Positional,
    /// No single move lost the game.
    LittleByLittle,
    /// The game was lost by the clock, by a crash or by an illegal move.
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
    MoveCharacter: Quiet "quiet", Forcing "forcing";
    StandingBefore: Better "better before", Level "level before", Worse "worse before";
    MistakeKind: Tactical "overlooked tactics", Positional "positional", LittleByLittle "little by little", Forfeit "not on the board";
}

/// How far a refutation is followed, in half moves.
const REFUTATION_PLIES: usize = 4;

/// Whether a mistake was tactical. `before` is the position before the move that was played,
/// `after` the one after it.
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
    // The better line may end in the middle of an exchange. So it is followed to two lengths, and
    // the worse result counts.
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

/// The player's material minus the opponent's, in pawns.
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

    /// White's bishop takes a protected knight. That is an exchange and loses no material. If the
    /// rook takes, it does.
    #[test]
    fn an_exchange_is_no_tactics() {
        let before = value_position("4k3/3p4/4n3/8/8/1B6/8/R3K3 w - - 0 1", &["b3d5", "e8f8"]);
        let after = value_position("4k3/3p4/4B3/8/8/8/8/R3K3 b - - 0 1", &["d7e6", "e1d2"]);
        assert!(!is_tactical(&before, &after, Color::White));
        let after = value_position("4k3/3p4/4R3/8/8/1B6/8/4K3 b - - 0 1", &["d7e6", "e1d2"]);
        assert!(is_tactical(&before, &after, Color::White));
    }
}
