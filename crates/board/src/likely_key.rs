//! The key of a position before its move is played.
//!
//! A search that keeps a table under keys can ask the processor to fetch an entry while the move is
//! still being played. `cozy-chess` does not show the numbers that its keys consist of. They are
//! found by comparing the keys of positions that differ in one man.

use std::sync::LazyLock;

use cozy_chess::BoardBuilder;

use crate::position::Position;
use crate::types::{Color, Move, Piece, Square};

/// The numbers that change a key when a man comes to a square or leaves it.
struct KeyNumbers {
    /// By colour, kind and square. The last kind is "none", which changes nothing.
    men: [[[u64; Square::NUM]; Piece::NUM + 1]; Color::NUM],
    turn: u64,
}

static NUMBERS: LazyLock<KeyNumbers> = LazyLock::new(KeyNumbers::find);

impl Position {
    /// The likely [key](Position::key) after a legal move, without playing it. It may be wrong if
    /// the move promotes, castles, captures en passant, or changes a right to castle or to capture
    /// en passant.
    #[inline]
    pub fn likely_key_after(&self, mv: Move) -> u64 {
        let numbers = &*NUMBERS;
        let us = self.side_to_move();
        let kind = |square| {
            self.piece_on(square)
                .map_or(Piece::NUM, |piece| piece as usize)
        };
        let mover = &numbers.men[us as usize][kind(mv.from)];
        let victim = &numbers.men[!us as usize][kind(mv.to)];
        let (from, to) = (mv.from as usize, mv.to as usize);
        self.key() ^ numbers.turn ^ mover[from] ^ mover[to] ^ victim[to]
    }
}

impl KeyNumbers {
    fn find() -> Self {
        let mut men = [[[0; Square::NUM]; Piece::NUM + 1]; Color::NUM];
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in Square::ALL {
                    // Pawns on the last ranks have no number: they promote.
                    let number = number(color, piece, square).unwrap_or(0);
                    men[color as usize][piece as usize][square as usize] = number;
                }
            }
        }
        let kings = [
            (Color::White, Piece::King, Square::A1),
            (Color::Black, Piece::King, Square::H8),
        ];
        let turn = Color::ALL.map(|color| key(&kings, color));
        Self {
            men,
            turn: turn[0].unwrap_or(0) ^ turn[1].unwrap_or(0),
        }
    }
}

/// The number of a man on a square. A king never leaves the board: its number is the difference
/// from a1.
fn number(color: Color, piece: Piece, square: Square) -> Option<u64> {
    let king = |color, square| (color, Piece::King, square);
    // The other side is to move, so the man is allowed to give check. If a king is in the way, both
    // kings stand elsewhere.
    if piece == Piece::King {
        [Square::H8, Square::H1].into_iter().find_map(|other| {
            let with = |own| key(&[king(color, own), king(!color, other)], !color);
            Some(with(square)? ^ with(Square::A1)?)
        })
    } else {
        let corners = [(Square::A1, Square::H8), (Square::A8, Square::H1)];
        corners.into_iter().find_map(|(own, other)| {
            let kings = [king(color, own), king(!color, other)];
            let with = [kings[0], kings[1], (color, piece, square)];
            Some(key(&with, !color)? ^ key(&kings, !color)?)
        })
    }
}

/// The key of a position with these men, if the position is legal.
fn key(men: &[(Color, Piece, Square)], turn: Color) -> Option<u64> {
    let mut builder = BoardBuilder::empty();
    for &(color, piece, square) in men {
        *builder.square_mut(square) = Some((piece, color));
    }
    builder.side_to_move = turn;
    builder.build().ok().map(|board| board.hash())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    #[test]
    fn the_key_is_right_for_all_ordinary_moves() {
        for text in [
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NB1N2/PP3PPP/R2Q1RK1 w - - 0 10",
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NB1N2/PP3PPP/R2Q1RK1 b - - 0 10",
            "8/2k5/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
            "8/2k5/3p4/p2P1p2/P2P1P2/8/8/K7 b - - 0 1",
            "3r3k/6R1/8/3b4/2N5/1q6/8/K5Q1 w - - 0 1",
        ] {
            let position = fen::parse(text).unwrap();
            for mv in position.legal_moves() {
                let after = position.after(mv);
                assert_eq!(position.likely_key_after(mv), after.key(), "{mv} in {text}");
            }
        }
    }

    #[test]
    fn every_man_has_its_number() {
        let mut numbers: Vec<u64> = NUMBERS.men.iter().flatten().flatten().copied().collect();
        numbers.push(NUMBERS.turn);
        numbers.retain(|number| *number != 0);
        numbers.sort_unstable();
        numbers.dedup();
        // 32 pawns on last ranks have none, and each king's square a1 counts as zero.
        assert_eq!(numbers.len(), 2 * 6 * 64 + 1 - 32 - 2);
    }
}
