//! Is another answer as good?
//!
//! The player is asked twice more, with ten times the limit: once he may only play his answer, once only the file's moves (or all but the
//! file's mistakes). His answer keeps the win if it is worth at least a pawn and a half or a mate by that search, or
//! at most half a pawn less than the file's.

use bstar_board::{Game, Move};
use serde::Serialize;

use crate::player::{Fault, Player, Score, Turn};

/// How much longer the judging search is.
pub const JUDGE_FACTOR: u32 = 10;

/// From here on a position is won, in centipawns.
const WINNING: i32 = 150;

/// What an answer may be worse by, in centipawns.
const AS_GOOD: i32 = 50;

/// What a longer search says about an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// What the answer is worth.
    pub answer: Score,
    /// What the file's best move is worth.
    pub expected: Score,
    /// Is the answer good enough?
    pub keeps_the_win: bool,
}

impl Judgement {
    /// Compares two scores.
    pub fn of(answer: Score, expected: Score) -> Judgement {
        let [worth, wanted] = [answer, expected].map(Score::as_centipawns);
        Judgement {
            answer,
            expected,
            keeps_the_win: worth >= WINNING || worth >= wanted - AS_GOOD,
        }
    }
}

/// Judges an answer; nothing comes back when there is nothing to compare it with.
pub(super) fn judge(
    player: &mut dyn Player,
    game: &Game,
    good: &[Move],
    answer: Move,
    turn: &Turn,
) -> Result<Option<Judgement>, Fault> {
    if good.is_empty() {
        return Ok(None);
    }
    let mut worth = |only: Vec<Move>| -> Result<Option<Score>, Fault> {
        player.new_game(game.start())?;
        let turn = Turn {
            only,
            ..turn.clone()
        };
        Ok(player.choose(game, &turn, &mut |_| {})?.score)
    };
    let answer = worth(vec![answer])?;
    let expected = worth(good.to_vec())?;
    Ok(answer
        .zip(expected)
        .map(|(answer, expected)| Judgement::of(answer, expected)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winning_or_nearly_as_good() {
        for (answer, expected, keeps) in [
            (Score::Cp(160), Score::Mate(3), true),
            (Score::Mate(9), Score::Mate(3), true),
            (Score::Cp(100), Score::Cp(150), true),
            (Score::Cp(99), Score::Cp(150), false),
            (Score::Cp(-40), Score::Cp(0), true),
            (Score::Mate(-4), Score::Cp(0), false),
        ] {
            assert_eq!(
                Judgement::of(answer, expected).keeps_the_win,
                keeps,
                "{answer} {expected}"
            );
        }
    }
}
