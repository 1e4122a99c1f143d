//! Optimism about checks. A check has no extra move, because that would capture the king. Its hope
//! is computed from the replies it leaves.

use bstar_board::Piece;

use super::{Case, Points, part_of_the_way};

/// The share of the way to a win for one, two, … replies.
const SHARE_OF_WAY_BY_REPLIES: [f64; 6] = [0.8, 0.68, 0.5, 0.39, 0.31, 0.25];
/// The share is multiplied by this if the checking piece can be captured with profit.
const UNSAFE_FACTOR: f64 = 0.9;
/// The share is multiplied by this if the king must move: it cannot hide behind another man.
const KING_MUST_MOVE_FACTOR: f64 = 1.2;

/// What the mover of a check can hope for.
pub fn hope(case: &Case) -> Points {
    let replies = case.after.legal_moves();
    let checkers = case.after.checkers();
    let king = case.after.king(case.after.side_to_move());
    let mut part =
        SHARE_OF_WAY_BY_REPLIES[replies.len().clamp(1, SHARE_OF_WAY_BY_REPLIES.len()) - 1];
    let is_safe = !replies.iter().any(|&reply| {
        checkers.has(reply.to)
            && (case.after.piece_on(reply.from) == Some(Piece::King)
                || case.after.exchange_gains(reply, 0))
    });
    if !is_safe {
        part *= UNSAFE_FACTOR;
    } else if replies.iter().all(|reply| reply.from == king) {
        part *= KING_MUST_MOVE_FACTOR;
    }
    part_of_the_way(case.value_before, part)
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_case;
    use super::*;

    fn hope_of(fen: &str, mv: &str) -> Points {
        with_case(fen, mv, &[], &[], None, hope)
    }

    #[test]
    fn fewer_replies_promise_more() {
        // One check leaves a single reply, the other many.
        let one = hope_of("6k1/5pp1/7p/8/8/8/8/R3K3 w - - 0 1", "a1a8");
        let many = hope_of("8/8/3k4/8/8/8/8/R3K3 w - - 0 1", "a1a6");
        assert!(one > many, "{one:?} and {many:?}");
    }

    #[test]
    fn a_check_that_loses_the_checker_promises_little() {
        let safe = hope_of("8/8/3k4/8/8/8/8/R3K3 w - - 0 1", "a1a6");
        let unsafe_check = hope_of("8/1p6/3k4/8/8/8/8/R3K3 w - - 0 1", "a1a6");
        assert!(unsafe_check < safe, "{unsafe_check:?} and {safe:?}");
    }
}
