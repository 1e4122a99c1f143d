//! `bstar book openings`: a suite of openings for matches.

use std::path::PathBuf;

use bstar_board::Game;
use bstar_board::epd::{self, Epd};
use bstar_book::Book;
use bstar_book::objects::{BookOpening, BookOpenings};
use bstar_book::suite::{SuitePlan, suite};
use bstar_kit::apart::check_outputs;
use bstar_kit::files::write_whole;
use clap::Args;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict, remark};

const EXAMPLES: &str = "\
Examples:
  bstar book openings -b book.bin -o openings.epd
  bstar-lab match bstar alphabeta --openings openings.epd --games 100 --time 2+0.02";

/// Draws different openings from a book at random, by the weights of its moves. `bstar-lab match
/// --openings` reads the file. The same book and seed give the same file on every machine.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Book to draw from
    #[arg(short, long, value_name = "FILE")]
    book: PathBuf,
    /// Number of openings
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Number of half moves of each opening
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=100))]
    plies: u8,
    /// Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Output file, EPD [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print a JSON object instead of EPD
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

/// Draws openings.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    check_outputs(&arguments.output, [&arguments.book])?;
    let book = Book::load(&arguments.book)?;
    let plan = SuitePlan {
        count: arguments.count as usize,
        plies: usize::from(arguments.plies),
        seed: arguments.seed,
    };
    let stop = stop_on_interrupt()?;
    let openings = suite(&book, &plan, &stop);
    if stop.is_set() {
        remark("interrupted; nothing is written");
        return Ok(Verdict::Interrupted);
    }
    anyhow::ensure!(
        !openings.is_empty(),
        "{} has no line of {} half moves from the start position",
        arguments.book.display(),
        plan.plies
    );
    if arguments.json {
        let openings = openings.iter().map(BookOpening::new).collect();
        out.json("book-openings", &BookOpenings { openings })?;
    } else {
        let lines = (1..)
            .zip(&openings)
            .map(|(number, game)| line(number, game));
        let text = lines.collect::<Vec<_>>().join("\n");
        match &arguments.output {
            Some(path) => write_whole(path, &(text + "\n"))?,
            None => out.line(text)?,
        }
    }
    if openings.len() < plan.count {
        let count = openings.len();
        remark(&format!("only {count} different openings were found"));
        return Ok(Verdict::No);
    }
    Ok(Verdict::Done)
}

/// An opening as `bstar-lab match` reads it.
fn line(number: usize, game: &Game) -> String {
    let BookOpening { san, opening, .. } = BookOpening::new(game);
    let name = opening.map_or_else(String::new, |found| {
        format!(" ({}, {})", found.eco, found.name)
    });
    epd::write(&Epd {
        id: Some(format!("opening {number:03}")),
        comment: Some(format!("{san}{name}")),
        ..Epd::new(game.position().clone())
    })
}
