//! A fair share of the processor for every search.
//!
//! A search runs in a thread of its own. Every thousand nodes or so it may be made to wait. There
//! are as many [passes](CoreShares) as cores. A search with a pass thinks for a slice of time.
//! Then, if others wait, it goes to the end of the queue. A new search needs no pass for its first
//! slice. So every visitor has a first answer at once, however many there are.
//!
//! The time of a search is wall-clock time. If many ask, all think less, and nobody waits longer.

use std::collections::VecDeque;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

#[cfg(loom)]
use loom::sync::{Condvar, Mutex, MutexGuard};
#[cfg(not(loom))]
use std::sync::{Condvar, Mutex, MutexGuard};

/// How long a search thinks before others have their turn. A model has no time: there every slice
/// is over at once.
const TIME_SLICE: Duration = if cfg!(loom) {
    Duration::ZERO
} else {
    Duration::from_millis(40)
};

/// The passes, and the searches that wait for one.
#[derive(Clone)]
pub struct CoreShares {
    inner: Arc<Inner>,
}

struct Inner {
    queue: Mutex<Queue>,
    changed: Condvar,
    most: usize,
}

struct Queue {
    passes: usize,
    waiting: VecDeque<u64>,
    tickets: u64,
    running: usize,
}

/// A search's turn on a core.
pub struct CoreTurn {
    share: CoreShares,
    has_pass: bool,
    is_resting: bool,
    began: Instant,
    slice: Duration,
}

impl CoreShares {
    /// Shares with this many passes, for at most this many searches at once.
    pub fn new(passes: usize, most: usize) -> CoreShares {
        CoreShares {
            inner: Arc::new(Inner {
                queue: Mutex::new(Queue {
                    passes: passes.max(1),
                    waiting: VecDeque::new(),
                    tickets: 0,
                    running: 0,
                }),
                changed: Condvar::new(),
                most,
            }),
        }
    }

    /// Lets a search in. The error tells how many are running already.
    pub fn enter(&self) -> Result<CoreTurn, usize> {
        let mut queue = self.queue();
        if queue.running >= self.inner.most {
            return Err(queue.running);
        }
        queue.running += 1;
        drop(queue);
        Ok(CoreTurn {
            share: self.clone(),
            has_pass: false,
            is_resting: false,
            began: Instant::now(),
            slice: TIME_SLICE,
        })
    }

    /// How many searches are running.
    pub fn running(&self) -> usize {
        self.queue().running
    }

    /// How many searches wait for a pass.
    #[cfg(test)]
    pub fn waiting(&self) -> usize {
        self.queue().waiting.len()
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        // A panic leaves nothing half done in the queue.
        self.inner
            .queue
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a pass at the end of the queue.
    fn wait(&self, mut queue: MutexGuard<'_, Queue>) {
        let ticket = queue.tickets;
        queue.tickets += 1;
        queue.waiting.push_back(ticket);
        while queue.passes == 0 || queue.waiting.front() != Some(&ticket) {
            queue = self
                .inner
                .changed
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
        queue.waiting.pop_front();
        queue.passes -= 1;
        drop(queue);
        self.inner.changed.notify_all();
    }
}

impl CoreTurn {
    /// Shortens the turns of a search with several threads: all of them run on its one pass.
    pub fn divide(&mut self, threads: usize) {
        self.slice = TIME_SLICE / u32::try_from(threads).unwrap_or(u32::MAX).max(1);
    }

    /// Lets others have their turn when this one is over. The search calls it often.
    pub fn give_way(&mut self) {
        if !self.is_resting && self.began.elapsed() < self.slice {
            return;
        }
        let mut queue = self.share.queue();
        if self.has_pass && queue.waiting.is_empty() {
            drop(queue);
        } else {
            if self.has_pass {
                queue.passes += 1;
                self.share.inner.changed.notify_all();
            }
            self.share.wait(queue);
            self.has_pass = true;
        }
        self.is_resting = false;
        self.began = Instant::now();
    }
}

impl CoreTurn {
    /// Gives the pass back, because the search is over. If it goes on after all, it waits for a
    /// turn first.
    pub fn rest(&mut self) {
        self.is_resting = true;
        if std::mem::take(&mut self.has_pass) {
            self.share.queue().passes += 1;
            self.share.inner.changed.notify_all();
        }
    }
}

impl Drop for CoreTurn {
    fn drop(&mut self) {
        self.rest();
        self.share.queue().running -= 1;
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn there_is_room_for_so_many_and_it_comes_back() {
        let share = CoreShares::new(1, 2);
        let (first, _second) = (share.enter().unwrap(), share.enter().unwrap());
        assert_eq!(share.enter().err(), Some(2));
        drop(first);
        assert_eq!(share.running(), 1);
        assert!(share.enter().is_ok());
    }

    /// Sentences are searched for when the search itself is over and has given its pass back.
    #[test]
    fn a_search_that_has_rested_waits_before_going_on() {
        let share = CoreShares::new(1, 2);
        let (mut first, mut second) = (share.enter().unwrap(), share.enter().unwrap());
        std::thread::sleep(TIME_SLICE);
        first.give_way();
        first.rest();
        second.give_way();
        let goes_on = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                first.give_way();
                goes_on.store(true, Ordering::Relaxed);
            });
            while share.queue().waiting.is_empty() {
                assert!(
                    !goes_on.load(Ordering::Relaxed),
                    "it went on without a pass"
                );
                std::thread::yield_now();
            }
            assert!(!goes_on.load(Ordering::Relaxed));
            second.rest();
        });
        assert!(goes_on.load(Ordering::Relaxed));
    }

    /// Ten searches that never rest share one pass, and all get about as far.
    #[test]
    fn everybody_has_a_turn() {
        let share = CoreShares::new(1, 10);
        let end = Instant::now() + Duration::from_millis(1_500);
        let turns: Vec<u32> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..10)
                .map(|_| {
                    let mut turn = share.enter().unwrap();
                    scope.spawn(move || {
                        let mut steps = 0;
                        while Instant::now() < end {
                            std::thread::sleep(Duration::from_millis(5));
                            steps += 1;
                            turn.give_way();
                        }
                        steps
                    })
                })
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect()
        });
        assert!(turns.iter().all(|steps| *steps >= 10), "{turns:?}");
        assert_eq!(share.running(), 0);
    }
}
