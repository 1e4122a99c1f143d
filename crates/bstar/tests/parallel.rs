//! Many jobs out at once: how often is the decision another one, and how many expansions more does it take?
//!
//! The trees have no end and are made as they are searched, each position from the number of the move that leads to it: the same tree for every
//! order of search. Values wander less the deeper they lie, and bounds close in on them, as probes do in a quiet game.

mod common;

use std::collections::{HashMap, VecDeque};

use bstar::{Child, Class, Config, Job, Key, Next, Of, Quantity, Search, Side, Span, Tag};
use common::random::{Random, mix};

#[derive(Clone, Copy)]
struct Position {
    side: Side,
    depth: u32,
    real: i32,
}

struct Endless {
    seed: u64,
    width: usize,
    known: HashMap<u64, Position>,
}

impl Endless {
    fn new(seed: u64) -> Endless {
        let root = Position {
            side: Side::Max,
            depth: 0,
            real: 0,
        };
        Endless {
            seed,
            width: 3 + (mix(seed) % 10) as usize,
            known: HashMap::from([(0, root)]),
        }
    }

    /// One move keeps about what the position is worth; the others cost something.
    fn children(&mut self, key: u64) -> Vec<(u64, i32, i32, i32)> {
        let parent = self.known[&key];
        let spread = 400.0 * 0.75f64.powi(parent.depth as i32) + 4.0;
        let sign = if parent.side == Side::Max { 1.0 } else { -1.0 };
        let mut random = Random(mix(self.seed ^ mix(key)));
        let favourite = random.below(self.width);
        (0..self.width)
            .map(|i| {
                let drift = spread * (random.unit() - 0.5) * 0.6;
                let cost = if i == favourite {
                    0.0
                } else {
                    spread * random.unit() * random.unit()
                };
                let real = parent.real + (drift - sign * cost) as i32;
                let (up, down) = (spread * random.unit(), spread * random.unit());
                let child = mix(key.wrapping_mul(31) + i as u64 + 1);
                self.known.insert(
                    child,
                    Position {
                        side: !parent.side,
                        depth: parent.depth + 1,
                        real,
                    },
                );
                (child, real - down as i32, real, real + up as i32)
            })
            .collect()
    }

    fn answer(&mut self, job: &Job<usize>) -> Vec<Child<usize>> {
        let mut found = Vec::new();
        for (i, (key, low, real, high)) in self.children(job.key.0).into_iter().enumerate() {
            let mut child = Child::new(i, Key(key)).tag(Tag((mix(key) % 4) as u32));
            let mut is_asked = false;
            for ask in job
                .asks
                .iter()
                .filter(|ask| ask.of == Of::All || ask.of == Of::Move(i))
            {
                is_asked = true;
                child = match ask.quantity {
                    Quantity::Real => child.real(Span::exact(real)),
                    Quantity::MaxBound => child.max_bound(Span::exact(high)),
                    Quantity::MinBound => child.min_bound(Span::exact(low)),
                };
            }
            if is_asked {
                found.push(child);
            }
        }
        found
    }
}

/// The decision and the number of expansions with `most` jobs out at once; they come back in the order they went.
fn run(seed: u64, most: usize) -> (usize, u32) {
    let mut tree = Endless::new(seed);
    let mut search = Search::new(Key(0), Class::default(), Side::Max, Config::default()).unwrap();
    let mut out: VecDeque<Job<usize>> = VecDeque::new();
    loop {
        if out.len() < most {
            match search.next() {
                Next::Work(job) => {
                    out.push_back(job);
                    continue;
                }
                Next::Wait => {}
                Next::Done(decision) => return (decision.best, search.expansions()),
            }
        }
        let job = out.pop_front().expect("a search does not wait for nothing");
        let found = tree.answer(&job);
        search.complete(job.id, found).unwrap();
    }
}

#[test]
fn many_jobs_at_once_come_to_the_same_decision() {
    let trees = 1_000;
    let alone: Vec<(usize, u32)> = (0..trees).map(|seed| run(seed, 1)).collect();
    let total: u32 = alone.iter().map(|(_, expansions)| expansions).sum();
    println!("1 job at once: {total} expansions");
    for most in [4, 64] {
        let together: Vec<(usize, u32)> = (0..trees).map(|seed| run(seed, most)).collect();
        let same = alone
            .iter()
            .zip(&together)
            .filter(|(a, b)| a.0 == b.0)
            .count();
        let more: u32 = together.iter().map(|(_, expansions)| expansions).sum();
        println!(
            "{most} jobs at once: {same} of {trees} decisions the same, {:.2} times the expansions",
            f64::from(more) / f64::from(total)
        );
        assert!(
            same * 100 >= trees as usize * 95,
            "{same} of {trees} with {most} jobs at once"
        );
    }
}
