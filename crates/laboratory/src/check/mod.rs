//! `bstar-lab check`: is it true, and is it the point, what `bstar explain` says?

mod claims;
mod faults;
mod play_on;
mod themes;

use std::path::PathBuf;

use bstar_terminal::explaining;
use bstar_terminal::output::{Out, Verdict};
use clap::{Args, Subcommand};

/// What stands at the end of the help.
pub const EXAMPLES: &str = "\
Examples:
  bstar-lab check claims data/wac.epd --nodes 5000     (is everything it says true?)
  bstar-lab check themes data/quiet.epd                (does it give the trainer's reason?)
  bstar-lab check faults data/losing.epd               (does it say what is wrong with a bad move?)";

/// What is checked.
#[derive(Subcommand)]
pub enum Command {
    #[command(
        about = "Explain positions, recompute every claim from the board, and count the false ones"
    )]
    Claims(ClaimsArguments),
    #[command(about = "Ask how often the reason of a trainer is among those given for a move")]
    Themes(Arguments),
    #[command(about = "Ask how often it is said in words what is wrong with a bad move")]
    Faults(Arguments),
}

/// Explains every position of these files, every legal move included, and recomputes every claim
/// from the board. It says only how many there were and which are false.
#[derive(Args)]
pub struct ClaimsArguments {
    /// Positions, EPD
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Play on from every gain of material that is claimed, by a search of this many nodes, and
    /// count those that are kept; 0 for none
    #[arg(long, value_name = "NODES", default_value_t = 100_000)]
    play_on: u64,
    #[command(flatten)]
    search: explaining::Argument,
    /// Print a JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Asks `bstar explain` about the moves that a file names: its `bm` with a `theme`, or its `am`.
#[derive(Args)]
pub struct Arguments {
    /// Positions with the moves, EPD
    file: PathBuf,
    #[command(flatten)]
    search: explaining::Argument,
    /// Print JSON objects instead of text
    #[arg(long)]
    json: bool,
}

/// Checks.
pub fn run(command: &Command, out: &mut Out) -> anyhow::Result<Verdict> {
    match command {
        Command::Claims(arguments) => claims::run(arguments, out),
        Command::Themes(arguments) => themes::run(&arguments.file, arguments, out),
        Command::Faults(arguments) => faults::run(&arguments.file, arguments, out),
    }
}
