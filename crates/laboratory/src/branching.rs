//! `bstar-lab branching`: how bushy B*'s trees are.

use std::path::PathBuf;

use bstar_arena::player::PlayerSpec;
use bstar_lab::branching::{Branching, BranchingReport, TreeShape};
use bstar_terminal::progress::Progress;
use clap::Args;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{FirstFailure, Out, Verdict};

/// Searches positions by B* and measures the effective branching factor of the trees.
///
/// As in the 1996 paper, that is the number b for which b to the power of D is the number of
/// positions expanded, D being the length in half moves of the longest line explored. The paper has
/// 1.2 for forcing positions and 1.5 to 1.6 for quiet ones. A position counts as forcing here if
/// the side to move is in check or B* chooses a capture, a check or a promotion. Trees in which
/// only the root was expanded have no branching factor.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct Arguments {
    /// The positions, EPD
    file: PathBuf,
    /// Nodes per position
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Searcher: `bstar`, perhaps with options (`bstar,probe=3`)
    #[arg(long, default_value = "bstar", value_name = "PLAYER")]
    search: PlayerSpec,
    /// Number of positions at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Print JSON objects instead of text
    #[arg(long)]
    json: bool,
}

const EXAMPLE: &str = "\
Examples:
  bstar-lab branching data/wac.epd --nodes 100000
  bstar-lab branching data/middlegames.epd --nodes 100000";

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let mut branching = Branching::load(&arguments.file, &arguments.search, arguments.nodes)?;
    branching.jobs = usize::from(arguments.jobs);
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(branching.size() as u64);
    let mut failure = FirstFailure::default();
    let mut done = 0;
    let report = branching.run(&stop, &mut |shape| {
        let written = progress.beside(|| {
            if arguments.json {
                out.json("tree", shape)
            } else {
                out.line(describe(shape))
            }
        });
        if failure.note(written) {
            stop.set();
        }
        done += 1;
        progress.reach(done);
    });
    progress.finish();
    failure.into_result()?;
    let report = report?;
    if arguments.json {
        out.json("branching", &report)?;
    } else {
        summarise(&report, out)?;
    }
    Ok(Verdict::unless_interrupted(
        report.interrupted,
        "positions not yet searched are missing",
    ))
}

fn describe(shape: &TreeShape) -> String {
    let character = if shape.forcing { "forcing" } else { "quiet" };
    let factor = shape
        .branching
        .map_or_else(|| "-".to_owned(), |factor| format!("{factor:.2}"));
    format!(
        "{:<14} {:<8} {character:<8} {} expansions, {} deep: branching factor {factor}",
        shape.id, shape.answer, shape.expansions, shape.depth
    )
}

fn summarise(report: &BranchingReport, out: &mut Out) -> std::io::Result<()> {
    for group in &report.groups {
        out.line(format_args!(
            "{:<8} {} positions: branching factor median {:.2}, mean {:.2}; median of expansions {}, of depth {}",
            group.positions, group.count, group.median, group.mean, group.expansions, group.depth
        ))?;
    }
    if report.without > 0 {
        out.line(format_args!(
            "without a branching factor, because only the root was expanded: {}",
            report.without
        ))?;
    }
    Ok(())
}
