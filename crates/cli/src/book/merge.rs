//! `bstar book merge`: one book of several.

use std::path::PathBuf;

use bstar_book::objects::BookMerged;
use bstar_book::{Book, Overlap, merge};
use bstar_kit::apart::check_outputs;
use bstar_kit::files::write_whole_bytes;
use clap::Args;

use bstar_terminal::output::{Out, Verdict};

const EXAMPLES: &str = "\
Examples:
  bstar book merge mine.bin theirs.bin -o both.bin
  bstar book merge mine.bin theirs.bin --first -o both.bin";

/// Merges several books into one. The weights of a move that is in more than one book are added.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Books to merge
    #[arg(required = true, num_args = 2..)]
    books: Vec<PathBuf>,
    /// Output file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// For a position in more than one book, keep only the moves of the first
    #[arg(long)]
    first: bool,
    /// Print a JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Makes one book of several.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    check_outputs([&arguments.output], &arguments.books)?;
    let books = arguments.books.iter().map(|path| Book::load(path));
    let books: Vec<Book> = books.collect::<Result<_, _>>()?;
    let overlap = match arguments.first {
        true => Overlap::First,
        false => Overlap::Add,
    };
    let merged = Book::from_bytes(merge(&books, overlap))?;
    write_whole_bytes(&arguments.output, merged.bytes())?;
    let summary = BookMerged {
        file: &arguments.output,
        books: books.len(),
        moves: merged.size(),
        positions: merged.positions(),
    };
    if arguments.json {
        out.json("book-merged", &summary)?;
    } else {
        out.line(format_args!(
            "{}: {} moves in {} positions, from {} books",
            arguments.output.display(),
            summary.moves,
            summary.positions,
            summary.books
        ))?;
    }
    Ok(Verdict::Done)
}
