//! Words to a search from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A way to reach a search that is running in another thread.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    stopped: Arc<AtomicBool>,
    ponder_hit: Arc<AtomicBool>,
}

impl Signals {
    /// Signals for one search.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stop as soon as possible.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
    }

    /// The opponent played the expected move: from now on the clock is ours.
    pub fn ponder_hit(&self) {
        self.ponder_hit.store(true, Ordering::Release);
    }

    /// Has it been stopped?
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// Has the opponent played the expected move?
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Acquire)
    }
}
