//! Noughts and crosses: the program that `docs/bring-your-own-game.md` works through.
//!
//!     cargo run --example tic_tac_toe

use std::sync::mpsc;
use std::{fmt, thread};

use bstar::{
    Ask, Asking, Child, Class, Config, Decision, Event, Job, Key, Next, Of, Outcome, Phase,
    Quantity, Scale, Search, Side, Span, Target, Value,
};

/// One of the nine places, counted from 0.
pub type Place = u8;

/// A position. Max moves first and writes crosses.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    marks: [Option<Side>; 9],
    /// The side to move.
    pub to_move: Side,
}

#[rustfmt::skip]
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Board {
    /// Before the first move.
    #[rustfmt::skip]
    pub const EMPTY: Board = Board { marks: [None; 9], to_move: Side::Max };

    /// The free places.
    pub fn moves(self) -> impl Iterator<Item = Place> {
        (0..9).filter(move |&place| self.marks[usize::from(place)].is_none())
    }

    /// The position after a move.
    pub fn play(mut self, place: Place) -> Board {
        self.marks[usize::from(place)] = Some(self.to_move);
        self.to_move = !self.to_move;
        self
    }

    /// How the game ended, if it has.
    pub fn outcome(self) -> Option<Outcome> {
        let has_won =
            |side| (LINES.iter()).any(|line| line.map(|i| self.marks[i]) == [Some(side); 3]);
        if has_won(Side::Max) {
            Some(Outcome::MaxWins)
        } else if has_won(Side::Min) {
            Some(Outcome::MinWins)
        } else {
            (self.moves().next().is_none()).then_some(Outcome::Draw)
        }
    }

    /// Nine digits to the base three, and one more for the side to move: no two positions share it.
    pub fn key(self) -> Key {
        let digit = |mark| match mark {
            None => 0,
            Some(Side::Max) => 1,
            Some(Side::Min) => 2,
        };
        let start = if self.to_move == Side::Max { 0 } else { 1 };
        Key((self.marks.into_iter()).fold(start, |key, mark| 3 * key + digit(mark)))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |mark: Option<Side>| mark.map_or('.', |side| ['X', 'O'][side as usize]);
        for row in self.marks.chunks(3) {
            writeln!(f, " {} {} {}", sign(row[0]), sign(row[1]), sign(row[2]))?;
        }
        Ok(())
    }
}

/// What a position is worth to Max at first sight: ten points for every line that is still open.
pub fn evaluate(board: Board) -> Value {
    let is_open =
        |line: [usize; 3], side: Side| line.iter().all(|&i| board.marks[i] != Some(!side));
    let open = |side| (LINES.iter()).filter(|&&line| is_open(line, side)).count() as Value;
    10 * (open(Side::Max) - open(Side::Min))
}

/// What finished games are worth.
pub const SCALE: Scale = Scale {
    loss: -1_000,
    draw: 0,
    win: 1_000,
};

/// A won game that is not on the board yet must stay inside the scale.
fn estimate(board: Board) -> Value {
    match board.outcome() {
        Some(Outcome::MaxWins) => 900,
        Some(Outcome::MinWins) => -900,
        Some(_) => 0,
        None => evaluate(board),
    }
}

/// What `side` could make of the position if it were to move now.
fn hope(board: Board, side: Side) -> Value {
    let board = Board {
        to_move: side,
        ..board
    };
    let values = board.moves().map(|place| estimate(board.play(place)));
    let real = estimate(board);
    match side {
        Side::Max => values.fold(real, Value::max),
        Side::Min => values.fold(real, Value::min),
    }
}

/// Answers what is asked about one move.
fn answer_about(board: Board, place: Place, asks: &[Ask<Place>]) -> Child<Place> {
    let after = board.play(place);
    let mut child = Child::new(place, after.key());
    if let Some(outcome) = after.outcome() {
        return child.over(outcome);
    }
    for ask in asks {
        if ask.of != Of::All && ask.of != Of::Move(place) {
            continue;
        }
        let precisely = |value| ask.precision.answer(value);
        child = match ask.quantity {
            Quantity::Real => child.real(precisely(estimate(after))),
            Quantity::MaxBound => child.max_bound(precisely(hope(after, Side::Max))),
            Quantity::MinBound => child.min_bound(precisely(hope(after, Side::Min))),
        };
    }
    child
}

