//! A series of questions on its way to workers, in batches.
//!
//! The [`Clerk`] keeps the questions that are open. It knows no network: it says which batches to
//! send, and is told what came of them, so that it can be tried without one. `series` does the
//! sending.
//!
//! How many questions a worker has at a time: one for each of its threads, and as many more as it
//! could answer while an answer is on its way to us and the next question on its way back. So
//! nobody waits for the network as long as there is something to ask.
//!
//! A question that is not answered in time is asked again, of another worker if there is one. After
//! [`MAX_TRIES`] it is dropped, and whoever asked answers it. A worker that keeps us waiting gets
//! no more questions until it is heard again.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::time::{Duration, Instant};

use bstar_kit::questions::Asked;

use super::answerers::{Answerers, KnownAnswerer};

/// How often a question is asked.
const MAX_TRIES: u32 = 3;

/// A question is not asked again before this time, however soon an answer is expected.
const MIN_PATIENCE: Duration = Duration::from_millis(100);

/// A question is asked again after so many times the time in which an answer is expected.
const PATIENCE_FACTOR: u32 = 8;

/// A question that could not be sent for so long is dropped.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// With every try there is so many times as much patience.
const PATIENCE_GROWTH: u32 = 4;

/// How long a question is taken to take before one was answered.
const FIRST_GUESS: Duration = Duration::from_micros(500);

/// A thread of a worker has at most so many questions at a time.
const MAX_QUESTIONS_A_THREAD: usize = 32;

/// What the series knows of a worker.
struct Line {
    known: KnownAnswerer,
    /// How many questions it has.
    out: usize,
    /// Whether it knows the settings of the series.
    is_informed: bool,
    /// Whether it keeps us waiting.
    is_late: bool,
    /// How long it takes for a question.
    takes: Duration,
}

impl Line {
    /// How many questions it should have at a time.
    fn capacity(&self) -> usize {
        let on_the_way = self.known.round_trip.as_secs_f64() / self.takes.as_secs_f64().max(1e-6);
        let a_thread = (1.0 + on_the_way).ceil() as usize;
        self.known.jobs * a_thread.min(MAX_QUESTIONS_A_THREAD)
    }

    /// When an answer is expected.
    fn expected(&self) -> Duration {
        let before = self.out.div_ceil(self.known.jobs) as u32;
        self.known.round_trip + self.takes * before
    }
}

struct Open {
    asked: Asked,
    tries: u32,
    /// Who has it, or had it last.
    at: Option<String>,
    is_waiting: bool,
    /// Until when it may wait, or whoever has it may take.
    until: Instant,
}

/// A batch that is to be sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Outgoing {
    /// To whom.
    pub subject: String,
    /// Whether the settings of the series must go with it.
    pub informs: bool,
    /// The numbers of the questions.
    pub numbers: Vec<u64>,
    /// The questions.
    pub questions: Vec<String>,
}

/// What came of a batch.
#[derive(Debug)]
pub(super) enum Outcome {
    /// Answers, and how long they took.
    Answers(Duration, Vec<Option<String>>),
    /// The worker does not know the series.
    UnknownSeries,
    /// The worker is gone.
    Gone,
    /// It was not heard of again.
    Lost,
}

/// Keeps the questions of a series.
#[derive(Default)]
pub(super) struct Clerk {
    lines: BTreeMap<String, Line>,
    open: HashMap<u64, Open>,
    /// Questions that are to be sent, the oldest jobs first.
    waiting: BinaryHeap<Reverse<(u32, u64)>>,
    /// How many questions there were.
    count: u64,
}

impl Clerk {
    /// Takes note of who is there.
    pub fn see(&mut self, answerers: &Answerers) {
        self.lines
            .retain(|subject, _| answerers.known.contains_key(subject));
        for (subject, &known) in &answerers.known {
            let line = self.lines.entry(subject.clone()).or_insert(Line {
                known,
                out: 0,
                is_informed: false,
                is_late: false,
                takes: FIRST_GUESS,
            });
            if known.last_call > line.known.last_call && line.is_late {
                // It is there after all. What it had is lost, or comes late.
                (line.is_late, line.out) = (false, 0);
            }
            line.known = known;
        }
    }

    /// How many questions should be under way.
    pub fn room(&self) -> usize {
        let lines = self.lines.values().filter(|line| !line.is_late);
        lines.map(Line::capacity).sum()
    }

    /// Takes a question.
    pub fn ask(&mut self, asked: Asked, now: Instant) {
        let number = self.count;
        self.count += 1;
        self.waiting.push(Reverse((asked.order, number)));
        let open = Open {
            asked,
            tries: 0,
            at: None,
            is_waiting: true,
            until: now + MAX_WAIT,
        };
        self.open.insert(number, open);
    }

