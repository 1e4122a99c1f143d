//! One lesson, and its bytes.

use bstar_board::{Color, Move, Position};
use bstar_eval::prior::{inputs, move_number};

use crate::datagen::ScoredGame;

/// The most moves of a position that a lesson has. The one that was chosen is always among them.
pub const MAX_LESSON_MOVES: usize = 80;

/// The size of a lesson in a file.
pub const LESSON_BYTES: usize = 240;

/// What stands where there is no further move.
const NO_MOVE: u16 = u16::MAX;

/// The largest score, of either sign. A mate counts as much.
const MAX_SCORE: i16 = 15_000;

/// The bit that says that the side to move is in check.
const IN_CHECK: u8 = 0x80;

/// A position with what a search said of it.
#[derive(Clone, Debug)]
pub struct LessonRecord {
    /// The position.
    pub position: Position,
    /// Its legal moves, at most [`MAX_LESSON_MOVES`]. The first is the one that was chosen.
    pub moves: Vec<Move>,
    /// How many legal moves there are.
    legal: usize,
    /// The search's value for the side to move, in centipawns.
    score: i16,
    /// The result for the side to move: 0 lost, 1 drawn, 2 won.
    result: u8,
    /// How many positions of the game follow.
    following: u16,
}

/// The lessons of a game, in order.
pub fn lessons_of(game: &ScoredGame) -> impl Iterator<Item = LessonRecord> {
    let length = game.scores().len();
    let winner = game.winner();
    game.positions().enumerate().map(move |(ply, scored)| {
        let us = scored.position.side_to_move();
        let legal = scored.position.legal_moves();
        let others = legal.iter().copied().filter(|mv| *mv != scored.mv);
        let score = scored.score.clamp(-MAX_SCORE, MAX_SCORE);
        LessonRecord {
            moves: std::iter::once(scored.mv)
                .chain(others)
                .take(MAX_LESSON_MOVES)
                .collect(),
            legal: legal.len(),
            score: if us == Color::White { score } else { -score },
            result: winner.map_or(1, |winner| if winner == us { 2 } else { 0 }),
            following: u16::try_from(length - 1 - ply).unwrap_or(u16::MAX),
            position: scored.position,
        }
    })
}

impl LessonRecord {
    /// The lesson as a file has it.
    pub fn to_bytes(&self, game: u32) -> [u8; LESSON_BYTES] {
        let mut numbers = [NO_MOVE; MAX_LESSON_MOVES];
        for (number, mv) in numbers.iter_mut().zip(&self.moves) {
            *number = move_number(&self.position, *mv) as u16;
        }
        let men = self.position.occupied().len() as u8;
        let check = if self.position.in_check() {
            IN_CHECK
        } else {
            0
        };
        let mut bytes = Vec::with_capacity(LESSON_BYTES);
        bytes.extend(inputs(&self.position).iter().flat_map(|n| n.to_le_bytes()));
        bytes.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
        bytes.extend(self.score.to_le_bytes());
        bytes.extend([self.result, men | check]);
        bytes.extend((self.legal as u16).to_le_bytes());
        bytes.extend(self.following.to_le_bytes());
        bytes.extend(game.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.try_into().expect("the fields fill a lesson")
    }
}
