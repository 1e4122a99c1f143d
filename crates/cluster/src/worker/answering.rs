//! Questions that a worker answers at once, beside its jobs.
//!
//! Batches of questions come from clients and wait in a line for one of the threads. A series of
//! questions has a [`Subject`], which the threads share, and each of them hires an expert for it.
//! They are dropped when the client says that the series has ended, or is not heard any more.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::{Client, Message};
use bstar_kit::questions::{Expert, Knowledge, Subject};
use bstar_kit::stop::Stop;
use futures_util::StreamExt;
use tokio::runtime::Handle;

use super::shared::Shared;
use crate::messages::{Answerer, Batch, BatchReply, Program, questions_to, who_answers};
use crate::streams::Failure;

/// A thread that waits for questions looks so often whether it is to end.
const LOOK_INTERVAL: Duration = Duration::from_millis(200);

/// More series than this are not known at a time: each has a table. The one that was asked about
/// least recently is forgotten, and its client begins it again.
const MAX_SERIES: usize = 8;

/// What the threads that answer questions share.
pub(super) struct Answering {
    program: Program,
    knowledge: Vec<Knowledge>,
    state: Mutex<State>,
    news: Condvar,
}

#[derive(Default)]
struct State {
    batches: VecDeque<(Batch, async_nats::Subject)>,
    series: HashMap<String, KnownSeries>,
}

#[derive(Clone)]
struct KnownSeries {
    subject: Arc<dyn Subject>,
    stop: Stop,
    asked: Instant,
}

