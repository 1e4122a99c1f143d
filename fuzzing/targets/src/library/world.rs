//! A small game that is made up from two numbers, and what a prober finds in it.

use bstar::{
    Child, Class, Job, Key, Of, Outcome, Precision, Quantity, Side, Span, SplitMix64, Tag, Value,
};

/// Positions are numbers, and moves are named after where they lead. Even positions are Max's to
/// move. Many lead back to each other.
#[derive(Clone, Copy)]
pub struct World {
    /// Everything about a position follows from this and its number.
    seed: u64,
    /// How many positions there are.
    size: u8,
    /// Moves lead to the same class or a later one. One class may hold them all.
    class_size: u8,
}

impl World {
    pub const ROOT: u8 = 0;
    const MAX_MOVES: u64 = 5;

    pub fn new(seed: u8, size: u8, class_size: u8) -> World {
        World {
            seed: u64::from(seed),
            size: 4 + size % 120,
            // Even, so that the partner of a position is of the same class.
            class_size: class_size.max(2) & !1,
        }
    }

    pub fn size(self) -> u8 {
        self.size
    }

    pub fn side(self, n: u8) -> Side {
        if n.is_multiple_of(2) {
            Side::Max
        } else {
            Side::Min
        }
    }

    pub fn class(self, n: u8) -> Class {
        Class(u64::from(n / self.class_size))
    }

    fn draw(self, n: u8, what: u64) -> u64 {
        SplitMix64::mix(self.seed << 32 | u64::from(n) << 16 | what)
    }

    fn number(self, n: u8, what: u64, most: u64) -> Value {
        (self.draw(n, what) % (most + 1)) as Value
    }

    /// The result, if the game is over. At the root and right after it, it never is.
    fn outcome(self, n: u8) -> Option<Outcome> {
        match self.draw(n, 1) % 16 {
            _ if n < 2 => None,
            0 => Some(Outcome::MaxWins),
            1 => Some(Outcome::MinWins),
            2 => Some(Outcome::Draw),
            3 => Some(Outcome::Score(self.real(n))),
            _ => None,
        }
    }

    fn real(self, n: u8) -> Value {
        self.number(n, 2, 80) - 40
    }

    fn moves(self, n: u8) -> Vec<u8> {
        let block = n / self.class_size * self.class_size;
        let mut moves = Vec::new();
        for at in 0..1 + self.draw(n, 3) % Self::MAX_MOVES {
            let room = u64::from(self.size - block.min(self.size - 1));
            let to = block.saturating_add((self.draw(n, 10 + at) % room) as u8);
            // The other side moves there.
            let to = if to % 2 == n % 2 { to ^ 1 } else { to };
            if to < self.size && !moves.contains(&to) {
                moves.push(to);
            }
        }
        if moves.is_empty() {
            moves.push(n ^ 1);
        }
        moves
    }

    /// What an honest prober finds for a job.
    pub fn findings(self, job: &Job<u8>, is_exact: bool) -> Vec<Child<u8>> {
        let n = job.key.0 as u8;
        let asked = |to: &u8| job.asks_about(*to).next().is_some();
        let moves: Vec<u8> = self.moves(n).into_iter().filter(asked).collect();
        let finding = |&to: &u8| self.finding(job, &moves, to, is_exact);
        moves.iter().map(finding).collect()
    }

    fn finding(self, job: &Job<u8>, moves: &[u8], to: u8, is_exact: bool) -> Child<u8> {
        let mut child = Child::new(to, Key(u64::from(to))).class(self.class(to));
        if let Some(outcome) = self.outcome(to) {
            return child.over(outcome);
        }
        if let tag @ 0..3 = self.draw(to, 4) % 5 {
            child = child.tag(Tag(tag as u32));
        }
        for ask in job
            .asks
            .iter()
            .filter(|ask| matches!(ask.of, Of::All) || ask.of == Of::Move(to))
        {
            let value = match ask.quantity {
                Quantity::Real => self.real(to),
                Quantity::MaxBound => self.real(to) + self.number(to, 5, 40),
                Quantity::MinBound => self.real(to) - self.number(to, 6, 40),
            };
            let span = match ask.precision {
                _ if is_exact => Span::exact(value),
                Precision::Best { than } => self.as_best(job.key.0 as u8, moves, to, than),
                precision => precision.answer(value),
            };
            child = match ask.quantity {
                Quantity::Real => child.real(span),
                Quantity::MaxBound => child.max_bound(span),
                Quantity::MinBound => child.min_bound(span),
            };
        }
        child
    }

    /// The value if it is the best of those asked about and better than `than`; otherwise only that
    /// it is not.
    fn as_best(self, n: u8, moves: &[u8], to: u8, than: Value) -> Span {
        let is_max = self.side(n) == Side::Max;
        let sign = if is_max { 1 } else { -1 };
        let worth = |to: u8| match self.outcome(to) {
            Some(outcome) => sign * bstar::Scale::default().value_of(outcome),
            None => sign * self.real(to),
        };
        let best = moves.iter().map(|&to| worth(to)).chain([sign * than]).max();
        let best = best.expect("one was asked about");
        match (worth(to) == best && best > sign * than, is_max) {
            (true, _) => Span::exact(sign * best),
            (false, true) => Span::at_most(best),
            (false, false) => Span::at_least(-best),
        }
    }
}
