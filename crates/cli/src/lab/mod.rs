//! `bstar lab`: the experiments.

mod branching;
mod calibration;
mod endings;
mod enhancements;
mod judge;
mod ladder;
mod losses;
mod network;
mod openings;
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
mod techniques;
mod trees;
mod tune;

use std::path::Path;

use anyhow::Context;
use clap::Subcommand;

use crate::output::{Out, Verdict};

// The short descriptions are attributes. A doc comment there would hide the longer one of each
// experiment.
/// The experiments.
#[derive(Subcommand)]
pub enum Command {
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

/// Runs an experiment.
pub fn run(command: &Command, out: &mut Out) -> anyhow::Result<Verdict> {
    match command {
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
