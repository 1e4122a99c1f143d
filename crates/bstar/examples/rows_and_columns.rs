//! A game of two players with valid bounds, by the B\* of 1978:
//!
//! `cargo run --release -p bstar --example rows_and_columns`.
//!
//! On a board full of numbers a marker stands on one row. Max takes a number from that row, which
//! marks its column. Min takes one from that column, which marks its row, and so on. The game ends
//! when the side to move finds nothing left in its line, or has taken as many numbers as were
//! agreed. The result is how much more Max has taken than Min.
//!
//! No side can take more than the largest numbers that are left, nor less than the smallest. That
//! makes an interval in which the result lies for certain, wide at first and narrower with every
//! move. No experience is needed, and no search to a depth. B\* needs nothing else to *prove* which
//! number to take. It never finds out what the others are worth, only that it is no more.
//!
//! The program plays a game. Then it counts the positions that kinds of B\* need for a first move,
//! beside alpha-beta with the same bounds. With bounds as wide as these the searches of 1978 need
//! hardly fewer.

use std::fmt;

use bstar::interval::{Child, Decision, IntervalConfig, IntervalSearch, Next};
use bstar::{Side, Span, SplitMix64};

/// Rows and columns of the board. (If this were even, only Max could ever find an empty line: in
/// every line but the first, a side that comes to it also finds a way out.)
pub const SIZE: usize = 7;

/// A game that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// What is left, row by row; 0 is taken.
    numbers: [[u8; SIZE]; SIZE],
    /// The row Max must take from, or the column Min must.
    line: usize,
    /// The side to take.
    pub to_move: Side,
    /// How many numbers may still be taken, by both together.
    moves_left: usize,
    /// What Max has taken, less what Min has.
    pub ahead: i32,
}

impl Board {
    /// A board of numbers from 1 to 99 that is the same for the same seed. Both sides may take
    /// `each` of them.
    pub fn new(seed: u64, each: usize) -> Board {
        let mut random = SplitMix64::new(seed);
        let mut number = || 1 + (random.next() % 99) as u8;
        Board {
            numbers: std::array::from_fn(|_| std::array::from_fn(|_| number())),
            line: 0,
            to_move: Side::Max,
            moves_left: 2 * each,
            ahead: 0,
        }
    }

    /// Row and column of a place in the marked line.
    fn square(&self, place: usize) -> (usize, usize) {
        match self.to_move {
            Side::Max => (self.line, place),
            Side::Min => (place, self.line),
        }
    }

    /// What stands on a place of the marked line; 0 if it is taken.
    pub fn number(&self, place: usize) -> u8 {
        let (row, column) = self.square(place);
        self.numbers[row][column]
    }

    /// The places a number can be taken from. If there are none, the game is over.
    pub fn places(&self) -> Vec<usize> {
        if self.moves_left == 0 {
            return Vec::new();
        }
        let is_left = |place: &usize| self.number(*place) > 0;
        (0..SIZE).filter(is_left).collect()
    }

    /// The game after a number is taken.
    pub fn take(&self, place: usize) -> Board {
        let mut next = *self;
        let (row, column) = self.square(place);
        let number = i32::from(std::mem::take(&mut next.numbers[row][column]));
        next.ahead += match self.to_move {
            Side::Max => number,
            Side::Min => -number,
        };
        next.line = place;
        next.to_move = !self.to_move;
        next.moves_left -= 1;
        next
    }

    /// Where the result lies for certain.
    pub fn bounds(&self) -> Span {
        if self.places().is_empty() {
            return Span::exact(self.ahead);
        }
        let mut left: Vec<i32> = self.numbers.iter().flatten().map(|&n| n.into()).collect();
        left.retain(|number| *number > 0);
        left.sort_unstable();
        let gain = |lucky: Side| self.most(&left, lucky);
        Span::between(self.ahead - gain(Side::Min), self.ahead + gain(Side::Max))
    }

