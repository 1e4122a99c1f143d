//! `bstar-lab settings`: what more effort buys, as in Table 2 of the 1996 paper.

use std::path::PathBuf;

use bstar_lab::five_settings::FiveSettings;
use bstar_terminal::progress::Progress;
use clap::Args;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{FirstFailure, Out, Verdict};

/// Asks five settings of the engine about every position of test suites, and counts what each
/// solves.
///
/// The settings are those of Table 2 of the 1996 paper: alpha-beta with --nodes and with four times
/// as many, B* with --nodes, B* with twice as many and probes of the depth the first B* had in that
/// position, and B* with probes a ply deeper and as many expansions as the first B* made there. The
/// rows are the suites; below stands what the paper has, points on the problems of a book. No
/// search remembers another, and the result does not depend on --jobs.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct Arguments {
    /// Suites, EPD, with bm, am or dm
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The standard effort: nodes for a position
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of positions at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Print a JSON object for every position and one for the table
    #[arg(long)]
    json: bool,
}

const EXAMPLE: &str = "\
Example:
  bstar-lab settings data/wac.epd data/bratko-kopec.epd --nodes 100000";

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let mut settings = FiveSettings::load(&arguments.files, arguments.nodes)?;
    settings.jobs = usize::from(arguments.jobs);
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(settings.size() as u64);
    let mut failure = FirstFailure::default();
    let mut done = 0;
    let table = settings.run(&stop, &mut |answers| {
        if arguments.json {
            let written = progress.beside(|| out.json("answers", answers));
            if failure.note(written) {
                stop.set();
            }
        }
        done += 1;
        progress.reach(done);
    });
    progress.finish();
    failure.into_result()?;
    let table = table?;
    if arguments.json {
        out.json("settings", &table)?;
    } else {
        out.line(&table)?;
    }
    Ok(Verdict::unless_interrupted(
        table.interrupted,
        "positions not yet searched are missing",
    ))
}
