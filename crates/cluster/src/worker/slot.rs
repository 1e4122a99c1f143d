//! One of the jobs that a worker does at a time.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, Message};
use async_nats::{HeaderMap, Subject};
use bstar_kit::crew::{Programs, Units};
use bstar_kit::stop::Stop;
use futures_util::StreamExt;
use tokio::time::{interval, sleep, timeout};

use super::{LEAVE_PATIENCE, Worker};
use crate::messages::{
    Job, JobResult, MAX_TRIES, Needs, TRIES_BEFORE, result_subject, run_and_number,
};
use crate::streams::{Failure, Streams};
use crate::tasks::AbortOnDrop;

/// How long the server holds a question for a job before it says that there is none.
const PULL_EXPIRES: Duration = Duration::from_secs(1);

/// Number of empty pulls after which the consumer is looked up again: the server may have lost it.
const EMPTY_PULLS: usize = 5;

/// How long to wait after something went wrong.
const RETRY_DELAY: Duration = Duration::from_millis(300);

/// Minimum interval between messages that a job is still in progress.
const SOONEST_PROGRESS: Duration = Duration::from_millis(100);

/// Pause after putting back a job that may not be done now.
const SUSPECT_DELAY: Duration = Duration::from_millis(500);

/// Does one job after the other, on a thread of its own.
pub(super) fn work(worker: &Worker, number: usize, stop: &Stop) {
    let mut slot = Slot {
        worker,
        number,
        stop,
        consumers: Vec::new(),
        empty_pulls: 0,
        waiting: None,
        session: None,
        current: None,
    };
    while !stop.is_set() {
        let Some(pulled) = slot.waiting.take().or_else(|| slot.pull()) else {
            continue;
        };
        let Some(skill) = worker
            .skills
            .iter()
            .find(|skill| skill.kind == pulled.job.kind)
        else {
            let why = format!("no worker knows work of the kind `{}`", pulled.job.kind);
            slot.finish(&pulled, &JobResult::GivenUp(why));
            continue;
        };
        let session = Session {
            run: pulled.run.clone(),
            kind: pulled.job.kind.clone(),
            settings: pulled.job.settings.clone(),
            stop: worker.shared.begin_session(&pulled.run, stop),
        };
        let stopped_by = session.stop.clone();
        let settings = session.settings.clone();
        slot.session = Some(session);
        slot.waiting = Some(pulled);
        (skill.serve)(&settings, worker.programs, &stopped_by, &mut slot);
        // Only this one is over. Others may work for the same run.
        stopped_by.set();
        slot.session = None;
    }
    if let Some(pulled) = slot.waiting.take() {
        slot.put_back(&pulled);
    }
}

/// A job that was pulled from the stream.
struct Pulled {
    message: Arc<Message>,
    job: Job,
    run: String,
    number: usize,
    /// How often it was tried, this time included.
    tries: i64,
    /// Says that it is still worked on.
    _saying: AbortOnDrop,
}

/// Jobs of one run and one work, which are done by the same hands.
struct Session {
    run: String,
    kind: String,
    settings: String,
    stop: Stop,
}

impl Session {
    fn is_of(&self, pulled: &Pulled) -> bool {
        self.run == pulled.run
            && self.kind == pulled.job.kind
            && self.settings == pulled.job.settings
    }
}

/// One of the jobs at a time.
struct Slot<'a> {
    worker: &'a Worker,
    number: usize,
    stop: &'a Stop,
    consumers: Vec<PullConsumer>,
    /// How often there was no job.
    empty_pulls: usize,
    /// A job that is not begun.
    waiting: Option<Pulled>,
    session: Option<Session>,
    current: Option<Pulled>,
}

