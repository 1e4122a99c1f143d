//! What is sent: subjects and messages.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How often a job is tried.
pub const MAX_TRIES: i64 = 3;

/// A header: how often a job was tried before a worker that was told to leave put it back.
pub(crate) const TRIES_BEFORE: &str = "Bstar-Tries";

/// Workers tell of themselves here.
pub(crate) const WORKERS: &str = "bstar.workers";

/// Clients tell of themselves here.
pub(crate) const CLIENTS: &str = "bstar.clients";

/// Which program it is. Only workers with the client's own do its jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program(String);

impl Program {
    /// The program that is described by these words.
    pub fn new(words: impl Into<String>) -> Program {
        Program(words.into())
    }

    /// What it is, in words.
    pub(crate) fn words(&self) -> &str {
        &self.0
    }

    /// The words as part of a subject (FNV-1a).
    fn token(&self) -> String {
        let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = self.0.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, fold);
        format!("{hash:016x}")
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a worker must be willing to do. The subjects of jobs differ in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Needs {
    /// Nothing but the program itself.
    Nothing,
    /// To start other programs.
    Programs,
}

impl Needs {
    fn token(self) -> &'static str {
        match self {
            Needs::Nothing => "plain",
            Needs::Programs => "programs",
        }
    }
}

/// The jobs of a program: the name of the consumer that workers share, and its subjects.
pub(crate) fn consumer_of(program: &Program, needs: Needs) -> (String, String) {
    let (program, needs) = (program.token(), needs.token());
    (
        format!("{needs}-{program}"),
        format!("bstar.jobs.{needs}.{program}.>"),
    )
}

pub(crate) fn job_subject(program: &Program, needs: Needs, run: &str, number: usize) -> String {
    let (program, needs) = (program.token(), needs.token());
    format!("bstar.jobs.{needs}.{program}.{run}.{number}")
}

/// The subject of all jobs of a run.
pub(crate) fn jobs_of(run: &str) -> String {
    format!("bstar.jobs.*.*.{run}.>")
}

pub(crate) fn result_subject(run: &str, number: usize) -> String {
    format!("bstar.results.{run}.{number}")
}

/// The subject of all results of a run.
pub(crate) fn results_of(run: &str) -> String {
    format!("bstar.results.{run}.>")
}

/// The run and the number at the end of a subject.
pub(crate) fn run_and_number(subject: &str) -> Option<(&str, usize)> {
    let mut parts = subject.rsplit('.');
    let number = parts.next()?.parse().ok()?;
    Some((parts.next()?, number))
}

/// A job. The strings are JSON, which only those who do the work understand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The kind of work.
    pub kind: String,
    pub settings: String,
    pub unit: String,
    /// What the unit is called.
    pub name: String,
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum JobResult {
    /// It was done. The string is JSON.
    Found(String),
    /// It was tried too often.
    GivenUp(String),
}

/// What a worker tells of itself, every now and then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WorkerState {
    /// Its name: machine and process.
    pub name: String,
    /// Its program, in words.
    pub program: String,
    /// Other programs whose jobs it does.
    #[serde(default)]
    pub also_serves: Vec<String>,
    /// How many jobs it does at a time.
    pub jobs: usize,
    /// Whether it starts other programs.
    pub starts_programs: bool,
    /// What it is doing.
    #[serde(default)]
    pub doing: Vec<String>,
    /// Whether it is leaving.
    pub leaves: bool,
}

impl WorkerState {
    /// Whether it does the jobs of a program.
    pub fn serves(&self, program: &Program) -> bool {
        let mut served = std::iter::once(&self.program).chain(&self.also_serves);
        served.any(|one| one == program.words())
    }
}

/// What a client tells of itself, every now and then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ClientState {
    pub run: String,
    /// Its program, in words.
    pub program: String,
    pub has_ended: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_tells_run_and_number() {
        let program = Program::new("bstar 1");
        let subject = job_subject(&program, Needs::Nothing, "abc", 17);
        assert_eq!(run_and_number(&subject), Some(("abc", 17)));
        assert_eq!(run_and_number(&result_subject("abc", 0)), Some(("abc", 0)));
        assert_eq!(run_and_number("bstar.results.abc.x"), None);
    }

    #[test]
    fn other_programs_have_other_subjects() {
        let one = consumer_of(&Program::new("bstar 1, bench 5"), Needs::Nothing);
        let other = consumer_of(&Program::new("bstar 1, bench 6"), Needs::Nothing);
        let engines = consumer_of(&Program::new("bstar 1, bench 5"), Needs::Programs);
        assert!(one.0 != other.0 && one.1 != other.1 && one.1 != engines.1);
    }
}
