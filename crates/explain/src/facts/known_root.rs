//! What endgame tables know of the position that was searched, and of all its moves.

use bstar_board::{Color, Move, Piece, Position};
use bstar_tables::{Known, Outcome, TableMove, Tables};

/// How far it is to the end, or to the next step on the way, in moves of the side that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Distance {
    /// Mate in exactly this number of moves.
    Mate(u32),
    /// Mate in at most this number of moves.
    MateWithin(u32),
    /// A capture or pawn move that keeps the win, or mate, in at most this number of moves.
    StepWithin(u32),
}

impl Distance {
    pub fn moves(self) -> u32 {
        match self {
            Distance::Mate(moves) | Distance::MateWithin(moves) | Distance::StepWithin(moves) => {
                moves
            }
        }
    }

    /// Whether it is counted to mate.
    pub fn is_to_mate(self) -> bool {
        !matches!(self, Distance::StepWithin(_))
    }
}

/// A position of which tables know every move.
#[derive(Clone, Debug)]
pub struct KnownRoot {
    /// How the game ends for the side to move.
    pub outcome: Outcome,
    /// All moves, the best first.
    pub moves: Vec<TableMove>,
    /// Whether the winner has no pawns and the loser nothing but the king: then a capture or pawn
    /// move can only be the end of the win, and the next step is mate.
    is_bare: bool,
}

impl KnownRoot {
    /// What tables know of a position; `None` if they do not know all of its moves.
    pub fn of(tables: &Tables, position: &Position) -> Option<KnownRoot> {
        let moves = tables.moves(position)?;
        let outcome = moves.first()?.known.outcome;
        let loser = match outcome {
            Outcome::Loss => position.side_to_move(),
            _ => !position.side_to_move(),
        };
        Some(KnownRoot {
            outcome,
            moves,
            is_bare: position.side(loser).len() == 1 && position.pieces(Piece::Pawn).is_empty(),
        })
    }

    pub fn best(&self) -> &TableMove {
        &self.moves[0]
    }

    /// What is known of a move.
    pub fn find(&self, mv: Move) -> Option<&TableMove> {
        self.moves.iter().find(|known| known.mv == mv)
    }

    /// The moves that come to this.
    pub fn with(&self, outcome: Outcome) -> impl Iterator<Item = &TableMove> {
        let comes = move |known: &&TableMove| known.known.outcome == outcome;
        self.moves.iter().filter(comes)
    }

    /// The moves that give away what the position is worth.
    pub fn throwing_away(&self) -> impl Iterator<Item = &TableMove> {
        let is_worse = |known: &&TableMove| known.known.outcome < self.outcome;
        self.moves.iter().filter(is_worse)
    }

    /// How far it is after a move, counted from before it; `None` in a draw.
    pub fn distance(&self, known: &Known) -> Option<Distance> {
        if known.outcome == Outcome::Draw {
            return None;
        }
        let to_mate = known.moves_to_mate().map(Distance::Mate);
        // The count of the others is not about this win.
        let is_bare = self.is_bare && known.outcome == self.outcome;
        let to_step = known.plies_to_zeroing.map(|plies| {
            let moves = plies.div_ceil(2);
            match is_bare {
                true => Distance::MateWithin(moves),
                false => Distance::StepWithin(moves),
            }
        });
        to_mate.or(to_step)
    }
}

/// How the game ends for a side, where tables know the position or the game is over.
pub(crate) fn outcome_for(tables: &Tables, position: &Position, side: Color) -> Option<Outcome> {
    let for_mover = if !position.has_legal_move() {
        match position.in_check() {
            true => Outcome::Loss,
            false => Outcome::Draw,
        }
    } else if position.is_dead() || (tables.rules().fifty_moves && position.halfmove_clock() >= 100)
    {
        Outcome::Draw
    } else {
        tables.known(position)?.outcome
    };
    Some(match position.side_to_move() == side {
        true => for_mover,
        false => for_mover.for_other_side(),
    })
}
