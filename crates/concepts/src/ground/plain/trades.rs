//! Trades along a line of moves.

use bstar_board::{Color, Move, Piece, Position, Square};

use super::exchange;

/// A capture that is answered by a capture on the same square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainTrade {
    /// What the side gave, and where it last stood.
    pub given: Piece,
    /// Where the own piece was taken.
    pub given_on: Square,
    pub got: Piece,
    pub square: Square,
    /// The number of moves of the line up to the second capture.
    pub moves: usize,
}

impl PlainTrade {
    /// Whether both sides give about the same, and no pawns.
    pub fn is_even(self) -> bool {
        let is_piece = self.given != Piece::Pawn && self.got != Piece::Pawn;
        is_piece && (exchange::worth(self.given) - exchange::worth(self.got)).abs() <= 30
    }

    /// Whether a knight or bishop is traded for a knight or bishop.
    pub fn is_of_minor_pieces(self) -> bool {
        let is_minor = |piece: Piece| matches!(piece, Piece::Knight | Piece::Bishop);
        is_minor(self.given) && is_minor(self.got)
    }
}

/// The trades of a side in a line of legal moves. A capture belongs to one trade at most.
pub fn along(start: &Position, side: Color, line: &[Move]) -> Vec<PlainTrade> {
    let mut found = Vec::new();
    let mut now = start.clone();
    let mut open: Option<(Piece, Square, Piece, Square)> = None;
    for (index, mv) in line.iter().enumerate() {
        if !now.is_legal(*mv) {
            break;
        }
        let mover = now.side_to_move();
        let taken = now.captured(*mv);
        let by = mv.promotion.or(now.piece_on(mv.from));
        open = match (open, taken, by) {
            (Some((first, from, prey, square)), Some(_), _) if square == mv.to => {
                // The first capture was made by the opponent of who moves now.
                let (given, given_on, got) = match mover == side {
                    true => (prey, square, first),
                    false => (first, from, prey),
                };
                found.push(PlainTrade {
                    given,
                    given_on,
                    got,
                    square,
                    moves: index + 1,
                });
                None
            }
            (_, Some(prey), Some(by)) => Some((by, mv.from, prey, mv.to)),
            _ => None,
        };
        now = now.after(*mv);
    }
    found
}
