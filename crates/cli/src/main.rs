//! The program `bstar`: arguments in, calls out.
//!
//! Without arguments it speaks UCI. Every subcommand is a file with its arguments and a function
//! `run`. What it shares with `bstar-lab` is in `bstar-terminal`, and what it computes is computed
//! in the other packages.
//!
//! The words used here are explained in `docs/glossary.md`.

mod analyse;
mod bench;
mod book;
mod explain;
mod narrow;
mod search;
mod serve;
mod tables;

use std::process::ExitCode;

use bstar_ask::games::Judging;
use bstar_cli::uci;
use bstar_kit::crew::skill;
use bstar_terminal::output::{Out, Verdict};
use bstar_terminal::program::EXIT_CODES;
use bstar_terminal::worker;
use clap::{Parser, Subcommand};

/// A chess engine that gives its reasons. Without a command it speaks UCI, as chess programs
/// expect.
#[derive(Parser)]
#[command(name = "bstar", version, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

const WORKER_EXAMPLES: &str = "\
Examples:
  bstar worker --cluster nats://192.168.1.5
  bstar worker --cluster tls://chess.example.org --cluster-credentials worker.creds --jobs 8

`bstar-lab worker` also plays matches and works through suites.";

// The short descriptions are attributes. A comment would replace the long help of the command.
#[derive(Subcommand)]
enum Command {
    #[command(about = "Explain the best move of a position")]
    Explain(explain::Arguments),
    #[command(about = "Judge every move of your games and explain the turning points")]
    Analyse(analyse::Arguments),
    #[command(about = "Explain positions and games in a browser")]
    Serve(serve::Arguments),
    #[command(about = "Search a position with alpha-beta")]
    Search(search::Arguments),
    #[command(
        subcommand,
        about = "Make, show and merge opening books in Polyglot's format",
        after_help = book::EXAMPLES
    )]
    Book(book::Command),
    #[command(about = "Search a fixed set of positions and count the nodes")]
    Bench(bench::Arguments),
    #[command(
        subcommand,
        about = "Make, check and look up exact endgame tables",
        after_help = tables::EXAMPLES
    )]
    Tables(tables::Command),
    #[command(about = "Judge games for other machines, as a worker of a cluster", after_help = WORKER_EXAMPLES)]
    Worker(worker::Arguments),
}

impl Command {
    fn run(&self, out: &mut Out) -> anyhow::Result<Verdict> {
        match self {
            Command::Explain(arguments) => explain::run(arguments, out),
            Command::Analyse(arguments) => analyse::run(arguments, out),
            Command::Serve(arguments) => serve::run(arguments, out),
            Command::Search(arguments) => search::run(arguments, out),
            Command::Book(command) => book::run(command, out),
            Command::Bench(arguments) => bench::run(arguments, out),
            Command::Tables(command) => tables::run(command, out),
            Command::Worker(arguments) => worker::run(arguments, vec![skill::<Judging>()], out),
        }
    }
}

fn main() -> ExitCode {
    bstar_terminal::program::run("bstar", |arguments: Arguments| match arguments.command {
        // Two threads answer here, so neither may lock standard output.
        None => uci::run(),
        Some(command) => command.run(&mut Out::new()),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// Names that are there twice, and options that refer to what is not there. Only builds for
    /// tests look for them, and only when the command is used.
    #[test]
    fn the_arguments_of_all_commands_make_sense() {
        Arguments::command().debug_assert();
    }
}
