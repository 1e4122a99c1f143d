//! `bstar tables`: endings that are known exactly.

mod check;
mod list;
mod make;
mod show;

use std::path::PathBuf;

use anyhow::{Context, ensure};
use bstar_tables::{Ending, OwnTables, default_folder};
use clap::{Args, Subcommand};

use bstar_terminal::output::{Out, Verdict};

/// What can be done with tables.
pub const EXAMPLES: &str = "\
Examples:
  bstar tables make KQKR KBNK
  bstar tables check --syzygy /data/syzygy
  bstar tables list
  bstar tables show \"8/8/8/8/8/2k5/1R6/K7 w - - 0 1\"";

/// Exact tables of endings with up to four pieces: the result, and the distance to it.
#[derive(Subcommand)]
pub enum Command {
    #[command(about = "Make tables by working backwards from mate")]
    Make(make::Arguments),
    #[command(about = "Check every position against its moves, and against Syzygy files")]
    Check(check::Arguments),
    #[command(about = "Summarise tables: wins, draws, losses, and the longest wins")]
    List(list::Arguments),
    #[command(about = "Look up a position and its moves")]
    Show(show::Arguments),
}

/// Does what was asked for.
pub fn run(command: &Command, out: &mut Out) -> anyhow::Result<Verdict> {
    match command {
        Command::Make(arguments) => make::run(arguments, out),
        Command::Check(arguments) => check::run(arguments, out),
        Command::List(arguments) => list::run(arguments, out),
        Command::Show(arguments) => show::run(arguments, out),
    }
}

/// Where the tables are.
#[derive(Args)]
struct Folder {
    /// Folder of the tables [default: bstar/tables in the user's data folder: $XDG_DATA_HOME,
    /// %LOCALAPPDATA% or ~/.local/share]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Folder {
    fn path(&self) -> anyhow::Result<PathBuf> {
        let named = self.folder.clone();
        named
            .or_else(default_folder)
            .context("this system names no folder for data; --folder DIR says where the tables are")
    }

    /// Opens the tables that are there.
    fn open(&self) -> anyhow::Result<OwnTables> {
        let path = self.path()?;
        ensure!(
            path.exists(),
            "there are no tables in {}; `bstar tables make` makes them",
            path.display()
        );
        Ok(OwnTables::open(&path)?)
    }

    /// Opens the tables and says which of them are meant: those that are named, or all.
    fn open_some(&self, named: &[Ending]) -> anyhow::Result<(OwnTables, Vec<Ending>)> {
        let tables = self.open()?;
        let present: Vec<Ending> = tables.endings().cloned().collect();
        let path = self.path()?;
        ensure!(
            !present.is_empty(),
            "there are no tables in {}; `bstar tables make` makes them",
            path.display()
        );
        for ending in named {
            ensure!(
                present.contains(ending),
                "there is no table of {ending} in {}; `bstar tables make {ending}` makes it",
                path.display()
            );
        }
        let chosen = match named {
            [] => present,
            _ => named.to_vec(),
        };
        Ok((tables, chosen))
    }
}

/// A large number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_apart() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
