//! Many tasks done by several threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, mpsc};

use crate::stop::Stop;

/// Does `tasks` with this many threads. With none, the calling thread does them.
///
/// Each thread makes one worker and gives it task after task. `take` gets the results on the
/// calling thread, in the order in which they come. When it breaks, or `stop` is set, no further
/// task is begun, and the results of those under way are dropped.
pub fn work<T, R, W>(
    threads: usize,
    tasks: impl Iterator<Item = T> + Send,
    stop: &Stop,
    new_worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) where
    T: Send,
    R: Send,
    W: FnMut(T) -> R + Send,
{
    let tasks = Mutex::new(tasks);
    let (results, inbox) = mpsc::channel();
    std::thread::scope(|scope| {
        // Workers live until all results are taken. A process that a worker has started, such as an
        // engine, can be measured until then.
        let mut running = Vec::new();
        for _ in 0..threads {
            let results = results.clone();
            let (tasks, new_worker) = (&tasks, &new_worker);
            let thread = std::thread::Builder::new().spawn_scoped(scope, move || {
                let mut worker = None;
                while !stop.is_set() {
                    let Some(task) = tasks.lock().ok().and_then(|mut tasks| tasks.next()) else {
                        break;
                    };
                    let worker = worker.get_or_insert_with(new_worker);
                    if results.send(worker(task)).is_err() {
                        break;
                    }
                }
                worker
            });
            match thread {
                Ok(thread) => running.push(thread),
                // The system has no more threads to give: fewer do the same work.
                Err(_) => break,
            }
        }
        drop(results);
        if running.is_empty() {
            work_alone(&tasks, stop, &new_worker, &mut take);
        }
        for result in &inbox {
            if take(result).is_break() {
                stop.set();
                break;
            }
        }
        drop(inbox);
    });
}

/// Does all tasks on the calling thread, because the system gives no other.
fn work_alone<T, R, W: FnMut(T) -> R>(
    tasks: &Mutex<impl Iterator<Item = T>>,
    stop: &Stop,
    new_worker: &impl Fn() -> W,
    take: &mut impl FnMut(R) -> ControlFlow<()>,
) {
    let mut worker = None;
    while !stop.is_set() {
        let Some(task) = tasks.lock().ok().and_then(|mut tasks| tasks.next()) else {
            break;
        };
        let worker = worker.get_or_insert_with(new_worker);
        if take(worker(task)).is_break() {
            stop.set();
        }
    }
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

    /// Takes a result, and gives out those that are next.
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

/// How many cores the machine has.
pub fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::time::Duration;

    #[test]
    fn everything_is_done_once() {
        for threads in [1, 4] {
            let mut seen = Vec::new();
            let new_worker = || |n: usize| n * n;
            work(threads, 0..100, &Stop::new(), new_worker, |square| {
                seen.push(square);
                ControlFlow::Continue(())
            });
            seen.sort_unstable();
            assert_eq!(seen, (0..100).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn without_other_threads_the_calling_one_does_everything_in_order() {
        let mut seen = Vec::new();
        let stop = Stop::new();
        let mut take = |square| {
            seen.push(square);
            match seen.len() {
                5 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        work_alone(&Mutex::new(0..100), &stop, &|| |n: usize| n * n, &mut take);
        assert_eq!(seen, [0, 1, 4, 9, 16]);
        assert!(stop.is_set());
    }

    /// The memory of engines was measured after the last game, and they had gone.
    #[test]
    fn workers_live_while_results_are_taken() {
        let alive = Arc::new(());
        let new_worker = || {
            let one = alive.clone();
            move |n: usize| (n, Arc::strong_count(&one))
        };
        work(1, 0..3, &Stop::new(), new_worker, |(n, _)| {
            std::thread::sleep(Duration::from_millis(20));
            assert_eq!(Arc::strong_count(&alive), 2, "after {n}");
            ControlFlow::Continue(())
        });
        assert_eq!(Arc::strong_count(&alive), 1);
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
}
