//! A tree without end, made while it is searched. Each position is made from the number of the move
//! that leads to it, so the tree is the same for every order of search. Values wander less the
//! deeper they lie, and bounds close in on them, as those of probes do in a quiet game.

use std::collections::HashMap;

use bstar::{Child, Job, Key, Of, Quantity, Side, Span, SplitMix64, Tag};

use super::random::Random;

#[derive(Clone, Copy)]
struct Position {
    side: Side,
    depth: u32,
    real: i32,
}

pub struct Endless {
    seed: u64,
    width: usize,
    known: HashMap<u64, Position>,
}

impl Endless {
    pub fn new(seed: u64) -> Endless {
        let root = Position {
            side: Side::Max,
            depth: 0,
            real: 0,
        };
        Endless {
            seed,
            width: 3 + (SplitMix64::mix(seed) % 10) as usize,
            known: HashMap::from([(0, root)]),
        }
    }

    /// One move keeps about what the position is worth; the others cost something.
    fn children(&mut self, key: u64) -> Vec<(u64, i32, i32, i32)> {
        let parent = self.known[&key];
        let spread = 400.0 * 0.75f64.powi(parent.depth as i32) + 4.0;
        let sign = if parent.side == Side::Max { 1.0 } else { -1.0 };
        let mut random = Random::new(SplitMix64::mix(self.seed ^ SplitMix64::mix(key)));
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
                let child = SplitMix64::mix(key.wrapping_mul(31) + i as u64 + 1);
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

    pub fn answer(&mut self, job: &Job<usize>) -> Vec<Child<usize>> {
        let mut found = Vec::new();
        for (i, (key, low, real, high)) in self.children(job.key.0).into_iter().enumerate() {
            let mut child = Child::new(i, Key(key)).tag(Tag((SplitMix64::mix(key) % 4) as u32));
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
