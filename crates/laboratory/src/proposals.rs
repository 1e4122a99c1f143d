//! `bstar-lab proposals`: what the tree adds to the search of the root.

use std::path::PathBuf;

use bstar_lab::judge::Judge;
use bstar_lab::proposals::{DEFAULT_JUDGE_NODES, DEFAULT_NODES, ProposalInquiry};
use bstar_terminal::progress::Progress;
use clap::Args;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};

/// Asks what B*'s tree is worth on a clock, in the games of a player.
///
/// On a clock B* first searches the root by alpha-beta. Where that leaves its choice contested, it
/// grows a small tree. Where the tree prefers another move, a second search of the two, as deep as
/// the first or deeper, confirms or refuses it. This goes through the games of a file again, has B*
/// search every position in which the player was to move (as on a clock, but by nodes, so that the
/// same comes out again), and asks a judge about the first search's move and the tree's: what can
/// be expected after each? The judge's pawns are taken to be ours.
///
/// Proposals that were confirmed should gain something, and those refused should be worse than what
/// was played. Those for which the tree left no nodes are told apart: `unheard`; on a clock a
/// second search has some time of its own. The result does not depend on --jobs, if the judge's
/// does not.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct Arguments {
    /// The games, PGN
    file: PathBuf,
    /// The player, as the file names it
    #[arg(long, value_name = "NAME")]
    player: String,
    /// Nodes of B* for every move
    #[arg(long, default_value_t = DEFAULT_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The share of them for the deep search where a tree follows it, in percent [default: as in
    /// games]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(1..=100))]
    root_search: Option<u32>,
    /// The judge: a built-in search or the command of a UCI engine, perhaps with options
    #[arg(long, default_value = "alphabeta", value_name = "PLAYER")]
    judge: String,
    /// Nodes of the judge for each of the two moves
    #[arg(long, default_value_t = DEFAULT_JUDGE_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    judge_nodes: u64,
    /// Number of games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Print a JSON object for every proposal and one for the counts
    #[arg(long)]
    json: bool,
}

const EXAMPLE: &str = "\
Example:
  bstar-lab proposals data/ladder/bstar-stockfish-2620-1.pgn.gz --player bstar --judge stockfish,Threads=1,Hash=64";

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let judge = Judge {
        player: arguments.judge.parse()?,
        nodes: arguments.judge_nodes,
    };
    let mut inquiry = ProposalInquiry::load(&arguments.file, &arguments.player, judge)?;
    inquiry.nodes = arguments.nodes;
    inquiry.root_search_percent = arguments.root_search;
    inquiry.jobs = usize::from(arguments.jobs);
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(inquiry.size() as u64);
    let report = inquiry.run(&stop, &mut |done| progress.reach(done as u64));
    progress.finish();
    let report = report?;
    if arguments.json {
        for proposed in &report.proposed {
            out.json("proposal", proposed)?;
        }
        out.json("proposals", &report)?;
    } else {
        out.line(&report)?;
    }
    Ok(Verdict::unless_interrupted(
        report.interrupted,
        "games not yet gone through are missing",
    ))
}
