//! The one line to running work: stop, and for a search on the opponent's time ponder hit.

#[cfg(loom)]
use loom::sync::atomic::{AtomicBool, Ordering};
#[cfg(loom)]
use loom::sync::{Condvar, Mutex, MutexGuard};
use std::fmt;
#[cfg(not(loom))]
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
#[cfg(not(loom))]
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Something said to running work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signal {
    /// End now and answer.
    Stop,
    /// The opponent has played the expected move: from now on the own clock is running.
    PonderHit,
}

/// A request to stop. Clones share it: if one of them makes it, all others see it.
///
/// Work can ask now and then: [`is_set`](Stop::is_set) takes one load, and one more for each
/// parent. Or it can be called: see [`listen`](Stop::listen). A request once made stays made. Work
/// also sees a request that was made before it began.
///
/// ```
/// use bstar_kit::stop::Stop;
///
/// let whole_match = Stop::new();
/// let game = whole_match.child();
/// whole_match.set();
/// assert!(game.is_set());
/// ```
#[derive(Clone, Default)]
pub struct Stop {
    own: Arc<AtomicBool>,
    shared: Arc<Shared>,
    parent: Option<Box<Stop>>,
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

/// A parent does not wake a thread that waits. Such a thread asks it this often.
const PARENT_INTERVAL: Duration = Duration::from_millis(20);

impl Stop {
    /// A request that has not been made yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// A request that is made when this flag is set, by a signal of the system for example.
    pub fn made_by(flag: Arc<AtomicBool>) -> Stop {
        let made_by_flag = Stop {
            own: flag,
            ..Stop::default()
        };
        // Setting the flag wakes nobody, as with a parent.
        made_by_flag.child()
    }

    /// A request that can be made on its own, and is also made when this one is. A ponder hit of
    /// this one is none of the child.
    pub fn child(&self) -> Stop {
        Stop {
            parent: Some(Box::new(self.clone())),
            ..Stop::default()
        }
    }

    /// Makes the request.
    pub fn set(&self) {
        let listeners = self.lock();
        if !self.is_set_itself() {
            self.own.store(true, Ordering::Release);
            self.tell(&listeners, Signal::Stop);
        }
    }

    /// Has it been made? This takes one load, and one more for each parent.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.is_set_itself() || self.parent.as_ref().is_some_and(|parent| parent.is_set())
    }

    /// Tells a search on the opponent's time that the expected move was played.
    pub fn ponder_hit(&self) {
        let listeners = self.lock();
        if !self.is_ponder_hit() {
            self.shared.ponder_hit.store(true, Ordering::Release);
            self.tell(&listeners, Signal::PonderHit);
        }
    }

    /// Has the expected move been played?
    #[inline]
    pub fn is_ponder_hit(&self) -> bool {
        self.shared.ponder_hit.load(Ordering::Acquire)
    }

    /// Has `listener` called once for each signal: at once for those already given, and for the
    /// others from the thread that gives them. It must be quick and must not use this request. A
    /// parent's request it does not hear.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use std::sync::Arc;
    /// use bstar_kit::stop::{Signal, Stop};
    ///
    /// let flag_of_some_search = Arc::new(AtomicBool::new(false));
    /// let stop = Stop::new();
    /// let flag = flag_of_some_search.clone();
    /// stop.listen(move |signal| {
    ///     if signal == Signal::Stop {
    ///         flag.store(true, Ordering::Release);
    ///     }
    /// });
    /// stop.set();
    /// assert!(flag_of_some_search.load(Ordering::Acquire));
    /// ```
    pub fn listen(&self, listener: impl Fn(Signal) + Send + 'static) {
        if self.is_set() {
            // If a parent asked, this becomes a request of its own, so that every listener hears it
            // once.
            self.set();
        }
        let mut listeners = self.lock();
        if self.is_ponder_hit() {
            listener(Signal::PonderHit);
        }
        if self.is_set_itself() {
            listener(Signal::Stop);
        }
        listeners.push(Box::new(listener));
    }

    /// Sleeps until `enough` holds. It is asked now, after each signal, and soon after the request
    /// of a parent.
    pub fn wait_until(&self, enough: impl Fn() -> bool) {
        let mut guard = self.lock();
        while !enough() {
            let changed = &self.shared.changed;
            guard = if self.parent.is_some() {
                changed
                    .wait_timeout(guard, PARENT_INTERVAL)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0
            } else {
                changed.wait(guard).unwrap_or_else(PoisonError::into_inner)
            };
        }
    }

