//! The frame of a program: arguments in, exit code out.

use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;

use clap::Parser;
use clap::error::{ContextKind, ContextValue};

use crate::name;
use crate::output::{self, Verdict};

/// What stands at the end of the help of both programs.
pub const EXIT_CODES: &str = "Exit codes: 0 done; 1 the answer is no (a mismatch, a failed check, a hypothesis not accepted); \
    2 bad use or bad input; 130 interrupted.\ndocs/json.md describes what --json and --json-lines write.";

/// Runs the program of this name. `run` gets the arguments.
pub fn run<A: Parser>(
    name: &'static str,
    run: impl FnOnce(A) -> anyhow::Result<Verdict>,
) -> ExitCode {
    name::set(name);
    let arguments = match A::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&number_expected::<A>(best_tip_first(error))),
    };
    match run(arguments) {
        Ok(verdict) => verdict.exit_code(),
        Err(error) if output::is_broken_pipe(&error) => Verdict::Done.exit_code(),
        Err(error) => {
            output::complain(&error);
            ExitCode::from(2)
        }
    }
}

/// Of several commands that may have been meant, clap names the likeliest last.
fn best_tip_first(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::Strings(tips)) = error.get(ContextKind::SuggestedSubcommand) {
        let tips = tips.iter().rev().cloned().collect();
        error.insert(
            ContextKind::SuggestedSubcommand,
            ContextValue::Strings(tips),
        );
    }
    error
}

/// Of a word that is no number, the standard library says "invalid digit found in string". The
/// error that is given back says what was expected.
fn number_expected<A: Parser>(error: clap::Error) -> clap::Error {
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    let kind = cause.map(ParseIntError::kind);
    if !matches!(kind, Some(IntErrorKind::InvalidDigit | IntErrorKind::Empty)) {
        return error;
    }
    let mut other = clap::Error::new(error.kind()).with_cmd(&A::command());
    for (kind, value) in error.context() {
        other.insert(kind, value.clone());
    }
    let tip = vec!["expected a whole number".into()];
    other.insert(ContextKind::Suggested, ContextValue::StyledStrs(tip));
    other
}

/// Says what is wrong with the arguments, or gives the help that was asked for.
fn refuse(error: &clap::Error) -> ExitCode {
    let printed = error.print().and_then(|()| io::stdout().flush());
    match printed {
        // A complaint that cannot be written leaves its exit code.
        Err(failure) if !error.use_stderr() && failure.kind() != ErrorKind::BrokenPipe => {
            output::complain(&anyhow::Error::from(failure).context("cannot write"));
            ExitCode::from(2)
        }
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
    }
}
