//! What is told to a visitor while their search runs.

use std::time::{Duration, Instant};

use bstar_explain::Recorder;
use bstar_explain::write::output::lines::OutputLine;
use bstar_explain::write::output::standing::{StandingObject, standing};
use bstar_thought::Snapshot;
use serde::Serialize;
use tokio::sync::mpsc;

/// The least time between two messages: people cannot follow faster.
const MIN_INTERVAL: Duration = Duration::from_millis(120);

/// A visitor that does not read for so long has left.
const MAX_SEND_TIME: Duration = Duration::from_secs(20);

/// Sends lines to a visitor.
pub struct Messenger {
    lines: mpsc::Sender<String>,
    runtime: tokio::runtime::Handle,
    began: Instant,
    last: Option<Instant>,
    recorder: Recorder,
    sent: usize,
    takeovers: usize,
    /// Whether the visitor has frames of another tree.
    is_anew: bool,
}

/// How a search stands, and since when it runs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Standing"))]
pub struct Timed {
    /// How long the search has run.
    seconds: f64,
    /// How it stands.
    #[serde(flatten)]
    standing: StandingObject,
}

/// The frames begin again from the first: another tree has taken the place of theirs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Anew {}

impl Messenger {
    /// A messenger to the visitor at the other end of this channel.
    pub fn new(lines: mpsc::Sender<String>, runtime: tokio::runtime::Handle) -> Messenger {
        Messenger {
            lines,
            runtime,
            began: Instant::now(),
            last: None,
            recorder: Recorder::new(),
            sent: 0,
            takeovers: 0,
            is_anew: false,
        }
    }

    /// Forgets the tree that was recorded: another one, about something else, begins to grow.
    pub fn begin_anew(&mut self) {
        self.is_anew = self.sent > 0;
        self.recorder = Recorder::new();
        (self.sent, self.takeovers) = (0, 0);
    }

    /// Takes in how the search stands, and tells nothing.
    pub fn record(&mut self, news: &Snapshot) {
        self.recorder.hear(news);
    }

    /// Tells how the search stands, if it is time to. A visitor that does not keep up hears it
    /// later.
    pub fn comment(&mut self, news: &Snapshot) {
        self.recorder.hear(news);
        let is_due = self.last.is_none_or(|last| last.elapsed() >= MIN_INTERVAL);
        if !is_due || self.lines.capacity() == 0 {
            return;
        }
        let mut text = String::new();
        let timed = Timed {
            seconds: self.began.elapsed().as_secs_f64(),
            standing: standing(news),
        };
        push(&mut text, &OutputLine::new("standing", timed));
        // The last frame still changes.
        self.push_frames(&mut text, 1);
        let _ = self.lines.try_send(text);
        self.last = Some(Instant::now());
    }

    /// Adds the frames that were not sent yet, without the last `unfinished`.
    fn push_frames(&mut self, text: &mut String, unfinished: usize) {
        let is_anew = std::mem::take(&mut self.is_anew);
        if is_anew || self.recorder.takeovers() != self.takeovers {
            self.takeovers = self.recorder.takeovers();
            self.sent = 0;
            push(text, &OutputLine::new("anew", Anew {}));
        }
        let frames = self.recorder.frames();
        let finished = frames.len().saturating_sub(unfinished).max(self.sent);
        for frame in &frames[self.sent..finished] {
            push(text, &OutputLine::new("frame", frame));
        }
        self.sent = finished;
    }

    /// Sends the end of the search. Returns whether the visitor was still there.
    pub fn finish<T: Serialize>(mut self, lines: impl IntoIterator<Item = T>) -> bool {
        let mut text = String::new();
        self.push_frames(&mut text, 0);
        for line in lines {
            push(&mut text, &line);
        }
        send_last(&self.lines, &self.runtime, text)
    }
}

/// Waits until a visitor takes the last message, if not too long. Returns whether they did.
pub fn send_last(
    lines: &mpsc::Sender<String>,
    runtime: &tokio::runtime::Handle,
    text: String,
) -> bool {
    let sending = async { tokio::time::timeout(MAX_SEND_TIME, lines.send(text)).await };
    matches!(runtime.block_on(sending), Ok(Ok(())))
}

/// Adds a line.
pub fn push(text: &mut String, line: &impl Serialize) {
    text.push_str(&serde_json::to_string(line).expect("our objects can be written"));
    text.push('\n');
}
