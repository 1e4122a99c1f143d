//! The engine's side of the protocol.
//!
//! Two threads share the work:
//!
//! * The **reader** ([`reader`]) reads lines as they come, even while the engine searches. It
//!   handles commands that concern a search at once: `stop`, `ponderhit`, `isready`, another `go`,
//!   `quit`. It puts all others into a queue.
//! * The **worker** ([`worker`]) owns the engine, the game and the options. It takes the lines from
//!   the queue in order. It is the thread that called [`run`]. While it searches, the queue waits.
//!
//! The queue is [bounded](queue). While no search runs, a full queue makes the reader wait, and
//! the program that sends the lines waits with it. While a search runs, the reader must not wait:
//! the `stop` that ends the search may be among the next lines. So it reads on and drops lines for
//! which there is no room. The last position among them is not dropped: it is queued before the
//! next line.
//!
//! They share three things: the queue, the [`SessionOutput`] (one lock, whole lines), and a
//! [`GoHandle`](go_handle::GoHandle) for each `go`. The reader makes the handle when it reads the
//! `go`. So no `stop` is lost: it reaches its search even if the worker has not begun it yet. A new
//! `go` stops the search before it. So at most one search has not been stopped, and the reader
//! remembers only the last handle.
//!
//! An infinite or pondering search may return early. The worker holds its `bestmove` back until
//! `stop` or `ponderhit` releases it.
//!
//! The session ends when the reader ends: at `quit`, or at the end of the input. The queue is then
//! closed, and the worker finishes what is in it. Both stop the search, so that a user interface
//! that has crashed leaves no busy engine behind. If the output is closed, the worker ends by
//! itself. The reader is left waiting for a line that may never come; it holds nothing but the
//! input.

mod command;
mod display;
mod go_handle;
mod output;
mod queue;
mod reader;
mod worker;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;

use crate::session_engine::SessionEngine;
use output::SessionOutput;
use reader::CommandReader;
use worker::Worker;

/// Speaks UCI over `input` and `output`, until `quit` or the end of the input.
///
/// A broken pipe on the output is a normal end. Other errors of input and output are returned.
pub fn run(
    mut engine: impl SessionEngine,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let output = Arc::new(SessionOutput::new(output));
    let (queue, inbox) = queue::bounded();
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
    // The queue is closed, so the reader has ended and this does not wait.
    let read = reading
        .join()
        .unwrap_or_else(|_| Err(io::Error::other("the reader of UCI commands failed")));
    output.result().and(read)
}
