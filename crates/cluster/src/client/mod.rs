//! The side that has work to give.
//!
//! A [`Client`] cuts an order into jobs and hands results over in order. `run` puts jobs in and
//! takes results out; `presence` tells workers that there is work, and people about workers.

mod presence;
mod run;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use bstar_kit::crew::{Answer, Machines, MachinesError, Order};
use bstar_kit::stop::Stop;
use bstar_kit::workers::InOrder;
use tokio::runtime::Runtime;
use tokio::time::timeout;

use crate::address::Address;
use crate::error::ClusterError;
use crate::messages::{Job, JobResult, Needs, Program};
use crate::notice::{Notice, Notify};
use crate::streams::Streams;
use presence::{Presence, Workers, hear_workers, tell};
use run::{Run, drive, withdraw};

/// How long the end of a run may take.
const WITHDRAWAL_PATIENCE: Duration = Duration::from_secs(5);

/// A connection to a cluster that gives work to its machines.
pub struct Client {
    runtime: Runtime,
    nats: async_nats::Client,
    program: Program,
    address: String,
    notify: Notify,
    workers: Arc<Mutex<Workers>>,
    given_up: Mutex<Vec<String>>,
    counts: Mutex<Counts>,
}

/// How far a run is.
#[derive(Clone, Copy, Default)]
struct Counts {
    begun: Option<Instant>,
    done: usize,
    all: usize,
}

/// How a cluster is getting on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusterState {
    pub workers: usize,
    /// How many jobs they do at a time.
    pub jobs_at_a_time: usize,
    /// How many jobs are done a second.
    pub rate: Option<f64>,
    /// How many jobs are left.
    pub left: usize,
}

impl fmt::Display for ClusterState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} workers, {} jobs at a time, {} left",
            self.workers, self.jobs_at_a_time, self.left
        )?;
        match self.rate {
            Some(rate) if rate >= 1.0 => write!(f, ", {rate:.1} a second"),
            Some(rate) => write!(f, ", {:.1} a minute", 60.0 * rate),
            None => Ok(()),
        }
    }
}

impl Client {
    /// Connects to a cluster.
    pub fn connect(
        address: &Address,
        program: Program,
        notify: Notify,
    ) -> Result<Client, ClusterError> {
        let runtime = crate::runtime()?;
        let nats = runtime.block_on(address.connect(&notify))?;
        let opened = runtime.block_on(Streams::open(&nats));
        opened.map_err(|failure| ClusterError::Streams {
            address: address.to_string(),
            reason: failure.to_string(),
        })?;
        let workers = Arc::new(Mutex::new(Workers::default()));
        runtime.spawn(hear_workers(nats.clone(), workers.clone()));
        Ok(Client {
            runtime,
            nats,
            program,
            address: address.to_string(),
            notify,
            workers,
            given_up: Mutex::default(),
            counts: Mutex::default(),
        })
    }

    /// The names of the units that were given up.
    pub fn given_up(&self) -> Vec<String> {
        lock(&self.given_up).clone()
    }

    /// How it is getting on.
    pub fn state(&self) -> ClusterState {
        let counts = *lock(&self.counts);
        let (workers, jobs_at_a_time) = lock(&self.workers).fitting(&self.program);
        let seconds = counts.begun.map(|begun| begun.elapsed().as_secs_f64());
        ClusterState {
            workers,
            jobs_at_a_time,
            rate: seconds
                .filter(|_| counts.done > 0)
                .map(|seconds| counts.done as f64 / seconds.max(1e-3)),
            left: counts.all - counts.done,
        }
    }

    /// The jobs of an order. None may be larger than the server accepts.
    fn jobs(&self, order: &Order) -> Result<Vec<Vec<u8>>, MachinesError> {
        let most = self.nats.server_info().max_payload;
        let job = |unit: &bstar_kit::crew::SentUnit| {
            let job = Job {
                kind: order.kind.to_owned(),
                settings: order.settings.clone(),
                unit: unit.text.clone(),
                name: unit.name.clone(),
            };
            let bytes = serde_json::to_vec(&job)
                .map_err(|error| MachinesError(format!("{} cannot be sent: {error}", unit.name)))?;
            match bytes.len() > most {
                true => Err(MachinesError(format!(
                    "{} has {} bytes, and the server at {} takes {most} at most (its max_payload)",
                    unit.name,
                    bytes.len(),
                    self.address
                ))),
                false => Ok(bytes),
            }
        };
        order.units.iter().map(job).collect()
    }

    /// What workers will be told of new work.
    fn presence(&self, needs: Needs) -> Presence {
        Presence {
            run: self.nats.new_inbox().replace(['.', '_'], "-"),
            program: self.program.clone(),
            needs,
        }
    }

    fn count(&self, change: impl FnOnce(&mut Counts)) {
        change(&mut lock(&self.counts));
    }
}

impl Machines for Client {
    fn run(
        &self,
        order: &Order,
        stop: &Stop,
        take: &mut dyn FnMut(usize, Answer<String>) -> ControlFlow<()>,
    ) -> Result<(), MachinesError> {
        if order.units.is_empty() {
            return Ok(());
        }
        let (sender, inbox) = mpsc::channel();
        let needs = match order.starts_programs {
            true => Needs::Programs,
            false => Needs::Nothing,
        };
        let run = Arc::new(Run {
            presence: Arc::new(self.presence(needs)),
            jobs: self.jobs(order)?,
        });
        self.count(|counts| {
            *counts = Counts {
                begun: Some(Instant::now()),
                done: 0,
                all: run.jobs.len(),
            };
        });
        let driving = self.runtime.spawn(drive(
            self.nats.clone(),
            run.clone(),
            self.workers.clone(),
            sender,
        ));
        let telling = self.runtime.spawn(tell(
            self.nats.clone(),
            run.presence.clone(),
            self.workers.clone(),
            self.notify.clone(),
        ));
        let mut order_of_results = InOrder::from(0);
        let mut next = 0;
        let ended = 'run: loop {
            if stop.is_set() {
                break Ok(());
            }
            let (number, result) = match inbox.recv_timeout(Duration::from_millis(100)) {
                Ok(one) => one,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => {
                    break Err(MachinesError("the connection to the cluster ended".into()));
                }
            };
            self.count(|counts| counts.done += 1);
            for result in order_of_results.put(number, result) {
                let answer = match result {
                    JobResult::Found(text) => Answer::Found(text),
                    JobResult::GivenUp(why) => {
                        let name = order.units[next].name.clone();
                        lock(&self.given_up).push(name.clone());
                        let told = why.clone();
                        (self.notify)(Notice::GivenUp { name, why: told });
                        Answer::GivenUp(why)
                    }
                };
                next += 1;
                if take(next - 1, answer).is_break() || next == run.jobs.len() {
                    break 'run Ok(());
                }
            }
        };
        driving.abort();
        telling.abort();
        self.runtime.block_on(async {
            timeout(WITHDRAWAL_PATIENCE, withdraw(&self.nats, &run))
                .await
                .ok()
        });
        ended
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_told_in_a_fitting_unit() {
        let mut state = ClusterState {
            workers: 4,
            jobs_at_a_time: 16,
            rate: None,
            left: 3,
        };
        assert_eq!(state.to_string(), "4 workers, 16 jobs at a time, 3 left");
        state.rate = Some(0.05);
        assert!(state.to_string().ends_with(", 3.0 a minute"));
        state.rate = Some(12.25);
        assert!(state.to_string().ends_with(", 12.2 a second"));
    }
}
