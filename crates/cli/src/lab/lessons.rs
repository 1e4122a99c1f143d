//! `bstar lab lessons`: what a prior learns from.

use std::path::PathBuf;

use bstar_kit::apart::check_outputs;
use bstar_kit::workers::all_cores;
use bstar_training::lessons::write_lessons;
use clap::Args;

use crate::interrupt::stop_on_interrupt;
use crate::output::{Out, Verdict};

/// Turns games of `bstar datagen` into lessons for a prior: every position as the network sees it,
/// its legal moves, the move the search chose, its score and the result. docs/prior.md has the
/// format. A lesson has 240 bytes.
#[derive(Args)]
pub struct Arguments {
    /// The games
    #[arg(value_name = "GAMES")]
    games: PathBuf,
    /// Where the lessons go
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Also write every position with its moves as text, in the order of the lessons
    #[arg(long, value_name = "FILE")]
    fens: Option<PathBuf>,
    /// Games at a time
    #[arg(long, default_value_t = all_cores() as u16, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let outputs = arguments.fens.iter().chain([&arguments.output]);
    check_outputs(outputs, [&arguments.games])?;
    let written = write_lessons(
        &arguments.games,
        &arguments.output,
        arguments.fens.as_deref(),
        usize::from(arguments.jobs),
        &stop_on_interrupt()?,
    )?;
    out.line(format_args!(
        "{}: {} lessons of {} games",
        arguments.output.display(),
        written.lessons,
        written.games
    ))?;
    Ok(Verdict::Done)
}
