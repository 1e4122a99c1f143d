//! What the threads of a worker share: who its clients are, and what is being done for them.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bstar_kit::stop::Stop;
use futures_util::StreamExt;

use crate::messages::{CLIENTS, ClientState, Program};
use crate::notice::{Notice, Notify};

/// The jobs of a client that has said nothing for so long are not done any more. If it comes back,
/// it puts them in again.
const CLIENT_GONE_AFTER: Duration = Duration::from_secs(60);

/// What the threads of a worker share.
pub(super) struct Shared {
    serves: Vec<Program>,
    notify: Notify,
    state: Mutex<State>,
    pub done: AtomicUsize,
    pub put_back: AtomicUsize,
    /// Whether a job is being done that somebody has begun before, and perhaps died of.
    pub has_suspect: AtomicBool,
}

#[derive(Default)]
pub(super) struct State {
    /// When each client was heard last. There is no time for those that have ended.
    clients: HashMap<String, Option<Instant>>,
    /// The runs that are worked on, and how to stop that.
    sessions: Vec<(String, Stop)>,
    /// The clients that people were told of.
    refused: HashSet<String>,
    /// What is being done, by the number of the thread.
    pub doing: HashMap<usize, String>,
}

impl Shared {
    pub fn new(serves: Vec<Program>, notify: Notify) -> Shared {
        Shared {
            serves,
            notify,
            state: Mutex::default(),
            done: AtomicUsize::new(0),
            put_back: AtomicUsize::new(0),
            has_suspect: AtomicBool::new(false),
        }
    }

    /// Begins the work for a run. The returned `Stop` is set when the client has ended, or with
    /// `parent`.
    pub fn begin_session(&self, run: &str, parent: &Stop) -> Stop {
        let stop = parent.child();
        let mut state = self.lock();
        state.sessions.retain(|(_, stop)| !stop.is_set());
        state.sessions.push((run.to_owned(), stop.clone()));
        stop
    }

    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the client of a run has ended, or was not heard for long.
    pub fn is_gone(&self, run: &str) -> bool {
        let mut state = self.lock();
        // One that was never heard has its time from now on.
        let heard = state.clients.entry(run.to_owned());
        let heard = heard.or_insert_with(|| Some(Instant::now()));
        heard.is_none_or(|heard| heard.elapsed() > CLIENT_GONE_AFTER)
    }

    /// Stops work for clients that are gone.
    pub fn stop_gone(&self) {
        let sessions = self.lock().sessions.clone();
        for (run, stop) in sessions {
            if self.is_gone(&run) {
                stop.set();
            }
        }
    }

    pub fn hear(&self, client: ClientState) {
        let mut state = self.lock();
        let is_served = |one: &Program| client.program == one.words();
        if !self.serves.iter().any(is_served) {
            if state.refused.insert(client.run) {
                drop(state);
                (self.notify)(Notice::ClientRefused {
                    theirs: client.program,
                    ours: self.serves.first().map_or("", Program::words).to_owned(),
                });
            }
            return;
        }
        let heard = (!client.has_ended).then(Instant::now);
        if client.has_ended {
            let of_run = state.sessions.iter().filter(|(run, _)| *run == client.run);
            of_run.for_each(|(_, stop)| stop.set());
        }
        state.clients.insert(client.run, heard);
    }
}

pub(super) async fn hear_clients(nats: async_nats::Client, shared: Arc<Shared>) {
    let Ok(mut heard) = nats.subscribe(CLIENTS).await else {
        return;
    };
    while let Some(message) = heard.next().await {
        if let Ok(client) = serde_json::from_slice::<ClientState>(&message.payload) {
            shared.hear(client);
        }
    }
}
