//! The side that does the work.
//!
//! A [`Worker`] has a thread for each job that it does at a time (`slot`). They share what is known
//! of clients (`shared`).

mod shared;
mod slot;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bstar_kit::crew::{Programs, Skill};
use bstar_kit::stop::Stop;
use tokio::runtime::Runtime;
use tokio::time::timeout;

use crate::address::Address;
use crate::error::ClusterError;
use crate::messages::{Program, WORKERS, WorkerState};
use crate::notice::Notify;
use crate::streams::Streams;
use shared::{Shared, hear_clients};
use slot::work;

/// How often a worker tells that it is there.
const SAY_INTERVAL: Duration = Duration::from_secs(2);

/// How long a worker that leaves may take to put its job back.
const LEAVE_PATIENCE: Duration = Duration::from_secs(3);

/// A machine of a cluster.
pub struct Worker {
    runtime: Runtime,
    nats: async_nats::Client,
    serves: Vec<Program>,
    name: String,
    skills: Vec<Skill>,
    programs: Programs,
    jobs: usize,
    lost_after: Duration,
    shared: Arc<Shared>,
}

/// What a worker can do.
pub struct Abilities {
    /// The kinds of jobs that it does.
    pub skills: Vec<Skill>,
    /// Whether it starts other programs for them.
    pub programs: Programs,
    /// How many jobs it does at a time.
    pub jobs: usize,
    /// A worker that is silent for so long has lost its job. The first worker of a cluster decides
    /// this for all that run the same program.
    pub lost_after: Duration,
}

/// What a worker has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkerTally {
    /// Number of jobs done.
    pub done: usize,
    /// Number of jobs put back when the worker left.
    pub put_back: usize,
}

impl Worker {
    /// Connects to a cluster. This worker is called `name` and does the jobs of these programs, its
    /// own first.
    pub fn connect(
        address: &Address,
        serves: Vec<Program>,
        name: String,
        abilities: Abilities,
        notify: Notify,
    ) -> Result<Worker, ClusterError> {
        let runtime = crate::runtime()?;
        let nats = runtime.block_on(address.connect(&notify))?;
        let opened = runtime.block_on(Streams::open(&nats));
        opened.map_err(|failure| ClusterError::Streams {
            address: address.to_string(),
            reason: failure.to_string(),
        })?;
        Ok(Worker {
            runtime,
            nats,
            name,
            skills: abilities.skills,
            programs: abilities.programs,
            jobs: abilities.jobs.max(1),
            lost_after: abilities.lost_after,
            shared: Arc::new(Shared::new(serves.clone(), notify)),
            serves,
        })
    }

    /// Does jobs until `stop` is set. Those under way are then put back.
    pub fn run(&self, stop: &Stop) -> WorkerTally {
        let hearing = self
            .runtime
            .spawn(hear_clients(self.nats.clone(), self.shared.clone()));
        std::thread::scope(|scope| {
            for number in 0..self.jobs {
                scope.spawn(move || work(self, number, stop));
            }
            while !stop.is_set() {
                self.tell(false);
                self.shared.stop_gone();
                let since = Instant::now();
                while since.elapsed() < SAY_INTERVAL && !stop.is_set() {
                    std::thread::sleep(Duration::from_millis(50));
                }
            }
        });
        self.tell(true);
        hearing.abort();
        WorkerTally {
            done: self.shared.done.load(Ordering::Relaxed),
            put_back: self.shared.put_back.load(Ordering::Relaxed),
        }
    }

    /// Tells clients that this worker is there.
    fn tell(&self, leaves: bool) {
        let mut doing: Vec<String> = self.shared.lock().doing.values().cloned().collect();
        doing.sort();
        let mut served = self.serves.iter().map(|one| one.words().to_owned());
        let state = WorkerState {
            name: self.name.clone(),
            program: served.next().unwrap_or_default(),
            also_serves: served.collect(),
            jobs: self.jobs,
            starts_programs: self.programs == Programs::Started,
            doing,
            leaves,
        };
        let bytes = serde_json::to_vec(&state).unwrap_or_default();
        let said = async {
            let _ = self.nats.publish(WORKERS, bytes.into()).await;
            if leaves {
                let _ = timeout(LEAVE_PATIENCE, self.nats.flush()).await;
            }
        };
        self.runtime.block_on(said);
    }
}
