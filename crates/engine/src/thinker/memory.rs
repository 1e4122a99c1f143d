//! Everything that grows with a tree stays within a limit.
//!
//! Three things grow: the graph of the search, the records of probes ([`ProbeRecords`]), and the
//! event log. The library folds the graph when it reaches its own limit. That limit is set here, to
//! what the others leave. Records of folded positions are forgotten. The event log has a fixed
//! share of the memory. When that is full, the older half is forgotten: the end of a search says
//! more than its beginning.
//!
//! A second search, with deeper probes, gets what the first one leaves, and the first must leave
//! half.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use bstar::{Event, Key, Purpose, Search};
use bstar_board::Move;

use super::LoggedEvent;
use super::prober::{ProbeRecord, UNKNOWN};
use super::run::Run;
use super::tree::Tree;
use crate::wdl::WdlModel;

/// One part in so many of the memory is for the event log.
const EVENT_LOG_DIVISOR: usize = 8;
/// One part in so many is left free. An expansion needs some of it, and so does folding.
const SPARE_DIVISOR: usize = 8;

/// What probes found, by position.
///
/// It is a tree and not a hash table. It grows in small steps, while a hash table doubles at once.
#[derive(Clone, Debug)]
pub struct ProbeRecords {
    /// The model that turns scores into chances.
    model: WdlModel,
    known: BTreeMap<Key, ProbeRecord>,
    /// The bytes of all lines.
    lines: usize,
}

impl ProbeRecords {
    /// Empty records. This model will turn scores into chances.
    pub fn new(model: WdlModel) -> ProbeRecords {
        ProbeRecords {
            model,
            known: BTreeMap::new(),
            lines: 0,
        }
    }

    /// The model that turns scores into chances.
    pub fn model(&self) -> WdlModel {
        self.model
    }

    /// The record of a position.
    pub fn get(&self, key: Key) -> Option<&ProbeRecord> {
        self.known.get(&key)
    }

    /// How many positions have a record.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The approximate bytes they take.
    pub fn bytes(&self) -> usize {
        // The nodes of such a tree are about two thirds full.
        self.known.len() * size_of::<(Key, ProbeRecord)>() * 3 / 2 + self.lines
    }

    /// Takes a new record. An exact value is not replaced by a bound found at the same depth.
    pub(super) fn remember(&mut self, key: Key, record: ProbeRecord) {
        let known = match self.known.entry(key) {
            Entry::Vacant(place) => {
                self.lines += lines_of(&record);
                place.insert(record);
                return;
            }
            Entry::Occupied(known) => known.into_mut(),
        };
        self.lines -= lines_of(known);
        let threat = if record.threat.is_empty() {
            std::mem::take(&mut known.threat)
        } else {
            record.threat
        };
        let is_better = record.depth > known.depth
            || record.real.is_exact()
            || (!known.real.is_exact() && record.real != UNKNOWN);
        if is_better {
            *known = ProbeRecord { threat, ..record };
        } else {
            known.threat = threat;
        }
        self.lines += lines_of(known);
    }

    /// Forgets positions that the search no longer knows.
    pub(super) fn follow(&mut self, search: &Search<Move>) {
        self.keep(|key| search.find(key).is_some());
    }

    /// Forgets everything but the records of the root's own moves.
    fn follow_root(&mut self, search: &Search<Move>) {
        self.keep(|key| search.find(key).is_some_and(|node| node.distance() <= 1));
    }

    fn keep(&mut self, is_kept: impl Fn(Key) -> bool) {
        self.known.retain(|key, _| is_kept(*key));
        self.lines = self.known.values().map(lines_of).sum();
    }
}

fn lines_of(record: &ProbeRecord) -> usize {
    allocated(&record.line) + allocated(&record.threat)
}

/// The bytes that a list takes from the system, which gives pieces of 16 bytes and needs some for
/// itself.
fn allocated(list: &Vec<Move>) -> usize {
    match list.capacity() * size_of::<Move>() {
        0 => 0,
        bytes => (bytes + 8).next_multiple_of(16).max(32),
    }
}

/// How much of a search's log was forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// The number of events, the first ones.
    pub events: usize,
    /// The number of expansions among them.
    pub expansions: usize,
}

/// The events of a search.
#[derive(Debug, Default)]
pub(super) struct EventLog {
    pub events: Vec<LoggedEvent>,
    pub forgotten: Forgotten,
    /// The bytes it may take.
    pub limit: Option<usize>,
    /// The bytes of all paths.
    paths: usize,
}

impl EventLog {
    pub fn bytes(&self) -> usize {
        self.events.capacity() * size_of::<LoggedEvent>() + self.paths
    }

    pub fn note(&mut self, logged: LoggedEvent) {
        let path = path_of(&logged);
        let is_full = self.events.len() == self.events.capacity();
        let more = if is_full {
            self.events.len() / 4 + 64
        } else {
            0
        };
        let needed = self.bytes() + more * size_of::<LoggedEvent>() + path;
        if self.limit.is_some_and(|limit| needed > limit) {
            self.forget();
        } else if is_full {
            self.events.reserve_exact(more);
        }
        self.paths += path;
        self.events.push(logged);
    }

    /// Forgets the older half, up to the end of an expansion.
    fn forget(&mut self) {
        let half = self.events.len() / 2;
        let is_whole = |logged: &LoggedEvent| matches!(logged.event, Event::Completed { .. });
        let rest = self.events[half..].iter().position(is_whole);
        let gone = self.events.drain(..rest.map_or(half, |at| half + at + 1));
        for logged in gone {
            self.paths -= path_of(&logged);
            self.forgotten.events += 1;
            let purpose = Purpose::Expand;
            self.forgotten.expansions += usize::from(
                matches!(logged.event, Event::Completed { purpose: done, .. } if done == purpose),
            );
        }
    }
}

