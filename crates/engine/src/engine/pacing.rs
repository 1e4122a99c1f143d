//! Which snapshots of B* are worth a report.

use std::time::Duration;

use bstar_board::Move;

use bstar_thought::Snapshot;

/// Decides which snapshots of B* are worth a report. There is one after every expansion, and there
/// may be thousands a second.
///
/// These are: every depth of the root, another best move, and the end. Otherwise a report is due
/// after a quarter more nodes, or after a second of silence.
#[derive(Default)]
pub(super) struct ReportPacing {
    best: Option<Move>,
    nodes: u64,
    time: Duration,
}

/// A report is due when the nodes have grown by the last report's nodes divided by this.
const MORE_NODES_DIVISOR: u64 = 4;
const LONGEST_SILENCE: Duration = Duration::from_secs(1);

impl ReportPacing {
    /// Whether there is something to report. If so, it counts as reported.
    pub fn is_due(&mut self, snapshot: &Snapshot, time: Duration) -> bool {
        let best = snapshot.best().map(|best| best.mv);
        let is_due = snapshot.decision.is_some()
            || !snapshot.probed_root.is_empty()
            || best != self.best
            || snapshot.nodes - self.nodes > self.nodes / MORE_NODES_DIVISOR
            || time.saturating_sub(self.time) >= LONGEST_SILENCE;
        if is_due {
            *self = ReportPacing {
                best,
                nodes: snapshot.nodes,
                time,
            };
        }
        is_due
    }
}
