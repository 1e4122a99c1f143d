//! What a capture gains if both sides take back on its square with the cheapest man as long as
//! that pays.

use bstar_board::{Color, EXCHANGE_VALUES, Move, Piece, Position, Square};

/// The least gain that counts, in centipawns.
pub const MIN_GAIN_CENTIPAWNS: i32 = 80;

/// What a man counts, in centipawns.
pub fn value(piece: Piece) -> i32 {
    EXCHANGE_VALUES[piece as usize]
}

/// What a move gains at once, less what the exchange on its square then costs.
pub fn gain(position: &Position, mv: Move) -> i32 {
    let mut takes = vec![at_once(position, mv)];
    let mut now = position.after(mv);
    while let Some(next) = cheapest_capture(&now, mv.to) {
        takes.push(at_once(&now, next));
        now = now.after(next);
    }
    // From the end: nobody captures at a loss.
    let mut later = 0;
    while takes.len() > 1 {
        later = (takes.pop().unwrap_or(0) - later).max(0);
    }
    takes[0] - later
}

fn at_once(position: &Position, mv: Move) -> i32 {
    let promotion = mv
        .promotion
        .map_or(0, |piece| value(piece) - value(Piece::Pawn));
    position.captured(mv).map_or(0, value) + promotion
}

fn captures_on(position: &Position, square: Square) -> Vec<(Piece, Move)> {
    let mut captures = Vec::new();
    if position.color_on(square) != Some(!position.side_to_move()) {
        return captures;
    }
    let from = position.side(position.side_to_move());
    position.for_each_move(from, square.bitboard(), |piece, mv| {
        captures.push((piece, mv))
    });
    captures
}

fn cheapest_capture(position: &Position, square: Square) -> Option<Move> {
    let captures = captures_on(position, square);
    let best_promotion = |mv: Move| mv.promotion.map_or(0, |piece| -value(piece));
    captures
        .into_iter()
        .min_by_key(|(piece, mv)| (*piece as usize, best_promotion(*mv)))
        .map(|(_, mv)| mv)
}

/// The legal capture on a square that gains most.
pub fn best_capture(position: &Position, square: Square) -> Option<(i32, Move)> {
    captures_on(position, square)
        .into_iter()
        .map(|(_, mv)| (gain(position, mv), mv))
        .max_by_key(|(gain, _)| *gain)
}

/// Whether the side to move has a capture or a promotion that wins something.
pub fn has_something_to_win(position: &Position) -> bool {
    let wins = |mv: &Move| !position.is_quiet(*mv) && gain(position, *mv) >= MIN_GAIN_CENTIPAWNS;
    position.legal_moves().iter().any(wins)
}

/// Whether the position is at rest, so that material can be counted: neither side could win
/// something if it were to move.
pub fn is_at_rest(position: &Position) -> bool {
    is_kept(position, Color::White) && is_kept(position, Color::Black)
}

/// Whether a side keeps what it has: the other side could win nothing with its next move, now or
/// after a null move, and the side to move has nothing to win either.
pub fn is_kept(position: &Position, side: Color) -> bool {
    let other_moves = match position.side_to_move() == side {
        true => position.pass().ok(),
        false => None,
    };
    !position.in_check()
        && position.has_legal_move()
        && !has_something_to_win(position)
        && !other_moves.is_some_and(|passed| has_something_to_win(&passed))
}

/// The most the side to move gains by capturing on a square, or nothing.
pub fn loses_on(position: &Position, square: Square) -> i32 {
    best_capture(position, square).map_or(0, |(gain, _)| gain)
}

/// Whether the side to move wins something by capturing on a square.
pub fn is_lost(position: &Position, square: Square) -> bool {
    loses_on(position, square) >= MIN_GAIN_CENTIPAWNS
}
