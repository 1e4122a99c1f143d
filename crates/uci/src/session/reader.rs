//! The thread that reads commands.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use crate::go::GoCommand;
use crate::lines::{self, InputLine};

use super::command::{self, ParsedLine, UciCommand};
use super::go_handle::{GoHandle, GoKind};
use super::output::SessionOutput;

/// A line in the worker's queue.
pub(super) struct QueuedLine {
    /// What to do, if anything.
    pub(super) command: Option<QueuedCommand>,
    /// What to report to the user first.
    pub(super) complaints: Vec<String>,
    /// Words without a meaning.
    pub(super) ignored: Vec<String>,
}

/// A command in the worker's queue.
pub(super) enum QueuedCommand {
    /// A `go`, with the handle that the reader keeps too.
    Go(GoCommand, GoHandle),
    /// Any other command.
    Other(UciCommand),
}

/// Reads commands, handles at once what cannot wait, and queues the rest.
pub(super) struct CommandReader {
    output: Arc<SessionOutput>,
    queue: Sender<QueuedLine>,
    /// The last `go`. It may be over. All earlier ones have been stopped.
    last: Option<GoHandle>,
}

impl CommandReader {
    pub(super) fn new(output: Arc<SessionOutput>, queue: Sender<QueuedLine>) -> Self {
        Self {
            output,
            queue,
            last: None,
        }
    }

    /// Reads until `quit`, the end of the input, or the end of the worker.
    pub(super) fn read(mut self, mut input: impl BufRead) -> io::Result<()> {
        while let Some(line) = lines::next_line(&mut input)? {
            let parsed = match line {
                InputLine::Text(text) => command::parse(&text),
                InputLine::TooLong => ParsedLine {
                    complaints: vec![format!(
                        "a line of more than {} bytes was ignored",
                        lines::MAX_LINE_BYTES
                    )],
                    ..ParsedLine::default()
                },
            };
            if parsed.command == Some(UciCommand::Quit) {
                if let Some(handle) = &self.last {
                    handle.quit();
                }
                break;
            }
            if !self.hand_on(parsed) {
                break;
            }
        }
        Ok(())
    }

    /// Queues a line. Returns false if the worker has ended.
    fn hand_on(&mut self, parsed: ParsedLine) -> bool {
        let command = parsed.command.and_then(|command| self.take(command));
        let queued = QueuedLine {
            command,
            complaints: parsed.complaints,
            ignored: parsed.ignored,
        };
        let is_empty =
            queued.command.is_none() && queued.complaints.is_empty() && queued.ignored.is_empty();
        is_empty || self.queue.send(queued).is_ok()
    }

    /// Handles a command that cannot wait. Any other is returned for the queue.
    fn take(&mut self, command: UciCommand) -> Option<QueuedCommand> {
        match command {
            UciCommand::Stop => {
                self.stop_last();
                None
            }
            UciCommand::PonderHit => {
                if let Some(handle) = &self.last {
                    handle.signals.ponder_hit();
                }
                None
            }
            UciCommand::IsReady if self.is_searching() => {
                self.output.say("readyok");
                None
            }
            UciCommand::Go(go) => {
                self.stop_last();
                let handle = GoHandle::new(GoKind::of(&go));
                self.last = Some(handle.clone());
                Some(QueuedCommand::Go(go, handle))
            }
            // Without a search, `isready` asks whether all earlier commands are done. So it is
            // queued.
            other => Some(QueuedCommand::Other(other)),
        }
    }

    fn is_searching(&self) -> bool {
        self.last.as_ref().is_some_and(|last| !last.is_finished())
    }

    fn stop_last(&self) {
        if let Some(handle) = &self.last {
            handle.signals.stop();
        }
    }
}

impl Drop for CommandReader {
    /// After the reader has ended, nothing else could release a waiting search. So it is stopped.
    fn drop(&mut self) {
        if self.last.as_ref().is_some_and(|last| !last.is_released()) {
            self.stop_last();
        }
    }
}