    /// The most that one side can still gain. It always takes the largest number, the other side
    /// always the smallest, and the game ends when that is best for it.
    fn most(&self, left: &[i32], lucky: Side) -> i32 {
        let (mut smallest, mut largest) = (left.iter(), left.iter().rev());
        let mut side = self.to_move;
        let (mut gain, mut most) = (0, None);
        for _ in 0..self.moves_left.min(left.len()) {
            gain += if side == lucky {
                *largest.next().expect("a number is left")
            } else {
                -*smallest.next().expect("a number is left")
            };
            most = most.max(Some(gain));
            side = !side;
        }
        // At least one more is taken: the game is not over.
        most.unwrap_or(0)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, row) in self.numbers.iter().enumerate() {
            let is_marked = self.to_move == Side::Max && index == self.line;
            write!(f, "{}", if is_marked { '>' } else { ' ' })?;
            for &number in row {
                match number {
                    0 => write!(f, "  .")?,
                    _ => write!(f, "{number:3}")?,
                }
            }
            writeln!(f)?;
        }
        if self.to_move == Side::Min {
            writeln!(f, " {}  ^", "   ".repeat(self.line))?;
        }
        Ok(())
    }
}

/// Proves which place to take from, as a number in [`Board::places`]. The game must not be over.
pub fn prove(board: Board, config: IntervalConfig) -> (Decision, IntervalSearch<Board>) {
    let mut search = IntervalSearch::new(board, board.to_move, config);
    loop {
        match search.next() {
            Next::Expand(&board) => {
                let children = board.places().into_iter().map(|place| {
                    let position = board.take(place);
                    Child {
                        position,
                        value: position.bounds(),
                        side: position.to_move,
                    }
                });
                (search.complete(children)).expect("a game that is over has an exact value");
            }
            Next::Done(decision) => return (decision, search),
        }
    }
}

/// Alpha-beta, to compare with: what a game comes to, within a window, and how many positions it
/// takes to find that out. It uses the same bounds.
pub fn alpha_beta(board: &Board, mut low: i32, mut high: i32) -> (i32, usize) {
    let bounds = board.bounds();
    if bounds.is_exact() || bounds.max() <= low {
        return (bounds.max(), 1);
    }
    if bounds.min() >= high {
        return (bounds.min(), 1);
    }
    let mut positions = 1;
    for place in board.places() {
        let (result, below) = alpha_beta(&board.take(place), low, high);
        positions += below;
        match board.to_move {
            Side::Max => low = low.max(result),
            Side::Min => high = high.min(result),
        }
        if low >= high {
            break;
        }
    }
    match board.to_move {
        Side::Max => (low, positions),
        Side::Min => (high, positions),
    }
}

fn main() {
    let mut board = Board::new(1978, 4);
    println!("Each side takes four numbers.\n");
    while !board.places().is_empty() {
        println!("{board}");
        let (decision, search) = prove(board, IntervalConfig::default());
        let places = board.places();
        for (place, arc) in places.iter().zip(search.arcs()) {
            let (number, value) = (board.number(*place), arc.value);
            println!("  {number:3}: between {} and {}", value.min(), value.max());
        }
        let place = places[decision.best];
        println!(
            "{:?} takes {}: {:?}, after {} positions\n",
            board.to_move,
            board.number(place),
            decision.reason,
            search.nodes()
        );
        board = board.take(place);
    }
    println!("Max is ahead by {}.\n", board.ahead);

    println!("Positions for the first move, by the kind of search (ten boards together):");
    for name in ["BF", "T", "2DRM", "ADM", "DB", "CP"] {
        let config = IntervalConfig::named(name).expect("a search of the paper, or since");
        let searches = (0..10).map(|seed| prove(Board::new(seed, 4), config).1.nodes());
        println!("  {name:10} {}", searches.sum::<usize>());
    }
    let all = (0..10).map(|seed| alpha_beta(&Board::new(seed, 4), i32::MIN, i32::MAX).1);
    println!("  alpha-beta {}", all.sum::<usize>());
}
