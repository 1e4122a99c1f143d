//! `bstar analyse`: judges every move of games and explains the turning points.

use bstar_kit::effort::Effort;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use bstar_ask::games::{
    Analysis, Annotations, DEFAULT_NODES, Existing, FinishedGame, GamesDocument, InputGames,
    MarkTally, NumberedGame, OutputForm, unreadable_line,
};
use bstar_kit::apart::keep_apart;
use bstar_kit::crew::Crew;
use bstar_kit::stop::Stop;
use clap::Args;

use bstar_terminal::cluster::{self, Hands};
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::numbers::seconds;
use bstar_terminal::output::{Out, Verdict, remark};
use bstar_terminal::{endings, evaluation};

/// The guide below the options.
const GUIDE: &str = "\
Alpha-beta searches every position. A move that costs its player 5 percentage points of expected
score gets ?!, one that costs 10 gets ?, one that costs 20 gets ??. A move gets ! if every other
move would have cost 10, unless it is an obvious one. Every move gets [%eval …], which chess
programs draw as a graph. B* explains every ? and ??, or alpha-beta does where it sees more: what
is wrong with the move, what was better and why, with a variation.

Tags, comments and variations of the games are kept. Without -o the games go to standard output.
With -o the file grows by whole games: after any interruption the same command with --resume
continues it. With --nodes (the default) the result is the same every time, for any --jobs.

Examples:
  bstar analyse games.pgn > annotated.pgn
  bstar analyse games.pgn -o annotated.pgn --nodes 1000000 --jobs 4
  bstar analyse games.pgn -o annotated.pgn --nodes 1000000 --jobs 4 --resume
  bstar analyse games.pgn -o annotated.pgn --nodes 1000000 --cluster nats://192.168.1.5
  bstar analyse games.pgn --json | jq '.games[].moves[] | select(.mark == \"blunder\") | .san'";

/// Judges every move of the games of a file and explains the turning points.
#[derive(Args)]
#[command(after_help = GUIDE)]
pub struct Arguments {
    /// Games to judge, PGN; `-` is standard input
    games: PathBuf,
    /// Output file: .pgn for annotated games, .jsonl for objects
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Continue the output file after an interruption
    #[arg(long, requires = "output")]
    resume: bool,
    /// Seconds per position; a turning point gets five times as long
    #[arg(long, group = "limit", allow_negative_numbers = true, value_parser = seconds)]
    seconds: Option<Duration>,
    /// Nodes per position; a turning point gets five times as many [default: 100000]
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of positions to expand at a turning point, instead of its nodes
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    expansions: Option<u32>,
    /// Number of games to judge at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    #[command(flatten)]
    cluster: cluster::Argument,
    /// Size of the transposition table of each game in MiB
    #[arg(long, default_value_t = 16)]
    hash: usize,
    #[command(flatten)]
    evaluation: evaluation::Argument,
    #[command(flatten)]
    endings: endings::EndingsArguments,
    /// Print one JSON object with all games instead of PGN
    #[arg(long, conflicts_with_all = ["output", "json_lines"])]
    json: bool,
    /// Print a JSON object for each game, one to a line, instead of PGN
    #[arg(long, conflicts_with = "output")]
    json_lines: bool,
}

impl Arguments {
    fn analysis(&self, crew: Crew) -> anyhow::Result<Analysis> {
        let effort = match self.seconds {
            Some(time) => Effort::time(time),
            None => Effort::nodes(self.nodes.unwrap_or(DEFAULT_NODES)),
        };
        let form = match &self.output {
            Some(path) => form_of(path)?,
            None if self.json => OutputForm::Json,
            None if self.json_lines => OutputForm::JsonLines,
            None => OutputForm::Pgn,
        };
        Ok(Analysis {
            effort,
            expansions: self.expansions,
            hash: self.hash,
            evaluation: self.evaluation.evaluation(),
            endings: self.endings.tables()?,
            crew,
            form,
        })
    }
}

fn form_of(path: &Path) -> anyhow::Result<OutputForm> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("pgn") => Ok(OutputForm::Pgn),
        Some("jsonl") => Ok(OutputForm::JsonLines),
        _ => anyhow::bail!(
            "the format of {} is unknown: its name must end in .pgn or .jsonl",
            path.display()
        ),
    }
}

