//! Knights, bishops, rooks, queens and kings: where they stand and where they can go.

use bstar_board::{BitBoard, CastlingSide, Color, File, Piece, Rank, Square, attacks};

use crate::feature::{self, Group};
use crate::geometry::{distance, front_span, shift_back};
use crate::sink::Sink;
use crate::survey::Survey;

/// What all pieces of a side share.
struct Setting {
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

/// Counts a side's pieces and takes down their attacks.
#[inline(always)] // so that the colour is known when this is compiled
pub(crate) fn count(survey: &mut Survey, color: Color, sink: &mut impl Sink) {
    let position = survey.position;
    let their_pawns = position.men(!color, Piece::Pawn);
    let outpost_ranks = Rank::Fourth.relative_to(color).bitboard()
        | Rank::Fifth.relative_to(color).bitboard()
        | Rank::Sixth.relative_to(color).bitboard();
    let setting = Setting {
        color,
        king: position.king(color),
        occupied: position.occupied(),
        own_pawns: position.men(color, Piece::Pawn),
        their_pawns,
        mobility_area: survey.worth_a_move[color as usize],
        outposts: survey.by(color, Piece::Pawn) & !front_reach(their_pawns, !color) & outpost_ranks,
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
        one(survey, &setting, Knight, square, f::KNIGHT_MOBILITY, sink);
        minor(&setting, 0, square, sink);
        let far = distance(square, setting.king) - 1;
        sink.add(color, f::KNIGHT_FAR_FROM_KING.at(0), far);
    }
    for square in position.men(color, Bishop) {
        one(survey, &setting, Bishop, square, f::BISHOP_MOBILITY, sink);
        minor(&setting, 1, square, sink);
    }
    for square in position.men(color, Rook) {
        let free = one(survey, &setting, Rook, square, f::ROOK_MOBILITY, sink);
        rook(survey, &setting, square, free, sink);
    }
    for square in position.men(color, Queen) {
        one(survey, &setting, Queen, square, f::QUEEN_MOBILITY, sink);
    }
    sink.add_man(color, Piece::King, setting.king);
    bishops(survey, &setting, sink);
}

/// Counts what every piece is counted for; returns how many squares it can go to.
#[inline(always)]
fn one(
    survey: &mut Survey,
    setting: &Setting,
    piece: Piece,
    square: Square,
    mobility: Group,
    sink: &mut impl Sink,
) -> usize {
    let color = setting.color;
    sink.add_man(color, piece, square);
    let reach = reach(survey, setting, piece, square);
    survey.note(color, piece, reach);
    let free = (reach & setting.mobility_area).len() as usize;
    sink.add(color, mobility.at(free), 1);
    free
}

/// What a piece attacks: sliders see through their own kind behind which they work together.
#[inline(always)]
fn reach(survey: &Survey, setting: &Setting, piece: Piece, square: Square) -> BitBoard {
    let position = survey.position;
    let color = setting.color;
    let queens = position.men(color, Piece::Queen);
    let through = match piece {
        Piece::Bishop => setting.occupied ^ queens,
        Piece::Rook => {
            let other_rooks = position.men(color, Piece::Rook) ^ square.bitboard();
            setting.occupied ^ queens ^ other_rooks
        }
        _ => setting.occupied,
    };
    let all = attacks::of(piece, color, square, through);
    if setting.pinned.has(square) {
        all & attacks::line(setting.king, square)
    } else {
        all
    }
}

/// A knight (`which` 0) or a bishop (1).
#[inline(always)]
fn minor(setting: &Setting, which: usize, square: Square, sink: &mut impl Sink) {
    let outpost = i32::from(setting.outposts.has(square));
    sink.add(setting.color, feature::OUTPOST.at(which), outpost);
    let sheltered = i32::from(setting.sheltered.has(square));
    sink.add(setting.color, feature::BEHIND_PAWN.at(which), sheltered);
}

#[inline(always)]
fn rook(survey: &Survey, setting: &Setting, square: Square, free: usize, sink: &mut impl Sink) {
    let position = survey.position;
    let color = setting.color;
    let file = square.file().bitboard();
    if (setting.own_pawns & file).is_empty() {
        let open = (setting.their_pawns & file).is_empty();
        let group = if open {
            feature::ROOK_OPEN_FILE
        } else {
            feature::ROOK_HALF_OPEN_FILE
        };
        sink.add(color, group.at(0), 1);
    } else if free <= 3 {
        // Shut in by its own king, with no castling left to free it.
        let king = setting.king.file();
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
            || !(setting.their_pawns & seventh.bitboard()).is_empty();
        if worth_it {
            sink.add(color, feature::ROOK_SEVENTH.at(0), 1);
        }
    }
}

#[inline(always)]
fn bishops(survey: &Survey, setting: &Setting, sink: &mut impl Sink) {
    let position = survey.position;
    let color = setting.color;
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
            let shut = (setting.own_pawns & same).len() as i32;
            sink.add(color, feature::BISHOP_OWN_PAWNS.at(0), shut);
        }
    }
    // On a long diagonal with both its centre squares in view.
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

/// Squares that pawns attack now or could attack after advancing.
fn front_reach(pawns: BitBoard, color: Color) -> BitBoard {
    let attacked = attacks::pawns(pawns, color);
    attacked | front_span(attacked, color)
}
