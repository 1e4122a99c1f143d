//! `bstar-lab calibration`: whether the chances and intervals are true that B* tells.

use std::path::PathBuf;

use bstar_arena::player::PlayerSpec;
use bstar_kit::apart::check_outputs;
use bstar_kit::files::write_whole;
use bstar_lab::calibration::{CalibrationPlan, CalibrationReport};
use bstar_lab::regret::PositionSet;
use bstar_terminal::progress::Progress;
use clap::Args;

use crate::judge;
use crate::make_folder;
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};

/// Compares what B* says with what happens: chances of rivals, chances inside its tree, and the
/// interval of the chosen move, on positions from games.
///
/// B* thinks about every position as `bstar explain` does. A judge, who searches far longer, says
/// what happened.
///
/// A rival overtakes if the judge finds it better than the chosen move by more than one point of a
/// hundred. Two rivals are taken, the one with the highest `overtakes` and the one with the highest
/// `likely`.
///
/// A position inside the tree reaches the target if the judge finds it worth as much to the side to
/// move at the root. The target is the one that SELECT would set at the end, the same that
/// `overtakes` is about. From every tree a leaf and a position one, two and three moves from the
/// root are drawn at random, from those that have a probability.
///
/// The interval from `least` to `most` should hold what the chosen move is worth by the judge.
///
/// The report has a table for every kind of statement, by what was said, the Brier score, and how
/// much better that is than a constant. With --learn it is also compared with what is fitted to
/// another half of the positions: a curve of the gap between a rival and the chosen move, and
/// intervals of a fixed width. docs/calibration.md tells how to read it.
///
/// Judgements of root moves are kept beside the positions (report.alphabeta-5000000.tsv), in the
/// files of `bstar-lab regret`. With --resume, what B* said and the judgements inside the trees are
/// kept too, and the same command goes on from there. A journal belongs to one version of the
/// program. The result does not depend on --jobs.
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {
    /// Searcher: `bstar`, perhaps with options (`bstar,room=80`)
    #[arg(long, default_value = "bstar", value_name = "PLAYER")]
    player: PlayerSpec,
    /// Nodes per position
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The positions to report on, each with an id (EPD)
    #[arg(long, default_value = "data/regret/report.epd", value_name = "FILE")]
    positions: PathBuf,
    /// Other positions, to which references are fitted (data/regret/learn.epd)
    #[arg(long, value_name = "FILE")]
    learn: Option<PathBuf>,
    /// Number of positions to take from the start of each file
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    first: Option<u32>,
    #[command(flatten)]
    judge: judge::Argument,
    /// Nodes of the judge for a position inside a tree
    #[arg(long, default_value_t = 1_500_000, value_parser = clap::value_parser!(u64).range(1..))]
    inner_nodes: u64,
    /// Draw other positions from the trees
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of searches at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Keep journals in this folder; what is in them already is not searched again
    #[arg(long, value_name = "FOLDER")]
    resume: Option<PathBuf>,
    /// Draw what was said against what happened
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Print a JSON object for every position and one for the result
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bstar-lab calibration --first 20 --nodes 100000 --judge-nodes 300000 --inner-nodes 200000
  bstar-lab calibration --learn data/regret/learn.epd --first 700 --resume calibration --jobs 2 --svg calibration.svg
  bstar-lab calibration --player bstar,room=80 --first 200 --resume calibration-room-80

Interrupted with Ctrl-C, it prints what is known so far. A position takes about thirteen seconds of one core, nine of them for the root moves; one of the learning half takes nine.";

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let sets = arguments.learn.iter().chain([&arguments.positions]);
    check_outputs(&arguments.svg, sets)?;
    let plan = plan(arguments)?;
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(0);
    let report = plan.run(&stop, &mut |stage, done, all| {
        progress.say(stage.name());
        progress.reach_of(done as u64, all as u64);
    });
    progress.finish();
    let report = report?;
    show(arguments, &report, out)?;
    Ok(Verdict::unless_interrupted(
        report.interrupted,
        match arguments.resume {
            Some(_) => "the same command goes on from here",
            None => "with --resume FOLDER it can be continued",
        },
    ))
}

fn plan(arguments: &Arguments) -> anyhow::Result<CalibrationPlan> {
    let learn = arguments.learn.as_deref();
    let plan = CalibrationPlan {
        report: PositionSet::load(&arguments.positions)?,
        learn: learn.map(PositionSet::load).transpose()?,
        first: arguments.first.map_or(usize::MAX, |first| first as usize),
        player: arguments.player.clone(),
        nodes: arguments.nodes,
        judge: arguments.judge.judge(),
        inner_nodes: arguments.inner_nodes,
        seed: arguments.seed,
        jobs: usize::from(arguments.jobs),
        journals: arguments.resume.clone(),
    };
    arguments.resume.as_deref().map_or(Ok(()), make_folder)?;
    Ok(plan)
}

fn show(arguments: &Arguments, report: &CalibrationReport, out: &mut Out) -> anyhow::Result<()> {
    if arguments.json {
        for position in &report.positions {
            out.json("calibration-position", position)?;
        }
        out.json("calibration", report)?;
    } else {
        out.line(report)?;
    }
    if let Some(path) = &arguments.svg {
        write_whole(path, &report.svg())?;
    }
    Ok(())
}
