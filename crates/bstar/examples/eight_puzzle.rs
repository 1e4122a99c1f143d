//! The 8-puzzle by the B\* of 1978, and why that is hard:
//!
//! `cargo run --release -p bstar --example eight_puzzle`.
//!
//! A frame of nine squares holds eight tiles and a hole. A move slides a tile into the hole. There
//! is one person, and cost counts, so [`Side::Min`] chooses everywhere. The value of a position is
//! the length of the shortest solution through it: the moves made so far, and those still to come,
//! which lie between a lower and an upper bound.
//!
//! A good lower bound is easy: no tile gets home in fewer moves than its distance. A good upper
//! bound is not. Every position can be solved in 31 moves, but that says the same about all of
//! them. Patterns remain: positions so near the solution that it is known by heart. So far away
//! from home the upper bounds stand still and no choice can be *proved* good. The search can only
//! raise the lower bounds of the others until a known position comes into reach. The paper (section
//! V) knew solutions from about 8 moves on and solved problems of about 12. In a game there is no
//! such trouble, because what one side hopes for is what the other fears.
//!
//! The program prints how many positions are needed for the first move of problems of growing
//! length, depending on how much is known by heart.

use std::collections::HashMap;

use bstar::interval::{Child, Decision, IntervalConfig, IntervalSearch, Next};
use bstar::{Side, Span};

/// No position needs more moves.
pub const LONGEST: u8 = 31;

/// The tiles row by row; 0 is the hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame([u8; 9]);

impl Frame {
    /// Solved.
    pub const HOME: Frame = Frame([1, 2, 3, 4, 5, 6, 7, 8, 0]);

    fn hole(&self) -> usize {
        let is_hole = |tile: &u8| *tile == 0;
        self.0.iter().position(is_hole).expect("there is a hole")
    }

    /// The frames a move away. One of them takes the last move back. It is no good, but it makes
    /// "31 moves at most" true of every position.
    pub fn neighbours(&self) -> impl Iterator<Item = Frame> + use<> {
        let frame = *self;
        let hole = frame.hole();
        (0..9)
            .filter(move |&square| distance(square, hole) == 1)
            .map(move |square| {
                let mut next = frame;
                next.0.swap(square, hole);
                next
            })
    }

    /// The least number of moves that might do: every tile goes straight home.
    pub fn at_least(&self) -> u8 {
        let tiles = self.0.iter().enumerate().filter(|(_, tile)| **tile != 0);
        tiles
            .map(|(square, tile)| distance(square, usize::from(*tile) - 1))
            .sum()
    }
}

fn distance(one: usize, other: usize) -> u8 {
    ((one / 3).abs_diff(other / 3) + (one % 3).abs_diff(other % 3)) as u8
}

/// The frames nearest to home, with the number of moves they need.
pub struct ByHeart(HashMap<Frame, u8>);

impl ByHeart {
    /// All frames that need at most `moves` moves.
    pub fn up_to(moves: u8) -> ByHeart {
        let mut known = HashMap::from([(Frame::HOME, 0)]);
        let mut latest = vec![Frame::HOME];
        for count in 1..=moves {
            let mut next = Vec::new();
            for frame in latest.iter().flat_map(Frame::neighbours) {
                known.entry(frame).or_insert_with(|| {
                    next.push(frame);
                    count
                });
            }
            latest = next;
        }
        ByHeart(known)
    }

    /// How many moves a frame needs, if it is known.
    pub fn moves(&self, frame: &Frame) -> Option<u8> {
        self.0.get(frame).copied()
    }

    /// Frames that need exactly `moves` moves, in an order that is the same every time.
    pub fn at_distance(&self, moves: u8) -> Vec<Frame> {
        let there = self.0.iter().filter(|(_, count)| **count == moves);
        let mut frames: Vec<Frame> = there.map(|(frame, _)| *frame).collect();
        frames.sort_by_key(|frame| frame.0);
        frames
    }

    /// The bounds of the number of moves that a frame still needs.
    pub fn bounds(&self, frame: &Frame) -> (u8, u8) {
        match self.moves(frame) {
            Some(moves) => (moves, moves),
            None => (frame.at_least(), LONGEST),
        }
    }
}

/// A frame, and how many moves led to it.
#[derive(Clone, Copy, Debug)]
struct Place {
    frame: Frame,
    made: i32,
}

/// What came of a search.
pub struct Report {
    /// What was decided. `None` if too many positions would have been needed.
    pub decision: Option<Decision>,
    /// Positions generated.
    pub positions: usize,
}

/// Searches for the best first move, with what is known by heart.
pub fn solve(frame: Frame, by_heart: &ByHeart, most_positions: usize) -> Report {
    let mut search = IntervalSearch::new(
        Place { frame, made: 0 },
        Side::Min,
        IntervalConfig::default(),
    );
    let decision = loop {
        if search.nodes() > most_positions {
            break None;
        }
        match search.next() {
            Next::Expand(&Place { frame, made }) => {
                let children = frame.neighbours().map(|frame| {
                    let made = made + 1;
                    let (least, most) = by_heart.bounds(&frame);
                    Child {
                        position: Place { frame, made },
                        value: Span::between(made + i32::from(least), made + i32::from(most)),
                        side: Side::Min,
                    }
                });
                (search.complete(children)).expect("bounds are in order");
            }
            Next::Done(decision) => break Some(decision),
        }
    };
    Report {
        decision,
        positions: search.nodes(),
    }
}

/// Some frames of a list, evenly spread.
pub fn some_of(frames: &[Frame], count: usize) -> impl Iterator<Item = Frame> + '_ {
    frames
        .iter()
        .step_by((frames.len() / count).max(1))
        .take(count)
        .copied()
}

const REACHES: [u8; 4] = [0, 8, 12, 16];
const PROBLEMS: usize = 20;
const MOST_POSITIONS: usize = 100_000;

fn main() {
    let everything = ByHeart::up_to(LONGEST);
    println!(
        "Positions generated until the first move is proved best, the median of {PROBLEMS} problems"
    );
    println!("(in brackets: how many were not solved with {MOST_POSITIONS} positions)\n");
    print!("moves");
    for reach in REACHES {
        print!("{:>18}", format!("{reach} by heart"));
    }
    println!();
    let known = REACHES.map(ByHeart::up_to);
    for moves in (4..=24).step_by(4) {
        print!("{moves:>5}");
        for by_heart in &known {
            let problems = everything.at_distance(moves);
            let mut positions = Vec::new();
            let mut unsolved = 0;
            for frame in some_of(&problems, PROBLEMS) {
                let report = solve(frame, by_heart, MOST_POSITIONS);
                positions.push(report.positions);
                unsolved += usize::from(report.decision.is_none());
            }
            positions.sort_unstable();
            let median = positions[positions.len() / 2];
            print!("{:>18}", format!("{median} ({unsolved})"));
        }
        println!();
    }
}
