//! What has happened in a search.

use bstar::{Event, Purpose};
use bstar_board::Move;

/// An event of the search, and when it happened.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedEvent {
    pub event: Event<Move>,
    /// The nodes of all probes until then.
    pub nodes: u64,
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
pub struct EventLog {
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

/// The bytes that a list takes from the system, which gives pieces of 16 bytes and needs some for
/// itself.
pub(crate) fn allocated(list: &Vec<Move>) -> usize {
    match list.capacity() * size_of::<Move>() {
        0 => 0,
        bytes => (bytes + 8).next_multiple_of(16).max(32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar::{Class, Config, JobId, Key, Next, Search, Side};
    use bstar_board::Square;

    fn search() -> Search<Move> {
        Search::new(Key(7), Class::default(), Side::Max, Config::default()).unwrap()
    }

    fn job() -> JobId {
        match search().next() {
            Next::Work(job) => job.id,
            _ => unreachable!("a new search wants its root"),
        }
    }

    fn events(job: JobId) -> [LoggedEvent; 2] {
        let step = Move {
            from: Square::E2,
            to: Square::E4,
            promotion: None,
        };
        let purpose = Purpose::Expand;
        let handed = Event::HandedOut {
            job,
            purpose,
            path: vec![step; 7],
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
