//! One order on its way: jobs go in, results come out.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt;
use tokio::sync::mpsc as tokio_mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::lock;
use super::presence::{Presence, Workers};
use crate::messages::{CLIENTS, JobResult, job_subject, jobs_of, results_of, run_and_number};
use crate::streams::{Failure, Streams};
use crate::tasks::AbortOnDrop;

/// How often it is asked whether all jobs are still there.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// How long to wait after something went wrong.
const RETRY_DELAY: Duration = Duration::from_millis(300);

/// Minimum number of jobs waiting at the server. With many workers there are more.
const MIN_WINDOW: usize = 64;
/// Number of waiting jobs for each job that is done at a time.
const WINDOW_FACTOR: usize = 4;

/// One order on its way.
pub(super) struct Run {
    pub presence: Arc<Presence>,
    pub jobs: Vec<Vec<u8>>,
}

impl Run {
    fn name(&self) -> &str {
        &self.presence.run
    }

    fn subject(&self, number: usize) -> String {
        let Presence { program, needs, .. } = &*self.presence;
        job_subject(program, *needs, self.name(), number)
    }
}

/// Puts jobs in, takes results out, and puts in again what has vanished.
pub(super) async fn drive(
    nats: async_nats::Client,
    run: Arc<Run>,
    workers: Arc<Mutex<Workers>>,
    events: mpsc::Sender<(usize, JobResult)>,
) {
    let (sender, mut results) = tokio_mpsc::channel(MIN_WINDOW);
    let receiving = tokio::spawn(receive(nats.clone(), run.clone(), sender));
    // Dropping this future aborts the receiving task too.
    let _receiving = AbortOnDrop(receiving);
    let mut waiting = BTreeSet::new();
    let mut done = vec![false; run.jobs.len()];
    let mut suspects = BTreeSet::new();
    let mut next = 0;
    let mut checks = 0;
    let mut check = interval(CHECK_INTERVAL);
    check.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let slots = lock(&workers).fitting(&run.presence.program).1;
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
        .message_id(format!("{}/{number}/{again}", run.name()));
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
    let mut subjects = streams.jobs.info_with_subjects(jobs_of(run.name())).await?;
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
    const EXPIRES: Duration = Duration::from_secs(2);
    let consumer = Streams::open(nats).await?.results_of(run.name()).await?;
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

/// Takes back all that is left of a run.
pub(super) async fn withdraw(nats: &async_nats::Client, run: &Run) -> Result<(), Failure> {
    nats.publish(CLIENTS, run.presence.state(true).into())
        .await?;
    let streams = Streams::open(nats).await?;
    let jobs = streams.jobs.purge().filter(jobs_of(run.name()));
    jobs.await?;
    let _ = streams.results.delete_consumer(run.name()).await;
    let results = streams.results.purge().filter(results_of(run.name()));
    results.await?;
    nats.flush().await?;
    Ok(())
}
