//! `bstar-lab openings`: making and checking a book.

use std::path::PathBuf;

use bstar_arena::openings::{Book, OpeningPlan, check, generate};
use bstar_board::epd;
use bstar_kit::apart::check_outputs;
use bstar_kit::files::write_whole;
use bstar_terminal::progress::Progress;
use clap::Args;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict, remark};

/// Makes openings: random moves from the start position that lead to balanced positions.
///
/// A quick search checks that no move costs more than 30 centipawns, and a longer one that the
/// position is balanced. The same seed gives the same file on every machine.
///
/// With --check, searches the openings of a file instead and ends with exit code 1 if one is out of
/// balance or is there twice.
#[derive(Args)]
pub struct Arguments {
    /// Check this file instead of making one
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    check: Option<PathBuf>,
    /// Number of openings
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of half moves of each
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=40))]
    plies: u8,
    /// Largest distance from balance, in centipawns
    #[arg(long, default_value_t = 50, value_name = "CP", value_parser = clap::value_parser!(u16).range(1..=1000))]
    max_score: u16,
    /// Nodes of the search that decides
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of searches at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write findings of --check as objects
    #[arg(long)]
    json: bool,
}

/// Makes or checks openings.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    match &arguments.check {
        Some(file) => check_book(file, arguments, out),
        None => make(arguments, out),
    }
}

fn make(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    check_outputs(&arguments.output, [])?;
    let plan = OpeningPlan {
        count: arguments.count as usize,
        seed: arguments.seed,
        plies: usize::from(arguments.plies),
        max_score: i32::from(arguments.max_score),
        nodes: arguments.nodes,
        jobs: usize::from(arguments.jobs),
    };
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(u64::from(arguments.count));
    let openings = generate(&plan, &stop, &mut |done| progress.reach(done as u64));
    progress.finish();
    let openings = openings?;
    if stop.is_set() {
        remark("interrupted; nothing is written");
        return Ok(Verdict::Interrupted);
    }
    let lines: Vec<String> = openings.iter().map(epd::write).collect();
    match &arguments.output {
        Some(path) => write_whole(path, &(lines.join("\n") + "\n"))?,
        None => out.line(lines.join("\n"))?,
    }
    if openings.len() < plan.count {
        remark(&format!(
            "only {} different openings were found",
            openings.len()
        ));
        return Ok(Verdict::No);
    }
    Ok(Verdict::Done)
}

fn check_book(
    file: &std::path::Path,
    arguments: &Arguments,
    out: &mut Out,
) -> anyhow::Result<Verdict> {
    let book = Book::load(file)?;
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(book.size() as u64);
    let findings = check(
        &book,
        i32::from(arguments.max_score),
        arguments.nodes,
        usize::from(arguments.jobs),
        &stop,
        &mut |done| progress.reach(done as u64),
    );
    progress.finish();
    let findings = findings?;
    let bad = findings.iter().filter(|finding| finding.is_bad()).count();
    for finding in &findings {
        if arguments.json {
            out.json("opening", finding)?;
        } else if finding.is_bad() {
            let twin = finding
                .same_as
                .as_ref()
                .map_or_else(String::new, |name| format!(", the same as {name}"));
            out.line(format_args!(
                "{}: {:+} centipawns{twin}",
                finding.name, finding.score
            ))?;
        }
    }
    if !arguments.json {
        out.line(format_args!(
            "{} openings looked at, {bad} bad",
            findings.len()
        ))?;
    }
    Ok(if stop.is_set() {
        Verdict::Interrupted
    } else if bad > 0 {
        Verdict::No
    } else {
        Verdict::Done
    })
}
