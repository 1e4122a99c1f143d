//! The library, driven by any sequence of jobs, answers, lies, abandonings, advances and foldings.

mod invariants;
mod world;

use bstar::{
    Asking, Child, Config, Dithering, ExpansionLimits, Guide, Independence, Job, JobId, Key, Next,
    Outcome, Purpose, Search, Span, Stopping,
};

use crate::bytes::Decisions;
use world::World;

/// The most jobs that are answered at the end, until the search has decided.
const LAST_JOBS: usize = 400;

/// Every byte is a decision of whoever drives the search.
pub fn driven(bytes: &[u8]) {
    let mut decisions = Decisions(bytes);
    let world = World::new(decisions.byte(), decisions.byte(), decisions.byte());
    let config = config(&mut decisions);
    let root = Key(World::ROOT.into());
    let (class, side) = (world.class(World::ROOT), world.side(World::ROOT));
    let Ok(search) = Search::new(root, class, side, config) else {
        assert!(config.check().is_err());
        return;
    };
    let mut driver = Driver {
        world,
        search,
        held: Vec::new(),
        returned: Vec::new(),
        is_exact: decisions.byte().is_multiple_of(2),
    };
    while let Some(decision) = decisions.next() {
        driver.step(decision, &mut decisions);
        assert_eq!(driver.search.jobs_out(), driver.held.len());
    }
    driver.finish();
}

fn config(decisions: &mut Decisions<'_>) -> Config {
    let [one, two] = [decisions.byte(), decisions.byte()];
    Config {
        guide: [Guide::Probability, Guide::Hope, Guide::Distributions][usize::from(one) % 3],
        independence: [Independence::ReplyGroups, Independence::All][usize::from(one) / 3 % 2],
        dithering: [Dithering::default(), Dithering::Off][usize::from(one) / 6 % 2],
        asking: [Asking::Exactly, Asking::AsNeeded, Asking::BestFirst][usize::from(one) / 12 % 3],
        stopping: stopping(two),
        limits: limits(two / 4),
        margin: u32::from(two) / 32,
        memory: memory(decisions.byte()),
        ..Config::default()
    }
}

fn stopping(byte: u8) -> Stopping {
    let constant = Stopping::MinAct {
        start: 0.15,
        end: 0.15,
    };
    [constant, Stopping::default(), Stopping::Separation][usize::from(byte) % 3]
}

fn limits(byte: u8) -> Option<ExpansionLimits> {
    (!byte.is_multiple_of(4)).then(|| ExpansionLimits::of(u32::from(byte / 4)))
}

/// A node takes some hundred bytes, so most of these limits are soon reached.
fn memory(byte: u8) -> Option<usize> {
    (byte >= 64).then(|| usize::from(byte - 64) * 160)
}

struct Driver {
    world: World,
    search: Search<u8>,
    /// The jobs that are out.
    held: Vec<Job<u8>>,
    /// Jobs that came back or were abandoned.
    returned: Vec<JobId>,
    is_exact: bool,
}

impl Driver {
    fn step(&mut self, decision: u8, decisions: &mut Decisions<'_>) {
        match decision % 16 {
            0..5 => self.ask(),
            5..8 => {
                if let Some(job) = self.take(decisions) {
                    self.answer(job);
                }
            }
            8 => {
                if let Some(job) = self.take(decisions) {
                    self.lie(job, decisions);
                }
            }
            9 => {
                if let Some(job) = self.take(decisions) {
                    self.search.abandon(job.id).expect("was out");
                    self.returned.push(job.id);
                }
            }
            10 => {
                self.search.abandon_all();
                self.returned.extend(self.held.drain(..).map(|job| job.id));
            }
            11 => self.advance(decisions),
            12 => self.search.set_memory(memory(decisions.byte())),
            13 => {
                let byte = decisions.byte();
                self.search.set_effort(f64::from(byte % 110) / 100.0);
                let _ = self.search.set_limits(limits(byte));
            }
            14 => {
                let resumed = self.search.resume(stopping(decisions.byte()));
                resumed.expect("these are sensible");
            }
            _ => {
                if let Some(&id) = self.returned.get(decisions.below(self.returned.len())) {
                    assert!(self.search.complete(id, Vec::new()).is_err());
                    assert!(self.search.abandon(id).is_err());
                }
                invariants::check(&mut self.search);
            }
        }
    }

