//! How much memory a long experiment takes, and whether it grows.
//!
//! [`MemoryUsage::now`] measures this process and those it has started, such as the engines of a
//! match. A [`MemoryLog`] keeps a measurement after every game and draws them all. Growth from game
//! to game is then easy to see.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::Serialize;
use thiserror::Error;

use bstar_kit::plot::{Curve, Plot};

/// Why nothing is known about memory.
#[derive(Debug, Error)]
#[error("the memory of this process cannot be measured: that needs /proc, as Linux has it ({0})")]
pub struct MemoryError(String);

/// How much memory processes have in use, in MiB: what really lies in the machine's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MemoryUsage {
    /// This process.
    pub own: f64,
    /// All it has started, and what those have started.
    pub others: f64,
}

impl MemoryUsage {
    /// What is used now.
    ///
    /// ```
    /// # #[cfg(target_os = "linux")]
    /// assert!(bstar_arena::memory::MemoryUsage::now()?.own > 0.0);
    /// # Ok::<(), bstar_arena::memory::MemoryError>(())
    /// ```
    pub fn now() -> Result<MemoryUsage, MemoryError> {
        let processes = all_processes(Path::new("/proc"));
        MemoryUsage::of(std::process::id(), &processes)
            .ok_or_else(|| MemoryError("its own entry is not there".to_owned()))
    }

    fn of(own: u32, processes: &BTreeMap<u32, Process>) -> Option<MemoryUsage> {
        let descends = |process: &Process| {
            // No process has more ancestors than there are processes.
            std::iter::successors(Some(process.parent), |parent| {
                Some(processes.get(parent)?.parent)
            })
            .take(processes.len())
            .any(|ancestor| ancestor == own)
        };
        Some(MemoryUsage {
            own: processes.get(&own)?.mib,
            others: processes
                .values()
                .filter(|process| descends(process))
                .map(|process| process.mib)
                .sum(),
        })
    }
}

struct Process {
    parent: u32,
    mib: f64,
}

/// What can be read about all processes. One that ended meanwhile is left out.
fn all_processes(proc: &Path) -> BTreeMap<u32, Process> {
    let Ok(entries) = std::fs::read_dir(proc) else {
        return BTreeMap::new();
    };
    entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let id = entry.file_name().to_str()?.parse().ok()?;
            let status = std::fs::read_to_string(entry.path().join("status")).ok()?;
            Some((id, read_status(&status)?))
        })
        .collect()
}

/// The parent and the resident memory, as `/proc/PID/status` tells them. A process that has just
/// ended has no memory.
fn read_status(status: &str) -> Option<Process> {
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()
    };
    let kib: f64 = field("VmRSS:").map_or(Some(0.0), |word| word.parse().ok())?;
    Some(Process {
        parent: field("PPid:")?.parse().ok()?,
        mib: kib / 1024.0,
    })
}

/// What was used after each game.
#[derive(Clone, Debug, Default)]
pub struct MemoryLog {
    samples: Vec<(u64, MemoryUsage)>,
}

/// How the memory in use changed, in MiB.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemoryCourse {
    /// After the first game.
    pub first: f64,
    /// After the last game.
    pub last: f64,
    /// At its largest.
    pub largest: f64,
}

/// A [`MemoryLog`] in short.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemorySummary {
    /// After how many games it was measured.
    pub games: usize,
    /// This process, if it was measured at all.
    pub own: Option<MemoryCourse>,
    /// The processes it had started, if there were any.
    pub others: Option<MemoryCourse>,
}

impl MemoryLog {
    /// Records the usage after `games` games.
    pub fn note(&mut self, games: u64, usage: MemoryUsage) {
        self.samples.push((games, usage));
    }

    /// In short.
    pub fn summary(&self) -> MemorySummary {
        let has_others = self.samples.iter().any(|(_, usage)| usage.others > 0.0);
        MemorySummary {
            games: self.samples.len(),
            own: self.course(|usage| usage.own),
            others: self.course(|usage| usage.others).filter(|_| has_others),
        }
    }

