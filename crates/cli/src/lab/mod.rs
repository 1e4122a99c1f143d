//! `bstar lab`: the experiments.

mod enhancements;
mod openings;
mod selfplay;

use clap::Subcommand;

use crate::output::{Out, Verdict};

/// The experiments.
#[derive(Subcommand)]
pub enum Command {
    /// Make balanced openings, or check a file of them
    Openings(openings::Arguments),
    /// Measure what each search technique is worth
    Enhancements(enhancements::Arguments),
    /// Make games of the engine against itself, for tuning
    Selfplay(selfplay::Arguments),
}

/// Runs an experiment.
pub fn run(command: &Command, out: &mut Out) -> anyhow::Result<Verdict> {
    match command {
        Command::Openings(arguments) => openings::run(arguments, out),
        Command::Enhancements(arguments) => enhancements::run(arguments, out),
        Command::Selfplay(arguments) => selfplay::run(arguments, out),
    }
}
