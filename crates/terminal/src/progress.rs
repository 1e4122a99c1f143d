//! How far the work has come, shown on a terminal and nowhere else.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A line on standard error that says how far the work has come. It draws nothing if that is not a
/// terminal.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A progress line for `total` steps.
    pub fn new(total: u64) -> Progress {
        Progress::with_state(total, String::new)
    }

    /// The same, with a text that `state` returns whenever the line is drawn.
    pub fn with_state(total: u64, state: impl Fn() -> String + Send + Sync + 'static) -> Progress {
        let state = Arc::new(state);
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(5));
        let style = ProgressStyle::with_template(
            "{bar:30} {pos} of {len}  {elapsed} (about {eta} left)  {msg}  {state}",
        )
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("state", move |_: &ProgressState, line: &mut dyn Write| {
            let _ = line.write_str(&state());
        });
        bar.set_style(style);
        // This takes a thread, so it is only done where somebody can see it.
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        Progress { bar }
    }

    /// Sets the number of finished steps.
    pub fn reach(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// Sets the number of finished steps and their total.
    pub fn reach_of(&self, done: u64, total: u64) {
        self.bar.set_length(total);
        self.bar.set_position(done);
    }

    /// Sets the message on the line.
    pub fn say(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Writes lines meant for standard output without tearing the bar.
    pub fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Takes the line away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