    fn course(&self, value: impl Fn(&MemoryUsage) -> f64) -> Option<MemoryCourse> {
        let values = || self.samples.iter().map(|(_, usage)| value(usage));
        Some(MemoryCourse {
            first: values().next()?,
            last: values().next_back()?,
            largest: values().fold(0.0, f64::max),
        })
    }

    /// A picture: games to the right, MiB upwards.
    pub fn svg(&self, title: &str) -> String {
        let curve = |name: &str, value: fn(&MemoryUsage) -> f64| Curve {
            name: name.to_owned(),
            points: self
                .samples
                .iter()
                .map(|(games, usage)| (*games as f64, value(usage)))
                .collect(),
        };
        let mut curves = vec![curve("this program", |usage| usage.own)];
        if self.summary().others.is_some() {
            curves.push(curve("the engines it started", |usage| usage.others));
        }
        Plot {
            title: title.to_owned(),
            across: "games".to_owned(),
            upwards: "memory in use (MiB)".to_owned(),
            curves,
        }
        .svg()
    }
}

impl fmt::Display for MemoryCourse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.1} MiB after the first game, {:.1} after the last, {:.1} at most",
            self.first, self.last, self.largest
        )
    }
}

impl fmt::Display for MemorySummary {
    /// One line, or two if other processes were started.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.own {
            Some(own) => write!(f, "memory: {own}")?,
            None => f.write_str("memory: no game was played, nothing was measured")?,
        }
        match self.others {
            Some(others) => write!(f, "\nmemory of the engines started: {others}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn process(parent: u32, mib: f64) -> Process {
        Process { parent, mib }
    }

    #[test]
    fn descendants_are_counted_and_strangers_are_not() {
        let processes = BTreeMap::from([
            (1, process(0, 3.0)),
            (10, process(1, 5.0)),
            (11, process(10, 7.0)),
            (12, process(11, 20.0)),
            (13, process(1, 100.0)),
            // Read while it changed: two that are each other's parents.
            (20, process(21, 1.0)),
            (21, process(20, 1.0)),
        ]);
        let usage = MemoryUsage::of(10, &processes).unwrap();
        assert_eq!((usage.own, usage.others), (5.0, 27.0));
        assert_eq!(MemoryUsage::of(99, &processes), None);
    }

    #[test]
    fn a_status_is_read() {
        let text = "Name:\tx\nPPid:\t77\nVmHWM:\t 9000 kB\nVmRSS:\t    2048 kB\n";
        let read = read_status(text).unwrap();
        assert_eq!((read.parent, read.mib), (77, 2.0));
        assert_eq!(read_status("PPid:\t1\n").unwrap().mib, 0.0);
        assert!(read_status("VmRSS:\t1 kB\n").is_none());
    }

    #[test]
    fn nothing_is_known_where_there_is_no_proc() {
        let folder = tempfile::tempdir().unwrap();
        assert!(all_processes(&folder.path().join("proc")).is_empty());
        let error = MemoryError("x".to_owned()).to_string();
        assert!(error.contains("needs /proc"), "{error}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_that_is_taken_is_seen() {
        let block = vec![1u8; 64 << 20];
        assert!(MemoryUsage::now().unwrap().own >= 64.0);
        drop(block);
    }

    #[test]
    fn a_log_in_short_and_as_a_picture() {
        let mut log = MemoryLog::default();
        assert_eq!(log.summary().own, None);
        for (games, own, others) in [(1, 20.0, 0.0), (2, 50.0, 4.0), (3, 30.0, 3.0)] {
            log.note(games, MemoryUsage { own, others });
        }
        let summary = log.summary();
        assert_eq!(
            summary.to_string(),
            "memory: 20.0 MiB after the first game, 30.0 after the last, 50.0 at most\n\
             memory of the engines started: 0.0 MiB after the first game, 3.0 after the last, 4.0 at most"
        );
        let picture = log.svg("a <b>");
        for part in [
            "a &lt;b&gt;",
            "games",
            "memory in use (MiB)",
            "this program",
            "the engines",
        ] {
            assert!(picture.contains(part), "{part} in {picture}");
        }
    }
}
