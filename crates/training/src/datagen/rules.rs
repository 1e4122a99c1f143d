//! When a game of the training data is over.

use bstar_arena::referee::{DrawRule, GameRules, ResignRule};

/// A game is won when both sides have seen the same winner by ten pawns in four moves each, and
/// drawn when after move 40 both have seen nothing but a tenth of a pawn in eight moves each. Less
/// would teach the network what the search does not know yet.
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
