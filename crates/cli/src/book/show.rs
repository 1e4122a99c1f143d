//! `bstar book show`: what a book knows about a position.

use std::path::PathBuf;

use bstar_book::Book;
use bstar_book::objects::BookPosition;
use clap::Args;

use bstar_terminal::output::{Out, Verdict, remark};
use bstar_terminal::position;

const EXAMPLES: &str = "\
Examples:
  bstar book show -b book.bin
  bstar book show startpos moves e4 c5 -b book.bin";

/// Shows the moves of a book in a position, with their weights. The exit code is 1 if there are
/// none.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A FEN or `startpos`, optionally followed by `moves …` [default: startpos]
    #[arg(value_name = "POSITION")]
    words: Vec<String>,
    /// Book to look into
    #[arg(short, long, value_name = "FILE")]
    book: PathBuf,
    /// Print a JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Shows a position of a book.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let game = position::parse(&arguments.words)?;
    let book = Book::load(&arguments.book)?;
    let found = BookPosition::new(&book, &game);
    if arguments.json {
        out.json("book-position", &found)?;
    } else {
        tell(&found, out)?;
    }
    Ok(match found.moves.is_empty() {
        true => Verdict::No,
        false => Verdict::Done,
    })
}

fn tell(found: &BookPosition, out: &mut Out) -> anyhow::Result<()> {
    out.line(&found.fen)?;
    if let Some(opening) = &found.opening {
        out.line(format_args!("{} ({})", opening.name, opening.eco))?;
    }
    if found.moves.is_empty() {
        out.line("the book knows no move here")?;
    }
    for known in &found.moves {
        let (san, weight, percent) = (&known.san, known.weight, 100.0 * known.share);
        out.line(format_args!("{san:8} weight {weight:5} {percent:5.1} %"))?;
    }
    if found.illegal > 0 {
        let count = found.illegal;
        remark(&format!(
            "{count} entries are no legal moves here and are passed over"
        ));
    }
    Ok(())
}