fn path_of(logged: &LoggedEvent) -> usize {
    match &logged.event {
        Event::HandedOut { path, .. } => allocated(path),
        _ => 0,
    }
}

impl Tree {
    /// The bytes of it and all that goes with it.
    pub(super) fn bytes(&self) -> usize {
        self.search.bytes() + self.records.bytes() + self.log.bytes()
    }

    /// Shrinks graph and records if together they take more than this. If hardly anything can be
    /// folded, only records shrink further. They save work and make lines longer, but the search
    /// can do without them.
    fn shrink(&mut self, bytes: usize) {
        let (graph, records) = (self.search.bytes(), self.records.bytes());
        let taken = graph + records;
        if taken > bytes {
            let share = bytes as f64 * graph as f64 / taken as f64;
            self.search.set_memory(Some(share as usize));
            self.records.follow(&self.search);
            if self.search.bytes() + self.records.bytes() > bytes - bytes / 16 {
                self.records.follow_root(&self.search);
            }
        }
    }
}

impl Run<'_> {
    /// The bytes that all of it takes.
    pub(super) fn bytes(&self) -> usize {
        self.tree.bytes() + self.bytes_of_others()
    }

    /// The bytes of trees beside the one that is searched.
    fn bytes_of_others(&self) -> usize {
        let decided = self.decided.as_ref();
        decided.map_or(0, |decided| decided.tree.bytes())
    }

    /// Makes room for the next expansion.
    pub(super) fn make_room(&mut self) {
        let Some(all) = self.memory else {
            return;
        };
        let all = all.saturating_sub(self.bytes_of_others());
        let (log, spare) = (all / EVENT_LOG_DIVISOR, all / SPARE_DIVISOR);
        let tree = &mut self.tree;
        tree.log.limit = Some(log);
        if tree.search.len() < self.positions {
            // The graph was folded.
            tree.records.follow(&tree.search);
        }
        tree.shrink(all - log - spare);
        let beside = log + tree.records.bytes();
        tree.search.set_memory(Some(all.saturating_sub(beside)));
        self.positions = tree.search.len();
    }

    /// Leaves half of the memory for another search that begins now.
    pub(super) fn leave_half(&mut self) {
        if let Some(all) = self.memory {
            let log = self.tree.log.bytes();
            self.tree.shrink((all / 2).saturating_sub(log));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar::{Class, Config, JobId, Next, Side, Span};
    use bstar_board::Square;

    fn search() -> Search<Move> {
        Search::new(Key(7), Class::default(), Side::Max, Config::default()).unwrap()
    }

    fn line(length: usize) -> Vec<Move> {
        let mv = Move {
            from: Square::E2,
            to: Square::E4,
            promotion: None,
        };
        vec![mv; length]
    }

    fn record(length: usize, threat: usize) -> ProbeRecord {
        ProbeRecord {
            line: line(length),
            threat: line(threat),
            depth: 3,
            real: Span::exact(5_000),
        }
    }

    #[test]
    fn lines_are_counted_as_they_come_and_go() {
        let mut records = ProbeRecords::new(WdlModel::TERMS);
        assert_eq!((records.bytes(), records.is_empty()), (0, true));
        for key in 0..100 {
            records.remember(Key(key), record(key as usize % 40, 5));
        }
        for key in 0..50 {
            records.remember(Key(key), record(3, 0));
        }
        assert_eq!(records.len(), 100);
        assert_eq!(
            records.lines,
            records.known.values().map(lines_of).sum::<usize>()
        );
        assert_eq!(records.get(Key(7)).map(|known| known.line.len()), Some(3));
        assert_eq!(
            records.get(Key(7)).map(|known| known.threat.len()),
            Some(5),
            "a threat is kept if no probe was made for it again"
        );
        records.follow(&search());
        assert_eq!((records.len(), records.lines), (1, 2 * 32));
    }

    fn job() -> JobId {
        match search().next() {
            Next::Work(job) => job.id,
            _ => unreachable!("a new search wants its root"),
        }
    }

    fn events(job: JobId) -> [LoggedEvent; 2] {
        let purpose = Purpose::Expand;
        let handed = Event::HandedOut {
            job,
            purpose,
            path: line(7),
            key: Key(1),
            phase: bstar::Phase::Select,
            target: None,
        };
        let completed = Event::Completed {
            job,
            purpose,
            late: false,
        };
        [handed, completed].map(|event| LoggedEvent { event, nodes: 0 })
    }

    #[test]
    fn a_full_diary_forgets_the_older_half_and_says_so() {
        let mut log = EventLog {
            limit: Some(100_000),
            ..EventLog::default()
        };
        for _ in 0..5_000 {
            for logged in events(job()) {
                log.note(logged);
                assert!(log.bytes() <= 100_000);
            }
        }
        let Forgotten { events, expansions } = log.forgotten;
        assert_eq!(events + log.events.len(), 10_000);
        assert_eq!(2 * expansions, events, "no expansion is torn");
        assert!(log.events.len() > 200);
        let paths = log.events.iter().map(path_of).sum::<usize>();
        assert_eq!(log.paths, paths);
    }

    #[test]
    fn without_a_limit_nothing_is_forgotten() {
        let mut log = EventLog::default();
        for _ in 0..5_000 {
            events(job())
                .into_iter()
                .for_each(|logged| log.note(logged));
        }
        assert_eq!(log.events.len(), 10_000);
        assert_eq!(log.forgotten, Forgotten::default());
    }
}
