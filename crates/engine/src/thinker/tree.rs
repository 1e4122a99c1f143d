//! A tree and what goes with it.

use std::cell::RefCell;
use std::rc::Rc;

use bstar::Search;
use bstar_board::Move;

use bstar_thought::{EventLog, LoggedEvent, ProbeRecords};

/// A tree and what goes with it: one value that grows, is set aside, told of and reused.
pub(super) struct Tree {
    pub(super) search: Search<Move>,
    /// What probes found about its positions. Jobs under way share it.
    pub(super) records: Rc<RefCell<ProbeRecords>>,
    pub(super) log: EventLog,
    pub(super) probe_depth: u32,
    /// The depth of its longest line.
    pub(super) deepest: u32,
    /// The nodes that its root cost, if it was probed.
    pub(super) root_cost: Option<u64>,
}

impl Tree {
    /// A tree of which only the root is known.
    pub(super) fn new(search: Search<Move>, records: ProbeRecords) -> Tree {
        Tree {
            search,
            records: Rc::new(RefCell::new(records)),
            log: EventLog::default(),
            probe_depth: 0,
            deepest: 0,
            root_cost: None,
        }
    }

    /// Logs the search's new events with the current number of nodes.
    pub(super) fn note(&mut self, nodes: u64) {
        for event in self.search.take_events() {
            self.log.note(LoggedEvent { event, nodes });
        }
    }
}
