//! Men and where they can go, looked up square by square.

use bstar_board::{Color, File, Move, Piece, Position, Rank, Square};

use super::geometry;

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

/// How far a square is up the board for a side, 1 to 8.
pub fn rank_for(side: Color, square: Square) -> i32 {
    match side {
        Color::White => square.rank() as i32 + 1,
        Color::Black => 8 - square.rank() as i32,
    }
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

/// Where the men of one kind stand.
pub fn squares_of(position: &Position, color: Color, piece: Piece) -> Vec<Square> {
    let is_there = |square: &Square| is_man(position, *square, color, piece);
    Square::ALL.into_iter().filter(is_there).collect()
}

/// Where the men of a side stand that attack a square.
pub fn attackers(position: &Position, color: Color, square: Square) -> Vec<Square> {
    let attacks_it = |by: &Square| {
        position.color_on(*by) == Some(color) && geometry::attacks(position, *by, square)
    };
    Square::ALL.into_iter().filter(attacks_it).collect()
}

/// The knights and bishops of a side that stand where they stand at the start of the game.
pub fn minor_pieces_at_home(position: &Position, side: Color) -> Vec<Square> {
    let at_home = |square: &Square| {
        let kind = match square.file() {
            File::B | File::G => Piece::Knight,
            File::C | File::F => Piece::Bishop,
            _ => return false,
        };
        rank_for(side, *square) == 1 && is_man(position, *square, side, kind)
    };
    Square::ALL.into_iter().filter(at_home).collect()
}

/// The squares that the man on a square attacks and where no man of its own side stands.
pub fn open_reach(position: &Position, by: Square) -> Vec<Square> {
    let is_open = |to: &Square| {
        geometry::attacks(position, by, *to) && position.color_on(*to) != position.color_on(by)
    };
    Square::ALL.into_iter().filter(is_open).collect()
}

/// The square `files` to the right and `ranks` up the board, as the side sees it; `None` beyond the
/// edge.
pub fn step_for(side: Color, square: Square, files: i8, ranks: i8) -> Option<Square> {
    let up = if side == Color::White { ranks } else { -ranks };
    square.try_offset(files, up)
}
