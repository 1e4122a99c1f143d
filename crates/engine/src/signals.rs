//! How another thread reaches a running search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Reaches a search that runs in another thread. Every searcher reads it about every thousand
/// nodes, through its `Watch`.
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

    /// Asks the search to stop as soon as possible.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
    }

    /// Says that the opponent played the expected move: from now on our clock runs.
    pub fn ponder_hit(&self) {
        self.ponder_hit.store(true, Ordering::Release);
    }

    /// Whether the search was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// Whether the opponent played the expected move.
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Acquire)
    }
}
