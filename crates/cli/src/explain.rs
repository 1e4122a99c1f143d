//! `bstar explain`: a B* search of one position, and what it found.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use bstar_ask::{Asker, Listener, Question, Told};
use bstar_board::{Move, Position, san};
use bstar_explain::facts::AskedMove;
use bstar_explain::write::output::lines::{OutputLine, OutputObject};
use bstar_explain::{Reading, Recorder};
use bstar_kit::apart::check_outputs;
use bstar_kit::effort::Effort;
use bstar_kit::files::write_whole;
use bstar_kit::stop::Stop;
use bstar_thought::Snapshot;
use clap::Args;

use crate::narrow::for_window;
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict, remark};
use bstar_terminal::{explaining, position};

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
  bstar explain startpos --json | jq -r '.sentences[].text'

The log has ten expansions a line. g1f3c is an expansion of a position three moves deep, under the
root move g1f3; g8f6C is one in the test of the choice, under the reply g8f6. * marks a new best
move, $ a new best reply; a number is the new value in percent, ^ up, v down. The last lines give
seconds, expansions, nodes, the value, the line of best play (# where it continues inside a short
search), and the number of positions expanded at each depth.";

/// How long the search takes if the user says nothing.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

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
    /// Print the answer with the whole tree as one JSON object (docs/json.md)
    #[arg(long, group = "form")]
    json: bool,
    /// Print the same as many JSON objects, one to a line
    #[arg(long, group = "form")]
    json_lines: bool,
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
    let mut asker = Asker::new(arguments.search.settings()?)?;
    let effort = arguments.search.effort_or(Effort::time(DEFAULT_TIME));
    let stop = stop_on_interrupt()?;
    let mut recording = Recording {
        recorder: Recorder::new(),
        is_on: arguments.json || arguments.json_lines || arguments.html.is_some(),
    };
    let question = Question::new(game, effort).about(asked);
    let answer = asker.ask(question, &stop, &mut recording);
    let is_stopped = stop.is_set();
    if is_stopped {
        remark("interrupted; this is the best answer so far");
    }
    // An interrupted search still gets all the sentences of its answer so far.
    let composing = match is_stopped {
        true => Stop::new(),
        false => stop,
    };
    asker.compose(&answer, &composing, |told| told.sentences());
    let recorder = &recording.recorder;
    let verdict = answer.told(|told| write_answer(arguments, told, recorder, out))?;
    if answer.lacks_sentences() {
        remark("interrupted; some sentences are missing");
    }
    Ok(verdict)
}

/// Records how the tree of the position grows, if anybody wants to see that.
struct Recording {
    recorder: Recorder,
    is_on: bool,
}

impl Listener for Recording {
    fn hear(&mut self, news: &Snapshot) {
        if self.is_on {
            self.recorder.hear(news);
        }
    }

    fn turn_to_asked_move(&mut self) {
        self.is_on = false;
    }
}

/// Writes an answer in the form that is asked for.
fn write_answer(
    arguments: &Arguments,
    told: &Told,
    recorder: &Recorder,
    out: &mut Out,
) -> anyhow::Result<Verdict> {
    let (reading, asked) = (told.reading, told.asked);
    if let Some(file) = &arguments.html {
        // The page takes what happened from the frames.
        let mut lines = objects(reading, asked, recorder);
        lines.retain(|line| line.kind() != "event");
        let written = write_page(file, &title(reading), lines, out);
        if written.is_err() {
            // The answer is not lost with its page.
            write(&for_window(&reading.story()), out)?;
            write_comparison(asked, out)?;
        }
        return written;
    }
    match (arguments.json, arguments.json_lines, arguments.log) {
        (true, ..) => out.told(&reading.answer(asked, recorder))?,
        (_, true, _) => {
            for line in objects(reading, asked, recorder) {
                out.told(&line)?;
            }
        }
        (_, _, true) => {
            write(&reading.log(), out)?;
            if let Some(second) = told.second {
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
    Ok(Verdict::Done)
}

fn read_move(position: &Position, word: &str) -> anyhow::Result<Move> {
    san::parse_either(position, word)
        .with_context(|| format!("bad --move `{}`", word.escape_debug()))
}

/// All objects for programs, in order.
fn objects<'a>(
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
