//! Signals to a search while it runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A signal to a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signal {
    /// End now and answer.
    Stop,
    /// The opponent has played the expected move. The engine's own clock is running now.
    PonderHit,
}

/// Carries signals to one search. Clones belong to the same search; each search has its own.
///
/// A search may check for signals now and then ([`is_stopped`](SearchSignals::is_stopped) is one
/// load), or it may be called ([`listen`](SearchSignals::listen)). A signal stays set. The search
/// also sees signals that were given before it began.
#[derive(Clone, Default)]
pub struct SearchSignals {
    shared: Arc<SignalState>,
}

#[derive(Default)]
struct SignalState {
    stopped: AtomicBool,
    ponder_hit: AtomicBool,
    // The flags only change while this lock is held. So no change is missed between reading the
    // flags and beginning to wait or to listen.
    listeners: Mutex<Vec<Listener>>,
    changed: Condvar,
}

type Listener = Box<dyn Fn(Signal) + Send>;

impl SearchSignals {
    /// Without any signal yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        self.give(Signal::Stop, &self.shared.stopped);
    }

    /// Tells the search that the expected move was played.
    pub fn ponder_hit(&self) {
        self.give(Signal::PonderHit, &self.shared.ponder_hit);
    }

    /// Has the search been asked to end?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.shared.stopped.load(Ordering::Acquire)
    }

    /// Has the expected move been played?
    #[inline]
    pub fn is_ponder_hit(&self) -> bool {
        self.shared.ponder_hit.load(Ordering::Acquire)
    }

    /// Calls `listener` once for each signal. It is called at once for signals that were already
    /// given, and later by the thread that gives a signal. The listener must be quick and must not
    /// use these signals itself.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use std::sync::Arc;
    /// use bstar_uci::{Signal, SearchSignals};
    ///
    /// let flag_of_some_search = Arc::new(AtomicBool::new(false));
    /// let signals = SearchSignals::new();
    /// let flag = flag_of_some_search.clone();
    /// signals.listen(move |signal| {
    ///     if signal == Signal::Stop {
    ///         flag.store(true, Ordering::Release);
    ///     }
    /// });
    /// signals.stop();
    /// assert!(flag_of_some_search.load(Ordering::Acquire));
    /// ```
    pub fn listen(&self, listener: impl Fn(Signal) + Send + 'static) {
        let mut listeners = self.lock();
        if self.is_ponder_hit() {
            listener(Signal::PonderHit);
        }
        if self.is_stopped() {
            listener(Signal::Stop);
        }
        listeners.push(Box::new(listener));
    }

    /// Sleeps until `enough` holds. It is checked now and after each signal.
    pub(crate) fn wait_until(&self, enough: impl Fn() -> bool) {
        let mut guard = self.lock();
        while !enough() {
            guard = self
                .shared
                .changed
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn give(&self, signal: Signal, flag: &AtomicBool) {
        let listeners = self.lock();
        if !flag.swap(true, Ordering::AcqRel) {
            for listener in listeners.iter() {
                listener(signal);
            }
            self.shared.changed.notify_all();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Listener>> {
        // The list is intact even if a listener panicked.
        self.shared
            .listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for SearchSignals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchSignals")
            .field("stopped", &self.is_stopped())
            .field("ponder_hit", &self.is_ponder_hit())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_listener_hears_each_signal_once_whenever_it_came() {
        let signals = SearchSignals::new();
        signals.ponder_hit();
        let (sender, heard) = mpsc::channel();
        signals.listen(move |signal| sender.send(signal).unwrap());
        signals.ponder_hit();
        signals.stop();
        signals.stop();
        assert_eq!(
            heard.try_iter().collect::<Vec<_>>(),
            [Signal::PonderHit, Signal::Stop]
        );
    }

    #[test]
    fn waiting_ends_with_a_signal_from_another_thread() {
        let signals = SearchSignals::new();
        let other = signals.clone();
        let giver = std::thread::spawn(move || other.stop());
        signals.wait_until(|| signals.is_stopped());
        giver.join().unwrap();
    }
}