    /// The text that `write` writes, piece by piece; `None` if the request was made meanwhile. From
    /// then on the text takes no more, and a writer that passes errors on ends.
    ///
    /// ```
    /// use bstar_kit::stop::Stop;
    ///
    /// let stop = Stop::new();
    /// assert_eq!(stop.text(|out| write!(out, "{}", 1)), Some("1".to_owned()));
    /// stop.set();
    /// assert_eq!(stop.text(|out| write!(out, "{}", 1)), None);
    /// ```
    pub fn text(&self, write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> Option<String> {
        let mut text = StoppableText {
            text: String::new(),
            stop: self,
        };
        write(&mut text).ok().map(|()| text.text)
    }

    /// Has it been made, or is it about to be?
    ///
    /// Ctrl-C also reaches the processes of other engines, perhaps a moment before it reaches this
    /// one. So when an engine fails, ask this before you blame it.
    pub fn explains_a_failure(&self) -> bool {
        if !self.is_set() {
            std::thread::sleep(Duration::from_millis(200));
        }
        self.is_set()
    }

    /// Has it been made here, and not only by a parent?
    #[inline]
    fn is_set_itself(&self) -> bool {
        self.own.load(Ordering::Acquire)
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

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop")
            .field("set", &self.is_set())
            .field("ponder_hit", &self.is_ponder_hit())
            .finish()
    }
}

/// A text that takes no more once a request to stop is made.
struct StoppableText<'a> {
    text: String,
    stop: &'a Stop,
}

impl fmt::Write for StoppableText<'_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        if self.stop.is_set() {
            return Err(fmt::Error);
        }
        self.text.push_str(piece);
        Ok(())
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn listening(stop: &Stop) -> mpsc::Receiver<Signal> {
        let (sender, heard) = mpsc::channel();
        stop.listen(move |signal| sender.send(signal).unwrap());
        heard
    }

    #[test]
    fn a_flag_makes_the_request() {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop::made_by(Arc::clone(&flag));
        assert!(!stop.is_set());
        flag.store(true, Ordering::SeqCst);
        assert!(stop.is_set() && stop.child().is_set());
    }

    #[test]
    fn a_flag_ends_the_waiting_too() {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop::made_by(Arc::clone(&flag));
        let giver = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            flag.store(true, Ordering::SeqCst);
        });
        stop.wait_until(|| stop.is_set());
        giver.join().unwrap();
    }

    #[test]
    fn a_listener_hears_each_signal_once_whenever_it_came() {
        let stop = Stop::new();
        stop.ponder_hit();
        let heard = listening(&stop);
        stop.ponder_hit();
        stop.set();
        stop.set();
        assert_eq!(
            heard.try_iter().collect::<Vec<_>>(),
            [Signal::PonderHit, Signal::Stop]
        );
    }

    #[test]
    fn clones_talk_to_the_same_search_and_others_do_not() {
        let stop = Stop::new();
        let same = stop.clone();
        same.set();
        same.ponder_hit();
        assert!(stop.is_set() && stop.is_ponder_hit());
        let other = Stop::new();
        assert!(!other.is_set() && !other.is_ponder_hit());
    }

    #[test]
    fn a_parent_stops_all_its_children_and_no_child_its_parent() {
        let parent = Stop::new();
        let [one, other] = [0, 1].map(|_| parent.child());
        one.set();
        assert!(one.is_set() && !other.is_set() && !parent.is_set());
        parent.ponder_hit();
        parent.set();
        assert!(other.is_set() && other.clone().is_set());
        assert!(!other.is_ponder_hit());
    }

    #[test]
    fn a_stop_of_the_parent_is_heard_once() {
        let parent = Stop::new();
        let child = parent.child();
        let early = listening(&child);
        parent.set();
        assert_eq!(early.try_iter().count(), 0);
        let late = listening(&child);
        child.set();
        for heard in [early, late] {
            assert_eq!(heard.try_iter().collect::<Vec<_>>(), [Signal::Stop]);
        }
    }

    #[test]
    fn waiting_ends_with_a_signal_from_another_thread() {
        let stop = Stop::new();
        let other = stop.clone();
        let giver = std::thread::spawn(move || other.set());
        stop.wait_until(|| stop.is_set());
        giver.join().unwrap();
    }

    #[test]
    fn waiting_ends_with_a_stop_of_the_parent() {
        let parent = Stop::new();
        let child = parent.child();
        let giver = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            parent.set();
        });
        child.wait_until(|| child.is_set());
        giver.join().unwrap();
    }
}
