//! Static exchange: which side gains if both capture on one square, each with its cheapest man
//! first.

use crate::attacks;
use crate::position::Position;
use crate::types::{BitBoard, Move, Piece, Square};

/// What a man is worth in an exchange, in centipawns, by kind. A king is never given up.
pub const EXCHANGE_VALUES: [i32; Piece::NUM] = [100, 320, 330, 500, 950, 20_000];

fn value(piece: Piece) -> i32 {
    EXCHANGE_VALUES[piece as usize]
}

impl Position {
    /// Does the side to move gain at least `threshold` centipawns by this legal move? Both sides
    /// capture on its destination as long as that pays.
    ///
    /// It ignores pins. So it is good enough to order and prune moves, but it proves nothing.
    ///
    /// ```
    /// use bstar_board::{fen, notation};
    ///
    /// let position = fen::parse("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1").unwrap();
    /// let takes = notation::parse(&position, "e1e5").unwrap();
    /// assert!(position.exchange_gains(takes, 100));
    /// assert!(!position.exchange_gains(takes, 101));
    /// ```
    pub fn exchange_gains(&self, mv: Move, threshold: i32) -> bool {
        if self.is_castling(mv) {
            return threshold <= 0;
        }
        let us = self.side_to_move();
        let mover = self.piece_on(mv.from).expect("a legal move has a mover");
        let mut standing = mover;
        let mut balance = self.captured(mv).map_or(0, value) - threshold;
        if let Some(promotion) = mv.promotion {
            balance += value(promotion) - value(Piece::Pawn);
            standing = promotion;
        }
        if balance < 0 {
            return false;
        }
        // At worst the man that moved is lost for nothing.
        balance -= value(standing);
        if balance >= 0 {
            return true;
        }

        let target = mv.to;
        let mut occupied = (self.occupied() ^ mv.from.bitboard()) | target.bitboard();
        if self.is_en_passant(mv) {
            occupied ^= Square::new(target.file(), mv.from.rank()).bitboard();
        }
        let diagonal = self.pieces(Piece::Bishop) | self.pieces(Piece::Queen);
        let straight = self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        let mut attackers = self.attackers(target, occupied) & occupied;
        let mut side = !us;
        loop {
            let ours = attackers & self.side(side) & occupied;
            let Some((piece, from)) = self.cheapest(ours) else {
                break;
            };
            // A king may not capture a man that is defended.
            if piece == Piece::King && !(attackers & self.side(!side) & occupied).is_empty() {
                break;
            }
            occupied ^= from.bitboard();
            if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
                attackers |= attacks::bishop(target, occupied) & diagonal;
            }
            if matches!(piece, Piece::Rook | Piece::Queen) {
                attackers |= attacks::rook(target, occupied) & straight;
            }
            attackers &= occupied;
            side = !side;
            balance = -balance - 1 - value(piece);
            if balance >= 0 {
                break;
            }
        }
        // The side without a good capture has lost the exchange.
        side != us
    }

    /// All men of both colours that attack a square, if these squares are occupied.
    pub fn attackers(&self, square: Square, occupied: BitBoard) -> BitBoard {
        use crate::types::Color::{Black, White};
        let diagonal = self.pieces(Piece::Bishop) | self.pieces(Piece::Queen);
        let straight = self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        (attacks::pawn(square, Black) & self.men(White, Piece::Pawn))
            | (attacks::pawn(square, White) & self.men(Black, Piece::Pawn))
            | (attacks::knight(square) & self.pieces(Piece::Knight))
            | (attacks::king(square) & self.pieces(Piece::King))
            | (attacks::bishop(square, occupied) & diagonal)
            | (attacks::rook(square, occupied) & straight)
    }

    fn cheapest(&self, men: BitBoard) -> Option<(Piece, Square)> {
        Piece::ALL.into_iter().find_map(|piece| {
            (men & self.pieces(piece))
                .next_square()
                .map(|square| (piece, square))
        })
    }
}
