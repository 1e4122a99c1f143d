//! Workers that answer questions: who they are, and how far away.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use tokio::time::interval;

use super::lock;
use crate::messages::{Answerer, Program, who_answers};
use crate::streams::Failure;

/// How often it is asked who is there.
const CALL_INTERVAL: Duration = Duration::from_secs(2);

/// Who has not answered the last so many calls is gone.
const MISSED_CALLS: u64 = 3;

/// The workers that answer questions, by their subjects.
#[derive(Default)]
pub(super) struct Answerers {
    pub known: HashMap<String, KnownAnswerer>,
    calls: u64,
}

/// A worker that answers questions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct KnownAnswerer {
    /// How many it answers at a time.
    pub jobs: usize,
    /// How long a message and its answer take on their way.
    pub round_trip: Duration,
    /// The number of the last call that it answered.
    pub last_call: u64,
}

impl Answerers {
    /// How many questions they answer at a time.
    pub fn threads(&self) -> usize {
        self.known.values().map(|one| one.jobs).sum()
    }

    fn hear(&mut self, answerer: &Answerer, round_trip: Duration) {
        let known = self.known.entry(answerer.subject.clone());
        let known = known.or_insert(KnownAnswerer {
            jobs: answerer.jobs.max(1),
            round_trip,
            last_call: 0,
        });
        known.round_trip = (3 * known.round_trip + round_trip) / 4;
        known.last_call = known.last_call.max(answerer.round);
    }

    /// Another call begins. Returns its number.
    fn call(&mut self) -> u64 {
        self.calls += 1;
        let calls = self.calls;
        self.known
            .retain(|_, known| known.last_call + MISSED_CALLS >= calls);
        calls
    }
}

/// Asks again and again who is there.
pub(super) async fn find_answerers(
    nats: async_nats::Client,
    program: Program,
    answerers: Arc<Mutex<Answerers>>,
) -> Result<(), Failure> {
    let inbox = nats.new_inbox();
    let mut replies = nats.subscribe(inbox.clone()).await?;
    let mut calls = interval(CALL_INTERVAL);
    let mut called = Instant::now();
    let mut round = 0;
    loop {
        tokio::select! {
            _ = calls.tick() => {
                round = lock(&answerers).call();
                let bytes = serde_json::to_vec(&round)?;
                let call = nats.publish_with_reply(who_answers(&program), inbox.clone(), bytes.into());
                call.await?;
                called = Instant::now();
            }
            Some(reply) = replies.next() => {
                if let Ok(answerer) = serde_json::from_slice::<Answerer>(&reply.payload)
                    && answerer.round == round
                {
                    lock(&answerers).hear(&answerer, called.elapsed());
                }
            }
            else => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_answers_no_calls_is_gone() {
        let mut answerers = Answerers::default();
        let hear = |answerers: &mut Answerers, subject: &str, round| {
            let answerer = Answerer {
                subject: subject.to_owned(),
                jobs: 2,
                round,
            };
            answerers.hear(&answerer, Duration::from_millis(round));
        };
        for round in 1..=5 {
            assert_eq!(answerers.call(), round);
            if round == 1 {
                hear(&mut answerers, "a", round);
            }
            hear(&mut answerers, "b", round);
        }
        let subjects: Vec<&String> = answerers.known.keys().collect();
        assert_eq!(subjects, ["b"]);
        let round_trip = answerers.known["b"].round_trip;
        assert!(round_trip > Duration::from_millis(2) && round_trip < Duration::from_millis(3));
    }
}
