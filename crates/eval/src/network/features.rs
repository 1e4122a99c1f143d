//! The features of a position, and how a move changes them.

use bstar_board::{Color, File, Move, Piece, Position, Rank, Square};

/// A man on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// Whose it is.
    pub color: Color,
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
}

/// The number of a man's feature, from one side's point of view. The side's own men come first, and
/// the board is turned so that its own pawns move up.
#[inline]
pub(super) fn feature(view: Color, man: Man) -> usize {
    let whose = usize::from(man.color != view);
    let square = match view {
        Color::White => man.square as usize,
        Color::Black => man.square as usize ^ 56,
    };
    (whose * Piece::NUM + man.piece as usize) * Square::NUM + square
}

/// What a move does to the men on the board.
///
/// A null move changes none: the child has its parent's accumulators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardChange {
    /// A man goes to an empty square. It may promote.
    Step {
        /// The man before.
        gone: Man,
        /// The man after.
        come: Man,
    },
    /// A man takes another, perhaps en passant. It may promote.
    Capture {
        /// The man before, and the man it takes.
        gone: [Man; 2],
        /// The man after.
        come: Man,
    },
    /// King and rook move. In Chess960 it may be only one of them.
    Castling {
        /// Both before.
        gone: [Man; 2],
        /// Both after.
        come: [Man; 2],
    },
}

impl BoardChange {
    /// What a legal move changes in a position.
    ///
    /// # Panics
    /// May panic or return nonsense if the move is not legal.
    #[inline]
    pub fn of(position: &Position, mv: Move) -> Self {
        let us = position.side_to_move();
        let ours = |piece, square| Man {
            color: us,
            piece,
            square,
        };
        let piece = position.piece_on(mv.from).expect("a legal move has a man");
        let gone = ours(piece, mv.from);
        if position.is_castling(mv) {
            let (king, rook) = if mv.from.file() < mv.to.file() {
                (File::G, File::F)
            } else {
                (File::C, File::D)
            };
            let home = |file| Square::new(file, Rank::First.relative_to(us));
            return BoardChange::Castling {
                gone: [gone, ours(Piece::Rook, mv.to)],
                come: [ours(Piece::King, home(king)), ours(Piece::Rook, home(rook))],
            };
        }
        let come = ours(mv.promotion.unwrap_or(piece), mv.to);
        match position.captured(mv) {
            None => BoardChange::Step { gone, come },
            Some(taken) => {
                let square = if position.is_en_passant(mv) {
                    Square::new(mv.to.file(), mv.from.rank())
                } else {
                    mv.to
                };
                let victim = Man {
                    color: !us,
                    piece: taken,
                    square,
                };
                BoardChange::Capture {
                    gone: [gone, victim],
                    come,
                }
            }
        }
    }
}
