//! The program `bstar`: arguments in, calls out.
//!
//! Without arguments it speaks UCI. Every subcommand is a file with its arguments and a function
//! `run`. What a command prints goes through [`output`]. What it computes is computed in the other
//! packages.
//!
//! The words used here are explained in `docs/glossary.md`.

mod analyse;
mod bench;
mod book;
mod book_choice;
mod cluster;
mod contest;
mod datagen;
mod endings;
mod endings_choice;
mod evaluation;
mod explain;
mod interrupt;
mod lab;
mod narrow;
mod network_choice;
mod output;
mod perft;
mod position;
mod progress;
mod search;
mod search_choice;
mod serve;
mod suite;
mod tables;
mod uci;
mod uci_engine;
mod worker;

use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};

use output::{Out, Verdict};

/// A chess engine that gives its reasons, and the instruments to measure it. Without a command it
/// speaks UCI, as chess programs expect.
#[derive(Parser)]
#[command(name = "bstar", version, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXIT_CODES: &str = "Exit codes: 0 done; 1 the answer is no (a mismatch, a failed check, a hypothesis not accepted); \
    2 bad use or bad input; 130 interrupted.\nWith --json every line is one object, described in docs/json.md.";

// The short descriptions are attributes. A comment would replace the long help of the command.
#[derive(Subcommand)]
enum Command {
    #[command(about = "Search a position with B* and say what it found, and why")]
    Explain(explain::Arguments),
    #[command(about = "Judge every move of games and explain the turning points")]
    Analyse(analyse::Arguments),
    #[command(about = "Watch B* think, in a browser")]
    Serve(serve::Arguments),
    #[command(about = "Search a position with alpha-beta and say what was found")]
    Search(search::Arguments),
    #[command(about = "Work through a file of positions with known answers")]
    Suite(suite::Arguments),
    #[command(about = "Play a match between two engines")]
    Match(Box<contest::Arguments>),
    #[command(
        subcommand,
        about = "Make, show and join opening books in Polyglot's format",
        after_help = book::EXAMPLES
    )]
    Book(book::Command),
    #[command(about = "Count move sequences")]
    Perft(perft::Arguments),
    #[command(about = "Search a fixed set of positions and count the nodes")]
    Bench(bench::Arguments),
    #[command(about = "Make training data for a network by self-play, or check it")]
    Datagen(datagen::Arguments),
    #[command(
        subcommand,
        about = "Make, check and ask tables of endings that are known exactly",
        after_help = tables::EXAMPLES
    )]
    Tables(tables::Command),
    #[command(about = "Make this machine do the work of others, as part of a cluster")]
    Worker(worker::Arguments),
    /// Experiments
    #[command(subcommand)]
    Lab(lab::Command),
}

impl Command {
    fn run(&self, out: &mut Out) -> anyhow::Result<Verdict> {
        match self {
            Command::Explain(arguments) => explain::run(arguments, out),
            Command::Analyse(arguments) => analyse::run(arguments, out),
            Command::Serve(arguments) => serve::run(arguments, out),
            Command::Search(arguments) => search::run(arguments, out),
            Command::Suite(arguments) => suite::run(arguments, out),
            Command::Match(arguments) => contest::run(arguments, out),
            Command::Book(command) => book::run(command, out),
            Command::Perft(arguments) => perft::run(arguments, out),
            Command::Bench(arguments) => bench::run(arguments, out),
            Command::Datagen(arguments) => datagen::run(arguments, out),
            Command::Tables(command) => tables::run(command, out),
            Command::Worker(arguments) => worker::run(arguments, out),
            Command::Lab(command) => lab::run(command, out),
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
fn number_expected(error: clap::Error) -> clap::Error {
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    let kind = cause.map(ParseIntError::kind);
    if !matches!(kind, Some(IntErrorKind::InvalidDigit | IntErrorKind::Empty)) {
        return error;
    }
    let mut other = clap::Error::new(error.kind()).with_cmd(&Arguments::command());
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

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&number_expected(best_tip_first(error))),
    };
    let result = match arguments.command {
        // Two threads answer here, so neither may lock standard output.
        None => uci::run(),
        Some(command) => command.run(&mut Out::new()),
    };
    match result {
        Ok(verdict) => verdict.exit_code(),
        Err(error) if output::is_broken_pipe(&error) => Verdict::Done.exit_code(),
        Err(error) => {
            output::complain(&error);
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names that are there twice, and options that refer to what is not there. Only builds for
    /// tests look for them, and only when the command is used.
    #[test]
    fn the_arguments_of_all_commands_make_sense() {
        Arguments::command().debug_assert();
    }
}
