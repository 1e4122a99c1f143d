//! The one stop flag of the project.

#[cfg(loom)]
use loom::sync::atomic::{AtomicBool, Ordering};
use std::fmt;
use std::sync::Arc;
#[cfg(not(loom))]
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A request to stop. Clones share it: if one of them makes it, all others see it.
///
/// ```
/// use bstar_kit::stop::Stop;
///
/// let whole_match = Stop::new();
/// let game = whole_match.child();
/// whole_match.set();
/// assert!(game.is_set());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop {
    own: Arc<AtomicBool>,
    parent: Option<Box<Stop>>,
}

impl Stop {
    /// A request that has not been made yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// A request that whoever has this flag makes by setting it, a signal for example.
    pub fn made_by(flag: Arc<AtomicBool>) -> Stop {
        Stop {
            own: flag,
            parent: None,
        }
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
        self.own.store(true, Ordering::Release);
    }

    /// Has it been made? This takes one load, and one more for each parent.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.is_set_itself() || self.parent.as_ref().is_some_and(|parent| parent.is_set())
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

    /// Has it been made here, and not only by a parent?
    #[inline]
    pub(crate) fn is_set_itself(&self) -> bool {
        self.own.load(Ordering::Acquire)
    }

    /// Can it be made by a parent?
    pub(crate) fn has_parent(&self) -> bool {
        self.parent.is_some()
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

    #[test]
    fn a_flag_makes_the_request() {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop::made_by(Arc::clone(&flag));
        assert!(!stop.is_set());
        flag.store(true, Ordering::SeqCst);
        assert!(stop.child().is_set());
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
