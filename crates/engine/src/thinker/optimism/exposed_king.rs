//! Optimism about exposed kings. An enemy king without shelter promises something, even if nothing
//! is threatened at once.

use super::Points;
use bstar_board::{Color, Piece, Position, Rank, Square, attacks};

/// For each missing pawn of the shelter, if we have enough pieces to attack.
const POINTS_PER_MISSING_PAWN: i32 = 60;

/// What an exposed king promises the side that moved to this position.
pub fn promise(after: &Position) -> Points {
    let us = !after.side_to_move();
    let attackers = after.men(us, Piece::Queen).len() * 2
        + after.men(us, Piece::Rook).len()
        + after.men(us, Piece::Knight).len()
        + after.men(us, Piece::Bishop).len();
    if after.men(us, Piece::Queen).is_empty() || attackers < 4 {
        return Points(0);
    }
    let king = after.king(!us);
    // Pawns next to the king shelter it.
    let ring = attacks::of(Piece::King, !us, king, after.occupied());
    let shelter = (ring & after.men(!us, Piece::Pawn)).len() as i32;
    let home = if us == Color::White {
        Rank::Eighth
    } else {
        Rank::First
    };
    let is_out = i32::from(Square::rank(king) != home);
    Points((2 + is_out - shelter).max(0) * POINTS_PER_MISSING_PAWN)
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_case;
    use super::*;

    #[test]
    fn a_bare_king_promises_and_a_sheltered_one_does_not() {
        let bare = with_case(
            "6k1/8/8/8/8/3B4/3N4/3Q1RK1 w - - 0 1",
            "d2f3",
            &[],
            &[],
            None,
            |case| promise(case.after),
        );
        let sheltered = with_case(
            "6k1/5ppp/8/8/8/3B4/3N4/3Q1RK1 w - - 0 1",
            "d2f3",
            &[],
            &[],
            None,
            |case| promise(case.after),
        );
        assert!(bare > Points(0) && sheltered == Points(0));
    }
}
