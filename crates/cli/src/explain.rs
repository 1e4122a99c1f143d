//! `bstar explain`: a B* search of one position, and what it found.

mod claims;
mod faults;
mod themes;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use bstar_board::epd::{self, Epd};
use bstar_board::{Move, Position, san};
use bstar_engine::thinker::BstarOptions;
use bstar_engine::{Engine, SearchKind, SearchLimits, Settings, Signals};
use bstar_explain::output::lines::{OutputLine, OutputObject};
use bstar_explain::reading::{AskedMove, Referee, TwoMoves};
use bstar_explain::{Reading, Recorder};
use bstar_kit::apart::check_outputs;
use bstar_kit::files::{read_text, write_whole};
use clap::Args;

use crate::cluster;
use crate::endings;
use crate::evaluation;
use crate::interrupt::stop_on_interrupt;
use crate::narrow::for_window;
use crate::output::{Out, Verdict, remark};
use crate::position;
use crate::search::seconds;

/// What a newcomer should know.
const GUIDE: &str = "\
The answer is a text: the move and its three values, what it threatens, the expected answer,
which rivals were tried and what held them back, what was tried against it, and why the search
stopped; then a table of the leading moves. Without a limit the search takes three seconds;
Ctrl-C gives the best answer so far. With --nodes or --expansions the same command gives the
same text again, but for the time.

Examples:
  bstar explain \"5rk1/5ppp/p1Q1p3/1R6/q7/4b1P1/P2RPP1P/6K1 w - - 0 1\"
  bstar explain startpos moves e2e4 e7e5 --nodes 1000000
  bstar explain startpos moves e2e4 e7e5 --move Qh5    (why not my move?)
  bstar explain startpos --html why.html               (to look at, and to send to a friend)
  bstar explain --check data/wac.epd --nodes 5000      (is everything it says true?)

The log has ten expansions a line. g1f3c is an expansion of a position three moves deep, under the
root move g1f3; g8f6C likewise, in the test of the choice, under the reply g8f6. * marks a new
best move, $ a new best reply; a number is the new value in percent, ^ up, v down. At the end:
seconds, expansions, nodes, the value, the line of best play (# where it goes on inside a short
search), and how many positions were expanded at each depth.";

/// Searches a position with B* and says what it found.
#[derive(Args)]
#[command(after_help = GUIDE)]
pub struct Arguments {
    /// A FEN, `startpos`, or either followed by `moves e2e4 …`; the start position if left out
    position: Vec<String>,
    /// Search for so many seconds
    #[arg(long, group = "limit", allow_negative_numbers = true, value_parser = seconds)]
    seconds: Option<Duration>,
    /// Search so many nodes, all short searches together
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Expand about so many positions, by the 1996 paper's division between choosing a move and
    /// testing it
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u32).range(1..))]
    expansions: Option<u32>,
    /// Say what becomes of this move (`Nf3` or `g1f3`) beside the chosen one
    #[arg(long, value_name = "MOVE", allow_hyphen_values = true)]
    r#move: Option<String>,
    /// MiB for the transposition table and the tree together; the tree has half of them
    #[arg(long, default_value_t = Settings::of(SearchKind::Bstar).hash_mib)]
    hash: usize,
    /// Percent of the effort for the deep search of the root from which the tree grows (80 if left
    /// out); 0 for the tree alone, the paper's way, as always with --expansions
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    root_search: Option<u32>,
    /// Probe with so many threads. With more than one, the same command may give another text
    #[arg(long, default_value_t = 1, conflicts_with = "cluster", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    #[command(flatten)]
    cluster: cluster::Argument,
    #[command(flatten)]
    evaluation: evaluation::Argument,
    #[command(flatten)]
    endings: endings::EndingsArguments,
    /// Write the whole tree and all events as objects, described in docs/json.md
    #[arg(long, group = "form")]
    json: bool,
    /// Write the search as the 1996 paper does (see below)
    #[arg(long, group = "form")]
    log: bool,
    /// Write a page that shows the answer, the tree and how it grew; it needs no server and no
    /// network
    #[arg(long, group = "form", value_name = "FILE")]
    html: Option<PathBuf>,
    /// Explain every position of these EPD files, every legal move included, and recompute every
    /// claim from the board; say only how many there were and which are false
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["position", "move", "log", "html", "cluster"])]
    check: Vec<PathBuf>,
    /// With --check: play on from every gain of material that is told, by a search of so many
    /// nodes, and count those that are kept; 0 for none
    #[arg(long, value_name = "NODES", default_value_t = 100_000)]
    play_on: u64,
    /// Give reasons for the moves of this EPD file that its `bm` names, and say how often the
    /// `theme` that it names is among them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "move", "log", "html", "check", "cluster"])]
    themes: Option<PathBuf>,
    /// Ask about the moves of this EPD file that its `am` says to avoid, and say how often it is
    /// told in words what is wrong with them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "move", "log", "html", "check", "themes", "cluster"])]
    faults: Option<PathBuf>,
}

