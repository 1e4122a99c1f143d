//! Lines on the board, walked square by square.

use bstar_board::{Color, File, Piece, Position, Rank, Square};

/// The squares strictly between two others on a rank, file or diagonal, and the direction of the
/// line.
pub fn between(from: Square, to: Square) -> Option<(Vec<Square>, Direction)> {
    let (x, y) = (from.file() as i32, from.rank() as i32);
    let (dx, dy) = (to.file() as i32 - x, to.rank() as i32 - y);
    let line = match (dx, dy) {
        (0, 0) => return None,
        (0, _) | (_, 0) => Direction::Straight,
        _ if dx.abs() == dy.abs() => Direction::Diagonal,
        _ => return None,
    };
    let steps = dx.abs().max(dy.abs());
    let square = |step: i32| {
        Square::new(
            File::index((x + step * dx.signum()) as usize),
            Rank::index((y + step * dy.signum()) as usize),
        )
    };
    Some(((1..steps).map(square).collect(), line))
}

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Along a rank or file.
    Straight,
    /// Along a diagonal.
    Diagonal,
}

/// The men of both sides between a bishop, rook or queen and a square on one of its lines. None if
/// the piece has no line there.
pub fn men_between(position: &Position, by: Square, to: Square) -> Option<Vec<Square>> {
    let (squares, line) = between(by, to)?;
    let goes = match position.piece_on(by)? {
        Piece::Queen => true,
        Piece::Rook => line == Direction::Straight,
        Piece::Bishop => line == Direction::Diagonal,
        Piece::Pawn | Piece::Knight | Piece::King => false,
    };
    let is_taken = |square: &Square| position.piece_on(*square).is_some();
    goes.then(|| squares.into_iter().filter(is_taken).collect())
}

/// Whether the man on a square attacks another square. A pinned man still attacks.
pub fn attacks(position: &Position, by: Square, target: Square) -> bool {
    let (Some(piece), Some(color)) = (position.piece_on(by), position.color_on(by)) else {
        return false;
    };
    let dx = (target.file() as i32 - by.file() as i32).abs();
    let dy = target.rank() as i32 - by.rank() as i32;
    match piece {
        Piece::Pawn => dx == 1 && dy == if color == Color::White { 1 } else { -1 },
        Piece::Knight => dx * dy.abs() == 2,
        Piece::King => by != target && dx <= 1 && dy.abs() <= 1,
        _ => men_between(position, by, target).is_some_and(|men| men.is_empty()),
    }
}

/// Whether a side guards a square, if the men on the squares in `gone` were not there.
pub fn is_guarded(position: &Position, side: Color, square: Square, gone: &[Square]) -> bool {
    position.side(side).into_iter().any(|by| {
        if by == square || gone.contains(&by) {
            return false;
        }
        match position.piece_on(by) {
            Some(Piece::Bishop | Piece::Rook | Piece::Queen) => men_between(position, by, square)
                .is_some_and(|men| men.iter().all(|man| gone.contains(man))),
            _ => attacks(position, by, square),
        }
    })
}
