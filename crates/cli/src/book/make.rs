//! `bstar book make`: a book from games.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bstar_board::pgn::{self, PgnFault};
use bstar_book::objects::BookMade;
use bstar_book::{BookMaker, BookPlan};
use bstar_kit::apart::check_outputs;
use bstar_kit::files::{FileError, write_whole_bytes};
use bstar_kit::input::{Keeping, LimitedInput};
use bstar_kit::stop::Stop;
use clap::Args;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict, remark};
use bstar_terminal::progress::Progress;

const EXAMPLES: &str = "\
Examples:
  bstar book make games.pgn -o book.bin
  bstar book make white.pgn black.pgn --plies 24 --least-games 1 -o book.bin";

/// Makes a book from the games of files.
///
/// A move scores 2 for each game that its side won and 1 for each draw. The book leaves out moves
/// with too few games or no score. The file is written only after all games are read.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Games, PGN; `-` is standard input
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Output file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Number of half moves to take from each game
    #[arg(long, default_value_t = BookPlan::default().plies as u16, value_parser = clap::value_parser!(u16).range(1..))]
    plies: u16,
    /// Least number of games for a move
    #[arg(long, value_name = "GAMES", default_value_t = BookPlan::default().least_games, value_parser = clap::value_parser!(u32).range(1..))]
    least_games: u32,
    /// Print a JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The most unreadable games that are named.
const NAMED_FAULTS: u64 = 5;

/// Makes a book.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    check_outputs([&arguments.output], &arguments.games)?;
    let stop = stop_on_interrupt()?;
    let mut maker = BookMaker::new(BookPlan {
        plies: usize::from(arguments.plies),
        least_games: arguments.least_games,
    });
    let read = Arc::new(AtomicU64::new(0));
    let shown = Arc::clone(&read);
    let sizes = arguments
        .games
        .iter()
        .filter_map(|path| path.metadata().ok());
    let total: u64 = sizes.map(|found| found.len() >> 10).sum();
    let progress = Progress::with_state(total, move || {
        format!("KiB, {} games", shown.load(Ordering::Relaxed))
    });
    let mut reading = Reading {
        maker: &mut maker,
        progress: &progress,
        games: &read,
        bytes: AtomicU64::new(0),
        unreadable: 0,
    };
    let outcome = arguments
        .games
        .iter()
        .try_for_each(|path| reading.file(path, &stop));
    let unreadable = reading.unreadable;
    progress.finish();
    outcome?;
    if stop.is_set() {
        remark("interrupted; nothing is written");
        return Ok(Verdict::Interrupted);
    }
    let made = maker.finish();
    anyhow::ensure!(
        made.kept > 0,
        "none of the {} moves of {} games was played in {} games and scored; a smaller --least-games takes more",
        made.seen,
        made.games,
        arguments.least_games
    );
    write_whole_bytes(&arguments.output, &made.bytes)?;
    let summary = BookMade {
        file: &arguments.output,
        games: made.games,
        unreadable,
        seen: made.seen,
        moves: made.kept,
        positions: made.positions,
    };
    if arguments.json {
        out.json("book-made", &summary)?;
    } else {
        out.line(format_args!(
            "{}: {} moves in {} positions, from {} games with {} different moves",
            arguments.output.display(),
            summary.moves,
            summary.positions,
            summary.games,
            summary.seen
        ))?;
    }
    anyhow::ensure!(
        unreadable == 0,
        "{unreadable} of {} games could not be read and are left out",
        unreadable + made.games
    );
    Ok(Verdict::Done)
}

/// Reading games.
struct Reading<'a> {
    maker: &'a mut BookMaker,
    progress: &'a Progress,
    games: &'a AtomicU64,
    bytes: AtomicU64,
    unreadable: u64,
}

impl Reading<'_> {
    /// Takes the games of a file, until it is stopped.
    fn file(&mut self, path: &Path, stop: &Stop) -> anyhow::Result<()> {
        let broken = |source| FileError::Read {
            path: path.to_owned(),
            source,
        };
        let input = LimitedInput::stream(path, Keeping::Little);
        let input = Counted {
            input: input.and_then(LimitedInput::unpacked).map_err(broken)?,
            before: self.bytes.load(Ordering::Relaxed),
            bytes: &self.bytes,
            stop,
        };
        for game in pgn::games(input) {
            if stop.is_set() {
                break;
            }
            match game {
                Ok(game) => self.maker.add(&game)?,
                Err(error) if matches!(error.fault, PgnFault::Io(_)) => {
                    let PgnFault::Io(source) = error.fault else {
                        unreachable!("just looked at");
                    };
                    return Err(broken(source).into());
                }
                Err(error) => {
                    self.unreadable += 1;
                    if self.unreadable <= NAMED_FAULTS {
                        let words = format!("{}: {error}", path.display());
                        self.progress.beside(|| remark(&words));
                    }
                }
            }
            self.games.store(self.maker.games(), Ordering::Relaxed);
            self.progress
                .reach(self.bytes.load(Ordering::Relaxed) >> 10);
        }
        Ok(())
    }
}

/// Counts the bytes that are read, until it is stopped. In a packed file it counts the packed
/// bytes: the total is made of them.
struct Counted<'a> {
    input: LimitedInput,
    /// The bytes of the files before this one.
    before: u64,
    bytes: &'a AtomicU64,
    stop: &'a Stop,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.is_set() {
            return Err(io::Error::other("stopped"));
        }
        let count = self.input.read(buffer)?;
        match self.input.position() {
            Some(position) => self.bytes.store(self.before + position, Ordering::Relaxed),
            None => _ = self.bytes.fetch_add(count as u64, Ordering::Relaxed),
        }
        Ok(count)
    }
}
