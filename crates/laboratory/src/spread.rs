//! `bstar-lab spread`: what short probes say, and what a far longer search says.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use bstar_arena::positions::read_positions;
use bstar_engine::{SearchKind, bench_nodes};
use bstar_kit::apart::keep_apart;
use bstar_kit::journal::Journal;
use bstar_kit::workers::all_cores;
use bstar_terminal::progress::Progress;
use bstar_training::spread::{Collecting, PositionSamples, collect};
use clap::Args;
use serde_json::json;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};

/// Collects what short probes say of moves beside what a far longer search says.
///
/// From each position up to --wander random moves are played, since most positions of a search tree
/// are some moves away from the game. Then the best move by a short probe and some others are
/// probed at 1 to 8 plies, and searched deep. The file is a journal: a line of settings, and an
/// object for every position with its moves. Of each it has the share of the pieces on the board;
/// whether it gives check, captures, is the best by a probe; the evaluation after it; the value
/// with an extra move (none after a check); the values of the probes; the deep value. Values are
/// centipawns for the mover.
#[derive(Args)]
pub struct Arguments {
    /// The positions, each with an id (EPD)
    positions: PathBuf,
    /// The journal; if it has samples with these settings already, it goes on from there
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Number of moves of each position
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..))]
    moves: u8,
    /// The most random moves before a position is taken
    #[arg(long, default_value_t = 3)]
    wander: u8,
    /// Nodes of the deep search
    #[arg(long, default_value_t = 400_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of positions at a time
    #[arg(long, default_value_t = all_cores() as u16, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    keep_apart([&arguments.output], [&arguments.positions])?;
    let positions = read_positions(&arguments.positions)?;
    let named = positions.into_iter().map(|numbered| {
        let id = numbered.epd.id.context("a position has no id")?;
        Ok((id, numbered.epd.position))
    });
    let what = Collecting {
        positions: named.collect::<anyhow::Result<_>>()?,
        moves: usize::from(arguments.moves),
        wander: usize::from(arguments.wander),
        nodes: arguments.nodes,
        seed: arguments.seed,
        jobs: usize::from(arguments.jobs),
    };
    let settings = json!({
        "program": env!("CARGO_PKG_VERSION"),
        "bench": bench_nodes(SearchKind::AlphaBeta),
        "moves": what.moves,
        "wander": what.wander,
        "nodes": what.nodes,
        "seed": what.seed,
    });
    let mut journal: Journal<PositionSamples> = Journal::open(&arguments.output, &settings)?;
    let earlier = journal.take_earlier();
    let mut names = earlier.iter().zip(&what.positions);
    ensure!(
        earlier.len() <= what.positions.len() && names.all(|(one, (id, _))| one.position == *id),
        "{} has samples of other positions",
        arguments.output.display()
    );
    let stop = stop_on_interrupt()?;
    let here = stop.child();
    let progress = Progress::new(what.positions.len() as u64);
    let mut done = earlier.len();
    let mut count: usize = earlier.iter().map(|one| one.moves.len()).sum();
    let mut kept = Ok(());
    collect(&what, earlier.len(), &here, |samples| {
        if kept.is_ok() {
            kept = journal.add(&samples);
        }
        if kept.is_err() {
            here.set();
            return;
        }
        done += 1;
        count += samples.moves.len();
        progress.reach(done as u64);
    })?;
    progress.finish();
    kept?;
    out.line(format_args!("{count} samples from {done} positions"))?;
    Ok(Verdict::unless_interrupted(
        stop.is_set(),
        "the same command goes on from here",
    ))
}