    /// Drops all questions.
    pub fn give_up(&mut self) {
        self.open.clear();
        self.waiting.clear();
    }

    /// What is to be sent now.
    pub fn send(&mut self, now: Instant) -> Vec<Outgoing> {
        if self.room() == 0 {
            // Nobody is there: whoever asked answers.
            self.open.retain(|_, open| !open.is_waiting);
            self.waiting.clear();
            return Vec::new();
        }
        let mut shares: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        while let Some(&Reverse((_, number))) = self.waiting.peek() {
            let Some(open) = self.open.get_mut(&number) else {
                self.waiting.pop();
                continue;
            };
            if open.asked.answer.is_canceled() {
                self.waiting.pop();
                self.open.remove(&number);
                continue;
            }
            let asked_before = open.at.as_deref();
            let free = self
                .lines
                .iter_mut()
                .filter(|(_, line)| !line.is_late && line.out < line.capacity());
            // Who has the least for each of its threads, and another one than the last time.
            let next = free.min_by_key(|(subject, line)| {
                let load = line.out * 1_000 / line.known.jobs;
                (Some(subject.as_str()) == asked_before, load)
            });
            let Some((subject, line)) = next else {
                break;
            };
            self.waiting.pop();
            line.out += 1;
            let patience = (PATIENCE_FACTOR * line.expected()).max(MIN_PATIENCE);
            open.until = now + patience * PATIENCE_GROWTH.pow(open.tries);
            open.tries += 1;
            open.at = Some(subject.clone());
            open.is_waiting = false;
            shares.entry(subject.clone()).or_default().push(number);
        }
        let mut outgoing = Vec::new();
        for (subject, numbers) in shares {
            let line = &self.lines[&subject];
            // One batch for each thread.
            let a_batch = numbers.len().div_ceil(line.known.jobs);
            for numbers in numbers.chunks(a_batch) {
                let question = |number| self.open[number].asked.question.clone();
                outgoing.push(Outgoing {
                    subject: subject.clone(),
                    informs: !line.is_informed,
                    numbers: numbers.to_vec(),
                    questions: numbers.iter().map(question).collect(),
                });
            }
        }
        outgoing
    }

    /// Takes what came of a batch.
    pub fn take(&mut self, subject: &str, numbers: &[u64], outcome: Outcome, now: Instant) {
        if let Some(line) = self.lines.get_mut(subject) {
            line.out = line.out.saturating_sub(numbers.len());
            match &outcome {
                Outcome::Answers(took, _) => {
                    let takes = *took / numbers.len().max(1) as u32;
                    line.takes = match line.is_informed {
                        true => (7 * line.takes + takes) / 8,
                        false => takes,
                    };
                    line.is_informed = true;
                    line.is_late = false;
                }
                Outcome::UnknownSeries => {
                    line.is_informed = false;
                    line.is_late = false;
                }
                Outcome::Gone => line.is_late = true,
                Outcome::Lost => {}
            }
        }
        match outcome {
            Outcome::Answers(_, answers) => {
                for (number, answer) in numbers.iter().zip(answers) {
                    // Without an answer it is dropped: others would find none either.
                    if let (Some(open), Some(answer)) = (self.open.remove(number), answer) {
                        let _ = open.asked.answer.send(answer);
                    }
                }
            }
            Outcome::UnknownSeries | Outcome::Gone | Outcome::Lost => {
                for number in numbers {
                    // Somebody else may have it by now.
                    let has_it =
                        |open: &Open| !open.is_waiting && open.at.as_deref() == Some(subject);
                    if self.open.get(number).is_some_and(has_it) {
                        self.try_again(*number, now);
                    }
                }
            }
        }
    }

    /// Asks again what should have been answered by now.
    pub fn look_after(&mut self, now: Instant) {
        let is_overdue = |(_, open): &(&u64, &Open)| open.until <= now;
        let overdue = self.open.iter().filter(is_overdue);
        let overdue: Vec<u64> = overdue.map(|(number, _)| *number).collect();
        for number in overdue {
            let open = &self.open[&number];
            if open.is_waiting {
                self.open.remove(&number);
                continue;
            }
            let line = open.at.as_ref().and_then(|at| self.lines.get_mut(at));
            if let Some(line) = line {
                line.is_late = true;
            }
            self.try_again(number, now);
        }
    }

    fn try_again(&mut self, number: u64, now: Instant) {
        let Some(open) = self.open.get_mut(&number) else {
            return;
        };
        if open.tries >= MAX_TRIES {
            self.open.remove(&number);
            return;
        }
        open.is_waiting = true;
        open.until = now + MAX_WAIT;
        self.waiting.push(Reverse((open.asked.order, number)));
    }
}

#[cfg(test)]
mod tests;
