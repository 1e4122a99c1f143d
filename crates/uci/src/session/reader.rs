//! The thread that reads commands.

use std::io::{self, BufRead};
use std::sync::Arc;

use crate::go::GoCommand;
use crate::lines::{self, InputLine};

use super::command::{self, DebugMode, ParsedLine, UciCommand};
use super::go_handle::{GoHandle, GoKind};
use super::output::SessionOutput;
use super::queue::QueueSender;

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
    queue: QueueSender<QueuedLine>,
    /// The last `go`. It may be over. All earlier ones have been stopped.
    last: Option<GoHandle>,
    /// What is being dropped, while there is no room for it.
    overflow: Option<Overflow>,
    debug: DebugMode,
}

/// Lines are being dropped, because a search runs and too many lines wait for its end.
#[derive(Default)]
struct Overflow {
    /// The last position among them, and its bytes of text. A later `go` must not search another.
    position: Option<(QueuedLine, usize)>,
}

impl CommandReader {
    pub(super) fn new(output: Arc<SessionOutput>, queue: QueueSender<QueuedLine>) -> Self {
        Self {
            output,
            queue,
            last: None,
            overflow: None,
            debug: DebugMode::Off,
        }
    }

    /// Reads until `quit`, the end of the input, or the end of the worker.
    pub(super) fn read(mut self, mut input: impl BufRead) -> io::Result<()> {
        while let Some(line) = lines::next_line(&mut input)? {
            let (parsed, text_bytes) = match line {
                InputLine::Text(text) => (command::parse(&text), text.len()),
                InputLine::TooLong => {
                    let complaint = format!(
                        "a line of more than {} bytes was ignored",
                        lines::MAX_LINE_BYTES
                    );
                    let parsed = ParsedLine {
                        complaints: vec![complaint],
                        ..ParsedLine::default()
                    };
                    (parsed, 0)
                }
            };
            if parsed.command == Some(UciCommand::Quit) {
                if let Some(handle) = self.last.take() {
                    handle.quit();
                }
                break;
            }
            if !self.hand_on(parsed, text_bytes) {
                break;
            }
        }
        Ok(())
    }

    /// Queues a line of `text_bytes` bytes. Returns false if the worker has ended.
    fn hand_on(&mut self, parsed: ParsedLine, text_bytes: usize) -> bool {
        // A `go` stops the search that runs, so it may wait for room.
        let is_go = matches!(parsed.command, Some(UciCommand::Go(_)));
        let must_not_wait = self.is_searching_on() && !is_go;
        let command = parsed.command.and_then(|command| self.take(command));
        let ignored = match self.debug {
            DebugMode::On => parsed.ignored,
            // Nobody wants to hear of them.
            DebugMode::Off => Vec::new(),
        };
        let queued = QueuedLine {
            command,
            complaints: parsed.complaints,
            ignored,
        };
        if queued.command.is_none() && queued.complaints.is_empty() && queued.ignored.is_empty() {
            return true;
        }
        if must_not_wait && (self.overflow.is_some() || !self.queue.has_room(text_bytes)) {
            self.drop_line(queued, text_bytes);
            return true;
        }
        let last_position = self.overflow.take().and_then(|overflow| overflow.position);
        last_position.is_none_or(|(line, text_bytes)| self.queue.send(line, text_bytes))
            && self.queue.send(queued, text_bytes)
    }

    /// Drops a line for which there is no room.
    fn drop_line(&mut self, line: QueuedLine, text_bytes: usize) {
        if self.overflow.is_none() {
            self.output.inform(
                "too many lines wait for the end of the search: until then, further ones are ignored, except the last position",
            );
        }
        let overflow = self.overflow.get_or_insert_default();
        if let Some(QueuedCommand::Other(UciCommand::Position { .. })) = line.command {
            overflow.position = Some((line, text_bytes));
        }
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
                    handle.stop.ponder_hit();
                }
                None
            }
            UciCommand::IsReady if self.is_searching() => {
                self.output.say("readyok");
                None
            }
            UciCommand::Debug(debug) => {
                self.debug = debug;
                Some(QueuedCommand::Other(command))
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

    /// Whether a search runs that nobody has stopped yet. It may need a line that is still to come.
    fn is_searching_on(&self) -> bool {
        self.is_searching() && self.last.as_ref().is_some_and(|last| !last.stop.is_set())
    }

    fn stop_last(&self) {
        if let Some(handle) = &self.last {
            handle.stop.set();
        }
    }
}

impl Drop for CommandReader {
    /// Without a reader nobody can stop a search, and perhaps nobody waits for it. So it is
    /// stopped, except for a count that `quit` has let go on.
    fn drop(&mut self) {
        if self.is_searching_on() {
            self.output
                .inform("the input has ended, so what still runs is stopped");
        }
        self.stop_last();
    }
}
