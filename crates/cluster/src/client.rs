//! The side that has work to give.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use async_nats::jetstream::message::PublishMessage;
use bstar_kit::crew::{Answer, Machines, MachinesError, Order};
use bstar_kit::stop::Stop;
use bstar_kit::workers::InOrder;
use futures_util::StreamExt;
use tokio::runtime::Runtime;
use tokio::sync::mpsc as tokio_mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::address::Address;
use crate::error::ClusterError;
use crate::messages::{
    CLIENTS, ClientState, Job, JobResult, Needs, Program, WORKERS, WorkerState, job_subject,
    jobs_of, results_of, run_and_number,
};
use crate::notice::{Notice, Notify};
use crate::streams::{Failure, Streams};

/// How often a client tells that it is there.
const SAY_INTERVAL: Duration = Duration::from_secs(2);

/// A worker that has said nothing for so long is gone.
const WORKER_GONE_AFTER: Duration = Duration::from_secs(7);

/// How long to wait for the first worker before people are told that there is none.
const FIRST_WORKER_PATIENCE: Duration = Duration::from_secs(4);

/// How often it is asked whether all jobs are still there.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// How long to wait after something went wrong.
const RETRY_DELAY: Duration = Duration::from_millis(300);

/// At least so many jobs wait at the server; with many workers more.
const MIN_WINDOW: usize = 64;
/// So many jobs for each that is done at a time.
const WINDOW_FACTOR: usize = 4;

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

