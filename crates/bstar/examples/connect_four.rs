//! Connect Four, played by B*.
//!
//!     cargo run --release --example connect_four            a game against you
//!     cargo run --release --example connect_four 4455       the best move after these columns
//!     cargo run --release --example connect_four -- --play  a game against alpha-beta
//!
//! There are three parts. The game ([`Board`]) knows nothing of any search. The prober ([`probe`]
//! and `answer`) says what positions are worth. The player ([`Player`]) asks a [`Search`] what it
//! wants to know, finds that out, and plays what the search decides.

use std::io::{self, Write};
use std::{fmt, sync::LazyLock};

use bstar::{Child, Class, Config, Decision, Job, Key, Next, Of, Outcome, Phase};
use bstar::{Quantity, Scale, Search, Side, Span, Tag, Target, Value};

// ---- The game ----------------------------------------------------------------------------------

/// A column, counted from 0. People count from 1.
pub type Column = u32;

// A column takes seven bits, from the bottom up. The seventh stays empty, so that no line runs from
// the top of one column into the next.
const COLUMNS: Column = 7;
const ROWS: u32 = 6;
const HEIGHT: u32 = ROWS + 1;
const BOTTOM: u64 = 0b_0000001_0000001_0000001_0000001_0000001_0000001_0000001;
const BOARD: u64 = BOTTOM * 0b_0111111;

/// From one disc of a line to the next: up, down and right, right, up and right.
const STEPS: [u32; 4] = [1, HEIGHT - 1, HEIGHT, HEIGHT + 1];

/// A position. Max moves first and is shown as X, Min as O.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    discs: [u64; 2],
    /// The side to move.
    pub to_move: Side,
}

impl Board {
    /// The position after these columns, written as digits from 1 to 7.
    pub fn after(moves: &str) -> Result<Board, String> {
        let (discs, to_move) = ([0, 0], Side::Max);
        let mut board = Board { discs, to_move };
        for (n, digit) in (1..).zip(moves.chars()) {
            let column = digit.to_digit(10).unwrap_or(0).wrapping_sub(1);
            let problem = |what| Err(format!("move {n} ('{digit}'): {what}"));
            match board.columns().find(|&free| free == column) {
                _ if board.outcome().is_some() => return problem("the game is over"),
                Some(column) => board = board.play(column),
                None if column < COLUMNS => return problem("the column is full"),
                None => return problem("not a column from 1 to 7"),
            }
        }
        Ok(board)
    }

    /// The columns that are not full, from the centre outwards: that is roughly from good to bad.
    pub fn columns(self) -> impl Iterator<Item = Column> {
        let top = |column: Column| 1 << (column * HEIGHT + ROWS - 1);
        let centre_first = [3, 2, 4, 1, 5, 0, 6].into_iter();
        centre_first.filter(move |&column| self.taken() & top(column) == 0)
    }

    /// The position after a move into a column that is not full.
    pub fn play(mut self, column: Column) -> Board {
        // One more disc carries into the lowest free place.
        let place = (self.taken() + BOTTOM) & (0b_0111111 << (column * HEIGHT));
        self.discs[self.to_move as usize] |= place;
        self.to_move = !self.to_move;
        self
    }

    /// How the game ended, if it has. Only the side that moved last can have won.
    pub fn outcome(self) -> Option<Outcome> {
        let discs = self.discs[!self.to_move as usize];
        let pairs = |step| discs & (discs >> step);
        let is_four = |step| pairs(step) & (pairs(step) >> (2 * step)) != 0;
        let has_won = STEPS.into_iter().any(is_four);
        match self.to_move {
            Side::Min if has_won => Some(Outcome::MaxWins),
            Side::Max if has_won => Some(Outcome::MinWins),
            _ => (self.taken() == BOARD).then_some(Outcome::Draw),
        }
    }

    /// The name of the position, and of no other. In every column the highest bit marks the first
    /// free place, and the bits below it are Max's discs. The side to move follows from the number
    /// of discs.
    pub fn key(self) -> Key {
        Key((self.taken() + BOTTOM) | self.discs[Side::Max as usize])
    }

    fn taken(self) -> u64 {
        self.discs[0] | self.discs[1]
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..ROWS).rev() {
            for column in 0..COLUMNS {
                let [x, o] = self.discs.map(|d| (d >> (column * HEIGHT + row)) & 1);
                write!(f, " {}", ['.', 'X', 'O'][(x + 2 * o) as usize])?;
            }
            writeln!(f)?;
        }
        writeln!(f, " 1 2 3 4 5 6 7")
    }
}

