//! What the program says, to people and to programs, and how it ends.

use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};
use std::process::ExitCode;

use bstar_explain::SCHEMA;
use serde::Serialize;

/// How a command ended, if it could do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Done, or the answer is yes.
    Done,
    /// The answer is no.
    No,
    /// Somebody stopped it.
    Interrupted,
}

impl Verdict {
    /// Done, or interrupted. An interruption is reported together with what it means.
    pub fn unless_interrupted(is_interrupted: bool, meaning: &str) -> Verdict {
        if is_interrupted {
            remark(&format!("interrupted; {meaning}"));
            Verdict::Interrupted
        } else {
            Verdict::Done
        }
    }

    /// The exit code for the shell.
    pub fn exit_code(self) -> ExitCode {
        ExitCode::from(match self {
            Verdict::Done => 0,
            Verdict::No => 1,
            Verdict::Interrupted => 130,
        })
    }
}

/// How much of an object is written at a time.
const BUFFER_BYTES: usize = 64 * 1024;

/// Standard output. Every line is flushed, because a program may read along.
pub struct Out {
    stdout: StdoutLock<'static>,
}

impl Default for Out {
    fn default() -> Out {
        Out {
            stdout: io::stdout().lock(),
        }
    }
}

impl Out {
    /// Standard output, for this thread alone.
    pub fn new() -> Out {
        Out::default()
    }

    /// A line for people.
    pub fn line(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.stdout, "{text}")?;
        self.stdout.flush()
    }

    /// A part of a line.
    pub fn part(&mut self, text: &str) -> io::Result<()> {
        self.stdout.write_all(text.as_bytes())?;
        self.stdout.flush()
    }

    /// An object for programs, on a line.
    pub fn json(&mut self, kind: &str, body: &impl Serialize) -> io::Result<()> {
        self.object(kind, Some(SCHEMA), body)
    }

    /// An object that already has its type and the number of the schema. It is written while it is
    /// serialised, because it may be large.
    pub fn told(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut writer = BufWriter::with_capacity(BUFFER_BYTES, &mut self.stdout);
        serde_json::to_writer(&mut writer, line)?;
        writer.write_all(b"\n")?;
        writer.flush()
    }

    /// An object without the number of the schema. Its fields were fixed before there was one.
    pub fn bare_json(&mut self, kind: &str, body: &impl Serialize) -> io::Result<()> {
        self.object(kind, None, body)
    }

    fn object(&mut self, kind: &str, schema: Option<u32>, body: &impl Serialize) -> io::Result<()> {
        #[derive(Serialize)]
        struct Line<'a, T> {
            r#type: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            schema: Option<u32>,
            #[serde(flatten)]
            body: &'a T,
        }
        let line = Line {
            r#type: kind,
            schema,
            body,
        };
        self.told(&line)
    }
}

/// Keeps the first failure of a callback that cannot return one.
#[derive(Default)]
pub struct FirstFailure(Option<io::Error>);

impl FirstFailure {
    /// Notes a result; says whether it was a failure.
    pub fn note(&mut self, result: io::Result<()>) -> bool {
        match result {
            Ok(()) => false,
            Err(error) => {
                self.0.get_or_insert(error);
                true
            }
        }
    }

    /// Gives the failure back.
    pub fn into_result(self) -> io::Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}

/// Whether the reader of our output has gone.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    })
}

/// Says on standard error what went wrong.
pub fn complain(error: &anyhow::Error) {
    remark(&in_words(error));
}

/// An error and its causes. A cause that the error names itself is not repeated.
fn in_words(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
    }
    text
}

/// Writes a remark to standard error. A failure to write it is ignored.
pub fn remark(text: &str) {
    let _ = writeln!(io::stderr(), "{}: {text}", crate::name::name());
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[derive(Debug, thiserror::Error)]
    #[error("cannot read games.pgn: {0}")]
    struct Unreadable(#[source] io::Error);

    fn missing() -> io::Error {
        io::Error::new(ErrorKind::NotFound, "no such file")
    }

    #[test]
    fn every_cause_is_said_once() {
        let named = anyhow::Error::from(Unreadable(missing()));
        assert_eq!(in_words(&named), "cannot read games.pgn: no such file");
        let not_named = Err::<(), _>(missing()).context("cannot read games.pgn");
        let not_named = not_named.context("cannot go on").unwrap_err();
        assert_eq!(
            in_words(&not_named),
            "cannot go on: cannot read games.pgn: no such file"
        );
        assert_eq!(in_words(&anyhow::anyhow!("alone")), "alone");
    }
}
