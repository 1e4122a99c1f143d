//! `bstar-lab datagen`: training data for a network.

use std::path::{Path, PathBuf};

use bstar_laboratory::{DatagenCheck, DatagenFlaw, DatagenObject};
use bstar_terminal::progress::Progress;
use bstar_training::datagen::{BrokenData, CheckScope, CheckedFile, DataGen, DataTally, check};
use clap::Args;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict, remark};
use bstar_terminal::{cluster, evaluation};

/// Plays games of the alpha-beta searcher against itself from eight to ten random moves and writes
/// every move with its score, about four bytes each, in the format of docs/datagen.md. The same
/// seed gives the same file on every machine. If the file has games of these settings already, the
/// missing ones are added; the settings stand in a file beside it, FILE.settings.
///
/// With --check it replays the games of a file instead: every move legal, and the result the one
/// that follows. Exit code 1 if something is wrong.
#[derive(Args)]
pub struct Arguments {
    /// Output file
    #[arg(short, long, value_name = "FILE", required_unless_present = "check")]
    output: Option<PathBuf>,
    /// Number of games in the file
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: u32,
    /// Nodes per move
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Size of each side's table in MiB; with few nodes per move a small one is faster
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    #[command(flatten)]
    cluster: cluster::Argument,
    #[command(flatten)]
    evaluation: evaluation::Argument,
    /// Check a file instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["output", "games", "nodes", "hash", "seed", "jobs", "cluster", "evaluation"])]
    check: Option<PathBuf>,
    /// Replay only this number of games, spread over the file, and count the others
    #[arg(long, value_name = "GAMES", requires = "check", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// Print a JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Makes a file, or checks one.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    match (&arguments.check, &arguments.output) {
        (Some(file), _) => check_file(file, arguments, out),
        (None, Some(file)) => make(file, arguments, out),
        (None, None) => anyhow::bail!("--output FILE is missing: where to write the games"),
    }
}

fn make(file: &Path, arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let evaluation = arguments.evaluation.evaluation();
    let hands = arguments.cluster.hands_with(arguments.jobs, &evaluation)?;
    let plan = DataGen {
        games: arguments.games as usize,
        nodes: arguments.nodes,
        hash: arguments.hash,
        seed: arguments.seed,
        crew: hands.crew.clone(),
        evaluation,
        file: file.to_owned(),
    };
    let stop = stop_on_interrupt()?;
    let progress = hands.progress(u64::from(arguments.games));
    let made = plan.run(&stop, &mut |tally| {
        progress.reach(tally.games as u64);
        progress.say(format!("{} positions", tally.positions));
    });
    progress.finish();
    let tally = made?;
    let interrupted = stop.is_set() && tally.games < plan.games;
    if arguments.json {
        let made = DatagenObject {
            file,
            tally,
            bytes_per_position: tally.bytes_per_position(),
            interrupted,
        };
        out.json("datagen", &made)?;
    } else {
        out.line(format_args!("{}: {}", file.display(), in_words(&tally)))?;
    }
    Ok(Verdict::unless_interrupted(
        interrupted,
        "the same command goes on from here",
    ))
}

fn check_file(file: &Path, arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let replay = arguments
        .sample
        .map_or(CheckScope::All, |games| CheckScope::Sample(games as usize));
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(std::fs::metadata(file).map_or(0, |found| found.len()));
    let checked = check(file, replay, &stop, &mut |bytes| progress.reach(bytes));
    progress.finish();
    let checked = checked?;
    let is_empty = checked.tally.games == 0 && checked.broken.is_none() && !checked.interrupted;
    anyhow::ensure!(!is_empty, "{} has no games", file.display());
    if arguments.json {
        out.json("datagen-check", &as_object(file, &checked))?;
    } else {
        let CheckedFile {
            tally, replayed, ..
        } = &checked;
        let words = in_words(tally);
        out.line(format_args!(
            "{}: {words}; {replayed} replayed",
            file.display()
        ))?;
        if let Some(broken) = &checked.broken {
            out.line(format_args!("{}, {broken}", file.display()))?;
        }
    }
    Ok(if checked.broken.is_some() {
        Verdict::No
    } else if checked.interrupted {
        remark("interrupted; what follows was not looked at");
        Verdict::Interrupted
    } else {
        Verdict::Done
    })
}

fn as_object<'a>(file: &'a Path, checked: &CheckedFile) -> DatagenCheck<'a> {
    let flawed = |broken: &BrokenData| DatagenFlaw {
        offset: broken.offset,
        flaw: broken.flaw.to_string(),
    };
    DatagenCheck {
        file,
        tally: checked.tally,
        bytes_per_position: checked.tally.bytes_per_position(),
        replayed: checked.replayed,
        broken: checked.broken.as_ref().map(flawed),
        interrupted: checked.interrupted,
    }
}

fn in_words(tally: &DataTally) -> String {
    let DataTally {
        games,
        positions,
        white_wins,
        draws,
        black_wins,
        ..
    } = tally;
    let density = tally
        .bytes_per_position()
        .map_or_else(String::new, |bytes| format!(", {bytes:.2} bytes each"));
    format!(
        "{games} games (White won {white_wins}, Black {black_wins}, {draws} drawn), {positions} positions{density}"
    )
}
