//! Presence: this client tells workers of itself, and hears of them.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use tokio::time::interval;

use super::lock;
use crate::messages::{CLIENTS, ClientState, Needs, Program, WORKERS, WorkerState};
use crate::notice::{Notice, Notify};

/// How often a client tells that it is there.
pub(super) const SAY_INTERVAL: Duration = Duration::from_secs(2);

/// A worker that has said nothing for so long is gone.
const WORKER_GONE_AFTER: Duration = Duration::from_secs(7);

/// How long to wait for the first worker before people are told that there is none.
const FIRST_WORKER_PATIENCE: Duration = Duration::from_secs(4);

/// What workers are told of work that is given out.
pub(super) struct Presence {
    /// What the work is called.
    pub run: String,
    pub program: Program,
    pub needs: Needs,
}

impl Presence {
    /// What is said of it, as it is sent.
    pub fn state(&self, has_ended: bool) -> Vec<u8> {
        let state = ClientState {
            run: self.run.clone(),
            program: self.program.words().to_owned(),
            has_ended,
        };
        serde_json::to_vec(&state).unwrap_or_default()
    }
}

/// What is known of the workers.
#[derive(Default)]
pub(super) struct Workers {
    known: HashMap<String, (WorkerState, Instant)>,
    /// Those that people were told of.
    refused: HashSet<String>,
}

/// Tells workers that this client is there, and people about workers.
pub(super) async fn tell(
    nats: async_nats::Client,
    presence: Arc<Presence>,
    workers: Arc<Mutex<Workers>>,
    notify: Notify,
) {
    let mut says = interval(SAY_INTERVAL);
    let mut alone_since = Some(Instant::now());
    loop {
        says.tick().await;
        let _ = nats.publish(CLIENTS, presence.state(false).into()).await;
        let (notices, there) = {
            let mut workers = lock(&workers);
            (workers.refuse(&presence), workers.willing(&presence))
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

/// Keeps the list of workers.
pub(super) async fn hear_workers(nats: async_nats::Client, workers: Arc<Mutex<Workers>>) {
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
    pub fn fitting(&self, program: &Program) -> (usize, usize) {
        let fitting = self.present().filter(|one| one.serves(program));
        fitting.fold((0, 0), |(workers, jobs), one| {
            (workers + 1, jobs + one.jobs)
        })
    }

    /// How many would do the jobs of a run.
    fn willing(&self, work: &Presence) -> usize {
        let is_willing = |one: &&WorkerState| {
            let starts = one.starts_programs || work.needs == Needs::Nothing;
            starts && one.serves(&work.program)
        };
        self.present().filter(is_willing).count()
    }

    /// What people must be told of those that will not get a job.
    pub fn refuse(&mut self, work: &Presence) -> Vec<Notice> {
        let mut notices = Vec::new();
        for one in self.present() {
            if self.refused.contains(&one.name) {
                continue;
            }
            if !one.serves(&work.program) {
                notices.push((
                    one.name.clone(),
                    Notice::WorkerRefused {
                        worker: one.name.clone(),
                        theirs: one.program.clone(),
                        ours: work.program.words().to_owned(),
                    },
                ));
            } else if work.needs == Needs::Programs && !one.starts_programs {
                let name = one.name.clone();
                notices.push((name.clone(), Notice::WorkerWithoutPrograms(name)));
            }
        }
        let (names, notices): (Vec<_>, Vec<_>) = notices.into_iter().unzip();
        self.refused.extend(names);
        notices
    }
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
            program: program.split('+').next().unwrap_or_default().to_owned(),
            also_serves: program.split('+').skip(1).map(str::to_owned).collect(),
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
            worker("d", "two+one", true),
        ]);
        let mut work = Presence {
            run: "r".to_owned(),
            program: Program::new("one"),
            needs: Needs::Nothing,
        };
        assert_eq!(workers.fitting(&work.program), (3, 12));
        assert_eq!(workers.willing(&work), 3);
        let told: Vec<String> = workers
            .refuse(&work)
            .iter()
            .map(Notice::to_string)
            .collect();
        assert_eq!(told, ["the worker c is refused: it is two; this is one"]);
        assert!(workers.refuse(&work).is_empty());
        work.needs = Needs::Programs;
        assert_eq!(workers.willing(&work), 2);
        assert_eq!(
            workers.refuse(&work),
            [Notice::WorkerWithoutPrograms("a".to_owned())]
        );
    }
}
