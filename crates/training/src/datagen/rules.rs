//! The rules of adjudication for training data.

use bstar_arena::referee::{DrawRule, GameRules, ResignRule};

/// A game is won when both sides have seen the same winner ahead by ten pawns in four moves each.
/// It is drawn when, after move 40, both have seen at most a tenth of a pawn in eight moves each.
/// Weaker rules would teach the network more than the search knows.
pub(super) fn rules() -> GameRules {
    GameRules {
        draw: Some(DrawRule {
            from_move: 40,
            moves: 8,
            score: 10,
        }),
        resign: Some(ResignRule {
            moves: 4,
            score: 1000,
        }),
        ..GameRules::default()
    }
}
