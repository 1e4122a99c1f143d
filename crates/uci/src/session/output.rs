//! Writes lines to the user, from two threads.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::text::on_one_line;

/// Writes whole lines and flushes each. After the first error it writes nothing more, and its
/// callers need not handle the error. The session checks [`has_failed`](SessionOutput::has_failed)
/// and ends.
pub(super) struct SessionOutput {
    state: Mutex<State>,
}

struct State {
    writer: Box<dyn Write + Send>,
    failure: Option<io::Error>,
}

impl SessionOutput {
    pub(super) fn new(writer: impl Write + Send + 'static) -> Self {
        Self {
            state: Mutex::new(State {
                writer: Box::new(writer),
                failure: None,
            }),
        }
    }

    /// Writes text of one or more lines.
    pub(super) fn say(&self, text: &str) {
        let mut state = self.lock();
        if state.failure.is_none() {
            let line = format!("{text}\n");
            let written = state.writer.write_all(line.as_bytes());
            state.failure = written.and_then(|()| state.writer.flush()).err();
        }
    }

    /// Writes an `info string`.
    pub(super) fn inform(&self, words: &str) {
        self.say(&format!("info string {}", on_one_line(words)));
    }

    pub(super) fn has_failed(&self) -> bool {
        self.lock().failure.is_some()
    }

    /// The first error, if there was one. A broken pipe is not an error.
    pub(super) fn result(&self) -> io::Result<()> {
        match self.lock().failure.take() {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// Always fails with the given kind.
    struct Failing(io::ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_quoted_line_break_cannot_forge_a_line() {
        let written = Shared::default();
        let output = SessionOutput::new(written.clone());
        output.inform("bad FEN `a\nbestmove e2e4\u{1b}`");
        assert_eq!(
            *written.0.lock().unwrap(),
            b"info string bad FEN `a bestmove e2e4 `\n"
        );
    }

    #[test]
    fn a_broken_pipe_is_a_normal_end_and_a_full_disk_is_not() {
        let output = SessionOutput::new(Failing(io::ErrorKind::BrokenPipe));
        output.say("readyok");
        assert!(output.has_failed());
        assert!(output.result().is_ok());

        let output = SessionOutput::new(Failing(io::ErrorKind::StorageFull));
        output.say("readyok");
        let error = output.result().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}
