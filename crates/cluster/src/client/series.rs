//! A series of questions: the task that sends what its [`Clerk`] says.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::client::RequestErrorKind;
use async_nats::{Request, RequestError};
use bstar_kit::questions::{Asked, Series};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::answerers::Answerers;
use super::clerk::{Clerk, Outcome, Outgoing};
use super::lock;
use super::presence::{Presence, SAY_INTERVAL, Workers};
use crate::messages::{Batch, BatchReply, CLIENTS, SeriesSettings};
use crate::notice::Notify;
use crate::tasks::AbortOnDrop;

/// How often it is looked whether something is overdue, and who is there.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// A batch that was not answered for so long is lost.
const BATCH_PATIENCE: Duration = Duration::from_secs(60);

/// How long the end of a series may take.
const END_PATIENCE: Duration = Duration::from_secs(1);

/// What a series needs.
pub(super) struct SeriesParts {
    pub nats: async_nats::Client,
    pub presence: Arc<Presence>,
    pub settings: SeriesSettings,
    pub answerers: Arc<Mutex<Answerers>>,
    pub workers: Arc<Mutex<Workers>>,
    pub notify: Notify,
}

enum Event {
    Asked(Asked),
    GaveUp,
}

/// A series that has begun.
pub(super) struct OpenSeries {
    nats: async_nats::Client,
    presence: Arc<Presence>,
    handle: Handle,
    events: UnboundedSender<Event>,
    room: Arc<AtomicUsize>,
    task: Option<AbortOnDrop>,
}

impl OpenSeries {
    pub fn begin(handle: &Handle, parts: SeriesParts) -> OpenSeries {
        let (events, inbox) = unbounded_channel();
        let mut clerk = Clerk::default();
        clerk.see(&lock(&parts.answerers));
        let room = Arc::new(AtomicUsize::new(clerk.room()));
        OpenSeries {
            nats: parts.nats.clone(),
            presence: parts.presence.clone(),
            handle: handle.clone(),
            events,
            room: room.clone(),
            task: Some(AbortOnDrop(handle.spawn(drive(parts, clerk, inbox, room)))),
        }
    }
}

impl Series for OpenSeries {
    fn room(&self) -> usize {
        self.room.load(Ordering::Relaxed)
    }

    fn ask(&self, asked: Asked) {
        // If nobody listens it is dropped, which is an answer too.
        let _ = self.events.send(Event::Asked(asked));
    }

    fn give_up(&self) {
        let _ = self.events.send(Event::GaveUp);
    }
}

impl Drop for OpenSeries {
    /// Says that the series has ended, so that nobody works on it any more.
    fn drop(&mut self) {
        self.task = None;
        let ended = async {
            let state = self.presence.state(true);
            let _ = self.nats.publish(CLIENTS, state.into()).await;
            let _ = timeout(END_PATIENCE, self.nats.flush()).await;
        };
        self.handle.block_on(ended);
    }
}

async fn drive(
    parts: SeriesParts,
    mut clerk: Clerk,
    mut inbox: UnboundedReceiver<Event>,
    room: Arc<AtomicUsize>,
) {
    let mut on_the_way = FuturesUnordered::new();
    let mut looks = interval(LOOK_INTERVAL);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut says = interval(SAY_INTERVAL);
    loop {
        tokio::select! {
            event = inbox.recv() => {
                let Some(event) = event else { return };
                let mut next = Some(event);
                // What was asked together goes together.
                while let Some(event) = next {
                    match event {
                        Event::Asked(asked) => clerk.ask(asked, Instant::now()),
                        Event::GaveUp => clerk.give_up(),
                    }
                    next = inbox.try_recv().ok();
                }
            }
            Some((batch, outcome)) = on_the_way.next() => {
                let Outgoing { subject, numbers, .. } = batch;
                clerk.take(&subject, &numbers, outcome, Instant::now());
            }
            _ = looks.tick() => {
                clerk.see(&lock(&parts.answerers));
                clerk.look_after(Instant::now());
            }
            _ = says.tick() => say(&parts).await,
        }
        room.store(clerk.room(), Ordering::Relaxed);
        for batch in clerk.send(Instant::now()) {
            on_the_way.push(request(&parts, batch));
        }
    }
}

/// Tells workers that this client is there, and people about workers that are refused.
async fn say(parts: &SeriesParts) {
    let state = parts.presence.state(false);
    let _ = parts.nats.publish(CLIENTS, state.into()).await;
    let notices = lock(&parts.workers).refuse(&parts.presence);
    for notice in notices {
        (parts.notify)(notice);
    }
}

/// Sends a batch, and waits for what comes of it.
async fn request(parts: &SeriesParts, mut batch: Outgoing) -> (Outgoing, Outcome) {
    let sent = Batch {
        series: parts.presence.run.clone(),
        begins: batch.informs.then(|| parts.settings.clone()),
        questions: std::mem::take(&mut batch.questions),
    };
    let bytes = serde_json::to_vec(&sent).unwrap_or_default();
    let request = Request::new()
        .payload(bytes.into())
        .timeout(Some(BATCH_PATIENCE));
    let reply = parts.nats.send_request(batch.subject.clone(), request);
    let outcome = match reply.await.map_err(|error: RequestError| error.kind()) {
        Ok(message) => match serde_json::from_slice(&message.payload) {
            Ok(BatchReply::Answers { took, answers }) => {
                Outcome::Answers(Duration::from_micros(took), answers)
            }
            Ok(BatchReply::UnknownSeries) => Outcome::UnknownSeries,
            Err(_) => Outcome::Lost,
        },
        Err(RequestErrorKind::NoResponders) => Outcome::Gone,
        Err(_) => Outcome::Lost,
    };
    (batch, outcome)
}
