//! Threats: men that can be taken at a profit now or soon. Also the room to move.

use bstar_board::{BitBoard, Color, File, Piece, Rank, attacks};

use crate::attack_map::AttackMap;
use crate::feature;
use crate::feature_sink::Sink;
use crate::geometry::shift_forward;

/// Counts what a side threatens.
#[inline(always)] // lets the compiler know the colour
pub(crate) fn count(map: &AttackMap, color: Color, sink: &mut impl Sink) {
    let position = map.position;
    let (us, them) = (color as usize, !color as usize);
    let targets =
        position.side(!color) & !position.pieces(Piece::Pawn) & !position.pieces(Piece::King);
    let by_pawns = map.by(color, Piece::Pawn);
    let guarded = map.by(!color, Piece::Pawn) | (map.twice[them] & !map.twice[us]);
    let loose = position.side(!color) & !guarded & map.all[us] & !position.pieces(Piece::King);

    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        let hit = (by_pawns & targets & position.pieces(piece)).len() as i32;
        sink.add(color, feature::PAWN_ATTACKS.at(piece as usize - 1), hit);
    }
    let by_minors = map.by(color, Piece::Knight) | map.by(color, Piece::Bishop);
    let by_rooks = map.by(color, Piece::Rook);
    for piece in [
        Piece::Pawn,
        Piece::Knight,
        Piece::Bishop,
        Piece::Rook,
        Piece::Queen,
    ] {
        let men = position.men(!color, piece);
        // A greater man is a target even when it is guarded. An equal or lesser one must be loose.
        let for_minors = if piece >= Piece::Rook {
            men
        } else {
            men & loose
        };
        let for_rooks = if piece == Piece::Queen {
            men
        } else {
            men & loose
        };
        let index = piece as usize;
        sink.add(
            color,
            feature::MINOR_ATTACKS.at(index),
            (by_minors & for_minors).len() as i32,
        );
        sink.add(
            color,
            feature::ROOK_ATTACKS.at(index),
            (by_rooks & for_rooks).len() as i32,
        );
    }
    let by_king = map.by(color, Piece::King) & loose;
    sink.add(color, feature::KING_ATTACKS.at(0), by_king.len() as i32);
    let hanging = loose & !map.all[them];
    sink.add(color, feature::HANGING.at(0), hanging.len() as i32);

    pushes(map, color, targets, sink);

    space(map, color, sink);
}

/// Pawn moves that would attack a piece.
#[inline(always)]
fn pushes(map: &AttackMap, color: Color, targets: BitBoard, sink: &mut impl Sink) {
    let position = map.position;
    let (us, them) = (color as usize, !color as usize);
    let free = !position.occupied();
    let third = Rank::Third.relative_to(color).bitboard();
    let one = shift_forward(position.men(color, Piece::Pawn), color) & free;
    let two = shift_forward(one & third, color) & free;
    let safe = (one | two) & !map.by(!color, Piece::Pawn) & (map.all[us] | !map.all[them]);
    let hit = attacks::pawns(safe, color) & targets;
    sink.add(color, feature::PUSH_THREAT.at(0), hit.len() as i32);
}

/// Safe squares in the middle of a side's own half, weighed by the pieces that can use them.
#[inline(always)]
fn space(map: &AttackMap, color: Color, sink: &mut impl Sink) {
    let position = map.position;
    let pieces = (position.side(color) & !position.pieces(Piece::Pawn)).len() as i32 - 1;
    if pieces < 4 {
        return;
    }
    let centre = File::C.bitboard() | File::D.bitboard() | File::E.bitboard() | File::F.bitboard();
    let own_half = Rank::Second.relative_to(color).bitboard()
        | Rank::Third.relative_to(color).bitboard()
        | Rank::Fourth.relative_to(color).bitboard();
    let safe = centre & own_half & !position.men(color, Piece::Pawn) & !map.by(!color, Piece::Pawn);
    sink.add(
        color,
        feature::SPACE.at(0),
        safe.len() as i32 * (pieces - 3),
    );
}
