//! What is told to a visitor while his search runs.

use std::time::{Duration, Instant};

use bstar_engine::thinker::Snapshot;
use bstar_explain::Recorder;
use bstar_explain::output::lines::Line;
use bstar_explain::output::standing::{StandingObject, standing};
use serde::Serialize;
use tokio::sync::mpsc;

/// Not more often than a person can follow.
const INTERVAL: Duration = Duration::from_millis(120);

/// Somebody who does not read for so long has left.
const PATIENCE: Duration = Duration::from_secs(20);

/// Lines to a visitor.
pub struct Voice {
    lines: mpsc::Sender<String>,
    runtime: tokio::runtime::Handle,
    began: Instant,
    last: Option<Instant>,
    recorder: Recorder,
    sent: usize,
    takeovers: usize,
}

#[derive(Serialize)]
struct Timed {
    seconds: f64,
    #[serde(flatten)]
    standing: StandingObject,
}

/// The frames begin anew.
#[derive(Serialize)]
struct Anew {}

impl Voice {
    /// To a visitor at the other end of this channel.
    pub fn new(lines: mpsc::Sender<String>, runtime: tokio::runtime::Handle) -> Voice {
        Voice {
            lines,
            runtime,
            began: Instant::now(),
            last: None,
            recorder: Recorder::new(),
            sent: 0,
            takeovers: 0,
        }
    }

    /// Tells how the search stands, if it is time to. Who does not keep up hears it later.
    pub fn comment(&mut self, news: &Snapshot) {
        self.recorder.hear(news);
        let is_due = self.last.is_none_or(|last| last.elapsed() >= INTERVAL);
        if !is_due || self.lines.capacity() == 0 {
            return;
        }
        let mut text = String::new();
        let timed = Timed {
            seconds: self.began.elapsed().as_secs_f64(),
            standing: standing(news),
        };
        push(&mut text, &Line::new("standing", timed));
        // The last one still changes.
        self.push_frames(&mut text, 1);
        let _ = self.lines.try_send(text);
        self.last = Some(Instant::now());
    }

    /// The frames that were not told yet, but for the last so many.
    fn push_frames(&mut self, text: &mut String, unfinished: usize) {
        if self.recorder.takeovers() != self.takeovers {
            self.takeovers = self.recorder.takeovers();
            self.sent = 0;
            push(text, &Line::new("anew", Anew {}));
        }
        let frames = self.recorder.frames();
        let finished = frames.len().saturating_sub(unfinished).max(self.sent);
        for frame in &frames[self.sent..finished] {
            push(text, &Line::new("frame", frame));
        }
        self.sent = finished;
    }

    /// Tells the end of it; says whether anybody was there to hear.
    pub fn finish<T: Serialize>(mut self, lines: impl IntoIterator<Item = T>) -> bool {
        let mut text = String::new();
        self.push_frames(&mut text, 0);
        for line in lines {
            push(&mut text, &line);
        }
        let lines = &self.lines;
        let sending = async { tokio::time::timeout(PATIENCE, lines.send(text)).await };
        matches!(self.runtime.block_on(sending), Ok(Ok(())))
    }
}

/// Adds a line.
pub fn push(text: &mut String, line: &impl Serialize) {
    text.push_str(&serde_json::to_string(line).expect("our objects can be written"));
    text.push('\n');
}