/// What is known of the workers.
#[derive(Default)]
struct Workers {
    known: HashMap<String, (WorkerState, Instant)>,
    /// Those that people were told of.
    refused: HashSet<String>,
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
    /// How many workers there are.
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
        let run = Arc::new(Run {
            name: self.nats.new_inbox().replace(['.', '_'], "-"),
            program: self.program.clone(),
            needs: match order.starts_programs {
                true => Needs::Programs,
                false => Needs::Nothing,
            },
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
            run.clone(),
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

/// One order on its way.
struct Run {
    name: String,
    program: Program,
    needs: Needs,
    jobs: Vec<Vec<u8>>,
}

impl Run {
    fn subject(&self, number: usize) -> String {
        job_subject(&self.program, self.needs, &self.name, number)
    }

    fn state(&self, has_ended: bool) -> Vec<u8> {
        let state = ClientState {
            run: self.name.clone(),
            program: self.program.words().to_owned(),
            has_ended,
        };
        serde_json::to_vec(&state).unwrap_or_default()
    }
}

/// Puts jobs in, takes results out, and puts in again what has vanished.
async fn drive(
    nats: async_nats::Client,
    run: Arc<Run>,
    workers: Arc<Mutex<Workers>>,
    events: mpsc::Sender<(usize, JobResult)>,
) {
    let (sender, mut results) = tokio_mpsc::channel(MIN_WINDOW);
    let receiving = tokio::spawn(receive(nats.clone(), run.clone(), sender));
    // Whoever drops this future ends the other one too.
    let _receiving = AbortOnDrop(receiving);
    let mut waiting = BTreeSet::new();
    let mut done = vec![false; run.jobs.len()];
    let mut suspects = BTreeSet::new();
    let mut next = 0;
    let mut checks = 0;
    let mut check = interval(CHECK_INTERVAL);
    check.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let slots = lock(&workers).fitting(&run.program).1;
        let window = MIN_WINDOW.max(WINDOW_FACTOR * slots);
        while next < run.jobs.len() && waiting.len() < window {
            publish(&nats, &run, next, 0).await;
            waiting.insert(next);
            next += 1;
        }
        tokio::select! {
            result = results.recv() => {
                let Some((number, result)) = result else { return };
                // The second result of a job that was done twice.
                let Some(is_done @ false) = done.get_mut(number) else { continue };
                *is_done = true;
                waiting.remove(&number);
                if events.send((number, result)).is_err() {
                    return;
                }
            }
            _ = check.tick() => {
                // One that is seen to be missing twice is missing. Its result may have been on its
                // way the first time.
                if let Ok(missing) = missing(&nats, &run, &waiting).await {
                    checks += 1;
                    for &number in missing.intersection(&suspects) {
                        publish(&nats, &run, number, checks).await;
                    }
                    suspects = missing;
                }
            }
        }
    }
}

struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Puts a job in, however often that must be tried.
async fn publish(nats: &async_nats::Client, run: &Run, number: usize, again: u32) {
    loop {
        if try_publish(nats, run, number, again).await.is_ok() {
            return;
        }
        sleep(RETRY_DELAY).await;
    }
}

async fn try_publish(
    nats: &async_nats::Client,
    run: &Run,
    number: usize,
    again: u32,
) -> Result<(), Failure> {
    let context = Streams::context(nats);
    // The server drops a second message of this name: after a lost confirmation there is no second
    // job.
    let message = PublishMessage::build()
        .payload(run.jobs[number].clone().into())
        .message_id(format!("{}/{number}/{again}", run.name));
    let sent = context.send_publish(run.subject(number), message);
    sent.await?.await?;
    Ok(())
}

/// The jobs that wait for a result and are not in the stream.
async fn missing(
    nats: &async_nats::Client,
    run: &Run,
    waiting: &BTreeSet<usize>,
) -> Result<BTreeSet<usize>, Failure> {
    let streams = Streams::open(nats).await?;
    let mut subjects = streams.jobs.info_with_subjects(jobs_of(&run.name)).await?;
    let mut missing = waiting.clone();
    while let Some(found) = subjects.next().await {
        if let Some((_, number)) = run_and_number(&found?.0) {
            missing.remove(&number);
        }
    }
    Ok(missing)
}

/// Takes results out of the stream and hands them on.
async fn receive(
    nats: async_nats::Client,
    run: Arc<Run>,
    results: tokio_mpsc::Sender<(usize, JobResult)>,
) {
    while !results.is_closed() {
        if receive_some(&nats, &run, &results).await.is_err() {
            sleep(RETRY_DELAY).await;
        }
    }
}

async fn receive_some(
    nats: &async_nats::Client,
    run: &Run,
    results: &tokio_mpsc::Sender<(usize, JobResult)>,
) -> Result<(), Failure> {
    const EXPIRES: Duration = Duration::from_secs(5);
    let consumer = Streams::open(nats).await?.results_of(&run.name).await?;
    let mut is_idle = false;
    // After a silence the consumer is looked for again: the server may have lost it.
    while !is_idle {
        is_idle = true;
        let batch = consumer.batch().max_messages(MIN_WINDOW).expires(EXPIRES);
        let mut batch = batch.messages().await?;
        while let Some(message) = timeout(2 * EXPIRES, batch.next()).await? {
            let message = message?;
            is_idle = false;
            let result = serde_json::from_slice(&message.payload);
            if let (Some((_, number)), Ok(result)) = (run_and_number(&message.subject), result)
                && results.send((number, result)).await.is_err()
            {
                return Ok(());
            }
            message.ack().await?;
        }
    }
    Ok(())
}

/// Tells workers that this client is there, and people about workers.
async fn tell(
    nats: async_nats::Client,
    run: Arc<Run>,
    workers: Arc<Mutex<Workers>>,
    notify: Notify,
) {
    let mut says = interval(SAY_INTERVAL);
    let mut alone_since = Some(Instant::now());
    loop {
        says.tick().await;
        let _ = nats.publish(CLIENTS, run.state(false).into()).await;
        let (notices, there) = {
            let mut workers = lock(&workers);
            (workers.refuse(&run), workers.willing(&run))
        };
        for notice in notices {
            notify(notice);
        }
        match (there > 0, alone_since) {
            (true, _) => alone_since = Some(Instant::now()),
            (false, Some(since)) if since.elapsed() > FIRST_WORKER_PATIENCE => {
                notify(Notice::NoWorkers);
                alone_since = None;
            }
            _ => {}
        }
    }
}

/// Takes back all that is left of a run.
async fn withdraw(nats: &async_nats::Client, run: &Run) -> Result<(), Failure> {
    nats.publish(CLIENTS, run.state(true).into()).await?;
    let streams = Streams::open(nats).await?;
    let jobs = streams.jobs.purge().filter(jobs_of(&run.name));
    jobs.await?;
    let _ = streams.results.delete_consumer(&run.name).await;
    let results = streams.results.purge().filter(results_of(&run.name));
    results.await?;
    nats.flush().await?;
    Ok(())
}

/// Keeps the list of workers.
async fn hear_workers(nats: async_nats::Client, workers: Arc<Mutex<Workers>>) {
    let Ok(mut heard) = nats.subscribe(WORKERS).await else {
        return;
    };
    while let Some(message) = heard.next().await {
        if let Ok(state) = serde_json::from_slice::<WorkerState>(&message.payload) {
            let known = &mut lock(&workers).known;
            match state.leaves {
                true => known.remove(&state.name),
                false => known.insert(state.name.clone(), (state, Instant::now())),
            };
        }
    }
}

impl Workers {
    fn present(&self) -> impl Iterator<Item = &WorkerState> {
        let is_there = |(_, heard): &&(WorkerState, Instant)| heard.elapsed() < WORKER_GONE_AFTER;
        self.known.values().filter(is_there).map(|(state, _)| state)
    }

    /// How many workers with this program there are, and how many jobs they do at a time.
    fn fitting(&self, program: &Program) -> (usize, usize) {
        let fitting = self.present().filter(|one| one.program == program.words());
        fitting.fold((0, 0), |(workers, jobs), one| {
            (workers + 1, jobs + one.jobs)
        })
    }

    /// How many would do the jobs of a run.
    fn willing(&self, run: &Run) -> usize {
        let is_willing = |one: &&WorkerState| {
            let starts = one.starts_programs || run.needs == Needs::Nothing;
            starts && one.program == run.program.words()
        };
        self.present().filter(is_willing).count()
    }

    /// What people must be told of those that will not get a job.
    fn refuse(&mut self, run: &Run) -> Vec<Notice> {
        let mut notices = Vec::new();
        for one in self.present() {
            if self.refused.contains(&one.name) {
                continue;
            }
            if one.program != run.program.words() {
                notices.push((
                    one.name.clone(),
                    Notice::WorkerRefused {
                        worker: one.name.clone(),
                        theirs: one.program.clone(),
                        ours: run.program.words().to_owned(),
                    },
                ));
            } else if run.needs == Needs::Programs && !one.starts_programs {
                let name = one.name.clone();
                notices.push((name.clone(), Notice::WorkerWithoutPrograms(name)));
            }
        }
        let (names, notices): (Vec<_>, Vec<_>) = notices.into_iter().unzip();
        self.refused.extend(names);
        notices
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worker(
        name: &str,
        program: &str,
        starts_programs: bool,
    ) -> (String, (WorkerState, Instant)) {
        let state = WorkerState {
            name: name.to_owned(),
            program: program.to_owned(),
            jobs: 4,
            starts_programs,
            doing: Vec::new(),
            leaves: false,
        };
        (name.to_owned(), (state, Instant::now()))
    }

    #[test]
    fn only_workers_with_the_same_program_count_and_others_are_named_once() {
        let mut workers = Workers::default();
        workers.known.extend([
            worker("a", "one", false),
            worker("b", "one", true),
            worker("c", "two", true),
        ]);
        let mut run = Run {
            name: "r".to_owned(),
            program: Program::new("one"),
            needs: Needs::Nothing,
            jobs: Vec::new(),
        };
        assert_eq!(workers.fitting(&run.program), (2, 8));
        assert_eq!(workers.willing(&run), 2);
        let told: Vec<String> = workers.refuse(&run).iter().map(Notice::to_string).collect();
        assert_eq!(told, ["the worker c is refused: it is two; this is one"]);
        assert!(workers.refuse(&run).is_empty());
        run.needs = Needs::Programs;
        assert_eq!(workers.willing(&run), 1);
        assert_eq!(
            workers.refuse(&run),
            [Notice::WorkerWithoutPrograms("a".to_owned())]
        );
    }

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
