//! `bstar lab spread`: what short probes say, and what a far longer search says.

use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::progress::Progress;
use anyhow::Context;
use bstar_arena::positions::read_positions;
use bstar_kit::files::Appender;
use bstar_kit::workers::all_cores;
use bstar_training::spread::{Collecting, collect};
use clap::Args;

use crate::interrupt::stop_on_interrupt;
use crate::output::{Out, Verdict};

/// Collects what short probes say of moves beside what a far longer search says.
///
/// From each position up to --wander random moves are played, since most positions of a search tree
/// are some moves away from the game. Then the best move by a short probe and some others are
/// probed at 1 to 8 plies, and searched deep. A line of the file has, separated by tabs: the name
/// of the position and the random moves; the share of the pieces on the board; whether the move
/// gives check, captures, is the best by a probe; the evaluation; the value with an extra move (-
/// after a check); the values of eight probes; the deep value. Values are centipawns for the mover.
#[derive(Args)]
pub struct Arguments {
    /// The positions, each with an id (EPD)
    positions: PathBuf,
    /// Where samples are written; what is there already is kept, and the rest is added
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Moves of each position
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..))]
    moves: u8,
    /// The most random moves before a position is taken
    #[arg(long, default_value_t = 3)]
    wander: u8,
    /// Nodes of the deep search
    #[arg(long, default_value_t = 400_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Which random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions at a time
    #[arg(long, default_value_t = all_cores() as u16, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
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
    let mut file = Appender::alone(&arguments.output)?;
    let before = String::from_utf8(file.content()?).context("the file is not text")?;
    let last = before
        .lines()
        .last()
        .and_then(|line| line.split(['+', '\t']).next());
    let first = last.and_then(|last| what.positions.iter().position(|(id, _)| id == last));
    let first = first.map_or(0, |first| first + 1);
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(what.positions.len() as u64);
    let mut done = first as u64;
    let mut failure = None;
    let mut count = 0;
    collect(&what, first, &stop, |samples| {
        count += samples.len();
        let lines: String = samples.iter().map(|sample| format!("{sample}\n")).collect();
        if let Err(error) = file.add(lines) {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        done += 1;
        progress.reach(done);
        ControlFlow::Continue(())
    })?;
    progress.finish();
    if let Some(error) = failure {
        return Err(error.into());
    }
    out.line(format_args!("{count} samples"))?;
    Ok(Verdict::unless_interrupted(
        stop.is_set(),
        "the same command goes on from here",
    ))
}
