//! From a position to its FEN.

use std::fmt::Write;

use crate::position::{CastlingSide, Position};
use crate::types::{Color, File, Piece, Rank, Square};

/// Writes a position.
///
/// Castling rights are `KQkq`. A rook that is not the outermost one on its side is named by its
/// file (X-FEN).
///
/// ```
/// use bstar_board::{Position, fen};
///
/// let text = fen::write(&Position::start());
/// assert_eq!(text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// ```
pub fn write(position: &Position) -> String {
    let fields = four_fields(position);
    format!(
        "{fields} {} {}",
        position.halfmove_clock(),
        position.fullmove_number()
    )
}

/// The part without the counters, as EPD has it.
pub(crate) fn four_fields(position: &Position) -> String {
    let side = match position.side_to_move() {
        Color::White => 'w',
        Color::Black => 'b',
    };
    let en_passant = position
        .en_passant_square()
        .filter(|_| position.can_capture_en_passant())
        .map_or_else(|| "-".to_owned(), |square| square.to_string());
    let men = placement(position);
    let castling = castling(position);
    format!("{men} {side} {castling} {en_passant}")
}

fn placement(position: &Position) -> String {
    let ranks: Vec<String> = Rank::ALL
        .into_iter()
        .rev()
        .map(|rank| rank_text(position, rank))
        .collect();
    ranks.join("/")
}

fn rank_text(position: &Position, rank: Rank) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for file in File::ALL {
        let square = Square::new(file, rank);
        let Some((piece, color)) = position.piece_on(square).zip(position.color_on(square)) else {
            empty += 1;
            continue;
        };
        push_number(&mut text, &mut empty);
        text.push(in_case_of(color, letter(piece)));
    }
    push_number(&mut text, &mut empty);
    text
}

fn push_number(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        write!(text, "{empty}").expect("writing to a string succeeds");
        *empty = 0;
    }
}

fn letter(piece: Piece) -> char {
    piece.into()
}

fn in_case_of(color: Color, letter: char) -> char {
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter.to_ascii_lowercase(),
    }
}

fn castling(position: &Position) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        for (side, usual) in [(CastlingSide::Short, 'k'), (CastlingSide::Long, 'q')] {
            let Some(rook) = position.castling_rook(color, side) else {
                continue;
            };
            let by_side = outermost_rook(position, color, side) == Some(rook);
            let letter = if by_side { usual } else { rook.into() };
            text.push(in_case_of(color, letter));
        }
    }
    if text.is_empty() {
        text.push('-');
    }
    text
}

/// The file of the outermost rook on a side's back rank.
fn outermost_rook(position: &Position, color: Color, side: CastlingSide) -> Option<File> {
    let rank = Rank::First.relative_to(color);
    let rooks = position.men(color, Piece::Rook) & rank.bitboard();
    let files = rooks.into_iter().map(Square::file);
    match side {
        CastlingSide::Short => files.max(),
        CastlingSide::Long => files.min(),
    }
}
