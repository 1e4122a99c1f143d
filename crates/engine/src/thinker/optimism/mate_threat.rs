//! Optimism about threats of mate: the extra move would mate. The number of moves to the mate does
//! not matter, only that the threat must be answered. Such a threat ranks above every check that
//! leaves three replies or more.

use super::{Case, Points, part_of_the_way};

/// From here on, points are a mate that a probe found.
const MATE_FROM_POINTS: Points = Points(9_941);
/// The hope is this share of the way to a win.
const SHARE_OF_WAY_TO_WIN: f64 = 0.6;

/// Whether the extra move mates, and the move alone does not.
pub fn is_one(case: &Case) -> bool {
    case.extra.is_some_and(|extra| extra >= MATE_FROM_POINTS) && case.real < MATE_FROM_POINTS
}

/// What can be hoped from it.
pub fn hope(case: &Case) -> Points {
    part_of_the_way(case.value_before, SHARE_OF_WAY_TO_WIN)
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_case;
    use super::super::{FORCING, Points, Rules, check, hope};

    #[test]
    fn near_or_far_a_mate_is_a_mate() {
        // Rb7, and then Ra8 mate.
        let threat = |points| {
            with_case(
                "6k1/5ppp/8/8/8/8/1R6/R3K3 w - - 0 1",
                "b2b7",
                &["h7h6"],
                &["a1a8"],
                Some(Points(points)),
                |case| hope(&Rules::ALL, case),
            )
        };
        assert_eq!(threat(9_998), threat(9_950));
        assert_eq!(threat(9_998).1, FORCING);
        assert!(threat(9_998).0 > Points::DRAW);
    }

    #[test]
    fn it_ranks_above_a_check_with_three_replies() {
        let threat = with_case(
            "6k1/5ppp/8/8/8/8/1R6/R3K3 w - - 0 1",
            "b2b7",
            &["h7h6"],
            &["a1a8"],
            Some(Points(9_998)),
            super::hope,
        );
        let check = with_case(
            "8/8/3k4/8/8/8/8/R3K3 w - - 0 1",
            "a1a6",
            &[],
            &[],
            None,
            check::hope,
        );
        assert!(threat > check, "{threat:?} and {check:?}");
    }
}
