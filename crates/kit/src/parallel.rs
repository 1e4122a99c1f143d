//! Several hands for many tasks, and a way to stop them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

/// A request to stop, shared by everyone who should notice.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    own: Arc<AtomicBool>,
    parent: Option<Box<Stop>>,
}

impl Stop {
    /// A request nobody has made yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// A request that can be made on its own, and is also made when this one is.
    pub fn child(&self) -> Stop {
        Stop {
            own: Arc::default(),
            parent: Some(Box::new(self.clone())),
        }
    }

    /// Makes the request.
    pub fn set(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Has it been made?
    pub fn is_set(&self) -> bool {
        self.own.load(Ordering::Relaxed)
            || self.parent.as_ref().is_some_and(|parent| parent.is_set())
    }

    /// Has it been made, or is it about to be? An interruption from the keyboard reaches the processes of other
    /// engines too, perhaps a moment before it reaches us: who sees one fail asks this before he blames it.
    pub fn explains_a_failure(&self) -> bool {
        if !self.is_set() {
            std::thread::sleep(Duration::from_millis(200));
        }
        self.is_set()
    }
}

/// Works off `tasks` with `hands` threads. Each thread hires one worker and gives it task after task; `take` gets the
/// results on the calling thread, in the order they come. When it breaks, or `stop` is set, no further task is
/// begun and what is still under way is dropped.
pub fn work<T, R, W>(
    hands: usize,
    tasks: impl Iterator<Item = T> + Send,
    stop: &Stop,
    hire: impl Fn() -> W + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) where
    T: Send,
    R: Send,
    W: FnMut(T) -> R + Send,
{
    let tasks = Mutex::new(tasks);
    let (results, inbox) = mpsc::channel();
    std::thread::scope(|scope| {
        // Nobody is dismissed while results are still being taken: who takes one may want to see by whom it was made.
        let mut team = Vec::new();
        for _ in 0..hands.max(1) {
            let results = results.clone();
            let (tasks, hire) = (&tasks, &hire);
            let member = std::thread::Builder::new().spawn_scoped(scope, move || {
                let mut worker = None;
                while !stop.is_set() {
                    let Some(task) = tasks.lock().ok().and_then(|mut tasks| tasks.next()) else {
                        break;
                    };
                    let worker = worker.get_or_insert_with(hire);
                    if results.send(worker(task)).is_err() {
                        break;
                    }
                }
                worker
            });
            match member {
                Ok(member) => team.push(member),
                // The system gives no more: fewer hands do the same work.
                Err(_) if !team.is_empty() => break,
                Err(error) => panic!("not even one thread can be had: {error}"),
            }
        }
        drop(results);
        for result in &inbox {
            if take(result).is_break() {
                stop.set();
                break;
            }
        }
        drop(inbox);
    });
}

/// Puts results that come in any order back into the order of their numbers.
#[derive(Debug)]
pub struct InOrder<R> {
    next: usize,
    waiting: BTreeMap<usize, R>,
}

impl<R> InOrder<R> {
    /// Begins with this number.
    pub fn from(first: usize) -> InOrder<R> {
        InOrder {
            next: first,
            waiting: BTreeMap::new(),
        }
    }

    /// Takes a result, and gives out those whose turn has come.
    pub fn put(&mut self, number: usize, result: R) -> Vec<R> {
        self.waiting.insert(number, result);
        let mut ready = Vec::new();
        while let Some(result) = self.waiting.remove(&self.next) {
            ready.push(result);
            self.next += 1;
        }
        ready
    }
}

/// As many hands as the machine has cores.
pub fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once() {
        for hands in [1, 4] {
            let mut seen = Vec::new();
            let hire = || |n: usize| n * n;
            work(hands, 0..100, &Stop::new(), hire, |square| {
                seen.push(square);
                ControlFlow::Continue(())
            });
            seen.sort_unstable();
            assert_eq!(seen, (0..100).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    /// The memory of engines was measured after the last game, and they had gone.
    #[test]
    fn nobody_is_dismissed_while_results_are_taken() {
        let team = std::sync::Arc::new(());
        let hire = || {
            let member = team.clone();
            move |n: usize| (n, std::sync::Arc::strong_count(&member))
        };
        work(1, 0..3, &Stop::new(), hire, |(n, _)| {
            std::thread::sleep(Duration::from_millis(20));
            assert_eq!(std::sync::Arc::strong_count(&team), 2, "after {n}");
            ControlFlow::Continue(())
        });
        assert_eq!(std::sync::Arc::strong_count(&team), 1);
    }

    #[test]
    fn a_break_ends_the_work() {
        let mut taken = 0;
        let stop = Stop::new();
        work(
            3,
            0..,
            &stop,
            || |n: u64| n,
            |_| {
                taken += 1;
                if taken == 10 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        assert_eq!(taken, 10);
    }

    #[test]
    fn results_come_out_in_order() {
        let mut order = InOrder::from(1);
        assert!(order.put(3, 'c').is_empty());
        assert_eq!(order.put(1, 'a'), ['a']);
        assert_eq!(order.put(2, 'b'), ['b', 'c']);
    }

    #[test]
    fn a_child_stops_with_its_parent_and_not_the_other_way() {
        let parent = Stop::new();
        let child = parent.child();
        child.set();
        assert!(child.is_set() && !parent.is_set());
        let other = parent.child();
        parent.set();
        assert!(other.is_set());
    }
}
