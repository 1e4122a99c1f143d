//! `bstar-lab processors`: how much sooner many processors decide.

use std::path::PathBuf;

use anyhow::bail;
use bstar_board::Game;
use bstar_engine::thinker::Processors;
use bstar_kit::apart::check_outputs;
use bstar_kit::files::write_whole;
use bstar_lab::probes::{built_in_positions, positions_of};
use bstar_lab::processors::{Crew, CrewStanding, Work, measure, picture};
use clap::Args;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};
use bstar_terminal::progress::Progress;

/// Makes the same searches of B* with several numbers of processors, and says how much sooner more
/// of them have decided.
///
/// By default the processors are simulated: one thread makes all probes, and a clock that counts
/// nodes says when each answer would have come. `--threads` measures the threads of this machine
/// instead, by the clock on the wall; nothing else should run then. With `--alphabeta` it measures
/// those of alpha-beta, each search to that depth.
///
/// A search ends when it has decided by itself, or at the limit of expansions. The 1996 paper
/// estimates no loss with up to 512 processors, and 30 % with a thousand.
#[derive(Args)]
pub struct Arguments {
    /// Numbers of processors; the first is what the others are compared with
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
        value_parser = count())]
    processors: Vec<usize>,
    /// Measure this machine with this number of threads instead
    #[arg(long, value_delimiter = ',', value_parser = count(), conflicts_with_all = ["processors", "latency", "stragglers"])]
    threads: Vec<usize>,
    /// With --threads: the threads of alpha-beta, searching to this depth
    #[arg(long, value_name = "DEPTH", requires = "threads", value_parser = clap::value_parser!(u32).range(1..=64))]
    alphabeta: Option<u32>,
    /// What a question and its answer take on their way, in nodes (a millisecond is about 2,000);
    /// the first number of processors has none
    #[arg(long, value_name = "NODES", default_value_t = 0)]
    latency: u64,
    /// One probe in N takes ten times as long as it should; 0 for none. The first number of
    /// processors has none
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    stragglers: u64,
    /// The most expansions of a search
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(2..))]
    expansions: u32,
    /// The depth of the probes
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: u32,
    /// Positions to take instead of the 100 middlegames that come with the program, EPD
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Take only this number of them
    #[arg(long, value_name = "NUMBER")]
    first: Option<usize>,
    /// MiB for the transposition table and the tree
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(2..=65_536))]
    hash: u32,
    /// Draw efficiency and expansions against the number of processors
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Print a JSON object for each number of processors instead of text
    #[arg(long)]
    json: bool,
}

fn count() -> impl clap::builder::TypedValueParser<Value = usize> {
    use clap::builder::TypedValueParser;
    clap::value_parser!(u32)
        .range(1..=65_536)
        .map(|count| count as usize)
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    check_outputs(&arguments.svg, &arguments.positions)?;
    let mut positions = match &arguments.positions {
        Some(path) => positions_of(path)?,
        None => built_in_positions(),
    };
    positions.truncate(arguments.first.unwrap_or(usize::MAX));
    positions.retain(|position| position.has_legal_move());
    if positions.is_empty() {
        bail!("none of the positions has a legal move");
    }
    let games: Vec<Game> = positions.into_iter().map(Game::new).collect();
    let crews = crews(arguments);
    let work = Work {
        expansions: arguments.expansions,
        probe_depth: arguments.depth,
    };
    let stop = stop_on_interrupt()?;
    let progress = Progress::new((games.len() * crews.len()) as u64);
    let standings = measure(
        &games,
        work,
        &crews,
        arguments.hash as usize,
        &stop,
        &mut |done| progress.reach(done as u64),
    );
    progress.finish();
    let standings = standings?;
    if let Some(path) = &arguments.svg {
        write_whole(path, &picture(&standings))?;
    }
    if arguments.json {
        for standing in &standings {
            out.json("processors", standing)?;
        }
    } else {
        tell(arguments, games.len(), &standings, out)?;
    }
    Ok(match stop.is_set() {
        true => Verdict::Interrupted,
        false => Verdict::Done,
    })
}

fn crews(arguments: &Arguments) -> Vec<Crew> {
    let threads = arguments
        .threads
        .iter()
        .map(|&threads| match arguments.alphabeta {
            Some(depth) => Crew::AlphaBeta { threads, depth },
            None => Crew::Threads(threads),
        });
    if !arguments.threads.is_empty() {
        return threads.collect();
    }
    // What the others are compared with is at hand, and has no stragglers.
    let near = std::iter::once((0, 0));
    let far = std::iter::repeat((arguments.latency, arguments.stragglers));
    let all = arguments.processors.iter().zip(near.chain(far));
    let simulated = all.map(|(&count, (latency, straggler_in))| {
        Crew::Simulated(Processors {
            count,
            latency,
            straggler_in,
        })
    });
    simulated.collect()
}

fn tell(
    arguments: &Arguments,
    positions: usize,
    standings: &[CrewStanding],
    out: &mut Out,
) -> anyhow::Result<()> {
    let who = match (arguments.threads.is_empty(), arguments.alphabeta) {
        (true, _) => "simulated processors".to_owned(),
        (false, None) => "threads of this machine".to_owned(),
        (false, Some(depth)) => format!("threads of alpha-beta, to depth {depth}"),
    };
    out.line(format_args!("{positions} positions, {who}"))?;
    if arguments.alphabeta.is_none() {
        out.line(format_args!(
            "at most {} expansions, probes of {} plies",
            arguments.expansions, arguments.depth
        ))?;
    }
    out.line(format_args!(
        "{:>10} {:>10} {:>10} {:>8} {:>8} {:>10}",
        "processors", "same move", "expansions", "nodes", "speedup", "efficiency"
    ))?;
    for standing in standings {
        out.line(format_args!(
            "{:>10} {:>8.1} % {:>10.2} {:>8.2} {:>8.2} {:>8.1} %",
            standing.processors,
            100.0 * standing.same as f64 / standing.positions.max(1) as f64,
            standing.expansions,
            standing.nodes,
            standing.speedup,
            100.0 * standing.efficiency
        ))?;
    }
    Ok(())
}
