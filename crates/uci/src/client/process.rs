//! A process that is talked to in lines, with a deadline on every answer.
//!
//! A thread reads what the process says and stamps each line with the time it came. It ends with the
//! process. Writing is done directly: the client asks `isready` before each search, so that the pipe is
//! empty when the next command is written, and no command is as long as a pipe is deep.

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use crate::lines::{self, InputLine};

/// How many lines may wait to be received. A process that says more than this while nobody listens has to
/// wait itself: so may one that thinks on its opponent's time, until it is listened to again.
const MAX_UNREAD_LINES: usize = 1024;

/// How long a process may take to quit after it was asked to, or after it closed its output.
const EXIT_GRACE: Duration = Duration::from_millis(1000);

/// A child process. It does not outlive this value.
pub(super) struct EngineProcess {
    child: Child,
    /// `None` once the process has been told to quit.
    stdin: Option<ChildStdin>,
    received: Receiver<ReceivedLine>,
    /// A line that came too late for the pending it was waited for with.
    late: Option<ReceivedLine>,
}

/// A line, and when it came.
pub(super) struct ReceivedLine {
    pub(super) at: Instant,
    pub(super) line: String,
}

/// Why no line came.
pub(super) enum NoLine {
    /// It is too late.
    Deadline,
    /// None will come: the process has ended or closed its output.
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
        // From here on the child is ended by our `drop`, also if the thread cannot be started.
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

    /// The next line, if it comes in time. What counts is when it came, not when it is listened to:
    /// otherwise a process that never stops talking could talk its way past every deadline.
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

    /// Says goodbye, waits a little, then ends it. Returns how it ended.
    pub(super) fn quit(&mut self) -> Option<ExitStatus> {
        let _ = self.send("quit");
        self.stdin = None;
        self.wait_or_kill()
    }

    /// How a process that closed its output has ended; if it lingers on it is ended.
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

    /// Ends it, now.
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
    // A failure to read is an end like any other: the client looks at how the process ended.
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
