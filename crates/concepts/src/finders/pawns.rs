//! Pawn structure for the finders: sets of squares.
//!
//! The checkers have their own, [`plain::pawns`](crate::ground::plain::pawns), and share nothing
//! with it.

use bstar_board::{BitBoard, Color, File, Piece, Position, Rank, Square, attacks};

use crate::Scene;
use crate::ground::exchange::is_lost;

/// The squares d4, e4, d5 and e5.
pub(crate) fn centre() -> BitBoard {
    let files = File::D.bitboard() | File::E.bitboard();
    files & (Rank::Fourth.bitboard() | Rank::Fifth.bitboard())
}

/// Where a pawn stands that has just moved straight ahead and is still a pawn.
pub(crate) fn pushed(scene: &Scene) -> Option<Square> {
    let (side, square) = (scene.side, scene.mv.to);
    let is_push = scene.before.men(side, Piece::Pawn).has(scene.mv.from)
        && scene.after.men(side, Piece::Pawn).has(square)
        && scene.before.captured(scene.mv).is_none();
    is_push.then_some(square)
}

/// The squares that the moved man attacks and did not attack from where it stood. None after
/// castling.
pub(crate) fn newly_attacked(scene: &Scene) -> BitBoard {
    let (from, to) = (scene.mv.from, scene.mv.to);
    let kinds = (scene.before.piece_on(from), scene.after.piece_on(to));
    match kinds {
        (Some(old), Some(new)) if !scene.before.is_castling(scene.mv) => {
            let now = attacks::of(new, scene.side, to, scene.after.occupied());
            now - attacks::of(old, scene.side, from, scene.before.occupied())
        }
        _ => BitBoard::EMPTY,
    }
}

/// Whether the side to move wins nothing by a capture on a square.
pub(crate) fn is_safe(position: &Position, square: Square) -> bool {
    !is_lost(position, square)
}

/// Whether no side has more than two pieces besides its king. A queen counts for two.
pub(crate) fn is_ending(position: &Position) -> bool {
    let has_few = |side: Color| {
        let minor = position.men(side, Piece::Knight) | position.men(side, Piece::Bishop);
        let light = (minor | position.men(side, Piece::Rook)).len();
        light + 2 * position.men(side, Piece::Queen).len() <= 2
    };
    has_few(Color::White) && has_few(Color::Black)
}

/// The square in front of a pawn.
pub(crate) fn stop(side: Color, square: Square) -> Option<Square> {
    square.try_offset(0, if side == Color::White { 1 } else { -1 })
}

/// The ranks ahead of a square.
pub(crate) fn ahead(side: Color, square: Square) -> BitBoard {
    Rank::ALL
        .into_iter()
        .filter(|rank| match side {
            Color::White => *rank > square.rank(),
            Color::Black => *rank < square.rank(),
        })
        .fold(BitBoard::EMPTY, |set, rank| set | rank.bitboard())
}

/// Whether a pawn of a side stands there with no pawn ahead on its file and no enemy pawn ahead on
/// the files beside it.
pub(crate) fn is_passed(position: &Position, side: Color, square: Square) -> bool {
    let ahead = ahead(side, square);
    let same_file = position.pieces(Piece::Pawn) & square.file().bitboard();
    let beside = position.men(!side, Piece::Pawn) & square.file().adjacent();
    position.men(side, Piece::Pawn).has(square) && ((same_file | beside) & ahead).is_empty()
}

/// Whether a pawn of a side stands there with no pawn of its side on the files beside it.
pub(crate) fn is_isolated(position: &Position, side: Color, square: Square) -> bool {
    let pawns = position.men(side, Piece::Pawn);
    pawns.has(square) && (pawns & square.file().adjacent()).is_empty()
}

/// Whether a pawn of a side stands there with another one on its file.
pub(crate) fn is_doubled(position: &Position, side: Color, square: Square) -> bool {
    let pawns = position.men(side, Piece::Pawn);
    pawns.has(square) && (pawns & square.file().bitboard()).len() > 1
}

/// Whether a pawn of a side stands there whose neighbours are all ahead of it, with no enemy pawn
/// ahead on its file and an enemy pawn that attacks the square in front of it.
pub(crate) fn is_backward(position: &Position, side: Color, square: Square) -> bool {
    let (own, other) = (
        position.men(side, Piece::Pawn),
        position.men(!side, Piece::Pawn),
    );
    let ahead = ahead(side, square);
    let neighbours = own & square.file().adjacent();
    let is_held = stop(side, square).is_some_and(|stop| attacks::pawns(other, !side).has(stop));
    own.has(square)
        && !neighbours.is_empty()
        && neighbours.is_subset(ahead)
        && (other & square.file().bitboard() & ahead).is_empty()
        && is_held
}

/// The part of the board that a file belongs to.
pub(crate) fn wing(file: File) -> &'static str {
    match file {
        File::A | File::B | File::C => "queenside",
        File::D | File::E => "centre",
        File::F | File::G | File::H => "kingside",
    }
}

/// A small number in words.
pub(crate) fn number(count: usize) -> &'static str {
    const WORDS: [&str; 9] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight",
    ];
    WORDS.get(count).copied().unwrap_or("several")
}

/// Whether a pawn of a side holds a square that no pawn of the other side can ever challenge.
pub(crate) fn is_held_for_good(position: &Position, side: Color, square: Square) -> bool {
    attacks::pawns(position.men(side, Piece::Pawn), side).has(square)
        && is_out_of_reach(position, side, square)
}

/// Whether no pawn of the opponent can ever challenge a man of a side on a square.
pub(crate) fn is_out_of_reach(position: &Position, side: Color, square: Square) -> bool {
    let beside = square.file().adjacent() & ahead(side, square);
    (position.men(!side, Piece::Pawn) & beside).is_empty()
}

/// Whether a pawn of the side to move can attack a square by its next move without being lost.
pub(crate) fn can_be_chased(position: &Position, square: Square) -> bool {
    let side = position.side_to_move();
    let mut can = false;
    position.for_each_move(
        position.men(side, Piece::Pawn),
        !position.occupied(),
        |_, mv| {
            let hits = attacks::of(Piece::Pawn, side, mv.to, position.occupied()).has(square);
            can |= hits && is_safe(&position.after(mv), mv.to);
        },
    );
    can
}
