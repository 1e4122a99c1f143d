//! Random positions and games. The same seed gives the same ones.

use std::path::PathBuf;

use bstar::SplitMix64;
use bstar_board::{CastlingSide, Color, Piece, Position};

/// A small generator of random numbers.
pub struct Chance(SplitMix64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(SplitMix64::new(seed))
    }

    pub fn number(&mut self) -> u64 {
        self.0.next()
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.number() % limit as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// True once in `times` calls, on average.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Half of the start positions are from Chess960.
    pub fn start(&mut self) -> Position {
        if self.one_in(2) {
            Position::start()
        } else {
            let number = self.below(960) as u32;
            Position::chess960_start(number).expect("there are 960 start positions")
        }
    }

    /// The positions of a game of random moves, the start first.
    pub fn walk(&mut self, plies: usize) -> Vec<Position> {
        let mut positions = vec![self.start()];
        for _ in 0..plies {
            let position = positions.last().expect("there is a start");
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let next = position.after(*self.pick(&moves));
            positions.push(next);
        }
        positions
    }
}

/// Are these the same position under the repetition rule? Compares square sets and rights, not
/// keys.
pub fn same_position(one: &Position, other: &Position) -> bool {
    let sides = [CastlingSide::Short, CastlingSide::Long];
    let capture = |position: &Position| {
        position
            .en_passant_square()
            .filter(|_| position.can_capture_en_passant())
    };
    one.side_to_move() == other.side_to_move()
        && Color::ALL.into_iter().all(|color| {
            Piece::ALL
                .into_iter()
                .all(|piece| one.men(color, piece) == other.men(color, piece))
                && sides
                    .into_iter()
                    .all(|side| one.castling_rook(color, side) == other.castling_rook(color, side))
        })
        && capture(one) == capture(other)
}

/// A file of the project's test data.
pub fn data(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../data")
        .join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