/// Analyses the games.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let evaluation = arguments.evaluation.evaluation();
    anyhow::ensure!(
        !(arguments.cluster.is_given() && arguments.endings.is_given()),
        "endgame tables are on this machine only: --cluster does without them"
    );
    keep_apart(&arguments.output, [&arguments.games])?;
    let games = InputGames::load(&arguments.games)?;
    let hands = arguments.cluster.hands_with(arguments.jobs, &evaluation)?;
    let analysis = arguments.analysis(hands.crew.clone())?;
    let stop = stop_on_interrupt()?;
    let verdict = match &arguments.output {
        // No file is begun for nothing. With --resume the games may be in the file already.
        Some(_) if games.readable.is_empty() && !arguments.resume => Verdict::Done,
        Some(path) => to_file(path, &analysis, &games, arguments, &hands, &stop, out)?,
        None if arguments.json => to_document(&analysis, &games, &hands, &stop, out)?,
        None => to_stdout(&analysis, &games, &hands, &stop, out)?,
    };
    hands.complain_of_missing()?;
    for error in &games.unreadable {
        remark(&format!("{}: {error}", arguments.games.display()));
    }
    let (bad, good) = (games.unreadable.len(), games.readable.len());
    anyhow::ensure!(
        bad == 0,
        "{bad} of {} games could not be read and are left out",
        bad + good
    );
    Ok(verdict)
}

fn to_stdout(
    analysis: &Analysis,
    games: &InputGames,
    hands: &Hands,
    stop: &Stop,
    out: &mut Out,
) -> anyhow::Result<Verdict> {
    if analysis.form == OutputForm::JsonLines {
        for error in &games.unreadable {
            out.line(unreadable_line(error).trim_end())?;
        }
    }
    let (tally, failure) = go_through(analysis, &games.readable, hands, stop, |game| {
        // PGN has an empty line after each game.
        let text = game.text.strip_suffix('\n').unwrap_or(&game.text);
        Ok(out.line(text)?)
    })?;
    failure?;
    Ok(verdict(&tally, games))
}

/// All games as one object. It is ended properly whatever happens to the analysis.
fn to_document(
    analysis: &Analysis,
    games: &InputGames,
    hands: &Hands,
    stop: &Stop,
    out: &mut Out,
) -> anyhow::Result<Verdict> {
    let (mut document, beginning) = GamesDocument::begin(&games.unreadable);
    out.part(&beginning)?;
    let result = go_through(analysis, &games.readable, hands, stop, |game| {
        Ok(out.part(&document.add(game))?)
    });
    out.part(&document.end())?;
    let (tally, failure) = result?;
    failure?;
    Ok(verdict(&tally, games))
}

fn verdict(tally: &MarkTally, games: &InputGames) -> Verdict {
    Verdict::unless_interrupted(
        tally.games < games.readable.len(),
        "the games that were finished are written",
    )
}

fn to_file(
    path: &Path,
    analysis: &Analysis,
    games: &InputGames,
    arguments: &Arguments,
    hands: &Hands,
    stop: &Stop,
    out: &mut Out,
) -> anyhow::Result<Verdict> {
    let existing = match arguments.resume {
        true => Existing::Continue,
        false => Existing::Refuse,
    };
    let mut file = Annotations::open(path, analysis, games, existing)?;
    let done = file.done;
    let rest = &games.readable[done..];
    let (tally, failure) =
        go_through(
            analysis,
            rest,
            hands,
            stop,
            |game| Ok(file.add(&game.text)?),
        )?;
    failure.with_context(|| format!("{} games are in {}", done + tally.games, path.display()))?;
    let before = match done {
        0 => String::new(),
        n => format!(" after {n} that were there"),
    };
    out.line(format_args!(
        "{}: {}{before}",
        path.display(),
        in_words(&tally)
    ))?;
    Ok(Verdict::unless_interrupted(
        tally.games < rest.len(),
        "the same command with --resume goes on from here",
    ))
}

/// Analyses games and has each one written. The tally counts what was written, even after an error.
fn go_through(
    analysis: &Analysis,
    games: &[NumberedGame],
    hands: &Hands,
    stop: &Stop,
    mut write: impl FnMut(&FinishedGame) -> anyhow::Result<()>,
) -> anyhow::Result<(MarkTally, anyhow::Result<()>)> {
    let positions = games.iter().map(|game| 1 + game.record.moves.len() as u64);
    let progress = hands.progress(positions.sum());
    let mut tally = MarkTally::default();
    let mut failure = Ok(());
    let line = progress.clone();
    let watch = Arc::new(move |looked_at| line.reach(looked_at));
    let result = analysis.run(games, stop, watch, |finished| {
        match progress.beside(|| write(finished)) {
            Ok(()) => {
                tally.add(&finished.tally);
                progress.say(format!("{} of {} games", tally.games, games.len()));
                ControlFlow::Continue(())
            }
            Err(error) => {
                failure = Err(error);
                ControlFlow::Break(())
            }
        }
    });
    progress.finish();
    result?;
    Ok((tally, failure))
}

fn in_words(tally: &MarkTally) -> String {
    let [only, dubious, mistakes, blunders] = tally.marks;
    format!(
        "{} games, {} moves: {only} !, {dubious} ?!, {mistakes} ?, {blunders} ??",
        tally.games, tally.moves
    )
}
