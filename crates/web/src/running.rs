//! The searches that are running, by name. With the name a visitor can end their own search and
//! still get the answer.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bstar_kit::stop::Stop;

/// A search that can be ended.
#[derive(Clone)]
pub struct Handle {
    /// Ends the search. It can be set without the visitor having asked for it.
    pub stop: Stop,
    by_visitor: Stop,
    began: Instant,
}

/// A search that has run for so long may be ended to make room for another visitor.
const SECURE_TIME: Duration = Duration::from_secs(60);

impl Handle {
    /// The handle of a search that begins.
    pub fn new() -> Handle {
        let by_visitor = Stop::new();
        Handle {
            stop: by_visitor.child(),
            by_visitor,
            began: Instant::now(),
        }
    }

    /// Whether the visitor asked for the end.
    pub fn is_asked(&self) -> bool {
        self.by_visitor.is_set()
    }

    fn ask(&self) {
        self.by_visitor.set();
    }
}

/// All searches that are running.
#[derive(Clone, Default)]
pub struct Running {
    known: Arc<Mutex<HashMap<String, Handle>>>,
}

/// The name of a running search. Nobody else can guess it. Dropping the ticket ends its validity.
pub struct Ticket {
    /// Sixteen hexadecimal digits.
    pub name: String,
    running: Running,
}

impl Running {
    /// Gives a search a name.
    pub fn enter(&self, handle: &Handle) -> Ticket {
        let name = format!("{:016x}", RandomState::new().hash_one(0));
        self.known().insert(name.clone(), handle.clone());
        Ticket {
            name,
            running: self.clone(),
        }
    }

    /// Ends the search with this name, if there is one.
    pub fn stop(&self, name: &str) -> Option<()> {
        self.known().get(name).map(Handle::ask)
    }

    /// Ends the search that has run longest, if that is long enough. Returns whether there was one.
    /// Its visitor has what was found so far.
    pub fn make_room(&self) -> bool {
        let known = self.known();
        let running = known.values().filter(|handle| !handle.is_asked());
        let longest = running.min_by_key(|handle| handle.began);
        let longest = longest.filter(|handle| handle.began.elapsed() >= SECURE_TIME);
        longest.map(Handle::ask).is_some()
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Handle>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.running.known().remove(&self.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_has_searched_long_makes_room_and_the_longest_first() {
        let running = Running::default();
        let with_age = |seconds| Handle {
            began: Instant::now() - Duration::from_secs(seconds),
            ..Handle::new()
        };
        let [young, old, older] = [59, 61, 300].map(with_age);
        let _tickets = [&young, &old, &older].map(|handle| running.enter(handle));
        assert!(running.make_room());
        assert!(older.is_asked() && !old.is_asked());
        assert!(running.make_room() && old.is_asked());
        assert!(!running.make_room() && !young.is_asked());
    }
}
