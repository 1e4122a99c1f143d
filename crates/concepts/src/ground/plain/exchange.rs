//! Exchanges on one square, played out with legal moves, and whether a position is at rest.

use bstar_board::{Color, EXCHANGE_VALUES, Move, Piece, Position, Square};

/// Centipawns that a capture must gain to win something.
pub const MIN_GAIN_CENTIPAWNS: i32 = 80;

/// What a man counts, in centipawns.
pub fn worth(piece: Piece) -> i32 {
    EXCHANGE_VALUES[piece as usize]
}

/// What a legal move gains if both sides then capture on its square as long as it pays. A loss is
/// negative.
pub fn gain(position: &Position, mv: Move) -> i32 {
    let captured = position.captured(mv).map_or(0, worth);
    let promoted = mv
        .promotion
        .map_or(0, |piece| worth(piece) - worth(Piece::Pawn));
    captured + promoted - exchange(&position.after(mv), mv.to)
}

/// The most the side to move gains by capturing on a square, or by leaving it.
fn exchange(position: &Position, square: Square) -> i32 {
    let moves = position.legal_moves();
    let captures = moves
        .iter()
        .filter(|mv| mv.to == square && position.captured(**mv).is_some());
    let cheapest = captures.min_by_key(|mv| {
        let kind = position.piece_on(mv.from);
        // Of several promotions the best one counts.
        (
            kind.map(|piece| piece as usize),
            -mv.promotion.map_or(0, worth),
        )
    });
    cheapest.map_or(0, |mv| gain(position, *mv).max(0))
}

/// The best legal capture on a square, by what it gains.
pub fn best_capture(position: &Position, square: Square) -> Option<i32> {
    position
        .legal_moves()
        .iter()
        .filter(|mv| mv.to == square && position.captured(**mv).is_some())
        .map(|mv| gain(position, *mv))
        .max()
}

/// Whether the side to move wins something by capturing on a square.
pub fn is_lost(position: &Position, square: Square) -> bool {
    best_capture(position, square).unwrap_or(0) >= MIN_GAIN_CENTIPAWNS
}

/// Whether the side to move has a capture or a promotion that wins something.
pub fn has_something_to_win(position: &Position) -> bool {
    position.legal_moves().iter().any(|mv| {
        (position.captured(*mv).is_some() || mv.promotion.is_some())
            && gain(position, *mv) >= MIN_GAIN_CENTIPAWNS
    })
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