// ---- The prober --------------------------------------------------------------------------------

/// How deep a probe searches, in plies.
const DEPTH: u32 = 4;

/// What finished games are worth. All estimates lie strictly between loss and win.
#[rustfmt::skip]
const SCALE: Scale = Scale { loss: -10_000, draw: 0, win: 10_000 };

/// What a win that a probe has found is worth: nearly a won game, and more the sooner it comes. It
/// counts the discs on the board, not the moves from here, so a position is worth the same wherever
/// a search began.
fn win_seen(board: Board) -> Value {
    9_900 - 10 * board.taken().count_ones() as Value
}

/// All places for four discs in a line: there are 69.
static LINES: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let line = |step: u32| 1 | (1 << step) | (1 << (2 * step)) | (1 << (3 * step));
    let shifted = |step| (0..COLUMNS * HEIGHT).map(move |start| line(step) << start);
    let all = STEPS.into_iter().flat_map(shifted);
    all.filter(|line| line & BOARD == *line).collect()
});

/// What a position is worth to the side to move at first sight. A line in which only one side has
/// discs counts for that side, the more discs the more. Lines with one disc favour the centre.
fn first_sight(board: Board) -> Value {
    const WORTH: [Value; 4] = [0, 2, 10, 50];
    let [mine, theirs] = [board.to_move, !board.to_move].map(|side| board.discs[side as usize]);
    let worth = |line: &u64| match (mine & line, theirs & line) {
        (discs, 0) => WORTH[discs.count_ones() as usize],
        (0, discs) => -WORTH[discs.count_ones() as usize],
        _ => 0,
    };
    LINES.iter().map(worth).sum()
}

