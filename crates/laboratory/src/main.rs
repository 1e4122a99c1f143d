//! The program `bstar-lab`: experiments, matches, suites and training.
//!
//! Every command is a file with its arguments and a function `run`. What it shares with `bstar` is
//! in `bstar-terminal`, and what it computes is computed in the other packages.
//!
//! The words used here are explained in `docs/glossary.md`.

mod branching;
mod calibration;
mod check;
mod contest;
mod datagen;
mod endings;
mod enhancements;
mod judge;
mod ladder;
mod losses;
mod network;
mod openings;
mod perft;
mod positions;
mod probes;
mod processors;
mod proposals;
mod regret;
mod replay;
mod scaling;
mod selfplay;
mod settings;
mod speed;
mod spread;
mod suite;
mod techniques;
mod trees;
mod tune;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use bstar_kit::crew::{Skill, skill};
use bstar_terminal::output::{Out, Verdict};
use bstar_terminal::program::EXIT_CODES;
use bstar_terminal::worker;
use clap::{Parser, Subcommand};

/// Experiments with the engine bstar: matches, suites, training, and everything that figures in the
/// documents come from.
#[derive(Parser)]
#[command(name = "bstar-lab", version, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const WORKER_EXAMPLES: &str = "\
Examples:
  bstar-lab worker --cluster nats://192.168.1.5
  bstar-lab worker --cluster tls://chess.example.org --cluster-credentials worker.creds --jobs 8
  bstar-lab worker --cluster nats://me:secret@192.168.1.5 --engines";

// The short descriptions are attributes. A doc comment there would hide the longer one of each
// command.
#[derive(Subcommand)]
enum Command {
    #[command(about = "Play a match between two engines")]
    Match(Box<contest::Arguments>),
    #[command(about = "Work through a file of positions with known answers")]
    Suite(suite::Arguments),
    #[command(subcommand, about = "Check what explanations say", after_help = check::EXAMPLES)]
    Check(check::Command),
    #[command(about = "Count move sequences")]
    Perft(perft::Arguments),
    #[command(about = "Make training data for a network by self-play, or check it")]
    Datagen(datagen::Arguments),
    #[command(about = "Make this machine do the work of others, as part of a cluster", after_help = WORKER_EXAMPLES)]
    Worker(worker::Arguments),
    #[command(about = "Print the worked example of the 1996 paper, figure by figure")]
    WorkedExample(replay::ExampleArguments),
    #[command(about = "Run the 1996 search on a scripted tree, step by step")]
    Replay(replay::Arguments),
    #[command(about = "Make balanced openings, or check a file of them")]
    Openings(openings::Arguments),
    #[command(about = "Draw positions from games, in a half to learn by and one to report on")]
    Positions(positions::Arguments),
    #[command(about = "Measure how much worse than the best the moves are that players choose")]
    Regret(regret::Arguments),
    #[command(about = "Ask whether the chances and intervals are true that B* tells")]
    Calibration(Box<calibration::Arguments>),
    #[command(about = "Draw endings that tables know, or ask what players gave away there")]
    Endings(endings::Arguments),
    #[command(about = "Measure what the classical enhancements of alpha-beta save")]
    Enhancements(enhancements::Arguments),
    #[command(about = "Measure what each search technique is worth in games")]
    Techniques(techniques::Arguments),
    #[command(about = "Rate the players of many matches on one scale")]
    Ladder(ladder::Arguments),
    #[command(about = "Find the moves at which a player lost its games, and their kinds")]
    Losses(losses::Arguments),
    #[command(
        about = "Ask what B*'s tree adds to its search of the root, in the games of a player"
    )]
    Proposals(proposals::Arguments),
    #[command(about = "Ask what more effort buys: Table 2 of the 1996 paper, on test suites")]
    Settings(settings::Arguments),
    #[command(
        about = "Ask whether B* overtakes alpha-beta as power grows: the prediction of the 1996 paper"
    )]
    Scaling(scaling::Arguments),
    #[command(about = "Measure how bushy the trees of B* are")]
    Branching(branching::Arguments),
    #[command(about = "Compare searches on random trees: Table I of the 1978 paper")]
    Trees(trees::Arguments),
    #[command(about = "Make games of the engine against itself, for tuning")]
    Selfplay(selfplay::Arguments),
    #[command(about = "Tune the evaluation on games")]
    Tune(tune::TuneArguments),
    #[command(about = "Fit the chances of win, draw and loss to games")]
    Wdl(tune::WdlArguments),
    #[command(about = "Say what a network is, and what it says of positions")]
    Network(network::Arguments),
    #[command(about = "Measure what a probe costs")]
    Probes(probes::Arguments),
    #[command(about = "Ask how much sooner many processors decide, simulated or real")]
    Processors(processors::Arguments),
    #[command(about = "Collect what short probes say beside what a far longer search says")]
    Spread(spread::Arguments),
    #[command(about = "Compare nodes per second with another program's")]
    Speed(speed::Arguments),
}