impl Units for Slot<'_> {
    fn next(&mut self) -> Option<String> {
        let pulled = loop {
            if self.stop.is_set() || self.session.as_ref()?.stop.is_set() {
                return None;
            }
            let Some(pulled) = self.waiting.take().or_else(|| self.pull()) else {
                continue;
            };
            if !self.session.as_ref()?.is_of(&pulled) {
                self.waiting = Some(pulled);
                return None;
            }
            let has_suspect = &self.worker.shared.has_suspect;
            if pulled.tries == 1 || !has_suspect.swap(true, Ordering::AcqRel) {
                break pulled;
            }
            // One at a time: those that were under way when a worker died are all suspect, and
            // only one of them may be to blame.
            self.put_back(&pulled);
            std::thread::sleep(SUSPECT_DELAY);
        };
        let unit = pulled.job.unit.clone();
        let name = pulled.job.name.clone();
        self.worker.shared.lock().doing.insert(self.number, name);
        self.worker.tell(false);
        self.current = Some(pulled);
        Some(unit)
    }

    fn answer(&mut self, answer: Result<Option<String>, String>) {
        self.worker.shared.lock().doing.remove(&self.number);
        let Some(pulled) = self.current.take() else {
            return;
        };
        if pulled.tries > 1 {
            self.worker
                .shared
                .has_suspect
                .store(false, Ordering::Release);
        }
        match answer {
            Ok(Some(found)) => {
                let most = self.worker.nats.server_info().max_payload;
                // A little more is needed for what stands around it.
                let result = match found.len() + found.len() / 4 > most {
                    false => JobResult::Found(found),
                    true => JobResult::GivenUp(format!(
                        "the result has {} bytes, and the server takes {most} at most (its max_payload)",
                        found.len()
                    )),
                };
                self.finish(&pulled, &result);
                self.worker.shared.done.fetch_add(1, Ordering::Relaxed);
            }
            Ok(None) if self.stop.is_set() => {
                if self.put_back(&pulled) {
                    self.worker.shared.put_back.fetch_add(1, Ordering::Relaxed);
                }
            }
            // Nobody wants it any more.
            Ok(None) => self.drop_job(&pulled),
            Err(why) if pulled.tries >= MAX_TRIES => {
                let why = format!("tried {} times; the last time {why}", pulled.tries);
                self.finish(&pulled, &JobResult::GivenUp(why));
            }
            Err(_) => {
                let nak = pulled.message.ack_with(AckKind::Nak(None));
                let _ = self.worker.runtime.block_on(nak);
            }
        }
    }
}

