//! A handle on one `go`, which the two threads share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::go::GoCommand;
use bstar_kit::stop::Stop;

/// The kinds of `go`. The kind says when it may be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GoKind {
    /// It ends by its own limits.
    Bounded,
    /// It must not be answered before `stop`.
    Infinite,
    /// It must not be answered before `ponderhit` or `stop`.
    Pondering,
    /// It counts move sequences. Half a count is worth nothing. Scripts send `go perft 5` and
    /// `quit` together and want the result. So `quit` does not end this kind, and it ends all
    /// others. The end of the input without `quit` ends this kind too.
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

/// A search that was asked for. Clones belong to the same search.
#[derive(Clone, Debug)]
pub(super) struct GoHandle {
    pub(super) stop: Stop,
    kind: GoKind,
    finished: Arc<AtomicBool>,
}

impl GoHandle {
    pub(super) fn new(kind: GoKind) -> Self {
        Self {
            stop: Stop::new(),
            kind,
            finished: Arc::default(),
        }
    }

    /// May the answer be written now?
    pub(super) fn is_released(&self) -> bool {
        self.stop.is_set()
            || match self.kind {
                GoKind::Bounded | GoKind::Counting => true,
                GoKind::Infinite => false,
                GoKind::Pondering => self.stop.is_ponder_hit(),
            }
    }

    /// Sleeps until the answer may be written.
    pub(super) fn wait_for_release(&self) {
        self.stop.wait_until(|| self.is_released());
    }

    /// The user sent `quit`.
    pub(super) fn quit(&self) {
        if self.kind != GoKind::Counting {
            self.stop.set();
        }
    }

    /// Marks the search as over. This must happen before the answer is written: after that, the
    /// user relies on it.
    pub(super) fn finish(&self) {
        self.finished.store(true, Ordering::Release);
    }

    pub(super) fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Acquire)
    }
}