/// What a position is worth to the side to move, and the best move, by a plain alpha-beta search.
pub fn probe(board: Board, depth: u32, mut alpha: Value, beta: Value) -> (Value, Column) {
    if depth == 0 {
        return (first_sight(board), COLUMNS);
    }
    let mut best = (SCALE.loss, COLUMNS);
    for column in board.columns() {
        let next = board.play(column);
        let value = match next.outcome() {
            Some(Outcome::Draw) => SCALE.draw,
            Some(_) => win_seen(next),
            None => -probe(next, depth - 1, -beta, -alpha).0,
        };
        if value > best.0 {
            best = (value, column);
            alpha = alpha.max(value);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Answers a job: what the moves are worth that it asks about.
fn answer(root: Board, job: &Job<Column>) -> Vec<Child<Column>> {
    let board = (job.path.iter()).fold(root, |board, &column| board.play(column));
    let is_asked = |of| job.asks.iter().any(|ask| ask.of == of);
    let wants_hope = job.asks.iter().any(|ask| ask.quantity != Quantity::Real);
    let wanted = (board.columns()).filter(|&c| is_asked(Of::All) || is_asked(Of::Move(c)));
    wanted.map(|c| answer_about(board, c, wants_hope)).collect()
}

/// What a move is worth. `real` is what a probe finds after it. The mover's hope is the value that
/// a probe finds if the mover may move again at once: that shows what the move threatens.
fn answer_about(board: Board, column: Column, wants_hope: bool) -> Child<Column> {
    let mut next = board.play(column);
    let child = Child::new(column, next.key());
    if let Some(outcome) = next.outcome() {
        return child.over(outcome);
    }
    // A probe speaks for the side to move, a finding always for Max.
    let sign = if board.to_move == Side::Max { 1 } else { -1 };
    let (theirs, reply) = probe(next, DEPTH, SCALE.loss, SCALE.win);
    let child = child.real(Span::exact(sign * -theirs)).tag(Tag(reply));
    if !wants_hope {
        return child;
    }
    next.to_move = board.to_move;
    let again = probe(next, DEPTH, SCALE.loss, SCALE.win).0;
    let hope = Span::exact(sign * again.max(-theirs)); // A second move can also be a burden.
    match board.to_move {
        Side::Max => child.max_bound(hope),
        Side::Min => child.min_bound(hope),
    }
}

// ---- The player --------------------------------------------------------------------------------

/// A game in progress, and what is known about it.
pub struct Player {
    board: Board,
    /// The search from the position the game has come to.
    pub search: Search<Column>,
}

impl Player {
    /// Joins a game. No position ever comes back in it, so all may be of one class.
    pub fn new(board: Board) -> Player {
        #[rustfmt::skip]
        let config = Config { scale: SCALE, ..Config::default() };
        let search = Search::new(board.key(), Class(0), board.to_move, config);
        let search = search.expect("the scale has room");
        Player { board, search }
    }

    /// Finds out what the search wants to know until it has decided.
    pub fn think(&mut self) -> Decision<Column> {
        loop {
            match self.search.next() {
                Next::Work(job) => {
                    let found = answer(self.board, &job);
                    (self.search.complete(job.id, found)).expect("it is what was asked for");
                }
                Next::Wait => unreachable!("every job comes back before the next is asked for"),
                Next::Done(decision) => return decision,
            }
        }
    }

    /// Either side has moved. The findings about the positions after the move are kept.
    pub fn play(&mut self, column: Column) {
        self.board = self.board.play(column);
        if self.search.advance(column, []).is_err() {
            *self = Player::new(self.board); // Nothing is known, or the game is over.
        }
    }

    /// Thinks, and prints what was decided and why.
    fn think_aloud(&mut self) -> Column {
        let Decision { best, real, reason } = self.think();
        let (expansions, positions) = (self.search.expansions(), self.search.len());
        println!("{reason:?}; expansions: {expansions}, positions: {positions}\n");
        println!("column   pess   real    opt   chance to be as good");
        let (phase, value) = (Phase::Select, real.min().into());
        let mut chances = self.search.probabilities(Target { phase, value });
        let mut moves: Vec<_> = self.search.root().moves().collect();
        moves.sort_by_key(|(column, node)| (*column != best, -node.real().min()));
        let show = |span: Option<Span>| span.map_or("-".into(), |span| span.min().to_string());
        for (column, node) in moves {
            let [pess, real, opt] = [node.pess(), Some(node.real()), node.opt()].map(show);
            let chance = chances.of(node.key()).map_or(0.0, |known| known.min);
            let certain = if node.is_settled() { "  certain" } else { "" };
            let column = column + 1;
            println!("{column:>6} {pess:>6} {real:>6} {opt:>6}   {chance:.2}{certain}");
        }
        best
    }
}

/// An opponent: the best move of an alpha-beta search as deep as the probes for `real`.
pub fn alpha_beta(board: Board) -> Column {
    probe(board, DEPTH + 1, SCALE.loss, SCALE.win).1
}

/// An opponent: a person. There is no move when nothing more comes from the keyboard.
fn person(board: Board) -> Option<Column> {
    loop {
        print!("Your column (1 to 7, q ends the game): ");
        io::stdout().flush().ok()?;
        let mut line = String::new();
        if io::stdin().read_line(&mut line).ok()? == 0 || line.trim().starts_with('q') {
            println!();
            return None;
        }
        match line.trim().parse::<Column>() {
            Ok(n) if board.columns().any(|free| free + 1 == n) => return Some(n - 1),
            Ok(1..=COLUMNS) => println!("That column is full."),
            _ => println!("Please type a number from 1 to 7."),
        }
    }
}

/// Plays a game on. B* moves for one side, the opponent for the other.
fn play(board: Board, bstar: Side, opponent: impl Fn(Board) -> Option<Column>) {
    let mut player = Player::new(board);
    println!("{board}");
    while player.board.outcome().is_none() {
        let column = match player.board.to_move == bstar {
            true => Some(player.think_aloud()),
            false => opponent(player.board),
        };
        let Some(column) = column else { return };
        println!("\ncolumn {}", column + 1);
        player.play(column);
        println!("{}", player.board);
    }
    println!(
        "{}",
        match (player.board.outcome(), !player.board.to_move == bstar) {
            (Some(Outcome::Draw), _) => "A draw.",
            (_, true) => "B* wins.",
            (_, false) => "B* has lost.",
        }
    );
}

fn run(args: &[String]) -> Result<(), String> {
    let (flags, moves): (Vec<_>, Vec<_>) = args.iter().cloned().partition(|arg| arg == "--play");
    let board = Board::after(&moves.concat())?;
    if !flags.is_empty() {
        play(board, board.to_move, |board| Some(alpha_beta(board)));
    } else if moves.is_empty() {
        println!("You are X, B* is O.\n");
        play(board, Side::Min, person);
    } else if board.outcome().is_none() {
        println!("{board}");
        println!("\ncolumn {}", Player::new(board).think_aloud() + 1);
    } else {
        println!("{board}\nThe game is over.");
    }
    Ok(())
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Err(message) = run(&args) {
        eprintln!("{message}\nusage: connect_four [MOVES] [--play]");
        std::process::exit(2);
    }
}