impl Slot<'_> {
    /// The next job, if there is one soon.
    fn pull(&mut self) -> Option<Pulled> {
        let runtime = &self.worker.runtime;
        let (message, lost_after) = match runtime.block_on(self.next_message()) {
            Ok(Some(found)) => found,
            Ok(None) => {
                self.empty_pulls += 1;
                if self.empty_pulls.is_multiple_of(EMPTY_PULLS) {
                    self.consumers.clear();
                }
                return None;
            }
            Err(_) => {
                // The server is away, or has lost its streams. Both may change.
                self.consumers.clear();
                runtime.block_on(sleep(RETRY_DELAY));
                return None;
            }
        };
        let message = Arc::new(message);
        let (run, number) = run_and_number(&message.subject)?;
        let run = run.to_owned();
        let tries = tries_before(message.headers.as_ref())
            + message.info().map_or(1, |info| info.delivered);
        let said = message.clone();
        let saying = AbortOnDrop(runtime.spawn(async move {
            let mut says = interval((lost_after / 4).max(SOONEST_PROGRESS));
            loop {
                says.tick().await;
                let _ = said.ack_with(AckKind::Progress).await;
            }
        }));
        let job = serde_json::from_slice(&message.payload);
        let unreadable = job.as_ref().err().map(ToString::to_string);
        let pulled = Pulled {
            message,
            job: job.unwrap_or_default(),
            run,
            number,
            tries,
            _saying: saying,
        };
        if let Some(error) = unreadable {
            let why = format!("the job cannot be read: {error}");
            self.finish(&pulled, &JobResult::GivenUp(why));
            return None;
        }
        if self.worker.shared.is_gone(&pulled.run) {
            self.drop_job(&pulled);
            return None;
        }
        if pulled.tries > MAX_TRIES {
            let why =
                format!("{MAX_TRIES} workers have taken it, and none came back with a result");
            self.finish(&pulled, &JobResult::GivenUp(why));
            return None;
        }
        Some(pulled)
    }

    /// The next job, if there is one soon, and after which silence it is given to another.
    async fn next_message(&mut self) -> Result<Option<(Message, Duration)>, Failure> {
        if self.consumers.is_empty() {
            let streams = Streams::open(&self.worker.nats).await?;
            let lost_after = self.worker.lost_after;
            let needs: &[Needs] = match self.worker.programs {
                Programs::Started => &[Needs::Programs, Needs::Nothing],
                Programs::Refused => &[Needs::Nothing],
            };
            let mut consumers = Vec::new();
            for program in &self.worker.serves {
                for needs in needs {
                    consumers.push(streams.jobs_of(program, *needs, lost_after).await?);
                }
            }
            self.consumers = consumers;
        }
        // The last one is waited for.
        for (at, consumer) in self.consumers.iter().enumerate() {
            let is_last = at + 1 == self.consumers.len();
            let mut batch = match is_last {
                true => {
                    let batch = consumer.batch().max_messages(1).expires(PULL_EXPIRES);
                    batch.messages().await?
                }
                false => consumer.fetch().max_messages(1).messages().await?,
            };
            if let Some(message) = timeout(5 * PULL_EXPIRES, batch.next()).await? {
                let lost_after = consumer.cached_info().config.ack_wait;
                return Ok(Some((message?, lost_after)));
            }
        }
        Ok(None)
    }

    /// Sends a result, and then says that the job is done.
    fn finish(&self, pulled: &Pulled, result: &JobResult) {
        let nats = &self.worker.nats;
        let subject = result_subject(&pulled.run, pulled.number);
        let id = format!("{}/{}", pulled.run, pulled.number);
        let bytes = serde_json::to_vec(result).unwrap_or_default();
        let stop = self.stop;
        self.worker.runtime.block_on(async {
            let mut since_stop = None;
            loop {
                let message = PublishMessage::build()
                    .payload(bytes.clone().into())
                    .message_id(&id);
                if publish(nats, subject.clone().into(), message).await.is_ok() {
                    let _ = pulled.message.ack().await;
                    return;
                }
                if stop.is_set() {
                    let since = since_stop.get_or_insert_with(Instant::now);
                    if since.elapsed() > LEAVE_PATIENCE {
                        return;
                    }
                }
                sleep(RETRY_DELAY).await;
            }
        });
    }

    fn drop_job(&self, pulled: &Pulled) {
        let _ = self.worker.runtime.block_on(pulled.message.ack());
    }

    /// Puts a job back, for the next one. This does not count as a try.
    fn put_back(&self, pulled: &Pulled) -> bool {
        let message = PublishMessage::build()
            .payload(pulled.message.payload.clone())
            .header(TRIES_BEFORE, (pulled.tries - 1).to_string());
        let subject = pulled.message.subject.clone();
        let back = async {
            publish(&self.worker.nats, subject, message).await?;
            pulled.message.ack().await?;
            self.worker.nats.flush().await?;
            Ok::<(), Failure>(())
        };
        let put = self
            .worker
            .runtime
            .block_on(async { timeout(LEAVE_PATIENCE, back).await });
        matches!(put, Ok(Ok(())))
    }
}

async fn publish(
    nats: &async_nats::Client,
    subject: Subject,
    message: PublishMessage,
) -> Result<(), Failure> {
    let context = Streams::context(nats);
    context.send_publish(subject, message).await?.await?;
    Ok(())
}

/// How often a job was tried before it was put back.
fn tries_before(headers: Option<&HeaderMap>) -> i64 {
    let value = headers.and_then(|headers| headers.get(TRIES_BEFORE));
    value.map_or(0, |value| value.as_str().parse().unwrap_or(0))
}