impl Arguments {
    /// The settings of every search of the command.
    fn settings(&self) -> anyhow::Result<Settings> {
        let usual = Settings::for_explaining();
        Ok(Settings {
            hash_mib: self.hash,
            threads: usize::from(self.threads),
            evaluation: self.evaluation.evaluation(),
            endings: self.endings.tables()?,
            options: BstarOptions {
                root_search_percent: self.root_search.or(usual.options.root_search_percent),
                ..usual.options
            },
            ..usual
        })
    }

    /// What alpha-beta says with the same effort of a move that B* does not find worse than others.
    /// None if it does not find it worse either.
    fn second_opinion<'a>(
        asked: AskedMove<'a>,
        settings: &Settings,
        limits: &SearchLimits,
        signals: &Signals,
    ) -> anyhow::Result<Option<Reading<'a>>> {
        if asked.is_worse() || signals.is_stopped() {
            return Ok(None);
        }
        let mut engine = Engine::new(by_alphabeta(settings))?;
        Ok(asked.second_opinion(&mut engine, limits, signals))
    }

    /// The limits of a search, these if the user gives none.
    fn limits_or(&self, usual: SearchLimits) -> SearchLimits {
        let ends = [
            self.seconds.map(SearchLimits::time),
            self.nodes.map(SearchLimits::nodes),
            self.expansions.map(SearchLimits::expansions),
        ];
        let ends = ends.into_iter().flatten().reduce(SearchLimits::or);
        ends.unwrap_or(usual)
    }
}

/// The same settings for a search by alpha-beta alone.
fn by_alphabeta(settings: &Settings) -> Settings {
    Settings {
        search: SearchKind::AlphaBeta,
        ..settings.clone()
    }
}

/// The positions of an EPD file, each with its name or its number. There is at least one.
fn read_positions(file: &Path) -> anyhow::Result<Vec<(String, Epd)>> {
    let text = read_text(file)?;
    let entries = epd::read(&text).with_context(|| format!("in {}", file.display()))?;
    ensure!(!entries.is_empty(), "{} has no positions", file.display());
    let named = |(at, entry): (usize, Epd)| {
        let place = || format!("{} {}", file.display(), at + 1);
        (entry.id.clone().unwrap_or_else(place), entry)
    };
    Ok(entries.into_iter().enumerate().map(named).collect())
}

/// Searches and tells.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    if !arguments.check.is_empty() {
        return claims::run(arguments, out);
    }
    if let Some(file) = &arguments.themes {
        return themes::run(file, arguments, out);
    }
    if let Some(file) = &arguments.faults {
        return faults::run(file, arguments, out);
    }
    if arguments.html.is_some() {
        check_outputs(&arguments.html, &arguments.evaluation.file())?;
        bstar_web::has_page()?;
    }
    let game = position::parse(&arguments.position)?;
    let asked = arguments
        .r#move
        .as_deref()
        .map(|word| read_move(game.position(), word))
        .transpose()?;
    let settings = arguments.settings()?;
    let mut referee = Referee::new(&settings)?;
    let mut engine = Engine::new(settings.clone())?;
    if let Some(answerers) = arguments.cluster.answerers(&settings.evaluation)? {
        engine.have_others_probe(answerers);
    }
    let limits = arguments.limits_or(SearchLimits::time(Duration::from_secs(3)));
    let stop = stop_on_interrupt()?;
    let signals = Signals::stopped_by(&stop);
    let mut recorder = Recorder::new();
    let is_recorded = arguments.json || arguments.html.is_some();
    let thought = engine.think(&game, &limits, &signals, &mut |news| {
        if is_recorded {
            recorder.hear(news);
        }
    });
    let is_interrupted = signals.is_stopped();
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
        .filter(|_| !signals.is_stopped())
        .and_then(|mv| TwoMoves::to_search_again(&reading, mv))
        .map(|two| engine.think(&game, &two.limits(&limits), &signals, &mut |_| {}))
        .filter(|thought| thought.decision.is_some());
    let second = further
        .as_ref()
        .map(|thought| Reading::new(&game, thought, &referee));
    let first_answer = asked.map(|mv| AskedMove::new(mv, &reading, second.as_ref()));
    let opinion = match first_answer {
        Some(asked) => Arguments::second_opinion(asked, &settings, &limits, &signals)?,
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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    /// The second opinion once dropped the threads and the tables.
    #[test]
    fn the_second_opinion_has_the_settings_of_the_search() {
        let words = "explain --threads 3 --hash 5 --evaluation terms";
        let line = Line::parse_from(words.split(' '));
        let settings = line.arguments.settings().unwrap();
        assert_eq!((settings.threads, settings.hash_mib), (3, 5));
        let second = by_alphabeta(&settings);
        assert_eq!(second.search, SearchKind::AlphaBeta);
        let back = Settings {
            search: settings.search,
            ..second
        };
        assert_eq!(back, settings);
    }
}
