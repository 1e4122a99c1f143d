//! `bstar-lab speed`: nodes per second beside another program's.

use std::env::current_exe;
use std::path::PathBuf;

use anyhow::Context;
use bstar_lab::speed::{SpeedPair, Workload, median_ratio};
use bstar_laboratory::SpeedObject;
use bstar_terminal::progress::Progress;
use clap::Args;

use bstar_terminal::evaluation;
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict};

/// Runs `bstar bench` and another program's bench in turns on one core, and compares their nodes
/// per second. The other must end by itself and write `Nodes/second : N` or `N nps`: `bstar-lab
/// speed stockfish bench`.
#[derive(Args)]
pub struct Arguments {
    /// The other program and its arguments
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    command: Vec<String>,
    /// Number of runs of each
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    runs: u16,
    /// The core both run on
    #[arg(long, default_value_t = 0, value_name = "NUMBER")]
    core: u16,
    #[command(flatten)]
    evaluation: evaluation::Argument,
    /// Print a JSON object for every pair and one for all of them
    #[arg(long)]
    json: bool,
}

/// The program `bstar`: the one beside this, else the one that the shell would find.
fn bstar() -> anyhow::Result<PathBuf> {
    let here = current_exe().context("cannot find out which program this is")?;
    let beside = here.with_file_name(format!("bstar{}", std::env::consts::EXE_SUFFIX));
    Ok(match beside.is_file() {
        true => beside,
        false => PathBuf::from("bstar"),
    })
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let program = bstar()?;
    let program = program
        .to_str()
        .context("the path of this program is not text")?;
    // Only Linux has taskset. Elsewhere both run unbound; on an idle machine that is good enough.
    let core = cfg!(target_os = "linux").then_some(usize::from(arguments.core));
    let mut words = vec![program, "bench"];
    if let Some(evaluation) = arguments.evaluation.text() {
        words.extend(["--evaluation", evaluation]);
    }
    let ours = Workload {
        words: words.into_iter().map(str::to_owned).collect(),
        core,
    };
    let theirs = Workload {
        words: arguments.command.clone(),
        core,
    };
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(u64::from(arguments.runs));
    let mut pairs = Vec::new();
    for _ in 0..arguments.runs {
        if stop.is_set() {
            break;
        }
        let pair = SpeedPair::run(&ours, &theirs)?;
        progress.beside(|| {
            if arguments.json {
                out.json("speed-pair", &pair)
            } else {
                out.line(format_args!(
                    "{} nps against {} nps: {:.3}",
                    pair.ours, pair.theirs, pair.ratio
                ))
            }
        })?;
        pairs.push(pair);
        progress.reach(pairs.len() as u64);
    }
    progress.finish();
    if stop.is_set() {
        return Ok(Verdict::Interrupted);
    }
    let median_ratio = median_ratio(&pairs).context("nothing was run")?;
    if arguments.json {
        let summary = SpeedObject {
            pairs: pairs.len(),
            median_ratio,
        };
        out.json("speed", &summary)?;
    } else {
        out.line(format_args!("median ratio {median_ratio:.3}"))?;
    }
    Ok(Verdict::Done)
}
