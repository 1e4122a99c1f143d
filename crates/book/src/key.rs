//! The key of a position: a number that every program with Polyglot's books computes alike.
//!
//! It is the exclusive or of random numbers: one for every man on its square, one for every right
//! to castle, one for White's turn, and one for the file of a pawn that could be taken en passant.
//! Which numbers these are is part of the format. The crate `shakmaty` has them.

use bstar_board::{CastlingSide, Color, File, Piece, Position, Square};
use shakmaty::zobrist::{Zobrist64, ZobristValue};

/// The key of a position.
///
/// ```
/// use bstar_board::Position;
/// use bstar_book::key::key;
///
/// assert_eq!(key(&Position::start()), 0x463b_9618_1691_fc9c);
/// ```
pub fn key(position: &Position) -> u64 {
    let men = Color::ALL.into_iter().flat_map(|color| {
        Piece::ALL.into_iter().flat_map(move |piece| {
            let squares = position.men(color, piece).into_iter();
            squares.map(move |square| of_man(color, piece, square))
        })
    });
    let rights = Color::ALL.into_iter().flat_map(|color| {
        [CastlingSide::Short, CastlingSide::Long]
            .into_iter()
            .filter(move |side| position.castling_rook(color, *side).is_some())
            .map(move |side| of_right(color, side))
    });
    let en_passant = capturable_file(position).map(|file| {
        let file = shakmaty::File::new(file as u32);
        Zobrist64::zobrist_for_en_passant_file(file)
    });
    let turn = (position.side_to_move() == Color::White).then(Zobrist64::zobrist_for_white_turn);
    let parts = men.chain(rights).chain(en_passant).chain(turn);
    parts.fold(0, |key, part| key ^ part.0)
}

/// The file of a pawn that has just moved two steps, if a pawn of the side to move stands beside
/// it. Whether the capture is legal does not matter: that is the rule of the format.
fn capturable_file(position: &Position) -> Option<File> {
    let behind = position.en_passant_square()?;
    let us = position.side_to_move();
    let takers = bstar_board::attacks::pawn(behind, !us) & position.men(us, Piece::Pawn);
    (!takers.is_empty()).then(|| behind.file())
}

fn of_man(color: Color, piece: Piece, square: Square) -> Zobrist64 {
    let role = match piece {
        Piece::Pawn => shakmaty::Role::Pawn,
        Piece::Knight => shakmaty::Role::Knight,
        Piece::Bishop => shakmaty::Role::Bishop,
        Piece::Rook => shakmaty::Role::Rook,
        Piece::Queen => shakmaty::Role::Queen,
        Piece::King => shakmaty::Role::King,
    };
    let square = shakmaty::Square::new(square as u32);
    Zobrist64::zobrist_for_piece(square, role.of(their_color(color)))
}

fn of_right(color: Color, side: CastlingSide) -> Zobrist64 {
    let side = match side {
        CastlingSide::Short => shakmaty::CastlingSide::KingSide,
        CastlingSide::Long => shakmaty::CastlingSide::QueenSide,
    };
    Zobrist64::zobrist_for_castling_right(their_color(color), side)
}

fn their_color(color: Color) -> shakmaty::Color {
    match color {
        Color::White => shakmaty::Color::White,
        Color::Black => shakmaty::Color::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{Game, fen, notation};

    fn after(words: &str) -> u64 {
        let game = Game::from_words(Position::start(), words.split_whitespace(), notation::parse);
        key(game.unwrap().position())
    }

    /// The examples that come with the description of the format.
    #[test]
    fn the_keys_that_every_program_has() {
        for (moves, expected) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(after(moves), expected, "{moves}");
        }
    }

    #[test]
    fn a_pawn_beside_counts_even_if_it_is_pinned() {
        let with = fen::parse("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1").unwrap();
        let without = fen::parse("8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1").unwrap();
        assert!(!with.can_capture_en_passant());
        assert_ne!(key(&with), key(&without));
    }

    #[test]
    fn without_a_pawn_beside_the_two_steps_do_not_count() {
        let with = fen::parse("4k3/8/8/8/3P4/8/8/3K4 b - d3 0 1").unwrap();
        let without = fen::parse("4k3/8/8/8/3P4/8/8/3K4 b - - 0 1").unwrap();
        assert_eq!(key(&with), key(&without));
    }
}
