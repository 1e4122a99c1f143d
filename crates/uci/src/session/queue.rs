//! The lines that wait for the worker.
//!
//! Lines can come faster than the worker obeys them, so the queue is bounded. A full queue makes
//! its reader wait, and with it the program that sends the lines.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// How much may wait, in bytes of text. A game of 500 moves takes 5,000.
const MAX_WAITING_BYTES: usize = 1 << 21;

/// What a line counts besides its text, because even a short one takes memory.
const LINE_BYTES: usize = 256;

/// The reader's end. When it is dropped, the worker's end gives out what is left and then ends.
pub(super) struct QueueSender<T>(Arc<Queue<T>>);

/// The worker's end. When it is dropped, nothing more can be sent.
pub(super) struct QueueReceiver<T>(Arc<Queue<T>>);

struct Queue<T> {
    state: Mutex<QueueState<T>>,
    changed: Condvar,
}

struct QueueState<T> {
    /// Each with the bytes it counts.
    lines: VecDeque<(T, usize)>,
    bytes: usize,
    is_closed: bool,
}

/// An empty queue. It has one sender and one receiver.
pub(super) fn bounded<T>() -> (QueueSender<T>, QueueReceiver<T>) {
    let queue = Arc::new(Queue {
        state: Mutex::new(QueueState {
            lines: VecDeque::new(),
            bytes: 0,
            is_closed: false,
        }),
        changed: Condvar::new(),
    });
    (QueueSender(queue.clone()), QueueReceiver(queue))
}

impl<T> QueueSender<T> {
    /// Whether a line of `text_bytes` bytes could be queued without waiting.
    pub(super) fn has_room(&self, text_bytes: usize) -> bool {
        self.0.lock().has_room(text_bytes + LINE_BYTES)
    }

    /// Queues a line, and waits until there is room for it. Returns false if the worker has ended.
    pub(super) fn send(&self, line: T, text_bytes: usize) -> bool {
        let bytes = text_bytes + LINE_BYTES;
        let mut state = self.0.lock();
        while !state.is_closed && !state.has_room(bytes) {
            state = self.0.wait(state);
        }
        if state.is_closed {
            return false;
        }
        state.lines.push_back((line, bytes));
        state.bytes += bytes;
        self.0.changed.notify_all();
        true
    }
}

impl<T> Iterator for QueueReceiver<T> {
    type Item = T;

    /// Waits for a line. There is none after the sender has gone.
    fn next(&mut self) -> Option<T> {
        let mut state = self.0.lock();
        loop {
            if let Some((line, bytes)) = state.lines.pop_front() {
                state.bytes -= bytes;
                self.0.changed.notify_all();
                return Some(line);
            }
            if state.is_closed {
                return None;
            }
            state = self.0.wait(state);
        }
    }
}

impl<T> Drop for QueueSender<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<T> Drop for QueueReceiver<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<T> QueueState<T> {
    /// A line that is larger than the whole queue is alone in it.
    fn has_room(&self, bytes: usize) -> bool {
        self.lines.is_empty() || self.bytes + bytes <= MAX_WAITING_BYTES
    }
}

impl<T> Queue<T> {
    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<T>> {
        // Nothing can panic while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, QueueState<T>>) -> MutexGuard<'a, QueueState<T>> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn lines_come_out_in_order_also_after_the_sender_has_gone() {
        let (sender, receiver) = bounded();
        for number in 0..10 {
            assert!(sender.send(number, 1));
        }
        drop(sender);
        assert_eq!(receiver.collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn what_waits_is_bounded_by_bytes_and_by_lines() {
        for text_bytes in [0, 1 << 20] {
            let (sender, receiver) = bounded();
            let mut count = 0;
            while sender.has_room(text_bytes) {
                assert!(sender.send((), text_bytes));
                count += 1;
            }
            assert_eq!(count, MAX_WAITING_BYTES / (text_bytes + LINE_BYTES));
            drop(receiver);
        }
    }

    #[test]
    fn a_line_larger_than_the_queue_is_alone_in_it() {
        let (sender, mut receiver) = bounded();
        assert!(sender.send(1, 2 * MAX_WAITING_BYTES));
        assert!(!sender.has_room(0));
        assert_eq!(receiver.next(), Some(1));
        assert!(sender.has_room(0));
    }

    #[test]
    fn a_sender_waits_for_room_and_not_for_a_worker_that_has_gone() {
        let (sender, mut receiver) = bounded();
        let sending = thread::spawn(move || {
            let mut sent = 0;
            while sender.send(sent, MAX_WAITING_BYTES / 2) {
                sent += 1;
            }
            sent
        });
        for number in 0..100 {
            assert_eq!(receiver.next(), Some(number));
        }
        drop(receiver);
        assert!(sending.join().unwrap() >= 100);
    }
}
