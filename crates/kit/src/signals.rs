//! What reaches a search while it runs: stop, and ponder hit.

#[cfg(loom)]
use loom::sync::atomic::{AtomicBool, Ordering};
#[cfg(loom)]
use loom::sync::{Condvar, Mutex, MutexGuard};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
#[cfg(not(loom))]
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use crate::stop::Stop;

/// Something said to a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signal {
    /// End now and answer.
    Stop,
    /// The opponent has played the expected move: from now on the own clock is running.
    PonderHit,
}

/// The line to one search. Clones talk to the same search; each search has its own.
///
/// A search can ask now and then: [`is_stopped`](Signals::is_stopped) takes a load or two. Or it
/// can be told: see [`listen`](Signals::listen). A signal once given stays given. A search also
/// sees a signal that was given before it began.
///
/// ```
/// use bstar_kit::signals::Signals;
/// use bstar_kit::stop::Stop;
///
/// let ctrl_c = Stop::new();
/// let signals = Signals::stopped_by(&ctrl_c);
/// assert!(!signals.is_stopped());
/// ctrl_c.set();
/// assert!(signals.is_stopped());
/// ```
#[derive(Clone, Default)]
pub struct Signals {
    stop: Stop,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    ponder_hit: AtomicBool,
    // Both flags only change while this lock is held. So no change is missed that comes between
    // reading the flags and beginning to wait or to listen.
    listeners: Mutex<Vec<Listener>>,
    changed: Condvar,
}

type Listener = Box<dyn Fn(Signal) + Send>;

/// A parent stop does not wake a thread that waits. Such a thread asks it this often.
const PARENT_INTERVAL: Duration = Duration::from_millis(20);

impl Signals {
    /// A line on which nothing has been said.
    pub fn new() -> Signals {
        Signals::default()
    }

    /// The same, and `stop` stops this search too. [`is_stopped`](Signals::is_stopped) sees that
    /// at once. Listeners are not told of it.
    pub fn stopped_by(stop: &Stop) -> Signals {
        Signals {
            stop: stop.child(),
            shared: Arc::default(),
        }
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        let listeners = self.lock();
        if !self.stop.is_set_itself() {
            self.stop.set();
            self.tell(&listeners, Signal::Stop);
        }
    }

    /// Tells the search that the expected move was played.
    pub fn ponder_hit(&self) {
        let listeners = self.lock();
        if !self.is_ponder_hit() {
            self.shared.ponder_hit.store(true, Ordering::Release);
            self.tell(&listeners, Signal::PonderHit);
        }
    }

    /// Has the search been asked to end?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// Has the expected move been played?
    #[inline]
    pub fn is_ponder_hit(&self) -> bool {
        self.shared.ponder_hit.load(Ordering::Acquire)
    }

    /// Has `listener` called once for each signal: at once for those already given, and for the
    /// others from the thread that gives them. It must be quick and must not use these signals.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use std::sync::Arc;
    /// use bstar_kit::signals::{Signal, Signals};
    ///
    /// let flag_of_some_search = Arc::new(AtomicBool::new(false));
    /// let signals = Signals::new();
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
        if self.is_stopped() {
            // If a parent asked, this becomes a request of its own, so that everyone hears it once.
            self.stop();
        }
        let mut listeners = self.lock();
        if self.is_ponder_hit() {
            listener(Signal::PonderHit);
        }
        if self.stop.is_set_itself() {
            listener(Signal::Stop);
        }
        listeners.push(Box::new(listener));
    }

    /// Sleeps until `enough` holds. It is asked now, after each signal, and soon after a parent
    /// stop.
    pub fn wait_until(&self, enough: impl Fn() -> bool) {
        let mut guard = self.lock();
        while !enough() {
            let changed = &self.shared.changed;
            guard = if self.stop.has_parent() {
                changed
                    .wait_timeout(guard, PARENT_INTERVAL)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0
            } else {
                changed.wait(guard).unwrap_or_else(PoisonError::into_inner)
            };
        }
    }

    fn tell(&self, listeners: &[Listener], signal: Signal) {
        for listener in listeners {
            listener(signal);
        }
        self.shared.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Listener>> {
        // A listener that panicked leaves the list whole.
        self.shared
            .listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Signals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Signals")
            .field("stopped", &self.is_stopped())
            .field("ponder_hit", &self.is_ponder_hit())
            .finish()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn listening(signals: &Signals) -> mpsc::Receiver<Signal> {
        let (sender, heard) = mpsc::channel();
        signals.listen(move |signal| sender.send(signal).unwrap());
        heard
    }

    #[test]
    fn a_listener_hears_each_signal_once_whenever_it_came() {
        let signals = Signals::new();
        signals.ponder_hit();
        let heard = listening(&signals);
        signals.ponder_hit();
        signals.stop();
        signals.stop();
        assert_eq!(
            heard.try_iter().collect::<Vec<_>>(),
            [Signal::PonderHit, Signal::Stop]
        );
    }

    #[test]
    fn clones_talk_to_the_same_search_and_others_do_not() {
        let signals = Signals::new();
        let same = signals.clone();
        same.stop();
        same.ponder_hit();
        assert!(signals.is_stopped() && signals.is_ponder_hit());
        let other = Signals::new();
        assert!(!other.is_stopped() && !other.is_ponder_hit());
    }

    #[test]
    fn a_parent_stops_all_its_searches_and_no_search_its_parent() {
        let parent = Stop::new();
        let [one, other] = [0, 1].map(|_| Signals::stopped_by(&parent));
        one.stop();
        assert!(one.is_stopped() && !other.is_stopped() && !parent.is_set());
        parent.set();
        assert!(other.is_stopped() && other.clone().is_stopped());
        assert!(!other.is_ponder_hit());
    }

    #[test]
    fn a_stop_of_the_parent_is_heard_once() {
        let parent = Stop::new();
        let signals = Signals::stopped_by(&parent);
        let early = listening(&signals);
        parent.set();
        assert_eq!(early.try_iter().count(), 0);
        let late = listening(&signals);
        signals.stop();
        for heard in [early, late] {
            assert_eq!(heard.try_iter().collect::<Vec<_>>(), [Signal::Stop]);
        }
    }

    #[test]
    fn waiting_ends_with_a_signal_from_another_thread() {
        let signals = Signals::new();
        let other = signals.clone();
        let giver = std::thread::spawn(move || other.stop());
        signals.wait_until(|| signals.is_stopped());
        giver.join().unwrap();
    }

    #[test]
    fn waiting_ends_with_a_stop_of_the_parent() {
        let parent = Stop::new();
        let signals = Signals::stopped_by(&parent);
        let giver = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            parent.set();
        });
        signals.wait_until(|| signals.is_stopped());
        giver.join().unwrap();
    }
}
