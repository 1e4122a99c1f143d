//! `bstar explain`: a B* search of one position, and what it found.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use bstar_board::{Move, Position, san};
use bstar_engine::{Engine, OnSnapshot, Task};
use bstar_explain::output::lines::{OutputLine, OutputObject};
use bstar_explain::reading::{AskedMove, Referee, TwoMoves};
use bstar_explain::{Reading, Recorder};
use bstar_kit::apart::check_outputs;
use bstar_kit::effort::Effort;
use bstar_kit::files::write_whole;
use clap::Args;

use crate::narrow::for_window;
use bstar_terminal::explaining;
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict, remark};
use bstar_terminal::position;

/// What a newcomer should know.
const GUIDE: &str = "\
The answer is a text: the move and its three values, its threats, the expected reply, the rivals
and why each falls short, the attempts to refute the move, and why the search stopped. A table of
the leading moves follows. Without a limit the search takes three seconds; Ctrl-C prints the best
answer so far. With --nodes or --expansions the text is the same every time, except for seconds.

Examples:
  bstar explain \"5rk1/5ppp/p1Q1p3/1R6/q7/4b1P1/P2RPP1P/6K1 w - - 0 1\"
  bstar explain startpos moves e2e4 e7e5 --nodes 1000000
  bstar explain startpos moves e2e4 e7e5 --move Qh5    (why not my move?)
  bstar explain startpos moves e2e4 e7e5 --why         (what decided which reasons are given)
  bstar explain startpos --html why.html               (to look at, and to send to a friend)

The log has ten expansions a line. g1f3c is an expansion of a position three moves deep, under the
root move g1f3; g8f6C is one in the test of the choice, under the reply g8f6. * marks a new best
move, $ a new best reply; a number is the new value in percent, ^ up, v down. The last lines give
seconds, expansions, nodes, the value, the line of best play (# where it continues inside a short
search), and the number of positions expanded at each depth.";

