//! The frame of a program: arguments in, exit code out.

use std::process::ExitCode;
use std::sync::OnceLock;

use clap::Parser;
use clap::error::{ContextKind, ContextValue};

use crate::output::{self, Verdict};

/// What stands at the end of the help of both programs.
pub const EXIT_CODES: &str = "Exit codes: 0 done; 1 the answer is no (a mismatch, a failed check, a hypothesis not accepted); \
    2 bad use or bad input; 130 interrupted.\nWith --json every line is one object, described in docs/json.md.";

static NAME: OnceLock<&str> = OnceLock::new();

/// The name of this program, as its messages begin.
pub fn name() -> &'static str {
    NAME.get().copied().unwrap_or("bstar")
}

/// Runs the program of this name. `run` gets the arguments.
pub fn run<A: Parser>(
    name: &'static str,
    run: impl FnOnce(A) -> anyhow::Result<Verdict>,
) -> ExitCode {
    let _ = NAME.set(name);
    let arguments = match A::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(best_tip_first(error)),
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

/// What the standard library says about a word that is no number, and what we say.
const NOT_A_NUMBER: (&str, &str) = ("invalid digit found in string", "expected a whole number");

/// Says what is wrong with the arguments, or gives the help that was asked for.
fn refuse(error: clap::Error) -> ExitCode {
    let text = error.render().to_string();
    if text.contains(NOT_A_NUMBER.0) {
        eprint!("{}", text.replace(NOT_A_NUMBER.0, NOT_A_NUMBER.1));
        return ExitCode::from(2);
    }
    error.exit()
}
