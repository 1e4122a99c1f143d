//! Keys of parts of a position, to learn about such parts.

use bstar_board::{BitBoard, Color, Piece, Position};

fn mix(a: BitBoard, b: BitBoard) -> u64 {
    let mixed =
        a.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(31)
            .wrapping_add(b.0)
            .wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ (mixed >> 32)
}

/// A key of the pawns of both sides.
pub(crate) fn pawns(position: &Position) -> u64 {
    mix(
        position.men(Color::White, Piece::Pawn),
        position.men(Color::Black, Piece::Pawn),
    )
}

/// A key of one side's pieces.
pub(crate) fn pieces(position: &Position, color: Color) -> u64 {
    let own = position.side(color);
    let minors = mix(
        own & position.pieces(Piece::Knight),
        own & position.pieces(Piece::Bishop),
    );
    let majors = mix(
        own & position.pieces(Piece::Rook),
        own & position.pieces(Piece::Queen),
    );
    mix(
        BitBoard(minors ^ majors.rotate_left(17)),
        own & position.pieces(Piece::King),
    )
}

/// The key of a position in the table. From some way towards the fifty-move rule on, the counter
/// matters, so positions with counters far apart have different keys.
pub(crate) fn table(position: &Position) -> u64 {
    const FIRST_CLOCK_PLIES: u8 = 16;
    let clock = position.halfmove_clock();
    let key = position.key();
    if clock < FIRST_CLOCK_PLIES {
        key
    } else {
        let step = u64::from((clock - FIRST_CLOCK_PLIES) / 8 + 1);
        key ^ step.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
