//! Optimism about captures that escape. A piece captures, and the extra move takes it to safety. In
//! the real line it is recaptured first, so most of the gain is not there.

use super::Case;

/// Only the gain divided by this counts as hope.
pub const GAIN_DIVISOR: i32 = 3;

/// Whether the capturing piece uses the extra move, and is recaptured in the real line.
pub fn is_one(case: &Case) -> bool {
    case.before.captured(case.mv).is_some()
        && super::moved_twice::is_captured_before_it_moves_again(case)
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_case;
    use super::super::{Points, Rules, hope};

    #[test]
    fn a_queen_that_takes_a_guarded_pawn_does_not_get_away() {
        let fen = "6k1/1p3ppp/p7/8/8/8/5PPP/Q5K1 w - - 0 1";
        let hit = with_case(
            fen,
            "a1a6",
            &["b7a6"],
            &["a6b7"],
            Some(Points(7_000)),
            |case| hope(&Rules::ALL, case).0.0,
        );
        assert!(hit < 6_000, "less than half of the gain: {hit}");
        let run = with_case(
            fen,
            "a1a6",
            &["h7h6"],
            &["a6b7"],
            Some(Points(7_000)),
            |case| hope(&Rules::ALL, case).0.0,
        );
        assert_eq!(run, 7_000, "nobody recaptures");
    }
}