fn run(command: &Command, out: &mut Out) -> anyhow::Result<Verdict> {
    match command {
        Command::Match(arguments) => contest::run(arguments, out),
        Command::Suite(arguments) => suite::run(arguments, out),
        Command::Check(command) => check::run(command, out),
        Command::Perft(arguments) => perft::run(arguments, out),
        Command::Datagen(arguments) => datagen::run(arguments, out),
        Command::Worker(arguments) => worker::run(arguments, skills(), out),
        Command::WorkedExample(arguments) => replay::worked_example(arguments, out),
        Command::Replay(arguments) => replay::run(arguments, out),
        Command::Openings(arguments) => openings::run(arguments, out),
        Command::Positions(arguments) => positions::run(arguments, out),
        Command::Regret(arguments) => regret::run(arguments, out),
        Command::Calibration(arguments) => calibration::run(arguments, out),
        Command::Endings(arguments) => endings::run(arguments, out),
        Command::Enhancements(arguments) => enhancements::run(arguments, out),
        Command::Techniques(arguments) => techniques::run(arguments, out),
        Command::Ladder(arguments) => ladder::run(arguments, out),
        Command::Losses(arguments) => losses::run(arguments, out),
        Command::Proposals(arguments) => proposals::run(arguments, out),
        Command::Scaling(arguments) => scaling::run(arguments, out),
        Command::Settings(arguments) => settings::run(arguments, out),
        Command::Branching(arguments) => branching::run(arguments, out),
        Command::Trees(arguments) => trees::run(arguments, out),
        Command::Selfplay(arguments) => selfplay::run(arguments, out),
        Command::Tune(arguments) => tune::tune(arguments, out),
        Command::Wdl(arguments) => tune::fit_wdl(arguments, out),
        Command::Network(arguments) => network::run(arguments, out),
        Command::Probes(arguments) => probes::run(arguments, out),
        Command::Processors(arguments) => processors::run(arguments, out),
        Command::Spread(arguments) => spread::run(arguments, out),
        Command::Speed(arguments) => speed::run(arguments, out),
    }
}

/// Makes the folder of journals or games, if it is not there.
fn make_folder(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))
}

/// All that a worker can do.
fn skills() -> Vec<Skill> {
    vec![
        skill::<bstar_ask::games::Judging>(),
        skill::<bstar_arena::suite::Asking>(),
        skill::<bstar_arena::contest::Boards>(),
        skill::<bstar_training::datagen::Playing>(),
        skill::<bstar_lab::regret::Choosing>(),
        skill::<bstar_lab::judges::Sitting>(),
    ]
}

fn main() -> ExitCode {
    bstar_terminal::program::run("bstar-lab", |arguments: Arguments| {
        run(&arguments.command, &mut Out::new())
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_of_all_commands_make_sense() {
        Arguments::command().debug_assert();
    }
}
