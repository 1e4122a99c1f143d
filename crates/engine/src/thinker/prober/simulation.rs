//! Probes by many processors that are not there.
//!
//! One thread makes every probe as soon as it is asked for. But the answer is held back until a
//! processor would have found it, by a clock that counts nodes. So the search itself goes the way
//! it would go with these processors, and the clock says how long they would have taken.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use bstar::SplitMix64;
use futures::channel::oneshot;

/// Processors that make probes, all as fast as each other. Times are in nodes: what one of them
/// does meanwhile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Processors {
    pub count: usize,
    /// What a question and its answer take on their way, both together.
    pub latency: u64,
    /// One probe in this many takes ten times as long as it should; 0 for none.
    pub straggler_in: u64,
}

/// How much longer a straggler takes.
const STRAGGLER_FACTOR: u64 = 10;

pub(super) struct Simulation {
    processors: Processors,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    now: u64,
    /// How many processors have nothing to do.
    idle: usize,
    /// What happens next, the soonest first.
    events: BinaryHeap<Reverse<(u64, u64, Happening)>>,
    /// Questions that no processor has begun, by the order of their jobs.
    waiting: BinaryHeap<Reverse<(u32, u64, u64)>>,
    /// Who waits for answers, by the number of the question.
    senders: HashMap<u64, oneshot::Sender<()>>,
    /// How many questions there were.
    asked: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Happening {
    /// A processor hears of a question: the order of its job, and how long it takes.
    Asked { order: u32, takes: u64 },
    /// A processor has found an answer.
    Found,
    /// The answer is told.
    Answered,
}

impl Simulation {
    pub fn new(processors: Processors) -> Simulation {
        let state = State {
            idle: processors.count,
            ..State::default()
        };
        Simulation {
            processors,
            state: RefCell::new(state),
        }
    }

    pub fn count(&self) -> usize {
        self.processors.count
    }

    /// The time by its clock.
    pub fn now(&self) -> u64 {
        self.state.borrow().now
    }

    /// Resolves when a processor would have searched `nodes` nodes for a job.
    pub fn search(&self, order: u32, nodes: u64) -> oneshot::Receiver<()> {
        let mut state = self.state.borrow_mut();
        let number = state.asked;
        state.asked += 1;
        let is_straggler = self.processors.straggler_in > 0
            && SplitMix64::mix(number).is_multiple_of(self.processors.straggler_in);
        let takes = nodes.max(1) * if is_straggler { STRAGGLER_FACTOR } else { 1 };
        let heard = state.now + self.processors.latency / 2;
        let happening = Happening::Asked { order, takes };
        state.events.push(Reverse((heard, number, happening)));
        let (sender, receiver) = oneshot::channel();
        state.senders.insert(number, sender);
        receiver
    }

    /// Moves the clock on until an answer is told.
    pub fn advance(&self) {
        let mut state = self.state.borrow_mut();
        loop {
            let next = state.events.pop();
            let Reverse((time, number, happening)) = next.expect("somebody waits for an answer");
            state.now = time;
            match happening {
                Happening::Asked { order, takes } => {
                    state.waiting.push(Reverse((order, number, takes)));
                }
                Happening::Found => {
                    state.idle += 1;
                    let told = time + self.processors.latency.div_ceil(2);
                    let told = Reverse((told, number, Happening::Answered));
                    state.events.push(told);
                }
                Happening::Answered => {
                    if let Some(sender) = state.senders.remove(&number) {
                        // Its job may have been dropped.
                        let _ = sender.send(());
                    }
                    return;
                }
            }
            // All that is heard at one time is heard before anybody begins.
            let is_more = |event: &Reverse<(u64, u64, Happening)>| event.0.0 == time;
            if !state.events.peek().is_some_and(is_more) || happening == Happening::Found {
                state.begin();
            }
        }
    }
}

impl State {
    /// Idle processors take waiting questions. A cancelled question takes no time.
    fn begin(&mut self) {
        while self.idle > 0
            && let Some(Reverse((_, number, takes))) = self.waiting.pop()
        {
            let is_wanted = self.senders.get(&number).is_some_and(|s| !s.is_canceled());
            let takes = if is_wanted { takes } else { 0 };
            self.idle -= 1;
            let found = self.now + takes;
            self.events.push(Reverse((found, number, Happening::Found)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(processors: Processors, nodes: &[u64]) -> Vec<u64> {
        let simulation = Simulation::new(processors);
        let mut waiting: Vec<_> = nodes.iter().map(|&n| simulation.search(0, n)).collect();
        let mut times = vec![0; nodes.len()];
        for _ in nodes {
            simulation.advance();
            for (time, receiver) in times.iter_mut().zip(&mut waiting) {
                if *time == 0 && receiver.try_recv() == Ok(Some(())) {
                    *time = simulation.now();
                }
            }
        }
        times
    }

    #[test]
    fn who_is_free_first_searches_next() {
        let processors = |count, latency| Processors {
            count,
            latency,
            straggler_in: 0,
        };
        assert_eq!(times(processors(1, 0), &[5, 3, 2]), [5, 8, 10]);
        assert_eq!(times(processors(2, 0), &[5, 3, 3]), [5, 3, 6]);
        assert_eq!(times(processors(2, 10), &[5, 3, 3]), [15, 13, 16]);
        assert_eq!(times(processors(8, 4), &[5, 3, 2]), [9, 7, 6]);
    }

    #[test]
    fn the_oldest_job_comes_first() {
        let simulation = Simulation::new(Processors {
            count: 1,
            latency: 0,
            straggler_in: 0,
        });
        let mut waiting = [2, 1, 1].map(|order| simulation.search(order, 10));
        let mut told = Vec::new();
        while told.len() < 3 {
            simulation.advance();
            let is_told =
                |receiver: &mut oneshot::Receiver<()>| receiver.try_recv() == Ok(Some(()));
            told.extend(waiting.iter_mut().position(is_told));
        }
        assert_eq!(told, [1, 2, 0]);
    }

    #[test]
    fn stragglers_take_ten_times_as_long() {
        let processors = Processors {
            count: 1_000,
            latency: 0,
            straggler_in: 20,
        };
        let times = times(processors, &[7; 1_000]);
        let late = times.iter().filter(|&&time| time == 70).count();
        assert!((25..100).contains(&late) && times.iter().all(|&time| time == 7 || time == 70));
    }
}
