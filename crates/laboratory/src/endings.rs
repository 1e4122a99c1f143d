//! `bstar-lab endings`: endings that tables know, to play from, and what players gave away.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use bstar_arena::games::records;
use bstar_board::epd::{self, Epd};
use bstar_board::pgn::{self, GameRecord, Tags};
use bstar_kit::apart::check_outputs;
use bstar_kit::files::write_whole;
use bstar_kit::input::Keeping;
use bstar_lab::endings::{Audit, DrawnEnding, EndingKind, EndingsPlan};
use clap::{Args, Subcommand};

use bstar_terminal::endings::EndingsArguments;
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};

/// Draws endings that are hard to play, or looks what players gave away in endings.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLE: &str = "\
Examples:
  bstar tables make --folder tables
  bstar-lab endings draw --tables tables --count 200 -o endings.pgn
  bstar-lab match bstar,tables=tables stockfish,nodes=100000 --openings endings.pgn --games 400 --nodes 100000 --pgn games.pgn
  bstar-lab endings audit games.pgn --tables tables
  bstar-lab endings draw --tables tables --only-moves --count 100 -o endgames.epd
  bstar-lab suite endgames.epd --nodes 100000";

#[derive(Subcommand)]
enum Command {
    /// Draw positions: won, lost and drawn, and some near the end of the count to fifty moves
    Draw {
        /// Positions to solve instead, for `bstar-lab suite`: one move alone wins, or one move
        /// alone holds the draw, in turn; written as EPD with that move
        #[arg(long)]
        only_moves: bool,
        /// Number of positions
        #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        count: u32,
        /// Number of pieces on the board
        #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(3..=7))]
        men: u32,
        /// Seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[command(flatten)]
        endings: EndingsArguments,
        /// Where to write them: games without moves (PGN), or positions to solve (EPD)
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Say what the players of some games gave away in positions that tables know
    Audit {
        /// The games, PGN
        file: PathBuf,
        #[command(flatten)]
        endings: EndingsArguments,
        /// Print a JSON object instead of text
        #[arg(long)]
        json: bool,
    },
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    match &arguments.command {
        Command::Draw {
            only_moves,
            count,
            men,
            seed,
            endings,
            output,
        } => {
            ensure_given(endings)?;
            check_outputs([output], [])?;
            let plan = EndingsPlan {
                kinds: match only_moves {
                    true => EndingKind::TO_SOLVE,
                    false => EndingKind::TO_PLAY,
                },
                count: *count as usize,
                men: *men,
                seed: *seed,
            };
            let drawn = plan.draw(&endings.tables()?)?;
            let text = match only_moves {
                true => to_solve(&drawn),
                false => to_play(&drawn),
            };
            write_whole(output, &text)?;
            out.line(format_args!(
                "{} endings in {}",
                drawn.len(),
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

/// Games without moves.
fn to_play(drawn: &[DrawnEnding]) -> String {
    let games = drawn.iter().map(|ending| {
        let mut tags = Tags::default();
        tags.set("Event", ending.kind.name());
        let record = GameRecord {
            tags,
            ..GameRecord::new(ending.position.clone())
        };
        pgn::write(&record)
    });
    games.collect::<Vec<String>>().join("\n")
}

/// Positions with the move to find.
fn to_solve(drawn: &[DrawnEnding]) -> String {
    let lines = (1..).zip(drawn).map(|(number, ending)| {
        let epd = Epd {
            best: ending.only_move.into_iter().collect(),
            id: Some(format!("E{number:04}")),
            comment: Some(format!("{}, by tables", ending.kind.name())),
            ..Epd::new(ending.position.clone())
        };
        epd::write(&epd) + "\n"
    });
    lines.collect()
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
