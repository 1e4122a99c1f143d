//! Passed pawns: how far they are, how free their way is, and which king is near.

use bstar_board::{BitBoard, Color, Piece, Square};

use crate::attack_map::AttackMap;
use crate::feature;
use crate::feature_sink::Sink;
use crate::geometry::{distance, front_span, relative_rank, shift_forward};

/// Counts a side's passed pawns.
#[inline(always)] // lets the compiler know the colour
pub(crate) fn count(map: &AttackMap, color: Color, passed: BitBoard, sink: &mut impl Sink) {
    let position = map.position;
    let (us, them) = (color as usize, !color as usize);
    for square in passed & position.side(color) {
        let rank = relative_rank(square, color);
        sink.add(color, feature::PASSED_RANK.at(rank), 1);
        let stop = shift_forward(square.bitboard(), color);
        let Some(stop_square) = stop.next_square() else {
            continue;
        };
        if (stop & position.occupied()).is_empty() {
            sink.add(color, feature::PASSED_FREE_STEP.at(rank), 1);
        }
        if (stop & map.all[them]).is_empty() {
            sink.add(color, feature::PASSED_SAFE_STEP.at(rank), 1);
        }
        if rank >= 3 {
            let ours = distance(position.king(color), stop_square).min(5);
            let theirs = distance(position.king(!color), stop_square).min(5);
            sink.add(color, feature::PASSED_OWN_KING.at(rank), ours);
            sink.add(color, feature::PASSED_THEIR_KING.at(rank), theirs);
        }
        if map.by[us][Piece::Pawn as usize].has(square) {
            sink.add(color, feature::PASSED_SUPPORTED.at(0), 1);
        }
        if rook_behind(map, color, square) {
            sink.add(color, feature::PASSED_ROOK_BEHIND.at(0), 1);
        }
    }
}

fn rook_behind(map: &AttackMap, color: Color, pawn: Square) -> bool {
    let behind = front_span(pawn.bitboard(), !color);
    let rooks = map.position.men(color, Piece::Rook) & behind;
    !rooks.is_empty() && map.by(color, Piece::Rook).has(pawn)
}
