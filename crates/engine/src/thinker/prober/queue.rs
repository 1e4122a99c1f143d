//! Questions that wait for a thread, those of the oldest jobs first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use bstar_alphabeta::Probe;
use bstar_board::Position;
use bstar_board::score::Centipawns;
use futures::channel::oneshot;

/// A question for a searcher.
#[derive(Clone)]
pub struct Question {
    pub position: Position,
    pub depth: u32,
    pub alpha: Centipawns,
    pub beta: Centipawns,
    /// Questions of older jobs, which have lower numbers, come first.
    pub order: u32,
    /// The search is not begun once this many nodes are used in all.
    pub node_limit: u64,
}

/// A question, and where its answer goes.
pub struct Request {
    pub question: Question,
    pub answer: oneshot::Sender<Option<Probe>>,
}

/// What waits. Of one job, what was asked first comes first.
#[derive(Default)]
pub struct Queue {
    waiting: Mutex<Waiting>,
    news: Condvar,
}

#[derive(Default)]
struct Waiting {
    requests: BinaryHeap<Entry>,
    /// How many requests there were.
    count: u64,
    is_closed: bool,
}

struct Entry {
    number: u64,
    request: Request,
}

impl Queue {
    pub fn put(&self, request: Request) {
        let mut waiting = self.lock();
        let number = waiting.count;
        waiting.count += 1;
        waiting.requests.push(Entry { number, request });
        self.news.notify_one();
    }

    /// The next request; `None` if there will be none.
    pub fn take(&self) -> Option<Request> {
        let waiting = self.lock();
        let is_idle = |waiting: &mut Waiting| waiting.requests.is_empty() && !waiting.is_closed;
        let waiting = self.news.wait_while(waiting, is_idle);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        waiting.requests.pop().map(|entry| entry.request)
    }

    /// Closes the queue and drops the waiting requests.
    pub fn close(&self) {
        let mut waiting = self.lock();
        waiting.is_closed = true;
        waiting.requests.clear();
        self.news.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    /// The greatest comes first.
    fn rank(&self) -> std::cmp::Reverse<(u32, u64)> {
        std::cmp::Reverse((self.request.question.order, self.number))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(order: u32, depth: u32) -> Request {
        let question = Question {
            position: Position::start(),
            depth,
            alpha: Centipawns(0),
            beta: Centipawns(1),
            order,
            node_limit: u64::MAX,
        };
        Request {
            question,
            answer: oneshot::channel().0,
        }
    }

    #[test]
    fn the_oldest_job_comes_first_and_then_the_first_question() {
        let queue = Queue::default();
        for (order, depth) in [(2, 1), (1, 2), (1, 3), (2, 4), (1, 5)] {
            queue.put(request(order, depth));
        }
        let taken = (0..5).filter_map(|_| queue.take());
        let depths: Vec<u32> = taken.map(|request| request.question.depth).collect();
        assert_eq!(depths, [2, 3, 5, 1, 4]);
        assert!(queue.lock().requests.is_empty());
    }

    #[test]
    fn who_sleeps_is_woken_by_a_question_and_by_the_end() {
        let queue = Queue::default();
        std::thread::scope(|scope| {
            let sleepers =
                [(); 3].map(|()| scope.spawn(|| std::iter::from_fn(|| queue.take()).count()));
            std::thread::sleep(std::time::Duration::from_millis(3));
            queue.put(request(0, 1));
            queue.put(request(0, 2));
            // Both are taken before the end comes.
            while !queue.lock().requests.is_empty() {
                std::thread::yield_now();
            }
            queue.close();
            let taken: usize = sleepers.into_iter().map(|s| s.join().unwrap()).sum();
            assert_eq!(taken, 2);
        });
        assert!(queue.take().is_none());
    }
}