impl Answering {
    pub fn new(program: Program, knowledge: Vec<Knowledge>) -> Answering {
        Answering {
            program,
            knowledge,
            state: Mutex::default(),
            news: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers batch after batch, on a thread of its own. Returns how many questions it answered.
    pub fn answer(&self, nats: &Client, runtime: &Handle, shared: &Shared, stop: &Stop) -> usize {
        let mut experts: HashMap<String, (Stop, Expert)> = HashMap::new();
        let mut count = 0;
        while !stop.is_set() {
            let Some((batch, reply_to)) = self.next_batch() else {
                continue;
            };
            experts.retain(|_, (stop, _)| !stop.is_set());
            let reply = match self.series(&batch, shared, stop) {
                None => {
                    experts.remove(&batch.series);
                    BatchReply::UnknownSeries
                }
                Some(KnownSeries { subject, stop, .. }) => {
                    let expert = experts.remove(&batch.series).map(|(_, expert)| expert);
                    let expert = expert.unwrap_or_else(|| subject.hire(stop.clone()));
                    let (reply, expert) = answer_all(expert, &batch.questions, &stop);
                    if let Some(expert) = expert {
                        experts.insert(batch.series, (stop, expert));
                    }
                    reply
                }
            };
            if let BatchReply::Answers { answers, .. } = &reply {
                count += answers.iter().flatten().count();
            }
            let bytes = serde_json::to_vec(&reply).unwrap_or_default();
            let _ = runtime.block_on(nats.publish(reply_to, bytes.into()));
        }
        count
    }

    fn next_batch(&self) -> Option<(Batch, async_nats::Subject)> {
        let is_idle = |state: &mut State| state.batches.is_empty();
        let waited = self
            .news
            .wait_timeout_while(self.lock(), LOOK_INTERVAL, is_idle);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.batches.pop_front()
    }

    /// The series of a batch, if it is known, or begins with it.
    fn series(&self, batch: &Batch, shared: &Shared, stop: &Stop) -> Option<KnownSeries> {
        let mut state = self.lock();
        state.series.retain(|_, known| !known.stop.is_set());
        if let Some(known) = state.series.get_mut(&batch.series) {
            known.asked = Instant::now();
            return Some(known.clone());
        }
        let begins = batch.begins.as_ref()?;
        let is_of = |one: &&Knowledge| one.kind == begins.kind;
        let knowledge = self.knowledge.iter().find(is_of)?;
        let subject = (knowledge.open)(&begins.settings).ok()?;
        if state.series.len() >= MAX_SERIES {
            let oldest = state.series.iter().min_by_key(|(_, known)| known.asked);
            if let Some(name) = oldest.map(|(name, _)| name.clone())
                && let Some(forgotten) = state.series.remove(&name)
            {
                forgotten.stop.set();
            }
        }
        let known = KnownSeries {
            subject,
            stop: shared.begin_session(&batch.series, stop),
            asked: Instant::now(),
        };
        state.series.insert(batch.series.clone(), known.clone());
        Some(known)
    }

    fn put(&self, message: Message) {
        let (Ok(batch), Some(reply)) = (serde_json::from_slice(&message.payload), message.reply)
        else {
            return;
        };
        self.lock().batches.push_back((batch, reply));
        self.news.notify_one();
    }
}

/// Answers questions. An expert that panics is not asked again.
fn answer_all(
    mut expert: Expert,
    questions: &[String],
    stop: &Stop,
) -> (BatchReply, Option<Expert>) {
    let began = Instant::now();
    let mut answers = vec![None; questions.len()];
    let answered = catch_unwind(AssertUnwindSafe(|| {
        for (question, answer) in questions.iter().zip(&mut answers) {
            if stop.is_set() {
                break;
            }
            *answer = expert(question);
        }
    }));
    let took = began.elapsed().as_micros() as u64;
    let expert = answered.is_ok().then_some(expert);
    (BatchReply::Answers { took, answers }, expert)
}

/// Hears questions, and says who answers them.
pub(super) async fn hear_questions(
    nats: Client,
    answering: Arc<Answering>,
    jobs: usize,
) -> Result<(), Failure> {
    let id = nats.new_inbox().replace(['.', '_'], "-");
    let subject = questions_to(&answering.program, &id);
    let mut questions = nats.subscribe(subject.clone()).await?;
    let mut calls = nats.subscribe(who_answers(&answering.program)).await?;
    loop {
        tokio::select! {
            Some(message) = questions.next() => answering.put(message),
            Some(call) = calls.next() => {
                let round = serde_json::from_slice(&call.payload).unwrap_or_default();
                let answerer = Answerer { subject: subject.clone(), jobs, round };
                if let Some(reply) = call.reply {
                    nats.publish(reply, serde_json::to_vec(&answerer)?.into()).await?;
                }
            }
            else => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{ClientState, SeriesSettings};
    use crate::notice::Notify;

    /// Adds a number to others, and panics over 13.
    struct Addition(u32);

    impl Subject for Addition {
        fn hire(self: Arc<Self>, _stop: Stop) -> Expert {
            Box::new(move |text| {
                let number: u32 = text.parse().ok()?;
                assert!(number != 13);
                Some((self.0 + number).to_string())
            })
        }
    }

    fn open(settings: &str) -> Result<Arc<dyn Subject>, String> {
        let number = settings.parse().map_err(|_| "no number".to_owned())?;
        Ok(Arc::new(Addition(number)))
    }

    fn answering() -> (Answering, Shared) {
        let program = Program::new("one");
        let kind = "addition";
        let notify: Notify = Arc::new(|_| {});
        let knowledge = vec![Knowledge { kind, open }];
        let shared = Shared::new(program.clone(), notify);
        (Answering::new(program, knowledge), shared)
    }

    fn batch(series: &str, begins: Option<(&str, &str)>, questions: &[&str]) -> Batch {
        Batch {
            series: series.to_owned(),
            begins: begins.map(|(kind, settings)| SeriesSettings {
                kind: kind.to_owned(),
                settings: settings.to_owned(),
            }),
            questions: questions.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn a_series_is_known_from_its_first_batch_to_its_end() {
        let (answering, shared) = answering();
        let knows = |batch: &Batch| answering.series(batch, &shared, &Stop::new()).is_some();
        assert!(!knows(&batch("a", None, &[])));
        assert!(!knows(&batch("a", Some(("chess", "7")), &[])));
        assert!(!knows(&batch("a", Some(("addition", "x")), &[])));
        assert!(knows(&batch("a", Some(("addition", "7")), &[])));
        assert!(knows(&batch("a", None, &[])));
        shared.hear(ClientState {
            run: "a".to_owned(),
            program: "one".to_owned(),
            has_ended: true,
        });
        assert!(!knows(&batch("a", None, &[])));
    }

    #[test]
    fn of_too_many_series_the_oldest_is_forgotten() {
        let (answering, shared) = answering();
        let begins = Some(("addition", "7"));
        let names: Vec<String> = (0..=MAX_SERIES).map(|number| number.to_string()).collect();
        for name in &names {
            assert!(
                answering
                    .series(&batch(name, begins, &[]), &shared, &Stop::new())
                    .is_some()
            );
        }
        let known = |name: &String| {
            answering
                .series(&batch(name, None, &[]), &shared, &Stop::new())
                .is_some()
        };
        let known: Vec<bool> = names.iter().map(known).collect();
        assert!(!known[0] && known[1..].iter().all(|known| *known));
    }

    #[test]
    fn a_panic_is_no_answer_and_ends_the_expert() {
        let expert = Arc::new(Addition(7)).hire(Stop::new());
        let questions = ["1", "x", "2"].map(str::to_owned);
        let (reply, expert) = answer_all(expert, &questions, &Stop::new());
        let BatchReply::Answers { answers, .. } = reply else {
            panic!("{reply:?}")
        };
        assert_eq!(answers, [Some("8".to_owned()), None, Some("9".to_owned())]);
        let questions = ["1", "13", "2"].map(str::to_owned);
        let (reply, expert) = answer_all(expert.unwrap(), &questions, &Stop::new());
        let BatchReply::Answers { answers, .. } = reply else {
            panic!("{reply:?}")
        };
        assert_eq!(answers, [Some("8".to_owned()), None, None]);
        assert!(expert.is_none());
    }
}
