//! `bstar-lab selfplay`: games for the tuner.

use std::path::PathBuf;

use bstar_arena::referee::{DrawRule, GameRules, ResignRule};
use bstar_terminal::progress::Progress;
use bstar_training::selfplay::SelfPlay;
use clap::Args;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};

/// Plays games of the engine against itself from eight to ten random moves and writes them with the
/// score of every move. The same seed gives the same file on every machine. If the file has games
/// of these settings already, the missing ones are added.
#[derive(Args)]
pub struct Arguments {
    /// Number of games in the file
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: u32,
    /// Nodes per move
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Call a draw, as in `bstar-lab match`
    #[arg(long, value_name = "FROM,MOVES,CP")]
    draw_rule: Option<DrawRule>,
    /// Call a win, as in `bstar-lab match`
    #[arg(long, value_name = "MOVES,CP")]
    resign_rule: Option<ResignRule>,
    /// Output file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let plan = SelfPlay {
        games: arguments.games as usize,
        nodes: arguments.nodes,
        seed: arguments.seed,
        jobs: usize::from(arguments.jobs),
        rules: GameRules {
            draw: arguments.draw_rule,
            resign: arguments.resign_rule,
            ..GameRules::default()
        },
        file: arguments.output.clone(),
    };
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(u64::from(arguments.games));
    let written = plan.run(&stop, &mut |done| progress.reach(done as u64));
    progress.finish();
    out.line(format_args!(
        "{} games in {}",
        written?,
        arguments.output.display()
    ))?;
    Ok(Verdict::unless_interrupted(
        stop.is_set(),
        "the same command goes on from here",
    ))
}
