//! `bstar-lab probes`: how fast the prober is.

use std::path::PathBuf;

use anyhow::Context;
use bstar_lab::probes::{built_in_positions, measure, positions_of};
use bstar_terminal::progress::Progress;
use clap::Args;

use bstar_terminal::evaluation;
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};

/// Probes all children of 100 middlegames, on one thread with the whole window open, and says what
/// a probe costs. The table is cleared before each parent; that is not in the times.
#[derive(Args)]
pub struct Arguments {
    /// Positions to take instead, EPD
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// How deep the children are searched
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    #[command(flatten)]
    evaluation: evaluation::Argument,
    /// Print a JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let positions = match &arguments.positions {
        Some(path) => positions_of(path)?,
        None => built_in_positions(),
    };
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(positions.len() as u64);
    let evaluation = arguments.evaluation.evaluation();
    let costs = measure(
        &positions,
        arguments.depth,
        &evaluation,
        &stop,
        &mut |done| progress.reach(done as u64),
    );
    progress.finish();
    let costs = costs?;
    if stop.is_set() {
        return Ok(Verdict::Interrupted);
    }
    let costs = costs.context("none of the positions has a legal move")?;
    if arguments.json {
        out.json("probes", &costs)?;
    } else {
        out.line(format_args!(
            "{} probes at depth {}: all children of {} positions, {:.0} nodes each on average",
            costs.probes, costs.depth, costs.positions, costs.mean_nodes
        ))?;
        out.line(format_args!(
            "median {:.3} ms, 95 % under {:.3} ms, maximum {:.3} ms",
            costs.median_ms, costs.percentile_95_ms, costs.maximum_ms
        ))?;
    }
    Ok(Verdict::Done)
}
