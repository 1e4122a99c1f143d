//! What probes found, by position.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use bstar::{Key, Search, Span};
use bstar_board::Move;

use crate::event_log::allocated;
use crate::scale::UNKNOWN;
use crate::wdl::WdlModel;

/// What probes found about the position after a move.
#[derive(Clone, Debug)]
pub struct ProbeRecord {
    /// The line of best play from there.
    pub line: Vec<Move>,
    /// The line if the mover could move again, with that extra move first. It is empty if no probe
    /// was made for it, if it leads nowhere, or after a check.
    pub threat: Vec<Move>,
    /// The depth of the probes, in plies.
    pub depth: u32,
    /// What is known of its value, in points for the side that moved there.
    pub real: Span,
}

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
    pub fn remember(&mut self, key: Key, record: ProbeRecord) {
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
    pub fn follow(&mut self, search: &Search<Move>) {
        self.keep(|key| search.find(key).is_some());
    }

    /// Forgets everything but the records of the root's own moves.
    pub fn follow_root(&mut self, search: &Search<Move>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use bstar::{Class, Config, Side};
    use bstar_board::Square;

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
        let search = Search::new(Key(7), Class::default(), Side::Max, Config::default()).unwrap();
        records.follow(&search);
        assert_eq!((records.len(), records.lines), (1, 2 * 32));
    }
}
