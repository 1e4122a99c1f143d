//! Pawn structure for the checkers, looked up square by square.

use crate::scene::ensure;
use bstar_board::{Color, File, Move, Piece, Position, Rank, Square};

use super::exchange::is_lost;
use super::geometry;
use super::men::rank_for;

/// One step ahead for a side, in ranks.
pub fn forward(side: Color) -> i32 {
    if side == Color::White { 1 } else { -1 }
}

/// The square `files` to the right and `ranks` up, if it is on the board.
pub fn step(from: Square, files: i32, ranks: i32) -> Option<Square> {
    let (file, rank) = (from.file() as i32 + files, from.rank() as i32 + ranks);
    let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on_board.then(|| Square::new(File::index(file as usize), Rank::index(rank as usize)))
}

/// Whether a pawn of a side stands there.
pub fn is_pawn(position: &Position, side: Color, square: Square) -> bool {
    position.piece_on(square) == Some(Piece::Pawn) && position.color_on(square) == Some(side)
}

/// All pawns of a side.
pub fn pawns(position: &Position, side: Color) -> Vec<Square> {
    let mut found = Vec::new();
    for file in 0..8 {
        for rank in 0..8 {
            let square = Square::new(File::index(file), Rank::index(rank));
            if is_pawn(position, side, square) {
                found.push(square);
            }
        }
    }
    found
}

/// The pawns of a side on a file. No such file has none.
pub fn pawns_on_file(position: &Position, side: Color, file: i32) -> Vec<Square> {
    let mut found = pawns(position, side);
    found.retain(|square| square.file() as i32 == file);
    found
}

/// Whether no pawn stands on a file.
pub fn is_open(position: &Position, file: File) -> bool {
    let sides = [Color::White, Color::Black];
    sides
        .iter()
        .all(|side| pawns_on_file(position, *side, file as i32).is_empty())
}

/// Whether a move is a pawn's, straight ahead, and no promotion.
pub fn is_push(before: &Position, mv: Move) -> bool {
    before.piece_on(mv.from) == Some(Piece::Pawn)
        && mv.from.file() == mv.to.file()
        && mv.promotion.is_none()
}

/// Whether the moved man attacks a square that it did not attack before. Never after castling.
pub fn attacks_anew(before: &Position, after: &Position, mv: Move, target: Square) -> bool {
    !before.is_castling(mv)
        && geometry::attacks(after, mv.to, target)
        && !geometry::attacks(before, mv.from, target)
}

/// Whether a pawn of a side attacks a square.
pub fn is_held_by_pawn(position: &Position, side: Color, square: Square) -> bool {
    let behind = -forward(side);
    let holds =
        |files: i32| step(square, files, behind).is_some_and(|pawn| is_pawn(position, side, pawn));
    holds(-1) || holds(1)
}

/// Whether no side has more than two pieces besides its king. A queen counts for two.
pub fn is_ending(position: &Position) -> bool {
    [Color::White, Color::Black].into_iter().all(|side| {
        let count = |square: Square| match position.piece_on(square) {
            Some(Piece::Queen) => 2,
            Some(Piece::Rook | Piece::Bishop | Piece::Knight) => 1,
            _ => 0,
        };
        position.side(side).into_iter().map(count).sum::<u32>() <= 2
    })
}

/// Whether a pawn of a side stands there with no pawn ahead on its file and no enemy pawn ahead on
/// the files beside it.
pub fn is_passed(position: &Position, side: Color, square: Square) -> bool {
    let mut is_free = is_pawn(position, side, square);
    for ranks in 1..8 {
        for files in [-1, 0, 1] {
            let Some(at) = step(square, files, ranks * forward(side)) else {
                continue;
            };
            let is_in_the_way = is_pawn(position, !side, at);
            let is_own = files == 0 && is_pawn(position, side, at);
            is_free &= !is_in_the_way && !is_own;
        }
    }
    is_free
}

/// Whether a pawn of a side stands there with no pawn of its side on the files beside it.
pub fn is_isolated(position: &Position, side: Color, square: Square) -> bool {
    let file = square.file() as i32;
    is_pawn(position, side, square)
        && pawns_on_file(position, side, file - 1).is_empty()
        && pawns_on_file(position, side, file + 1).is_empty()
}

