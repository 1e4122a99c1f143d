mod accumulator_stack;
mod files;
mod updates;
mod values;

use bstar::SplitMix64;
use bstar_board::{Color, Piece, Position, Square, fen};

use super::features::feature;
use super::kernel::Lane;
use super::learned::bucket;
use super::*;

/// Small numbers by chance, the same ones for the same seed.
struct Random(SplitMix64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        (self.0.next() % n as u64) as usize
    }

    fn within(&mut self, limit: i16) -> i16 {
        self.below(2 * limit as usize + 1) as i16 - limit
    }
}

#[derive(Clone, Copy, Debug)]
enum Magnitude {
    /// Some sums are clipped at one end, some at the other, and many not at all.
    Mild,
    /// All numbers are the largest allowed.
    Extreme,
}

fn made_up(seed: u64, hidden: usize, buckets: usize, magnitude: Magnitude) -> Weights {
    let mut random = Random::new(seed);
    let mut fill = |list: &mut [i16], mild: i16, limit: i16| {
        for number in list {
            *number = match magnitude {
                Magnitude::Mild => random.within(mild),
                Magnitude::Extreme => [-limit, limit][random.below(2)],
            };
        }
    };
    let mut weights = Weights::zero(hidden, buckets);
    fill(&mut weights.feature_weights, 60, MAX_FEATURE_WEIGHT);
    fill(&mut weights.feature_biases, 60, MAX_FEATURE_WEIGHT);
    fill(
        &mut weights.output_weights,
        MAX_OUTPUT_WEIGHT,
        MAX_OUTPUT_WEIGHT,
    );
    for bias in &mut weights.output_biases {
        *bias = match magnitude {
            Magnitude::Mild => i32::from(random.within(10_000)),
            Magnitude::Extreme => [i32::MIN, i32::MAX][random.below(2)],
        };
    }
    weights
}

/// Positions in which moves of every kind are possible soon.
const LIVELY: &[&str] = &[
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/2p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 0 1",
    // Chess960: in castling the king stays, the rook stays, or they change places.
    "1r4kr/8/8/8/8/8/8/1R4KR w HBhb - 0 1",
    "1rk5/8/8/8/8/8/8/2KR4 w Db - 0 1",
    "5rk1/8/8/8/8/8/8/RK3R2 w FAf - 0 1",
];

/// A game of random moves: each position with the move played there.
fn random_game(seed: u64) -> Vec<(Position, bstar_board::Move)> {
    let mut random = Random::new(seed);
    let mut position = match random.below(3) {
        0 => Position::start(),
        1 => Position::chess960_start(random.below(960) as u32).unwrap(),
        _ => fen::parse(LIVELY[random.below(LIVELY.len())]).unwrap(),
    };
    let mut game = Vec::new();
    while game.len() < 120 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        // Castling is rare, and often it is soon impossible. So it is played half of the times it
        // can be.
        let castling = moves.iter().find(|mv| position.is_castling(**mv)).copied();
        let mv = castling
            .filter(|_| random.below(2) == 0)
            .unwrap_or_else(|| moves[random.below(moves.len())]);
        let next = position.after(mv);
        game.push((std::mem::replace(&mut position, next), mv));
    }
    game
}

/// The value by the definition. It is slow, and shares nothing with the code but the weights.
fn by_definition(weights: &Weights, position: &Position) -> i64 {
    let hidden = weights.feature_biases.len();
    let mover = position.side_to_move();
    let mut sum = 0_i64;
    let men = position.occupied().len() as usize;
    let buckets = weights.output_biases.len();
    let bucket = ((men - 2) * buckets / 31).min(buckets - 1);
    for (half, view) in [mover, !mover].into_iter().enumerate() {
        for neuron in 0..hidden {
            let mut number = i64::from(weights.feature_biases[neuron]);
            for square in Square::ALL {
                let Some(piece) = position.piece_on(square) else {
                    continue;
                };
                let foreign = position.color_on(square) != Some(view);
                let kind = match piece {
                    Piece::Pawn => 0,
                    Piece::Knight => 1,
                    Piece::Bishop => 2,
                    Piece::Rook => 3,
                    Piece::Queen => 4,
                    Piece::King => 5,
                };
                let (file, mut rank) = (square.file() as usize, square.rank() as usize);
                if view == Color::Black {
                    rank = 7 - rank;
                }
                let feature = if foreign { 384 } else { 0 } + 64 * kind + 8 * rank + file;
                number += i64::from(weights.feature_weights[feature * hidden + neuron]);
            }
            let clipped = number.clamp(0, 255);
            let place = (2 * bucket + half) * hidden + neuron;
            sum += clipped * clipped * i64::from(weights.output_weights[place]);
        }
    }
    let output = sum / 255 + i64::from(weights.output_biases[bucket]);
    output * i64::from(weights.scale) / (255 * 64)
}
