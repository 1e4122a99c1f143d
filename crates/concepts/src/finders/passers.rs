//! What kind of passed pawn it is, for the finders and the sentences.
//!
//! A passed pawn is told with a companion: the pawn that protects it; or a passed pawn on the next
//! file, at most one rank away, with which it is connected; or itself, if it is an outside passed
//! pawn: no other pawn stands on its file or the two files on either side, and the opponent has
//! pawns elsewhere.

use bstar_board::{BitBoard, Color, File, Piece, Position, Square, attacks};

use crate::Scene;
use crate::finders::pawns::{is_ending, is_passed};

/// The least rank on which a passed pawn counts while there are many pieces.
const LEAST_RANK: usize = 4;

/// Whether a passed pawn there is far enough to matter: on its fourth rank, or in an ending.
pub(crate) fn is_far_enough(position: &Position, side: Color, square: Square) -> bool {
    Scene::rank(side, square) >= LEAST_RANK || is_ending(position)
}

/// A passed pawn and its companion, if it has one.
pub(crate) fn with_companion(position: &Position, side: Color, square: Square) -> Vec<Square> {
    let own = position.men(side, Piece::Pawn);
    let guards = attacks::pawn(square, !side) & own;
    let connected = own & square.file().adjacent() & near_ranks(square);
    let connected = connected
        .into_iter()
        .find(|pawn| is_passed(position, side, *pawn));
    let outside = is_outside(position, side, square).then_some(square);
    let companion = guards.next_square().or(connected).or(outside);
    [square].into_iter().chain(companion).collect()
}

fn near_ranks(square: Square) -> BitBoard {
    let ranks = [-1, 0, 1]
        .into_iter()
        .filter_map(|offset| square.try_offset(0, offset));
    ranks.fold(BitBoard::EMPTY, |set, near| set | near.rank().bitboard())
}

fn is_outside(position: &Position, side: Color, square: Square) -> bool {
    let is_near = |file: &File| (*file as i32 - square.file() as i32).abs() <= 2;
    let near = File::ALL.into_iter().filter(is_near);
    let region = near.fold(BitBoard::EMPTY, |set, file| set | file.bitboard());
    let others = position.pieces(Piece::Pawn) - square.bitboard();
    (others & region).is_empty() && !position.men(!side, Piece::Pawn).is_empty()
}

/// What kind of passed pawn the squares tell of, with a space after it.
pub(crate) fn adjective(side: Color, squares: &[Square]) -> &'static str {
    match squares {
        [pawn, companion] if pawn == companion => "outside ",
        [pawn, companion] if Scene::rank(side, *companion) < Scene::rank(side, *pawn) => {
            "protected "
        }
        [_, _] => "connected ",
        _ => "",
    }
}