/// Answers a job.
fn answer(root: Board, job: &Job<Place>) -> Vec<Child<Place>> {
    let board = (job.path.iter()).fold(root, |board, &place| board.play(place));
    let is_asked =
        |place| (job.asks.iter()).any(|ask| [Of::All, Of::Move(place)].contains(&ask.of));
    let moves = board.moves().filter(|&place| is_asked(place));
    moves
        .map(|place| answer_about(board, place, &job.asks))
        .collect()
}

/// A search from this position.
pub fn new_search(board: Board) -> Search<Place> {
    let config = Config {
        scale: SCALE,
        asking: Asking::AsNeeded,
        ..Config::default()
    };
    let no_class = Class::default();
    Search::new(board.key(), no_class, board.to_move, config).expect("the scale has room")
}

/// Does what the search wants until it has decided.
pub fn think(board: Board, search: &mut Search<Place>) -> Decision<Place> {
    loop {
        match search.next() {
            Next::Work(job) => {
                let children = answer(board, &job);
                (search.complete(job.id, children)).expect("what was asked is answered");
            }
            Next::Wait => unreachable!("no job is out while we ask for the next"),
            Next::Done(decision) => return decision,
        }
    }
}

/// The same with several workers.
pub fn think_together(board: Board, search: &mut Search<Place>, workers: usize) -> Decision<Place> {
    let (report, reports) = mpsc::channel();
    thread::scope(|scope| {
        loop {
            let is_busy = search.jobs_out() >= workers;
            match if is_busy { Next::Wait } else { search.next() } {
                Next::Work(job) => {
                    let report = report.clone();
                    scope.spawn(move || report.send((job.id, answer(board, &job))));
                }
                Next::Wait => {
                    let (id, children) = reports.recv().expect("somebody is at work");
                    (search.complete(id, children)).expect("what was asked is answered");
                }
                Next::Done(decision) => {
                    drop(report);
                    for (id, children) in reports {
                        (search.complete(id, children)).expect("late findings are welcome");
                    }
                    return decision;
                }
            }
        }
    })
}

/// A value, or what is known of it.
fn in_words(span: Span) -> String {
    match span.known() {
        Some(value) => value.to_string(),
        None => format!("{}..{}", span.min(), span.max()),
    }
}

/// What is known about the root moves, and how likely each is to become as good as the best.
fn show(search: &Search<Place>, decision: Decision<Place>) {
    let target = Target {
        phase: Phase::Select,
        value: decision.real.min().into(),
    };
    let mut chances = search.probabilities(target);
    for (place, node) in search.root().moves() {
        let [pess, real, opt] = [node.pess(), Some(node.real()), node.opt()]
            .map(|span| span.map_or("-".to_string(), in_words));
        let chance = chances.of(node.key()).map_or(0.0, |known| known.min);
        let certain = if node.is_settled() { "certain" } else { "" };
        println!("{place}: {pess:>9} {real:>9} {opt:>9}  {chance:.2} {certain}");
    }
}

/// What happened, in words.
fn report(search: &mut Search<Place>) {
    for event in search.take_events() {
        match event {
            Event::SelectEnded { selected, why } => println!("chose {selected}: {why:?}"),
            Event::Refuted { selected } => println!("{selected} was refuted"),
            Event::Done(decision) => println!("plays {}: {:?}", decision.best, decision.reason),
            _ => {}
        }
    }
}

/// Goes on by a move, with all that is known about the positions after it.
pub fn advance(board: Board, search: &mut Search<Place>, place: Place) -> Board {
    let board = board.play(place);
    if search.advance(place, []).is_err() {
        *search = new_search(board);
    }
    board
}

fn main() {
    let mut board = Board::EMPTY;
    let mut search = new_search(board);
    while board.outcome().is_none() {
        let decision = match board.to_move {
            Side::Max => think(board, &mut search),
            Side::Min => think_together(board, &mut search, 4),
        };
        show(&search, decision);
        report(&mut search);
        board = advance(board, &mut search, decision.best);
        println!("{board}");
    }
    println!("{:?}", board.outcome());
}
