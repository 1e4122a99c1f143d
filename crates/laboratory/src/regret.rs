//! `bstar-lab regret`: how much worse than the best the moves are that players choose.

use std::path::PathBuf;

use bstar_arena::player::PlayerSpec;
use bstar_lab::regret::{PositionSet, RegretPlan};
use clap::Args;

use crate::judge;
use bstar_terminal::cluster;
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};

/// Measures how much worse than the best the moves are that players choose, on positions from
/// games.
///
/// Every player chooses a move in every position. A judge says what each chosen move is worth, by a
/// search of the position after it that is far longer than the players' own. The regret of a choice
/// is the worth of the best move less its own, in points of a hundred: 100 is a won game thrown
/// away.
///
/// For each position a set of moves is fixed once: the first four of the judge, and what the
/// players of the first run choose. The best of the set is the measure for ever. A move from
/// outside is judged when it is first played; if it is better, its regret is negative. Sets and
/// judgements are kept beside the positions (report.sets.tsv, report.alphabeta-5000000.tsv), so
/// that nothing is judged twice, and a run that was interrupted goes on from there. Choices are
/// kept with --journal, by the version of the program; of other engines by their command.
///
/// A judge's expected score is its own: a UCI engine tells it with the option UCI_ShowWDL=true;
/// without it, its centipawns are taken to be ours. The result does not depend on --jobs.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct Arguments {
    /// The players: as for `bstar-lab match`; nodes=N after a comma for a limit of its own
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<PlayerSpec>,
    /// Nodes per move of every player
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The positions, each with an id (EPD)
    #[arg(long, default_value = "data/regret/report.epd", value_name = "FILE")]
    positions: PathBuf,
    /// Number of positions to take from the start of the file
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    first: Option<u32>,
    #[command(flatten)]
    judge: judge::Argument,
    /// Number of searches at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    #[command(flatten)]
    cluster: cluster::Argument,
    /// Keep the choices of players in a file; if it has some already, go on from there
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Print a JSON object for every position and one for the result
    #[arg(long)]
    json: bool,
}

const EXAMPLE: &str = "\
Examples:
  bstar-lab regret alphabeta bstar stockfish --nodes 100000 --jobs 2
  bstar-lab regret bstar bstar,room=80,name=roomy --positions data/regret/learn.epd
  bstar-lab regret alphabeta bstar --first 400 --judge stockfish,UCI_ShowWDL=true,name=stockfish";

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let hands = arguments.cluster.hands(arguments.jobs)?;
    let plan = RegretPlan {
        positions: PositionSet::load(&arguments.positions)?,
        first: arguments.first.map_or(usize::MAX, |first| first as usize),
        players: arguments.players.clone(),
        nodes: arguments.nodes,
        judge: arguments.judge.judge(),
        crew: hands.crew.clone(),
        journal: arguments.journal.clone(),
    };
    let stop = stop_on_interrupt()?;
    let progress = hands.progress(0);
    let report = plan.run(&stop, &mut |stage, done, all| {
        progress.say(stage.name().to_owned());
        progress.reach_of(done as u64, all as u64);
    });
    progress.finish();
    let report = report?;
    if arguments.json {
        for position in &report.by_position {
            out.json("regret-position", position)?;
        }
        out.json("regret", &report)?;
    } else {
        out.line(&report)?;
    }
    hands.complain_of_missing()?;
    Ok(Verdict::unless_interrupted(
        report.interrupted,
        "only finished positions count",
    ))
}