    fn ask(&mut self) {
        match self.search.next() {
            Next::Work(job) => {
                assert!(self.held.iter().all(|held| held.id != job.id));
                assert!(!job.asks.is_empty());
                self.held.push(job);
            }
            Next::Wait => assert!(!self.held.is_empty(), "waits for nothing"),
            Next::Done(decision) => {
                let is_known = self
                    .search
                    .root()
                    .moves()
                    .any(|(mv, _)| mv == decision.best);
                assert!(is_known, "decides for a move that is not there");
            }
        }
    }

    fn take(&mut self, decisions: &mut Decisions<'_>) -> Option<Job<u8>> {
        let at = decisions.below(self.held.len());
        (!self.held.is_empty()).then(|| self.held.swap_remove(at))
    }

    fn answer(&mut self, job: Job<u8>) {
        let findings = self.world.findings(&job, self.is_exact);
        if let Err(error) = self.search.complete(job.id, findings) {
            panic!("an honest answer was refused: {error}\n{job:?}");
        }
        self.returned.push(job.id);
    }

    /// Findings that contradict others, or are no findings at all. What is refused changes nothing.
    fn lie(&mut self, job: Job<u8>, decisions: &mut Decisions<'_>) {
        let mut findings = self.world.findings(&job, self.is_exact);
        for _ in 0..1 + decisions.byte() % 3 {
            distort(&mut findings, &job, decisions);
        }
        let before = (self.search.len(), self.search.bytes());
        match self.search.complete(job.id, findings) {
            Ok(()) => self.returned.push(job.id),
            Err(error) => {
                assert!(!error.to_string().is_empty());
                assert_eq!((self.search.len(), self.search.bytes()), before);
                self.held.push(job);
            }
        }
    }

    fn advance(&mut self, decisions: &mut Decisions<'_>) {
        let moves: Vec<u8> = self.search.root().moves().map(|(mv, _)| mv).collect();
        let chosen = moves.get(decisions.below(moves.len() + 1));
        let chosen = chosen.copied().unwrap_or(255);
        let count = decisions.byte() % 4;
        let drawn: Vec<Key> = (0..count)
            .map(|_| Key(u64::from(decisions.byte() % self.world.size())))
            .collect();
        let advanced = self.search.advance(chosen, drawn);
        assert!(advanced.is_err() || moves.contains(&chosen));
    }

    /// Everything that is out comes back, and the search goes on to its end.
    fn finish(mut self) {
        invariants::check(&mut self.search);
        while let Some(job) = self.held.pop() {
            self.answer(job);
        }
        for _ in 0..LAST_JOBS {
            self.ask();
            match self.held.pop() {
                Some(job) => self.answer(job),
                None => break,
            }
        }
        invariants::check(&mut self.search);
        self.search.set_effort(1.0);
        // At most the root's own moves are still to be learned.
        for _ in 0..2 {
            self.ask();
            if let Some(job) = self.held.pop() {
                self.answer(job);
            }
        }
        assert!(matches!(self.search.next(), Next::Done(_)), "does not end");
    }
}

/// Changes one thing about findings. Only what is promised to callers is tried: positions have keys
/// and classes that agree with each other.
fn distort(findings: &mut Vec<Child<u8>>, job: &Job<u8>, decisions: &mut Decisions<'_>) {
    let (what, at) = (decisions.byte(), decisions.below(findings.len()));
    let value = i32::from(decisions.byte()) - 128;
    let Some(child) = findings.get_mut(at) else {
        return;
    };
    match what % 11 {
        0 => child.real = Some(Span::exact(value)),
        1 => child.real = Some(Span::at_most(value)),
        2 => child.max_bound = Some((Span::exact(value), Default::default())),
        3 => child.min_bound = Some((Span::at_least(value), Default::default())),
        4 => child.real = None,
        5 => child.real = Some(Span::exact(value.saturating_mul(i32::MAX / 128))),
        6 => child.outcome = Some(Outcome::Score(value.saturating_mul(1 << 24))),
        // An expansion may name any moves, and then they are asked about.
        7 if job.purpose != Purpose::Expand => child.mv = child.mv.wrapping_add(1),
        // The position itself, in which the other side is to move.
        8 => child.key = job.key,
        9 => {
            findings.swap_remove(at);
        }
        _ => {
            let twice = child.clone();
            findings.push(twice);
        }
    }
}
