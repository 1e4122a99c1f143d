//! `bstar lab endings`: endings that tables know, to play from, and what players gave away.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use bstar_arena::games::records;
use bstar_board::pgn::{self, GameRecord, Tags};
use bstar_kit::files::write_whole;
use bstar_kit::input::Keeping;
use bstar_lab::endings::{Audit, EndingsPlan};
use clap::{Args, Subcommand};

use crate::endings::EndingsArguments;
use crate::interrupt::stop_on_interrupt;
use crate::output::{Out, Verdict};

/// Draws endings that are hard to play, or looks what players gave away in endings.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLE: &str = "\
Example:
  bstar tables make --folder tables
  bstar lab endings draw --tables tables --count 200 -o endings.pgn
  bstar match bstar,tables=tables stockfish,nodes=100000 --openings endings.pgn --games 400 --nodes 100000 --pgn games.pgn
  bstar lab endings audit games.pgn --tables tables";

#[derive(Subcommand)]
enum Command {
    /// Draw positions: won, lost and drawn, and some near the end of the count to fifty moves
    Draw {
        /// How many
        #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        count: u32,
        /// How many men are on the board
        #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(3..=7))]
        men: u32,
        /// Which ones
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[command(flatten)]
        endings: EndingsArguments,
        /// Where to write them: games without moves
        #[arg(short, long, value_name = "FILE.pgn")]
        output: PathBuf,
    },
    /// Say what the players of some games gave away in positions that tables know
    Audit {
        /// The games, PGN
        file: PathBuf,
        #[command(flatten)]
        endings: EndingsArguments,
        /// Write an object instead of text
        #[arg(long)]
        json: bool,
    },
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    match &arguments.command {
        Command::Draw {
            count,
            men,
            seed,
            endings,
            output,
        } => {
            ensure_given(endings)?;
            let plan = EndingsPlan {
                count: *count as usize,
                men: *men,
                seed: *seed,
            };
            let drawn = plan.draw(&endings.tables()?)?;
            let games = drawn.into_iter().map(|ending| {
                let mut tags = Tags::default();
                tags.set("Event", ending.kind.name());
                let record = GameRecord {
                    tags,
                    ..GameRecord::new(ending.position)
                };
                pgn::write(&record)
            });
            let games: Vec<String> = games.collect();
            write_whole(output, &games.join("\n"))?;
            out.line(format_args!(
                "{} endings in {}",
                games.len(),
                output.display()
            ))?;
            Ok(Verdict::Done)
        }
        Command::Audit {
            file,
            endings,
            json,
        } => {
            ensure_given(endings)?;
            audit(file, endings, *json, out)
        }
    }
}

fn ensure_given(endings: &EndingsArguments) -> anyhow::Result<()> {
    ensure!(
        endings.is_given(),
        "which tables? Name a folder by --tables or --syzygy"
    );
    Ok(())
}

fn audit(
    file: &std::path::Path,
    endings: &EndingsArguments,
    json: bool,
    out: &mut Out,
) -> anyhow::Result<Verdict> {
    let tables = endings.tables()?;
    let stop = stop_on_interrupt()?;
    let mut audit = Audit::default();
    for record in records(file, Keeping::Little)? {
        audit.look_at(&record.context("nothing is told")?, &tables);
        if stop.is_set() {
            return Ok(Verdict::Interrupted);
        }
    }
    if json {
        out.json("endings-audit", &audit)?;
        return Ok(Verdict::Done);
    }
    out.line(format_args!("{} games", audit.games))?;
    for player in &audit.players {
        out.line(format_args!(
            "{}: {} moves in known positions of {} games; half points given away: {}",
            player.name,
            player.moves,
            player.games,
            player.half_points()
        ))?;
        for waste in &player.wastes {
            let mv = waste.mv.as_deref().unwrap_or("the end of the game");
            out.line(format_args!(
                "  game {}, move {}, {mv}: {}",
                waste.game, waste.number, waste.half_points
            ))?;
        }
    }
    Ok(Verdict::Done)
}
