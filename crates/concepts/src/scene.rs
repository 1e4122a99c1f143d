//! A move on the board, and what best play makes of it.

use bstar_board::{Color, Move, Piece, Position, Square};

/// A move, the positions around it, and what is known to follow.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Who makes the move.
    pub side: Color,
    /// The position before it.
    pub before: Position,
    pub mv: Move,
    /// The position after it.
    pub after: Position,
    /// What best play goes on with. All of it is legal.
    pub line: Vec<Move>,
    /// What the opponent answers to other moves of the side. A checker must not need them.
    pub wishes: Vec<Move>,
    /// What the opponent would play if the side passed. A checker must not need it either.
    pub plan: Option<Move>,
}

impl Scene {
    /// A legal move in a position, and what follows as far as it is legal.
    pub fn new(before: &Position, mv: Move, line: &[Move]) -> Scene {
        let after = before.after(mv);
        let mut now = after.clone();
        let legal = line.iter().take_while(|next| {
            let is_legal = now.is_legal(**next);
            if is_legal {
                now = now.after(**next);
            }
            is_legal
        });
        Scene {
            side: before.side_to_move(),
            before: before.clone(),
            mv,
            line: legal.copied().collect(),
            after,
            wishes: Vec::new(),
            plan: None,
        }
    }

    /// The kind of man that has moved, as it stands after the move. The king if it castles.
    pub fn man(&self) -> Piece {
        let castles = self.before.is_castling(self.mv);
        let moved = self.after.piece_on(self.mv.to).filter(|_| !castles);
        moved.unwrap_or(Piece::King)
    }

    /// The position after the first `plies` moves of the line.
    pub fn after_line(&self, plies: usize) -> Position {
        let moves = self.line.iter().take(plies);
        moves.fold(self.after.clone(), |now, mv| now.after(*mv))
    }

    /// How far a square is up the board for a side: 1 for its own first rank, 8 for its last.
    pub fn rank(side: Color, square: Square) -> usize {
        square.rank().relative_to(side) as usize + 1
    }
}

/// Where a concept was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The squares it is about, as the concept orders them.
    pub squares: Vec<Square>,
    /// How many moves of the line it needs.
    pub plies: usize,
}

impl Finding {
    /// What is seen on the board after the move, if that is so.
    pub fn if_so(is_so: bool, squares: impl IntoIterator<Item = Square>) -> Vec<Finding> {
        Vec::from_iter(is_so.then(|| Finding::on(squares)))
    }

    /// Something that one sees on the board after the move.
    pub fn on(squares: impl IntoIterator<Item = Square>) -> Finding {
        Finding {
            squares: squares.into_iter().collect(),
            plies: 0,
        }
    }

    /// The same finding, but seen only after the first `plies` moves of the line.
    pub fn along(self, plies: usize) -> Finding {
        Finding { plies, ..self }
    }
}

/// The squares of an idea that must have this many, or what it is about. For checkers.
pub(super) fn exactly<'a, const COUNT: usize>(
    squares: &'a [Square],
    about: &'static str,
) -> Result<&'a [Square; COUNT], &'static str> {
    squares.try_into().map_err(|_| about)
}

/// Refuses an idea for this reason, unless something holds. For checkers.
pub(super) fn ensure(holds: bool, reason: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(reason) }
}
