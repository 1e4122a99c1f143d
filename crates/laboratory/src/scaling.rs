//! `bstar-lab scaling`: does B* overtake alpha-beta as power grows?

use std::path::PathBuf;

use anyhow::bail;
use bstar_arena::contest::MatchResult;
use bstar_kit::apart::check_outputs;
use bstar_kit::files::write_whole;
use bstar_papers::prediction::{FullWidthPlayers, PlannedRun, Prediction, ScalingReport};
use bstar_terminal::progress::Progress;
use clap::Args;

use crate::contest::book;
use crate::make_folder;
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict, remark};

/// Plays B* against full-width alpha-beta at several powers, and says who is ahead at the largest
/// one and whether the score of B* rises with power: the prediction of the 1996 paper.
///
/// Hitech searched by B*, played its own brute-force version and scored 41.7 % of 24 games. Its
/// authors predicted that B* overtakes alpha-beta as computing power grows. Here both players have
/// the same nodes for every move. Neither uses null moves, late-move reductions and pruning,
/// futility and reverse futility, razoring, probcut, singular extensions or internal reductions. B*
/// has no root search before its tree. Every opening is played twice, with both colours. A draw is
/// called after move 40 when both players saw at most 10 centipawns for 8 moves, a win when both
/// saw the same side 600 ahead for 4 moves.
///
/// The size of a run is announced before its first game, and stands in the head of its journal. No
/// game is left out: a run that is not finished is reported as far as it got, and decides nothing.
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {
    /// A run: nodes for every move, and how many games; runs are played in the order given
    /// [default: 7500000:32, 1500000:100, 300000:200]
    #[arg(long = "run", value_name = "NODES:GAMES")]
    runs: Vec<PlannedRun>,
    /// The kind of bounds that B* gives its moves
    #[arg(long, default_value = "extra-move", value_name = "KIND")]
    bounds: String,
    /// More options of B*, as in `bstar-lab match`: room=60,threats=2
    #[arg(long, value_name = "KEY=VALUE,…")]
    bstar: Option<String>,
    /// Openings, EPD or PGN [default: those that come with the program]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Take the openings in another order
    #[arg(long)]
    seed: Option<u64>,
    /// Number of games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Keep journals in this folder, one for each run; what is in them already is not played again
    #[arg(long, value_name = "FOLDER")]
    resume: Option<PathBuf>,
    /// Append the games to files in this folder, one for each run
    #[arg(long, value_name = "FOLDER")]
    pgn: Option<PathBuf>,
    /// Draw the score against the nodes, beside the paper's
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Play nothing, and report what the journals have; they may be written meanwhile
    #[arg(long, requires = "resume")]
    only_report: bool,
    /// Print a JSON object for every run and one for the whole
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  bstar-lab scaling --run 20000:20 --run 5000:40
  bstar-lab scaling --resume scaling --jobs 8 --svg docs/prediction.svg
  bstar-lab scaling --resume scaling --only-report
  bstar-lab scaling --run 300000:200 --bstar room=80 --resume scaling-room-80

A game takes about twenty seconds of a core at 300,000 nodes a move, two minutes at 1,500,000, and ten minutes at 7,500,000. So the usual runs take about
ten hours of one core. At 5,000 nodes a move a game takes less than a second, and no tree grows: such runs only show how it works.

With several jobs the games wait in one line, run after run. So the longest run comes first by default: its games end last otherwise, while other cores idle.
Interrupted with Ctrl-C, it prints the result so far; with --resume the same command goes on from there.

B* is led by its tree if no root move was probed more than two plies deeper than the leaves, and if at least half of its nodes went below the root. Otherwise the run
would not test the prediction, and the report says so. The interval of a score comes from pairs of games. Core-hours are the time that the players took for their
moves; they are right while there are at least as many cores as jobs.";

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    check_outputs(&arguments.svg, &arguments.openings)?;
    let plan = plan(arguments)?;
    let so_far = plan.report_so_far()?;
    if arguments.only_report {
        show(arguments, &so_far, out)?;
        return Ok(Verdict::Done);
    }
    for announcement in plan.announcements(&so_far) {
        match arguments.json {
            true => remark(&announcement),
            false => out.line(announcement)?,
        }
    }
    let report = play(&plan, &so_far)?;
    show(arguments, &report, out)?;
    Ok(Verdict::unless_interrupted(
        report.interrupted,
        match arguments.resume {
            Some(_) => "the same command goes on from here",
            None => "with --resume FOLDER it can be continued",
        },
    ))
}

fn plan(arguments: &Arguments) -> anyhow::Result<Prediction> {
    let runs = match &arguments.runs[..] {
        [] => &PlannedRun::DEFAULT,
        runs => runs,
    };
    let players = FullWidthPlayers::new(&arguments.bounds, arguments.bstar.as_deref())?;
    let mut plan = Prediction::new(players, runs)?;
    plan.book = book(arguments.openings.as_ref(), arguments.seed)?;
    plan.jobs = usize::from(arguments.jobs);
    plan.journals.clone_from(&arguments.resume);
    plan.games.clone_from(&arguments.pgn);
    match &arguments.resume {
        Some(folder) if arguments.only_report && !folder.is_dir() => {
            bail!("there is no folder {}", folder.display());
        }
        Some(folder) => make_folder(folder)?,
        None => {}
    }
    arguments.pgn.as_deref().map_or(Ok(()), make_folder)?;
    Ok(plan)
}

fn play(plan: &Prediction, so_far: &ScalingReport) -> anyhow::Result<ScalingReport> {
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(plan.announced() as u64);
    let mut games: u64 = so_far.runs.iter().map(|run| run.games).sum();
    progress.reach(games);
    let report = plan.run(&stop, &mut |run, line, result| {
        games += 1;
        progress.reach(games);
        progress.say(format!(
            "{} nodes: {} of {} games, {}",
            run.nodes,
            result.tally.games(),
            run.games,
            score_in_words(result)
        ));
        if line.culprit.is_some() {
            progress.beside(|| {
                let number = line.number + 1;
                remark(&format!(
                    "game {number} at {} nodes: {}",
                    run.nodes, line.ending
                ))
            });
        }
    });
    progress.finish();
    Ok(report?)
}

fn score_in_words(result: &MatchResult) -> String {
    let tally = &result.tally;
    let score = 100.0 * tally.score().unwrap_or_default();
    format!(
        "+{} ={} -{}, score {score:.1} %",
        tally.wins, tally.draws, tally.losses
    )
}

fn show(arguments: &Arguments, report: &ScalingReport, out: &mut Out) -> anyhow::Result<()> {
    if arguments.json {
        for run in &report.runs {
            out.json("scaling-run", run)?;
        }
        out.json("scaling", report)?;
    } else {
        out.line(report)?;
    }
    if let Some(path) = &arguments.svg {
        write_whole(path, &report.svg())?;
    }
    Ok(())
}
