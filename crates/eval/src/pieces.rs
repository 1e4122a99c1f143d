//! Knights, bishops, rooks, queens and kings: where they stand and where they can go.

use bstar_board::{BitBoard, CastlingSide, Color, File, Piece, Rank, Square, attacks};

use crate::feature::{self, Group, folded};
use crate::sink::Sink;
use crate::survey::{Survey, front_span, shift_back};

/// Counts a side's pieces and takes down their attacks.
pub(crate) fn count(survey: &mut Survey, color: Color, sink: &mut impl Sink) {
    let position = survey.position;
    let us = color as usize;
    let occupied = position.occupied();
    let own_pawns = position.men(color, Piece::Pawn);
    let their_pawns = position.men(!color, Piece::Pawn);
    let king = position.king(color);
    let mobility_area = survey.worth_a_move[us];
    let beyond_their_pawns = !front_reach(their_pawns, !color);
    let outposts = survey.by(color, Piece::Pawn)
        & beyond_their_pawns
        & (Rank::Fourth.relative_to(color).bitboard()
            | Rank::Fifth.relative_to(color).bitboard()
            | Rank::Sixth.relative_to(color).bitboard());
    let sheltered = shift_back(position.pieces(Piece::Pawn), color);
    let pinned = if color == position.side_to_move() {
        position.shields() & position.side(color)
    } else {
        BitBoard::EMPTY
    };

    for (piece, squares, mobility) in [
        (
            Piece::Knight,
            &feature::KNIGHT_SQUARE,
            &feature::KNIGHT_MOBILITY,
        ),
        (
            Piece::Bishop,
            &feature::BISHOP_SQUARE,
            &feature::BISHOP_MOBILITY,
        ),
        (Piece::Rook, &feature::ROOK_SQUARE, &feature::ROOK_MOBILITY),
        (
            Piece::Queen,
            &feature::QUEEN_SQUARE,
            &feature::QUEEN_MOBILITY,
        ),
    ] {
        for square in position.men(color, piece) {
            sink.add(color, feature::MATERIAL.at(piece as usize), 1);
            sink.add(color, squares.at(folded(square, color)), 1);
            let reach = reach(survey, piece, color, square, occupied, pinned, king);
            survey.note(color, piece, reach);
            let free = (reach & mobility_area).len() as usize;
            sink.add(color, mobility.at(free), 1);
            match piece {
                Piece::Knight | Piece::Bishop => {
                    minor(color, piece, square, outposts, sheltered, sink);
                }
                Piece::Rook => rook(survey, color, square, free, own_pawns, their_pawns, sink),
                _ => {}
            }
        }
    }
    sink.add(color, feature::KING_SQUARE.at(folded(king, color)), 1);
    bishops(survey, color, own_pawns, sink);
    for square in position.men(color, Piece::Knight) {
        add_if_any(
            sink,
            color,
            &feature::KNIGHT_FAR_FROM_KING,
            distance(square, king) - 1,
        );
    }
}

/// What a piece attacks: sliders see through their own kind behind which they work together.
fn reach(
    survey: &Survey,
    piece: Piece,
    color: Color,
    square: Square,
    occupied: BitBoard,
    pinned: BitBoard,
    king: Square,
) -> BitBoard {
    let position = survey.position;
    let through = match piece {
        Piece::Bishop => occupied ^ position.men(color, Piece::Queen),
        Piece::Rook => {
            occupied
                ^ position.men(color, Piece::Queen)
                ^ (position.men(color, Piece::Rook) ^ square.bitboard())
        }
        _ => occupied,
    };
    let all = attacks::of(piece, color, square, through);
    if pinned.has(square) {
        all & attacks::line(king, square)
    } else {
        all
    }
}

fn minor(
    color: Color,
    piece: Piece,
    square: Square,
    outposts: BitBoard,
    sheltered: BitBoard,
    sink: &mut impl Sink,
) {
    let which = usize::from(piece == Piece::Bishop);
    if outposts.has(square) {
        sink.add(color, feature::OUTPOST.at(which), 1);
    }
    if sheltered.has(square) {
        sink.add(color, feature::BEHIND_PAWN.at(which), 1);
    }
}

fn rook(
    survey: &Survey,
    color: Color,
    square: Square,
    free: usize,
    own_pawns: BitBoard,
    their_pawns: BitBoard,
    sink: &mut impl Sink,
) {
    let position = survey.position;
    let file = square.file().bitboard();
    if (own_pawns & file).is_empty() {
        let open = (their_pawns & file).is_empty();
        let group = if open {
            &feature::ROOK_OPEN_FILE
        } else {
            &feature::ROOK_HALF_OPEN_FILE
        };
        sink.add(color, group.at(0), 1);
    } else if free <= 3 {
        // Shut in by its own king, with no castling left to free it.
        let king = position.king(color).file();
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
            || !(their_pawns & seventh.bitboard()).is_empty();
        if worth_it {
            sink.add(color, feature::ROOK_SEVENTH.at(0), 1);
        }
    }
}

fn bishops(survey: &Survey, color: Color, own_pawns: BitBoard, sink: &mut impl Sink) {
    let position = survey.position;
    let bishops = position.men(color, Piece::Bishop);
    let light = bishops & BitBoard::LIGHT_SQUARES;
    let dark = bishops & BitBoard::DARK_SQUARES;
    if !light.is_empty() && !dark.is_empty() {
        sink.add(color, feature::BISHOP_PAIR.at(0), 1);
    }
    let centre = BitBoard(0x0000_0018_1800_0000);
    for square in bishops {
        let same = if light.has(square) {
            BitBoard::LIGHT_SQUARES
        } else {
            BitBoard::DARK_SQUARES
        };
        add_if_any(
            sink,
            color,
            &feature::BISHOP_OWN_PAWNS,
            (own_pawns & same).len() as i32,
        );
        let seen = attacks::bishop(square, position.pieces(Piece::Pawn)) & centre & same;
        if seen.len() == 2 {
            sink.add(color, feature::BISHOP_LONG_DIAGONAL.at(0), 1);
        }
    }
}

fn add_if_any(sink: &mut impl Sink, color: Color, group: &Group, count: i32) {
    if count > 0 {
        sink.add(color, group.at(0), count);
    }
}

/// Squares that pawns attack now or could attack after advancing.
pub(crate) fn front_reach(pawns: BitBoard, color: Color) -> BitBoard {
    let attacked = attacks::pawns(pawns, color);
    attacked | front_span(attacked, color)
}

/// King steps between two squares.
pub(crate) fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    let ranks = (a.rank() as i32 - b.rank() as i32).abs();
    files.max(ranks)
}
