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

use crate::lines::{self, Line};

/// How many lines may wait to be heard. A process that says more than this while nobody listens has to
/// wait itself: so may one that thinks on its opponent's time, until it is listened to again.
const WAITING_LINES: usize = 1024;

/// How long a process may take to leave after it was asked to, or after it closed its output.
const FAREWELL: Duration = Duration::from_millis(1000);

/// A child process. It does not outlive this value.
pub(super) struct Process {
    child: Child,
    /// `None` once the process has been told to leave.
    stdin: Option<ChildStdin>,
    heard: Receiver<Heard>,
    /// A line that came too late for the question it was waited for with.
    late: Option<Heard>,
}

/// A line, and when it came.
pub(super) struct Heard {
    pub(super) at: Instant,
    pub(super) line: String,
}

/// Why no line came.
pub(super) enum Silence {
    /// It is too late.
    Deadline,
    /// None will come: the process has ended or closed its output.
    Gone,
}

impl Process {
    pub(super) fn spawn(program: &str, arguments: &[String]) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take();
        let (sender, heard) = mpsc::sync_channel(WAITING_LINES);
        // From here on the child is ended by our `drop`, also if the thread cannot be started.
        let process = Self {
            child,
            stdin,
            heard,
            late: None,
        };
        if let Some(stdout) = stdout {
            thread::Builder::new()
                .name("uci client".to_owned())
                .spawn(move || listen(BufReader::new(stdout), &sender))?;
        }
        Ok(process)
    }

    /// Writes a line.
    pub(super) fn say(&mut self, line: &str) -> io::Result<()> {
        let Some(stdin) = &mut self.stdin else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        stdin.write_all(format!("{line}\n").as_bytes())?;
        stdin.flush()
    }

    /// The next line, if it comes in time. What counts is when it came, not when it is listened to:
    /// otherwise a process that never stops talking could talk its way past every deadline.
    pub(super) fn hear(&mut self, deadline: Instant) -> Result<Heard, Silence> {
        let heard = match self.late.take() {
            Some(heard) => heard,
            None => {
                let left = deadline.saturating_duration_since(Instant::now());
                self.heard.recv_timeout(left).map_err(|error| match error {
                    RecvTimeoutError::Timeout => Silence::Deadline,
                    RecvTimeoutError::Disconnected => Silence::Gone,
                })?
            }
        };
        if heard.at > deadline {
            self.late = Some(heard);
            return Err(Silence::Deadline);
        }
        Ok(heard)
    }

    /// Says goodbye, waits a little, then ends it. Returns how it ended.
    pub(super) fn leave(&mut self) -> Option<ExitStatus> {
        let _ = self.say("quit");
        self.stdin = None;
        self.wait_or_kill()
    }

    /// How a process that closed its output has ended; if it lingers on it is ended.
    pub(super) fn wait_or_kill(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + FAREWELL;
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

impl Drop for Process {
    fn drop(&mut self) {
        self.leave();
    }
}

fn listen(mut stdout: BufReader<impl io::Read>, sender: &SyncSender<Heard>) {
    // A failure to read is an end like any other: the client looks at how the process ended.
    while let Ok(Some(line)) = lines::next_line(&mut stdout) {
        let at = Instant::now();
        let line = match line {
            Line::Text(line) => line.trim_end().to_owned(),
            Line::TooLong => continue,
        };
        if sender.send(Heard { at, line }).is_err() {
            return;
        }
    }
}
