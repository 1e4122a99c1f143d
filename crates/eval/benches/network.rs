//! What the network costs: `cargo bench -p bstar-eval`.
//!
//! It prints median times on this machine, for every kind of instructions it has. The weights are
//! made up; they cost as much as learned ones.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bstar::SplitMix64;
use bstar_board::{Color, Position};
use bstar_eval::network::{Accumulators, BoardChange, Kernel, Network, Weights};

const WIDTHS: [usize; 4] = [128, 256, 512, 1024];
const ROUNDS: usize = 301;

/// The work for a position: what changed, which side is to move, how many men are left.
struct Step {
    change: BoardChange,
    side: Color,
    men: u32,
}

/// The number `n` of the random numbers with seed 0.
fn mix(n: u64) -> u64 {
    SplitMix64::mix(n.wrapping_mul(SplitMix64::STEP))
}

fn made_up(hidden: usize) -> Weights {
    let mut weights = Weights::zero(hidden, 8);
    let mut seed = 0;
    for (list, limit) in [
        (&mut weights.feature_weights, 60),
        (&mut weights.feature_biases, 60),
        (&mut weights.output_weights, 127),
    ] {
        for number in list {
            seed += 1;
            *number = (mix(seed) % (2 * limit + 1)) as i16 - limit as i16;
        }
    }
    weights
}

/// Random games, a step for every move.
fn steps() -> Vec<Vec<Step>> {
    let game = |seed: u64| {
        let mut position = Position::start();
        let mut steps = Vec::new();
        for ply in 0..80 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[(mix(seed << 32 | ply) % moves.len() as u64) as usize];
            let change = BoardChange::of(&position, mv);
            position = position.after(mv);
            steps.push(Step {
                change,
                side: position.side_to_move(),
                men: position.occupied().len(),
            });
        }
        steps
    };
    (1..=8).map(game).collect()
}

/// The median time of `work` divided by the number of `things` it does, in nanoseconds.
fn nanoseconds(things: usize, mut work: impl FnMut()) -> f64 {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[ROUNDS / 2].as_nanos() as f64 / things as f64
}

fn main() {
    let games = steps();
    let count = games.iter().map(Vec::len).sum();
    println!("nanoseconds for one position, and millions of updates with evaluation a second");
    println!("hidden  instructions  refresh  update  evaluate  both  million/s");
    for hidden in WIDTHS {
        let weights = made_up(hidden);
        for kernel in Kernel::available() {
            let network = Network::new(&weights)
                .expect("weights within their range")
                .with_kernel(kernel);
            let start = Position::start();
            let mut line = vec![Accumulators::new(&network); 81];
            line[0].refresh(&network, &start);
            let mut scratch = line[0].clone();

            let refresh = nanoseconds(1, || scratch.refresh(&network, black_box(&start)));
            let mut play = |evaluates: bool| {
                nanoseconds(count, || {
                    for game in &games {
                        for (ply, step) in game.iter().enumerate() {
                            let (before, after) = line.split_at_mut(ply + 1);
                            after[0].update(&network, &before[ply], step.change);
                            if evaluates {
                                black_box(network.evaluate(&after[0], step.side, step.men));
                            }
                        }
                    }
                })
            };
            let (update, both) = (play(false), play(true));
            let evaluate = nanoseconds(count, || {
                for game in &games {
                    for (accumulators, step) in line[1..].iter().zip(game) {
                        black_box(network.evaluate(accumulators, step.side, step.men));
                    }
                }
            });
            println!(
                "{hidden:>6}  {:<12}  {refresh:>7.0}  {update:>6.1}  {evaluate:>8.1}  {both:>4.0}  {:>9.2}",
                kernel.name(),
                1000.0 / both
            );
        }
    }
}
