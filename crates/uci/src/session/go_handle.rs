//! One `go`, as the two threads share it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::go::GoCommand;
use crate::signals::SearchSignals;

/// What a search is, as far as its end is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GoKind {
    /// It has limits of its own.
    Bounded,
    /// It must not be answered before `stop`.
    Infinite,
    /// It must not be answered before `ponderhit` or `stop`.
    Pondering,
    /// It counts move sequences, and half a count is worth nothing. Scripts send `go perft 5` and `quit`
    /// in one breath and want the result: of all searches only this one is not ended by `quit`.
    Counting,
}

impl GoKind {
    pub(super) fn of(go: &GoCommand) -> Self {
        match go {
            GoCommand::Perft(_) => GoKind::Counting,
            GoCommand::Search { limits, .. } if limits.infinite => GoKind::Infinite,
            GoCommand::Search { limits, .. } if limits.ponder => GoKind::Pondering,
            GoCommand::Search { .. } => GoKind::Bounded,
        }
    }
}

/// A search that has been asked for. Clones are the same search.
#[derive(Clone, Debug)]
pub(super) struct GoHandle {
    /// The line to it.
    pub(super) signals: SearchSignals,
    kind: GoKind,
    finished: Arc<AtomicBool>,
}

impl GoHandle {
    pub(super) fn new(kind: GoKind) -> Self {
        Self {
            signals: SearchSignals::new(),
            kind,
            finished: Arc::default(),
        }
    }

    /// May it be answered, as far as the user is concerned?
    pub(super) fn is_released(&self) -> bool {
        self.signals.is_stopped()
            || match self.kind {
                GoKind::Bounded | GoKind::Counting => true,
                GoKind::Infinite => false,
                GoKind::Pondering => self.signals.is_ponder_hit(),
            }
    }

    /// Sleeps until the answer may be given.
    pub(super) fn wait_for_release(&self) {
        self.signals.wait_until(|| self.is_released());
    }

    /// The user leaves.
    pub(super) fn quit(&self) {
        if self.kind != GoKind::Counting {
            self.signals.stop();
        }
    }

    /// To be called before the answer is written: who has read the answer can rely on the search being
    /// over.
    pub(super) fn finish(&self) {
        self.finished.store(true, Ordering::Release);
    }

    pub(super) fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Acquire)
    }
}
