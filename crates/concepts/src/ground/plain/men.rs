//! Men and where they can go, looked up square by square.

use bstar_board::{Color, File, Move, Piece, Position, Rank, Square};

use super::{exchange, geometry};

/// The square with these coordinates, counted from 0, if it is on the board.
pub fn at(file: i32, rank: i32) -> Option<Square> {
    let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on_board.then(|| Square::new(File::index(file as usize), Rank::index(rank as usize)))
}

/// Whether such a man stands on a square.
pub fn is_man(position: &Position, square: Square, side: Color, piece: Piece) -> bool {
    position.piece_on(square) == Some(piece) && position.color_on(square) == Some(side)
}

/// Whether a rook or queen of a side stands on a square.
pub fn is_heavy(position: &Position, square: Square, side: Color) -> bool {
    is_man(position, square, side, Piece::Rook) || is_man(position, square, side, Piece::Queen)
}

/// The kind of man that a legal move brings to its square. None if it castles or promotes.
pub fn moved(before: &Position, mv: Move, after: &Position) -> Option<Piece> {
    let is_taking_own = before.color_on(mv.to) == Some(before.side_to_move());
    let stands = after.piece_on(mv.to);
    stands.filter(|_| !is_taking_own && before.piece_on(mv.from) == stands)
}

/// Whether the side to move wins something by capturing on a square.
pub fn is_lost(position: &Position, square: Square) -> bool {
    exchange::best_capture(position, square).unwrap_or(0) >= exchange::MIN_GAIN_CENTIPAWNS
}

/// How far a square is up the board for a side, 1 to 8.
pub fn rank_for(side: Color, square: Square) -> i32 {
    match side {
        Color::White => square.rank() as i32 + 1,
        Color::Black => 8 - square.rank() as i32,
    }
}

/// The direction in which a side's pawns go.
pub fn forward(side: Color) -> i32 {
    if side == Color::White { 1 } else { -1 }
}

/// The squares of the pawns of a side on a file.
pub fn pawns_on_file(position: &Position, side: Color, file: File) -> Vec<Square> {
    let squares = Rank::ALL.into_iter().map(|rank| Square::new(file, rank));
    squares
        .filter(|square| is_man(position, *square, side, Piece::Pawn))
        .collect()
}

/// Whether no pawn stands on a file.
pub fn is_open(position: &Position, file: File) -> bool {
    let sides = [Color::White, Color::Black];
    sides
        .iter()
        .all(|side| pawns_on_file(position, *side, file).is_empty())
}

/// Whether a pawn of a side attacks a square.
pub fn is_pawn_guarded(position: &Position, side: Color, square: Square) -> bool {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    [-1, 1].iter().any(|beside| {
        at(file + beside, rank - forward(side))
            .is_some_and(|from| is_man(position, from, side, Piece::Pawn))
    })
}

/// The squares in a direction up to the first man, with its square, or to the edge.
pub fn walk(position: &Position, from: Square, dx: i32, dy: i32) -> Vec<Square> {
    let (file, rank) = (from.file() as i32, from.rank() as i32);
    let mut squares = Vec::new();
    for step in 1..8 {
        let Some(square) = at(file + step * dx, rank + step * dy) else {
            break;
        };
        squares.push(square);
        if position.piece_on(square).is_some() {
            break;
        }
    }
    squares
}

/// Whether the squares between two squares of one line are free. Not so if they have no line.
pub fn is_clear(position: &Position, one: Square, other: Square) -> bool {
    let line = geometry::between(one, other);
    line.is_some_and(|(squares, _)| squares.iter().all(|at| position.piece_on(*at).is_none()))
}

/// The squares that the man on a square attacks.
pub fn reach(position: &Position, by: Square) -> Vec<Square> {
    let squares = Square::ALL.into_iter();
    squares
        .filter(|target| geometry::attacks(position, by, *target))
        .collect()
}

/// How many squares the man on a square attacks that no man of its own side holds and no cheaper
/// man of the other side attacks.
pub fn count_safe_squares(position: &Position, by: Square) -> usize {
    let (Some(piece), Some(side)) = (position.piece_on(by), position.color_on(by)) else {
        return 0;
    };
    let is_denied = |target: Square| {
        Square::ALL.into_iter().any(|enemy| {
            let is_cheaper = position
                .piece_on(enemy)
                .is_some_and(|other| rung(other) < rung(piece));
            is_cheaper
                && position.color_on(enemy) == Some(!side)
                && geometry::attacks(position, enemy, target)
        })
    };
    let reached = reach(position, by).into_iter();
    reached
        .filter(|target| position.color_on(*target) != Some(side) && !is_denied(*target))
        .count()
}

/// The order of men by worth; knights and bishops are on one rung.
fn rung(piece: Piece) -> usize {
    match piece {
        Piece::Pawn => 0,
        Piece::Knight | Piece::Bishop => 1,
        Piece::Rook => 2,
        Piece::Queen => 3,
        Piece::King => 4,
    }
}

/// The step from one square towards another on one line.
pub fn step(from: Square, to: Square) -> Option<(i32, i32)> {
    let dx = to.file() as i32 - from.file() as i32;
    let dy = to.rank() as i32 - from.rank() as i32;
    geometry::between(from, to).map(|_| (dx.signum(), dy.signum()))
}

/// Whether a bishop, rook or queen, which did not move, gains at least three squares in the
/// direction of a gate square where it was blocked, one of them in the opponent's half.
pub fn is_opened(before: &Position, after: &Position, slider: Square, gate: Square) -> bool {
    let (Some(side), Some((dx, dy))) = (after.color_on(slider), step(slider, gate)) else {
        return false;
    };
    let is_same = before.piece_on(slider) == after.piece_on(slider);
    if !is_same || !geometry::attacks(before, slider, gate) || before.piece_on(gate).is_none() {
        return false;
    }
    let short = walk(before, slider, dx, dy).len();
    let long = walk(after, slider, dx, dy);
    let gained: Vec<Square> = long
        .into_iter()
        .skip(short - 1)
        .filter(|at| after.color_on(*at) != Some(side))
        .collect();
    gained.len() >= 3 && gained.iter().any(|at| rank_for(side, *at) >= 5)
}
