//! Is another answer as good?
//!
//! The player is asked twice more, with ten times the limit. Once it may only play its answer, once
//! only the file's moves (or all but the file's mistakes). Its answer keeps the win if that search
//! finds a mate or at least a pawn and a half, or at most half a pawn less than for the file's
//! moves.

use bstar_board::score::Score;
use bstar_board::{Game, Move};
use serde::{Deserialize, Serialize};

use crate::player::{MoveRequest, Player, PlayerFault};

/// How many times as long the judging search is.
pub const JUDGE_FACTOR: u32 = 10;

/// From this score on a position is won.
const WINNING_CENTIPAWNS: i32 = 150;

/// By how much an answer may be worse and still be as good.
const AS_GOOD_CENTIPAWNS: i32 = 50;

/// What a longer search says about an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerJudgement {
    /// What the answer is worth.
    pub answer: Score,
    /// What the file's best move is worth.
    pub expected: Score,
    /// Is the answer good enough?
    pub keeps_the_win: bool,
}

impl AnswerJudgement {
    /// Compares two scores.
    pub fn of(answer: Score, expected: Score) -> AnswerJudgement {
        let [worth, wanted] = [answer, expected].map(Score::as_centipawns);
        AnswerJudgement {
            answer,
            expected,
            keeps_the_win: worth >= WINNING_CENTIPAWNS || worth >= wanted - AS_GOOD_CENTIPAWNS,
        }
    }
}

/// Judges an answer. There is no judgement if there is nothing to compare it with.
pub(super) fn judge(
    player: &mut dyn Player,
    game: &Game,
    good: &[Move],
    answer: Move,
    request: &MoveRequest,
) -> Result<Option<AnswerJudgement>, PlayerFault> {
    if good.is_empty() {
        return Ok(None);
    }
    let mut worth = |only: Vec<Move>| -> Result<Option<Score>, PlayerFault> {
        player.new_game(game.start())?;
        let request = MoveRequest {
            only,
            ..request.clone()
        };
        Ok(player.choose(game, &request, &mut |_| {})?.score)
    };
    let answer = worth(vec![answer])?;
    let expected = worth(good.to_vec())?;
    Ok(answer
        .zip(expected)
        .map(|(answer, expected)| AnswerJudgement::of(answer, expected)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winning_or_nearly_as_good() {
        for (answer, expected, keeps) in [
            (Score::cp(160), Score::Mate(3), true),
            (Score::Mate(9), Score::Mate(3), true),
            (Score::cp(100), Score::cp(150), true),
            (Score::cp(99), Score::cp(150), false),
            (Score::cp(-40), Score::cp(0), true),
            (Score::Mate(-4), Score::cp(0), false),
        ] {
            assert_eq!(
                AnswerJudgement::of(answer, expected).keeps_the_win,
                keeps,
                "{answer} {expected}"
            );
        }
    }
}
