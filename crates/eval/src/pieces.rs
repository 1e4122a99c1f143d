//! Knights, bishops, rooks, queens and kings: where they stand and where they can go.

use bstar_board::{BitBoard, CastlingSide, Color, File, Piece, Rank, Square, attacks};

use crate::attack_map::AttackMap;
use crate::feature::{self, FeatureGroup};
use crate::feature_sink::Sink;
use crate::geometry::{distance, front_span, shift_back};

/// What all pieces of a side share.
struct SideContext {
    color: Color,
    king: Square,
    occupied: BitBoard,
    own_pawns: BitBoard,
    their_pawns: BitBoard,
    mobility_area: BitBoard,
    outposts: BitBoard,
    /// Squares right behind a pawn.
    sheltered: BitBoard,
    pinned: BitBoard,
}

/// Counts a side's pieces and adds their attacks to the map.
#[inline(always)] // lets the compiler know the colour
pub(crate) fn count(map: &mut AttackMap, color: Color, sink: &mut impl Sink) {
    let position = map.position;
    let their_pawns = position.men(!color, Piece::Pawn);
    let outpost_ranks = Rank::Fourth.relative_to(color).bitboard()
        | Rank::Fifth.relative_to(color).bitboard()
        | Rank::Sixth.relative_to(color).bitboard();
    let side = SideContext {
        color,
        king: position.king(color),
        occupied: position.occupied(),
        own_pawns: position.men(color, Piece::Pawn),
        their_pawns,
        mobility_area: map.worth_a_move[color as usize],
        outposts: map.by(color, Piece::Pawn) & !front_reach(their_pawns, !color) & outpost_ranks,
        sheltered: shift_back(position.pieces(Piece::Pawn), color),
        pinned: if color == position.side_to_move() {
            position.shields() & position.side(color)
        } else {
            BitBoard::EMPTY
        },
    };
    use Piece::{Bishop, Knight, Queen, Rook};
    use feature as f;
    for square in position.men(color, Knight) {
        one(map, &side, Knight, square, f::KNIGHT_MOBILITY, sink);
        minor(&side, 0, square, sink);
        let far = distance(square, side.king) - 1;
        sink.add(color, f::KNIGHT_FAR_FROM_KING.at(0), far);
    }
    for square in position.men(color, Bishop) {
        one(map, &side, Bishop, square, f::BISHOP_MOBILITY, sink);
        minor(&side, 1, square, sink);
    }
    for square in position.men(color, Rook) {
        let free = one(map, &side, Rook, square, f::ROOK_MOBILITY, sink);
        rook(map, &side, square, free, sink);
    }
    for square in position.men(color, Queen) {
        one(map, &side, Queen, square, f::QUEEN_MOBILITY, sink);
    }
    sink.add_man(color, Piece::King, side.king);
    bishops(map, &side, sink);
}

/// Counts what is counted for every piece. Returns how many squares it can go to.
#[inline(always)]
fn one(
    map: &mut AttackMap,
    side: &SideContext,
    piece: Piece,
    square: Square,
    mobility: FeatureGroup,
    sink: &mut impl Sink,
) -> usize {
    let color = side.color;
    sink.add_man(color, piece, square);
    let reach = reach(map, side, piece, square);
    map.note(color, piece, reach);
    let free = (reach & side.mobility_area).len() as usize;
    sink.add(color, mobility.at(free), 1);
    free
}

/// What a piece attacks. A slider also attacks through friendly pieces that move the same way.
#[inline(always)]
fn reach(map: &AttackMap, side: &SideContext, piece: Piece, square: Square) -> BitBoard {
    let position = map.position;
    let color = side.color;
    let queens = position.men(color, Piece::Queen);
    let through = match piece {
        Piece::Bishop => side.occupied ^ queens,
        Piece::Rook => {
            let other_rooks = position.men(color, Piece::Rook) ^ square.bitboard();
            side.occupied ^ queens ^ other_rooks
        }
        _ => side.occupied,
    };
    let all = attacks::of(piece, color, square, through);
    if side.pinned.has(square) {
        all & attacks::line(side.king, square)
    } else {
        all
    }
}

/// A knight (`which` 0) or a bishop (1).
#[inline(always)]
fn minor(side: &SideContext, which: usize, square: Square, sink: &mut impl Sink) {
    let outpost = i32::from(side.outposts.has(square));
    sink.add(side.color, feature::OUTPOST.at(which), outpost);
    let sheltered = i32::from(side.sheltered.has(square));
    sink.add(side.color, feature::BEHIND_PAWN.at(which), sheltered);
}

#[inline(always)]
fn rook(map: &AttackMap, side: &SideContext, square: Square, free: usize, sink: &mut impl Sink) {
    let position = map.position;
    let color = side.color;
    let file = square.file().bitboard();
    if (side.own_pawns & file).is_empty() {
        let open = (side.their_pawns & file).is_empty();
        let group = if open {
            feature::ROOK_OPEN_FILE
        } else {
            feature::ROOK_HALF_OPEN_FILE
        };
        sink.add(color, group.at(0), 1);
    } else if free <= 3 {
        // Its own king shuts it in, and castling cannot free it any more.
        let king = side.king.file();
        let shut_in = (king < File::E) == (square.file() < king);
        let can_castle = [CastlingSide::Short, CastlingSide::Long]
            .into_iter()
            .any(|side| position.castling_rook(color, side).is_some());
        if shut_in && !can_castle {
            sink.add(color, feature::ROOK_TRAPPED.at(0), 1);
        }
    }
    let seventh = Rank::Seventh.relative_to(color);
    if square.rank() == seventh {
        let worth_it = position.king(!color).rank() == Rank::Eighth.relative_to(color)
            || !(side.their_pawns & seventh.bitboard()).is_empty();
        if worth_it {
            sink.add(color, feature::ROOK_SEVENTH.at(0), 1);
        }
    }
}

#[inline(always)]
fn bishops(map: &AttackMap, side: &SideContext, sink: &mut impl Sink) {
    let position = map.position;
    let color = side.color;
    let bishops = position.men(color, Piece::Bishop);
    let light = bishops & BitBoard::LIGHT_SQUARES;
    let dark = bishops & BitBoard::DARK_SQUARES;
    if !light.is_empty() && !dark.is_empty() {
        sink.add(color, feature::BISHOP_PAIR.at(0), 1);
    }
    for (bishops, same) in [
        (light, BitBoard::LIGHT_SQUARES),
        (dark, BitBoard::DARK_SQUARES),
    ] {
        if !bishops.is_empty() {
            let shut = (side.own_pawns & same).len() as i32;
            sink.add(color, feature::BISHOP_OWN_PAWNS.at(0), shut);
        }
    }
    // The bishop attacks both centre squares of its long diagonal, with only pawns in the way.
    let centre = BitBoard(0x0000_0018_1800_0000);
    for square in bishops & LONG_DIAGONALS {
        let seen = attacks::bishop(square, position.pieces(Piece::Pawn)) & centre;
        if seen.len() == 2 {
            sink.add(color, feature::BISHOP_LONG_DIAGONAL.at(0), 1);
        }
    }
}

/// The squares of the two long diagonals outside the centre.
const LONG_DIAGONALS: BitBoard = BitBoard(0x8142_2400_0024_4281);

/// Squares that pawns attack now or can attack after they advance.
fn front_reach(pawns: BitBoard, color: Color) -> BitBoard {
    let attacked = attacks::pawns(pawns, color);
    attacked | front_span(attacked, color)
}
