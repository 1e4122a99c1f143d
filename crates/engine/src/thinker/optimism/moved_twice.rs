//! Optimism about moves of a piece that is captured. The piece goes where it can be captured, and
//! the extra move does damage from there. In the real line it is captured first.

use super::Case;

/// Only the gain divided by this counts as hope.
pub const GAIN_DIVISOR: i32 = 3;

/// Whether a piece that did not capture moves twice although it would have been captured.
pub fn is_one(case: &Case) -> bool {
    case.before.captured(case.mv).is_none() && is_captured_before_it_moves_again(case)
}

pub(super) fn is_captured_before_it_moves_again(case: &Case) -> bool {
    let moves_again = case
        .extra_line
        .first()
        .is_some_and(|extra| extra.from == case.mv.to);
    let is_captured = case
        .real_line
        .first()
        .is_some_and(|reply| reply.to == case.mv.to);
    moves_again && is_captured
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_case;
    use super::super::{Points, Rules, hope};

    #[test]
    fn a_knight_that_is_taken_does_not_fork() {
        // Nd5 hangs to the pawn. With the extra move it would fork on c7.
        let fen = "r3k3/2p2ppp/4p3/8/8/2N5/5PPP/6K1 w q - 0 1";
        let taken = with_case(
            fen,
            "c3d5",
            &["e6d5"],
            &["d5c7"],
            Some(Points(8_000)),
            |case| hope(&Rules::ALL, case).0.0,
        );
        assert!(taken < 6_500, "less than half of the gain: {taken}");
        let left = with_case(
            fen,
            "c3d5",
            &["e8d7"],
            &["d5f6"],
            Some(Points(8_000)),
            |case| hope(&Rules::ALL, case).0.0,
        );
        assert_eq!(left, 8_000);
    }
}
