//! A process that reads and writes lines, with a deadline on every answer.
//!
//! A thread reads what the process writes, and notes the time of each line. It ends with the
//! process. The client writes without a thread of its own. That cannot block: the client sends
//! `isready` before each search, so that the pipe is empty before the next command, and no command
//! is longer than a pipe holds.

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use crate::lines::{self, InputLine};

/// How many lines may wait to be read. A process that writes more has to wait. That may happen to
/// one that ponders, until its lines are read again.
const MAX_UNREAD_LINES: usize = 1024;

/// How long a process may take to end after `quit`, or after it closed its output.
const EXIT_GRACE: Duration = Duration::from_millis(1000);

/// A child process. It ends with this value at the latest.
pub(super) struct EngineProcess {
    child: Child,
    /// `None` after `quit` was sent.
    stdin: Option<ChildStdin>,
    received: Receiver<ReceivedLine>,
    /// A line that came after the deadline of an earlier `receive`.
    late: Option<ReceivedLine>,
}

/// A line, and when it came.
pub(super) struct ReceivedLine {
    pub(super) at: Instant,
    pub(super) line: String,
}

/// Why no line came.
pub(super) enum NoLine {
    /// The deadline has passed.
    Deadline,
    /// None will come, because the process has ended or closed its output.
    Gone,
}

impl EngineProcess {
    pub(super) fn spawn(program: &str, arguments: &[String]) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take();
        let (sender, received) = mpsc::sync_channel(MAX_UNREAD_LINES);
        // From here on `drop` ends the child, even if the thread cannot be started.
        let process = Self {
            child,
            stdin,
            received,
            late: None,
        };
        if let Some(stdout) = stdout {
            thread::Builder::new()
                .name("uci client".to_owned())
                .spawn(move || read_lines(BufReader::new(stdout), &sender))?;
        }
        Ok(process)
    }

    /// Writes a line.
    pub(super) fn send(&mut self, line: &str) -> io::Result<()> {
        let Some(stdin) = &mut self.stdin else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        stdin.write_all(format!("{line}\n").as_bytes())?;
        stdin.flush()
    }

    /// The next line, if it comes in time. The time when it came counts, not the time when it is
    /// read. Otherwise a process that never stops writing would miss no deadline.
    pub(super) fn receive(&mut self, deadline: Instant) -> Result<ReceivedLine, NoLine> {
        let received = match self.late.take() {
            Some(received) => received,
            None => {
                let left = deadline.saturating_duration_since(Instant::now());
                self.received
                    .recv_timeout(left)
                    .map_err(|error| match error {
                        RecvTimeoutError::Timeout => NoLine::Deadline,
                        RecvTimeoutError::Disconnected => NoLine::Gone,
                    })?
            }
        };
        if received.at > deadline {
            self.late = Some(received);
            return Err(NoLine::Deadline);
        }
        Ok(received)
    }

    /// Sends `quit`, waits a little, then ends the process. Returns how it ended.
    pub(super) fn quit(&mut self) -> Option<ExitStatus> {
        let _ = self.send("quit");
        self.stdin = None;
        self.wait_or_kill()
    }

    /// Waits a little for the process to end, then ends it. Returns how it ended.
    pub(super) fn wait_or_kill(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + EXIT_GRACE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return self.kill(),
            }
        }
    }

    /// Ends it at once.
    pub(super) fn kill(&mut self) -> Option<ExitStatus> {
        self.stdin = None;
        let _ = self.child.kill();
        self.child.wait().ok()
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.quit();
    }
}

fn read_lines(mut stdout: BufReader<impl io::Read>, sender: &SyncSender<ReceivedLine>) {
    // An error while reading counts as the end. The client then checks how the process ended.
    while let Ok(Some(line)) = lines::next_line(&mut stdout) {
        let at = Instant::now();
        let line = match line {
            InputLine::Text(line) => line.trim_end().to_owned(),
            InputLine::TooLong => continue,
        };
        if sender.send(ReceivedLine { at, line }).is_err() {
            return;
        }
    }
}
