//! A game that is written down: every position, its moves, and what probes say of it.

use bstar::{
    Child, Class, Config, Decision, Job, Key, Next, Of, Outcome, Precision, Purpose, Quantity,
    Search, Side, Span, Tag, Value,
};

use super::random::Random;

#[derive(Clone, Debug)]
pub struct Position {
    pub side: Side,
    pub moves: Vec<usize>,
    pub low: i32,
    pub real: i32,
    pub high: i32,
    pub tag: Option<u32>,
    /// The result, if the game is over.
    pub over: Option<i32>,
}

/// Position 0 is the root. A position's number is its key, and moves are named after where they
/// lead.
#[derive(Clone, Debug)]
pub struct Game {
    pub positions: Vec<Position>,
}

/// How a prober answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    Exactly,
    /// Nothing that was not asked.
    AsAsked,
}

impl Game {
    /// A tree, or, with `joins`, a graph without cycles in which several paths lead to a position.
    pub fn random(random: &mut Random, joins: bool) -> Game {
        let depth = 2 + random.below(5);
        let width = 1 + random.below(4);
        Self::grown(random, joins, depth, width, 120)
    }

    /// The same with a given depth, at most `width` moves below the root, and not many more
    /// positions than `positions_wanted`.
    pub fn grown(
        random: &mut Random,
        joins: bool,
        depth: usize,
        width: usize,
        positions_wanted: usize,
    ) -> Game {
        let coarse = [1, 1, 5, 20][random.below(4)];
        let mut layers: Vec<Vec<usize>> = vec![vec![0]];
        let mut positions = vec![Self::position(random, 0, 0, 60, coarse)];
        for layer in 1..=depth {
            let mut next = Vec::new();
            let parents = layers[layer - 1].clone();
            for &p in &parents {
                if positions[p].over.is_some() || (layer > 1 && positions.len() > positions_wanted)
                {
                    continue;
                }
                let count = if layer == 1 {
                    2 + random.below(4)
                } else {
                    1 + random.below(width)
                };
                for _ in 0..count {
                    if joins && !next.is_empty() && random.chance(0.3) {
                        let to = next[random.below(next.len())];
                        if !positions[p].moves.contains(&to) {
                            positions[p].moves.push(to);
                            continue;
                        }
                    }
                    let spread = 60 / layer as i32 + 3;
                    let position = Self::position(random, layer, positions[p].real, spread, coarse);
                    positions.push(position);
                    let new = positions.len() - 1;
                    positions[p].moves.push(new);
                    next.push(new);
                }
            }
            layers.push(next);
        }
        // A position without moves is the end of the game.
        for position in &mut positions {
            if position.moves.is_empty() {
                position.over = Some(position.real);
            }
        }
        Game { positions }
    }

    /// Positions that lead back to each other.
    pub fn cyclic(random: &mut Random) -> Game {
        let n = 4 + random.below(8);
        Self::cyclic_of(random, n)
    }

    /// `n` positions that lead back to each other, and leaves.
    pub fn cyclic_of(random: &mut Random, n: usize) -> Game {
        let mut positions: Vec<Position> = (0..n)
            .map(|i| Self::position(random, i % 2, 0, 20, 1))
            .collect();
        for (i, position) in positions.iter_mut().enumerate() {
            position.over = None;
            for to in 0..n {
                if to % 2 != i % 2 && (random.below(n) < 3 || to == i + 1) {
                    position.moves.push(to);
                }
            }
        }
        for i in 0..n {
            for _ in 0..random.below(3) {
                let mut leaf = Self::position(random, i + 1, 0, 20, 1);
                leaf.over = Some(leaf.real);
                positions.push(leaf);
                let new = positions.len() - 1;
                positions[i].moves.push(new);
            }
            if positions[i].moves.is_empty() {
                positions[i].over = Some(positions[i].real);
            }
        }
        positions[0].over = None;
        Game { positions }
    }

    /// The value of a position among those whose moves are known. Every path is played out, and the
    /// first repetition on it is a draw.
    pub fn brute_force(
        &self,
        n: usize,
        expanded: &std::collections::BTreeSet<usize>,
        path: &mut Vec<usize>,
    ) -> i32 {
        let position = &self.positions[n];
        if !expanded.contains(&n) {
            return position.over.unwrap_or(position.real);
        }
        if path.contains(&n) {
            return 0;
        }
        path.push(n);
        let values: Vec<i32> = position
            .moves
            .iter()
            .map(|&to| self.brute_force(to, expanded, path))
            .collect();
        path.pop();
        let best = if position.side == Side::Max {
            values.into_iter().max()
        } else {
            values.into_iter().min()
        };
        best.expect("every position that can be expanded has a move")
    }

