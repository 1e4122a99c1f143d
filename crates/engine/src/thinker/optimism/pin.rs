//! Optimism about pins. A man that is newly pinned to its king is in danger, even if nothing
//! attacks it yet.

use super::Points;
use bstar_board::{Color, Piece, Position};

/// For each man that is pinned now and was not before.
const POINTS_PER_NEW_PIN: i32 = 100;

/// What a new pin promises the mover.
pub fn promise(before: &Position, after: &Position) -> Points {
    let them = after.side_to_move();
    let (before, now) = (pinned(before, them), pinned(after, them));
    Points(now.saturating_sub(before) as i32 * POINTS_PER_NEW_PIN)
}

/// How many men of a side, other than pawns, are pinned to their king.
fn pinned(position: &Position, side: Color) -> u32 {
    let king = position.king(side);
    let own = position.side(side);
    let line_men = |piece| position.men(!side, piece) | position.men(!side, Piece::Queen);
    let mut count = 0;
    for (piece, snipers) in [
        (Piece::Rook, line_men(Piece::Rook)),
        (Piece::Bishop, line_men(Piece::Bishop)),
    ] {
        let reach = |occupied| bstar_board::attacks::of(piece, side, king, occupied);
        // Take each own man next to the king in a line off the board. If an enemy piece attacks the
        // king then, that man was pinned.
        let shields = reach(position.occupied()) & own;
        for shield in shields & !position.pieces(Piece::Pawn) {
            let behind = reach(position.occupied() ^ shield.bitboard());
            if !(behind & snipers & !reach(position.occupied())).is_empty() {
                count += 1;
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_case;
    use super::*;

    #[test]
    fn a_new_pin_promises_a_little() {
        let fen = "4k3/8/2n5/8/8/8/8/4KB2 w - - 0 1";
        let pins = with_case(fen, "f1b5", &[], &[], None, |case| {
            promise(case.before, case.after)
        });
        assert_eq!(pins, Points(POINTS_PER_NEW_PIN));
        let idles = with_case(fen, "f1c4", &[], &[], None, |case| {
            promise(case.before, case.after)
        });
        assert_eq!(idles, Points(0));
    }
}
