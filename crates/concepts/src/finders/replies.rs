//! What the opponent can do to a man at once. For finders only; checkers have their own in
//! [`plain`](crate::ground::plain).

use bstar_board::{BitBoard, Color, File, Move, Piece, Position, Rank, Square, attacks};

use crate::ground::exchange::{MIN_GAIN_CENTIPAWNS, gain, has_something_to_win};

/// The knights and bishops of a side that stand where they stand at the start of the game.
pub(crate) fn minor_pieces_at_home(position: &Position, side: Color) -> BitBoard {
    let first = Rank::First.relative_to(side).bitboard();
    let knights = position.men(side, Piece::Knight) & (File::B.bitboard() | File::G.bitboard());
    let bishops = position.men(side, Piece::Bishop) & (File::C.bitboard() | File::F.bitboard());
    (knights | bishops) & first
}

/// The replies of a pawn, knight or bishop that take nothing, newly threaten to win the man on a
/// square, and leave the other side nothing to win and no mate.
pub(crate) fn drivers(position: &Position, square: Square) -> Vec<Move> {
    let (us, occupied) = (position.side_to_move(), position.occupied());
    let light = [Piece::Pawn, Piece::Knight, Piece::Bishop]
        .into_iter()
        .fold(BitBoard::EMPTY, |set, kind| set | position.men(us, kind));
    let mut replies = Vec::new();
    position.for_each_move(light, !occupied, |piece, mv| {
        let without = occupied ^ mv.from.bitboard();
        let is_new = attacks::of(piece, us, mv.to, without).has(square)
            && !attacks::of(piece, us, mv.from, occupied).has(square);
        if is_new && position.is_quiet(mv) {
            replies.push(mv);
        }
    });
    let is_sound = |mv: &Move| {
        let then = position.after(*mv);
        threatens(&then, mv.to, square) && !has_something_to_win(&then) && !can_mate(&then)
    };
    replies.retain(is_sound);
    replies
}

/// Whether a man wins something on a square if the side to move passes.
pub(crate) fn threatens(position: &Position, by: Square, square: Square) -> bool {
    let Ok(passed) = position.pass() else {
        return false;
    };
    wins(&passed, by, square)
}

/// Whether the man on a square wins something by a capture on another.
pub(crate) fn wins(position: &Position, by: Square, square: Square) -> bool {
    let enemies = position.side(!position.side_to_move());
    let mut is_won = false;
    position.for_each_move(by.bitboard(), enemies & square.bitboard(), |_, mv| {
        is_won |= gain(position, mv) >= MIN_GAIN_CENTIPAWNS;
    });
    is_won
}

/// Whether a man would win something somewhere if the side to move passed.
pub(crate) fn threatens_anything(position: &Position, by: Square) -> bool {
    let Ok(passed) = position.pass() else {
        return false;
    };
    let enemies = passed.side(!passed.side_to_move());
    enemies.into_iter().any(|square| wins(&passed, by, square))
}

/// Whether the side to move can mate at once.
pub(crate) fn can_mate(position: &Position) -> bool {
    position.legal_moves().iter().any(|mv| {
        let then = position.after(*mv);
        then.in_check() && !then.has_legal_move()
    })
}