/// Whether a pawn of a side stands there with another one on its file.
pub fn is_doubled(position: &Position, side: Color, square: Square) -> bool {
    is_pawn(position, side, square)
        && pawns_on_file(position, side, square.file() as i32).len() >= 2
}

/// Whether a pawn of a side stands there whose neighbours are all ahead of it, with no enemy pawn
/// ahead on its file and an enemy pawn that attacks the square in front of it.
pub fn is_backward(position: &Position, side: Color, square: Square) -> bool {
    let (file, rank) = (square.file() as i32, rank_for(side, square));
    let mut neighbours = pawns_on_file(position, side, file - 1);
    neighbours.extend(pawns_on_file(position, side, file + 1));
    let are_ahead = neighbours.iter().all(|pawn| rank_for(side, *pawn) > rank);
    let rivals = pawns_on_file(position, !side, file);
    let is_half_open = rivals.iter().all(|pawn| rank_for(side, *pawn) < rank);
    let is_held =
        step(square, 0, forward(side)).is_some_and(|stop| is_held_by_pawn(position, !side, stop));
    is_pawn(position, side, square)
        && !neighbours.is_empty()
        && are_ahead
        && is_half_open
        && is_held
}

/// Whether the companion that is told with a passed pawn fits it: the pawn that protects it; a
/// passed pawn on the next file, at most one rank away; or itself, if it is an outside passed pawn.
pub fn is_companion(position: &Position, side: Color, pawn: Square, companion: Square) -> bool {
    let away = |other: Square| (other.file() as i32 - pawn.file() as i32).abs();
    if pawn == companion {
        let mut others = pawns(position, side);
        others.extend(pawns(position, !side));
        others.retain(|other| *other != pawn);
        return others.iter().all(|other| away(*other) >= 3) && !pawns(position, !side).is_empty();
    }
    let ahead = rank_for(side, companion) - rank_for(side, pawn);
    let is_guard = is_pawn(position, side, companion) && ahead == -1;
    away(companion) == 1
        && (is_guard || is_passed(position, side, companion) && (0..=1).contains(&ahead))
}

/// Whether a side has a pawn on a file beside a square that stands behind the square's rank, so
/// that it guards the square or could come to do so.
pub fn can_be_held_by_pawn(position: &Position, side: Color, square: Square) -> bool {
    pawns(position, side).into_iter().any(|pawn| {
        let files = (pawn.file() as i32 - square.file() as i32).abs();
        files == 1 && rank_for(side, pawn) < rank_for(side, square)
    })
}

/// Whether the pawn on a square is passed, whosever it is.
pub fn is_any_passed(position: &Position, square: Square) -> bool {
    let side = position.color_on(square);
    side.is_some_and(|side| is_passed(position, side, square))
}

/// Whether the pawn on a square is isolated, whosever it is.
pub fn is_any_isolated(position: &Position, square: Square) -> bool {
    let side = position.color_on(square);
    side.is_some_and(|side| is_isolated(position, side, square))
}

/// Whether a pawn of a side holds a square that no pawn of the other side can ever challenge. Or
/// what is wrong.
pub fn is_held_for_good(
    position: &Position,
    side: Color,
    square: Square,
) -> Result<(), &'static str> {
    ensure(is_held_by_pawn(position, side, square), "no pawn holds it")?;
    is_out_of_reach(position, side, square)
}

/// Whether no pawn of the opponent can ever challenge a man of a side on a square. Or what is
/// wrong.
pub fn is_out_of_reach(
    position: &Position,
    side: Color,
    square: Square,
) -> Result<(), &'static str> {
    let can_challenge = [-1, 1].iter().any(|files| {
        (1..8).any(|ranks| {
            let at = step(square, *files, ranks * forward(side));
            at.is_some_and(|at| is_pawn(position, !side, at))
        })
    });
    ensure(!can_challenge, "a pawn can challenge it")
}

/// Whether a pawn of the side to move can attack a square by its next move without being lost.
pub fn can_be_chased(position: &Position, square: Square) -> bool {
    let side = position.side_to_move();
    position.legal_moves().iter().any(|mv| {
        let next = position.after(*mv);
        is_push(position, *mv)
            && is_pawn(&next, side, mv.to)
            && geometry::attacks(&next, mv.to, square)
            && !is_lost(&next, mv.to)
    })
}
