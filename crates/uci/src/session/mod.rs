//! The engine's side of the protocol.
//!
//! Two threads share the work, and each thing belongs to one of them:
//!
//! * The **reader** ([`reader`]) reads lines, as fast as they come, whatever the engine is doing. What
//!   concerns a search that is already asked for (`stop`, `ponderhit`, `isready`, another `go`, `quit`)
//!   it does at once. Everything else it hands on through a queue.
//! * The **worker** ([`worker`]) owns the engine, the game and the options, and works the queue off in
//!   order. It is the thread that called [`run`]; while it searches, the queue waits.
//!
//! They have three things in common: the queue, the [`SessionOutput`] (one lock, whole lines), and for each `go`
//! a [`GoHandle`](go_handle::GoHandle), made by the reader at the moment it sees the `go`. That is why no `stop`
//! can be lost: it is said to the search it is meant for, even if the worker has not yet begun it. And
//! because there is at most one search that has not been told to stop (a new `go` stops the one before),
//! the reader need only remember the last.
//!
//! The `bestmove` of an infinite or pondering search is held back by the worker until the search has been
//! released by `stop` or `ponderhit`; whether the engine returned early does not matter.
//!
//! The session ends when the reader ends: at `quit`, or at the end of the input. Then it closes the
//! queue, and the worker finishes what is in it. `quit` stops the search; the end of the input stops only
//! a search that would never end. If nobody reads the output any more, the worker ends by itself and
//! leaves the reader waiting for a line that may never come; it holds nothing but the input.

mod command;
mod display;
mod go_handle;
mod output;
mod reader;
mod worker;

use std::io::{self, BufRead, Write};
use std::sync::{Arc, mpsc};
use std::thread;

use crate::session_engine::SessionEngine;
use output::SessionOutput;
use reader::CommandReader;
use worker::Worker;

/// Speaks UCI with whoever is at the other end of `input` and `output`, until `quit` or the end of the
/// input.
///
/// A broken pipe on the output is a normal end. Other failures of input and output are returned.
pub fn run(
    mut engine: impl SessionEngine,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let output = Arc::new(SessionOutput::new(output));
    let (queue, inbox) = mpsc::channel();
    let reader = CommandReader::new(output.clone(), queue);
    let reading = thread::Builder::new()
        .name("uci reader".to_owned())
        .spawn(move || reader.read(input))?;
    let mut worker = Worker::new(&mut engine, output.clone());
    for queued in inbox {
        worker.work(queued);
        if output.has_failed() {
            return output.result();
        }
    }
    // The queue is closed, so the reader is done and this does not wait.
    let read = reading
        .join()
        .unwrap_or_else(|_| Err(io::Error::other("the reader of UCI commands failed")));
    output.result().and(read)
}