/// Explains the best move of a position, found by a B* search.
#[derive(Args)]
#[command(after_help = GUIDE)]
pub struct Arguments {
    /// A FEN or `startpos`, optionally followed by `moves e2e4 …` [default: startpos]
    position: Vec<String>,
    #[command(flatten)]
    search: explaining::Argument,
    /// Compare this move (`Nf3` or `g1f3`) with the best
    #[arg(long, value_name = "MOVE", allow_hyphen_values = true)]
    r#move: Option<String>,
    /// List every reason and idea for the chosen move, its weight, and whether the answer has it
    #[arg(long, conflicts_with = "form")]
    why: bool,
    /// Print the whole tree and all events as JSON objects (docs/json.md)
    #[arg(long, group = "form")]
    json: bool,
    /// Print the log of the search in the form of the 1996 paper (see below)
    #[arg(long, group = "form")]
    log: bool,
    /// Write one HTML file with the answer, the tree and its growth; it needs no server and no
    /// network
    #[arg(long, group = "form", value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Searches and tells.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    if arguments.html.is_some() {
        check_outputs(&arguments.html, &arguments.search.evaluation.file())?;
        bstar_web::has_page()?;
    }
    let game = position::parse(&arguments.position)?;
    let asked = arguments
        .r#move
        .as_deref()
        .map(|word| read_move(game.position(), word))
        .transpose()?;
    let settings = arguments.search.settings()?;
    let mut referee = Referee::new(&settings)?;
    let mut engine = Engine::new(settings.clone())?;
    let effort = arguments
        .search
        .effort_or(Effort::time(Duration::from_secs(3)));
    let stop = stop_on_interrupt()?;
    let mut recorder = Recorder::new();
    let is_recorded = arguments.json || arguments.html.is_some();
    let mut record = OnSnapshot(|news| {
        if is_recorded {
            recorder.hear(news);
        }
    });
    let thought = engine.run(&Task::explain(&game, effort), &stop, &mut record);
    let is_interrupted = stop.is_set();
    if !is_interrupted {
        // Whoever interrupts the search wants the answer so far, with all its sentences.
        referee = referee.stopped_by(&stop);
    }
    let mut reading = Reading::new(&game, &thought, &referee);
    if is_interrupted {
        remark("interrupted; this is the best answer so far");
        reading = reading.interrupted();
    }
    // The same effort once more, if the search says too little about the move asked about.
    let further = asked
        .filter(|_| !stop.is_set())
        .and_then(|mv| TwoMoves::to_search_again(&reading, mv))
        .map(|two| {
            let only = two.search_moves();
            engine.run(&Task::explain(&game, effort).only(&only), &stop, &mut ())
        })
        .filter(|thought| thought.decision.is_some());
    let second = further
        .as_ref()
        .map(|thought| Reading::new(&game, thought, &referee));
    let first_answer = asked.map(|mv| AskedMove::new(mv, &reading, second.as_ref()));
    let opinion = match first_answer {
        Some(asked) => explaining::second_opinion(asked, &settings, effort, &stop)?,
        None => None,
    };
    let asked = asked.map(|mv| AskedMove::new(mv, &reading, opinion.as_ref().or(second.as_ref())));
    if let Some(file) = &arguments.html {
        // The page takes what happened from the frames.
        let mut lines = told(&reading, asked, &recorder);
        lines.retain(|line| line.kind() != "event");
        let written = write_page(file, &title(&reading), lines, out);
        if written.is_err() {
            // The answer is not lost with its page.
            write(&for_window(&reading.story()), out)?;
            write_comparison(asked, out)?;
        }
        return written;
    }
    match (arguments.json, arguments.log) {
        (true, _) => {
            for line in told(&reading, asked, &recorder) {
                out.told(&line)?;
            }
        }
        (_, true) => {
            write(&reading.log(), out)?;
            if let Some(second) = &second {
                out.line("")?;
                write(&second.log(), out)?;
            }
            write_comparison(asked, out)?;
        }
        _ => {
            write(&for_window(&reading.story()), out)?;
            write_comparison(asked, out)?;
            if arguments.why {
                out.line("")?;
                write(&for_window(&reading.why()), out)?;
            }
        }
    }
    if referee.is_stopped() {
        remark("interrupted; some sentences are missing");
    }
    Ok(Verdict::Done)
}

fn read_move(position: &Position, word: &str) -> anyhow::Result<Move> {
    san::parse_either(position, word)
        .with_context(|| format!("bad --move `{}`", word.escape_debug()))
}

/// All objects for programs, in order.
fn told<'a>(
    reading: &Reading,
    asked: Option<AskedMove>,
    recorder: &'a Recorder,
) -> Vec<OutputLine<OutputObject<'a>>> {
    let mut lines: Vec<OutputLine<OutputObject>> = reading.output_lines();
    lines.extend(recorder.output_lines());
    lines.extend(asked.and_then(|asked| asked.output_line()));
    lines
}

/// The title of a page: what was found.
fn title(reading: &Reading) -> String {
    let best = reading.best().map(|best| best.mv);
    let found = best.map(|mv| san::numbered(reading.game.position(), &[mv]).join(" "));
    found.map_or("bstar".to_owned(), |found| format!("{found} · bstar"))
}

/// Writes the page whole, so that no half page is ever found.
fn write_page(
    file: &Path,
    title: &str,
    lines: Vec<OutputLine<OutputObject>>,
    out: &mut Out,
) -> anyhow::Result<Verdict> {
    let page = bstar_web::document(title, lines)?;
    write_whole(file, &page)?;
    out.line(format_args!(
        "{}: {} KB",
        file.display(),
        page.len().div_ceil(1000)
    ))?;
    Ok(Verdict::Done)
}

fn write_comparison(asked: Option<AskedMove>, out: &mut Out) -> anyhow::Result<()> {
    if let Some(text) = asked.and_then(|asked| asked.text()) {
        out.line("")?;
        write(&for_window(&text), out)?;
    }
    Ok(())
}

fn write(text: &str, out: &mut Out) -> anyhow::Result<()> {
    for line in text.lines() {
        out.line(line)?;
    }
    Ok(())
}
