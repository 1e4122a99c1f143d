//! `bstar book`: making, showing and joining opening books.

mod make;
mod merge;
mod openings;
mod show;

use clap::Subcommand;

use bstar_terminal::output::{Out, Verdict};

/// What people may want to do first.
pub const EXAMPLES: &str = "\
Examples:
  bstar book make GAMES.pgn -o book.bin
  bstar book show -b book.bin
  bstar book openings -b book.bin --plies 8 --count 500 -o openings.epd";

// The short descriptions are attributes. A doc comment there would hide the longer one of each
// command.
/// What can be done with books.
#[derive(Subcommand)]
pub enum Command {
    #[command(about = "Show what a book knows about a position")]
    Show(show::Arguments),
    #[command(about = "Make a book from games")]
    Make(make::Arguments),
    #[command(about = "Make one book of several")]
    Merge(merge::Arguments),
    #[command(about = "Draw openings for matches from a book")]
    Openings(openings::Arguments),
}

/// Does something with books.
pub fn run(command: &Command, out: &mut Out) -> anyhow::Result<Verdict> {
    match command {
        Command::Show(arguments) => show::run(arguments, out),
        Command::Make(arguments) => make::run(arguments, out),
        Command::Merge(arguments) => merge::run(arguments, out),
        Command::Openings(arguments) => openings::run(arguments, out),
    }
}