    fn position(
        random: &mut Random,
        layer: usize,
        around: i32,
        spread: i32,
        coarse: i32,
    ) -> Position {
        let real = (around + random.between(-spread, spread)) / coarse * coarse;
        Position {
            side: if layer.is_multiple_of(2) {
                Side::Max
            } else {
                Side::Min
            },
            moves: Vec::new(),
            low: real - random.between(0, spread) / coarse * coarse,
            real,
            high: real + random.between(0, spread) / coarse * coarse,
            tag: random.chance(0.7).then(|| random.below(3) as u32),
            over: (layer > 1 && random.chance(0.08)).then_some(real),
        }
    }

    pub fn search(&self, config: Config) -> Search<usize> {
        Search::new(Key(0), Class::default(), self.positions[0].side, config)
            .expect("sensible settings")
    }

    /// What a prober finds out for a job.
    pub fn findings(&self, job: &Job<usize>, answers: Answers) -> Vec<Child<usize>> {
        let moves = &self.positions[job.key.0 as usize].moves;
        let asked = |to: usize| {
            job.asks
                .iter()
                .any(|ask| ask.of == Of::All || ask.of == Of::Move(to))
        };
        moves
            .iter()
            .filter(|&&to| asked(to))
            .map(|&to| self.finding(job, to, answers))
            .collect()
    }

    fn finding(&self, job: &Job<usize>, to: usize, answers: Answers) -> Child<usize> {
        let position = &self.positions[to];
        let mut child = Child::new(to, Key(to as u64));
        if let Some(value) = position.over {
            return child.over(Outcome::Score(value));
        }
        if let Some(tag) = position.tag {
            child = child.tag(Tag(tag));
        }
        for ask in job
            .asks
            .iter()
            .filter(|ask| ask.of == Of::All || ask.of == Of::Move(to))
        {
            let value = match ask.quantity {
                Quantity::Real => position.real,
                Quantity::MaxBound => position.high,
                Quantity::MinBound => position.low,
            };
            let span = match (answers, ask.precision) {
                (Answers::Exactly, _) => Span::exact(value),
                (_, Precision::Best { than }) => self.as_best(job, to, than),
                (_, precision) => precision.answer(value),
            };
            child = match ask.quantity {
                Quantity::Real => child.real(span),
                Quantity::MaxBound => child.max_bound(span),
                Quantity::MinBound => child.min_bound(span),
            };
        }
        child
    }

    /// The real value if it is the best of those asked about and better than `than`; otherwise only
    /// that it is not.
    fn as_best(&self, job: &Job<usize>, to: usize, than: Value) -> Span {
        let is_max = self.positions[job.key.0 as usize].side == Side::Max;
        let sign = if is_max { 1 } else { -1 };
        let worth = |to: usize| {
            let position = &self.positions[to];
            sign * position.over.unwrap_or(position.real)
        };
        let moves = &self.positions[job.key.0 as usize].moves;
        let best = moves
            .iter()
            .copied()
            .filter(|&other| job.asks_about(other).next().is_some())
            .map(worth)
            .chain([sign * than])
            .max()
            .expect("one was asked about");
        match (worth(to) == best && best > sign * than, is_max) {
            (true, _) => Span::exact(sign * best),
            (false, true) => Span::at_most(best),
            (false, false) => Span::at_least(-best),
        }
    }

    /// Runs a search one job at a time. `watch` sees every job that expands, before it is answered.
    pub fn run(
        &self,
        search: &mut Search<usize>,
        answers: Answers,
        mut watch: impl FnMut(&mut Search<usize>, &Job<usize>),
    ) -> Decision<usize> {
        loop {
            match search.next() {
                Next::Work(job) => {
                    if job.purpose == Purpose::Expand {
                        watch(search, &job);
                    }
                    let findings = self.findings(&job, answers);
                    search.complete(job.id, findings).expect("honest findings");
                }
                Next::Wait => panic!("waits for nothing"),
                Next::Done(decision) => return decision,
            }
        }
    }
}
