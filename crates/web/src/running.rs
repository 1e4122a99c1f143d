//! The searches that are running, by name. With the name a visitor can end their own search and
//! still get the answer.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bstar_kit::signals::Signals;
use bstar_kit::stop::Stop;

/// A search that can be ended.
#[derive(Clone)]
pub struct Handle {
    /// The signals to the search.
    pub signals: Signals,
    by_visitor: Stop,
}

impl Handle {
    /// The handle of a search that begins.
    pub fn new() -> Handle {
        let by_visitor = Stop::new();
        Handle {
            signals: Signals::stopped_by(&by_visitor),
            by_visitor,
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

    fn known(&self) -> MutexGuard<'_, HashMap<String, Handle>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.running.known().remove(&self.name);
    }
}
