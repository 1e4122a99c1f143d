//! Questions that wait for a thread, those of the oldest jobs first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use bstar_alphabeta::Probe;
use futures::channel::oneshot;

use super::hands::Question;

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
        (!waiting.is_closed)
            .then(|| waiting.requests.pop())?
            .map(|entry| entry.request)
    }

    /// Nobody will ask any more. What waits is dropped.
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
