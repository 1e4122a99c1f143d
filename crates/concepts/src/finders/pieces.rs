//! What the finders of piece play share.

use bstar_board::{BitBoard, Color, File, Piece, Position, Rank, Square, attacks};

use crate::Scene;
use crate::ground::exchange::is_lost;

/// Squares that a line must gain to count as opened.
const MIN_OPENED_SQUARES: usize = 3;

/// The kind of man that has moved. None if the move castles or promotes.
pub(crate) fn moved(scene: &Scene) -> Option<Piece> {
    let is_plain = scene.mv.promotion.is_none() && !scene.before.is_castling(scene.mv);
    is_plain.then(|| scene.man())
}

/// The rook or queen that has moved.
pub(crate) fn moved_heavy(scene: &Scene) -> Option<Piece> {
    moved(scene).filter(|piece| matches!(piece, Piece::Rook | Piece::Queen))
}

/// Whether the man that has moved is simply lost where it went.
pub(crate) fn is_mover_lost(scene: &Scene) -> bool {
    is_lost(&scene.after, scene.mv.to)
}

/// The rooks and queens of a side.
pub(crate) fn heavy(position: &Position, side: Color) -> BitBoard {
    position.men(side, Piece::Rook) | position.men(side, Piece::Queen)
}

/// The bishops, rooks and queens of a side.
pub(crate) fn sliders(position: &Position, side: Color) -> BitBoard {
    position.men(side, Piece::Bishop) | heavy(position, side)
}

/// Whether no pawn stands on a file.
pub(crate) fn is_open(position: &Position, file: File) -> bool {
    (position.pieces(Piece::Pawn) & file.bitboard()).is_empty()
}

/// What the man on a square attacks.
pub(crate) fn reach(position: &Position, square: Square) -> BitBoard {
    match (position.piece_on(square), position.color_on(square)) {
        (Some(piece), Some(color)) => attacks::of(piece, color, square, position.occupied()),
        _ => BitBoard::EMPTY,
    }
}

/// The men of a side that attack a square.
pub(crate) fn attackers(position: &Position, side: Color, square: Square) -> BitBoard {
    position.attackers(square, position.occupied()) & position.side(side)
}

/// The squares that the man on a square attacks, without those of its own side and those that a
/// cheaper man of the other side attacks.
pub(crate) fn safe_squares(position: &Position, square: Square) -> BitBoard {
    let (Some(piece), Some(side)) = (position.piece_on(square), position.color_on(square)) else {
        return BitBoard::EMPTY;
    };
    let cheaper: &[Piece] = match piece {
        Piece::Pawn => &[],
        Piece::Knight | Piece::Bishop => &[Piece::Pawn],
        Piece::Rook => &[Piece::Pawn, Piece::Knight, Piece::Bishop],
        Piece::Queen => &[Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook],
        Piece::King => &[
            Piece::Pawn,
            Piece::Knight,
            Piece::Bishop,
            Piece::Rook,
            Piece::Queen,
        ],
    };
    let denied = cheaper
        .iter()
        .flat_map(|kind| position.men(!side, *kind))
        .fold(BitBoard::EMPTY, |all, by| all | reach(position, by));
    reach(position, square) & !position.side(side) & !denied
}

/// Whether the squares between two squares of one line are free. Not so if they have no line.
pub(crate) fn is_clear(position: &Position, one: Square, other: Square) -> bool {
    attacks::line(one, other).has(other)
        && (attacks::between(one, other) & position.occupied()).is_empty()
}

/// `d`, for the file of a square.
pub(crate) fn file_name(square: Square) -> String {
    square.file().to_string().to_lowercase()
}

/// `b1-h7`, for the whole diagonal that two squares are on.
pub(crate) fn diagonal_name(one: Square, other: Square) -> String {
    let line = attacks::line(one, other);
    let low = line.into_iter().min_by_key(|square| square.rank());
    let high = line.into_iter().max_by_key(|square| square.rank());
    format!("{}-{}", low.unwrap_or(one), high.unwrap_or(other))
}

/// Whether the slider gains at least three squares in the direction of a gate square that it was
/// blocked at, one of them in the opponent's half.
pub(crate) fn is_opened(before: &Position, after: &Position, slider: Square, gate: Square) -> bool {
    let Some(side) = after.color_on(slider) else {
        return false;
    };
    let is_beyond = |at: &Square| *at == gate || attacks::between(slider, *at).has(gate);
    let blocked = reach(before, slider) & before.occupied();
    let fresh = (gate.bitboard() | !reach(before, slider)) & attacks::line(slider, gate);
    let gained: Vec<Square> = (fresh & reach(after, slider) & !after.side(side))
        .into_iter()
        .filter(is_beyond)
        .collect();
    let is_far = |at: &Square| Scene::rank(side, *at) >= 5;
    blocked.has(gate) && gained.len() >= MIN_OPENED_SQUARES && gained.iter().any(is_far)
}

/// The line through two squares, in words: `the e-file`, `the fifth rank`, `the diagonal b1-h7`.
pub(crate) fn line_name(one: Square, other: Square) -> String {
    if one.file() == other.file() {
        format!("the {}-file", file_name(one))
    } else if one.rank() == other.rank() {
        format!("the {} rank", rank_name(one))
    } else {
        format!("the diagonal\u{a0}{}", diagonal_name(one, other))
    }
}

/// What the rank of a square is called.
pub(crate) fn rank_name(square: Square) -> &'static str {
    match square.rank() {
        Rank::First => "first",
        Rank::Second => "second",
        Rank::Third => "third",
        Rank::Fourth => "fourth",
        Rank::Fifth => "fifth",
        Rank::Sixth => "sixth",
        Rank::Seventh => "seventh",
        Rank::Eighth => "eighth",
    }
}
