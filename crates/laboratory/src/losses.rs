//! `bstar-lab losses`: where a player loses its games.

use std::path::PathBuf;

use bstar_lab::losses::{DEFAULT_NODES, Losses};
use bstar_terminal::progress::Progress;
use clap::Args;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};

/// Finds the moves at which a player lost its games, and says what kind of moves they were.
///
/// Goes through the games of a file that the player lost, or drew although it once had 70 %. The
/// built-in alpha-beta search values every position after the opening as an expected score of the
/// player; a game is lost by the move with the largest drop among those that took it from at least
/// 40 % to at most 20 % (for a draw, from at least 70 % to at most 55 %), and otherwise little by
/// little.
///
/// That move is then counted by phase: opening (the player's first 10 moves), middlegame, or ending
/// (a third of the pieces or less). By position: closed, half-open or open, as in `bstar-lab
/// match`. Quiet or forcing: was the better move, or the answer, a capture, a check or a promotion?
/// By the
/// standing before it: better (over 55 %), level, or worse (under 45 %). By mistake: tactics
/// (captures, checks or promotions win material within four half moves, or there is a mate),
/// positional, little by little, or not on the board (time, crash, illegal move).
///
/// A lost game costs a point and such a draw half a point. The result does not depend on --jobs.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct Arguments {
    /// The games, PGN; those of `bstar-lab match --pgn` say which moves were the opening's
    file: PathBuf,
    /// The player, as the file names it
    #[arg(long, value_name = "NAME")]
    player: String,
    /// Nodes per position
    #[arg(long, default_value_t = DEFAULT_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Print a JSON object for every game and one for the counts
    #[arg(long)]
    json: bool,
}

const EXAMPLE: &str = "\
Example:
  bstar-lab match bstar alphabeta --games 24 --time 60+0.6 --openings data/paper-openings.pgn --pgn games.pgn
  bstar-lab losses games.pgn --player bstar";

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let mut losses = Losses::load(&arguments.file, &arguments.player)?;
    losses.nodes = arguments.nodes;
    losses.jobs = usize::from(arguments.jobs);
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(losses.size() as u64);
    let report = losses.run(&stop, &mut |done| progress.reach(done as u64));
    progress.finish();
    let report = report?;
    if arguments.json {
        for loss in &report.losses {
            out.json("loss", loss)?;
        }
        out.json("losses", &report)?;
    } else {
        out.line(&report)?;
    }
    Ok(Verdict::unless_interrupted(
        report.interrupted,
        "games not yet looked through are missing",
    ))
}
