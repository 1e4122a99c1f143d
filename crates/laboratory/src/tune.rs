//! `bstar-lab tune` and `bstar-lab wdl`: what the engine learns from its own games.

use std::path::PathBuf;

use anyhow::bail;
use bstar_kit::apart::check_outputs;
use bstar_kit::files::write_whole;
use bstar_terminal::progress::Progress;
use bstar_training::tune::{TrainingSet, Tuner, TunerSettings, read_positions, write_weights};
use bstar_training::wdl;
use clap::Args;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict, remark};

/// Tunes the evaluation by logistic regression on games, as `bstar-lab selfplay` writes them, and
/// writes the file of weights. Build the program again to use them.
#[derive(Args)]
pub struct TuneArguments {
    /// The games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Output file
    #[arg(short, long, default_value = "crates/eval/src/weights.rs")]
    output: PathBuf,
    /// How often the tuner goes through all positions
    #[arg(long, default_value_t = 400)]
    epochs: u32,
    /// The part of the search's own score in what is learned, 0 to 1; the rest is the game's result
    #[arg(long, default_value_t = 0.3)]
    blend: f64,
    /// Turns centipawns into expectation: 1 / (1 + exp(-k × centipawns))
    #[arg(long, default_value_t = TunerSettings::default().k)]
    k: f64,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
}

/// Runs `bstar-lab tune`.
pub fn tune(arguments: &TuneArguments, out: &mut Out) -> anyhow::Result<Verdict> {
    if !(0.0..=1.0).contains(&arguments.blend) {
        bail!("--blend {} is not between 0 and 1", arguments.blend);
    }
    check_outputs([&arguments.output], &arguments.games)?;
    let mut training_set = TrainingSet::default();
    let mut games = 0;
    for path in &arguments.games {
        games += read_positions(path, &mut |position| {
            if position.is_quiet() {
                training_set.add(&position, arguments.blend, arguments.k);
            }
        })?;
    }
    if training_set.is_empty() {
        bail!("there is no quiet position with a score in these games");
    }
    out.line(format_args!(
        "{games} games, {} quiet positions",
        training_set.len()
    ))?;

    let stop = stop_on_interrupt()?;
    let settings = TunerSettings {
        k: arguments.k,
        jobs: usize::from(arguments.jobs),
        ..TunerSettings::default()
    };
    let mut tuner = Tuner::new(&training_set, settings);
    let progress = Progress::new(u64::from(arguments.epochs));
    let (mut first, mut last) = (None, None);
    for epoch in 0..arguments.epochs {
        if epoch == arguments.epochs / 2 || epoch == arguments.epochs * 3 / 4 {
            tuner.slow_down(0.3);
        }
        let report = tuner.step();
        first = first.or(Some(report));
        last = Some(report);
        progress.reach(u64::from(epoch) + 1);
        progress.say(format!("loss {:.5}", report.checking));
        if stop.is_set() {
            break;
        }
    }
    progress.finish();
    if let (Some(first), Some(last)) = (first, last) {
        out.line(format_args!(
            "loss on the games learned from: {:.5} before, {:.5} after {} epochs",
            first.learning, last.learning, last.number
        ))?;
        out.line(format_args!(
            "loss on one game in ten set aside: {:.5} before, {:.5} after",
            first.checking, last.checking
        ))?;
    }
    let origin = format!(
        "Tuned on {games} games, {} quiet positions.",
        training_set.len()
    );
    write_whole(&arguments.output, &write_weights(&tuner.weights(), &origin))?;
    out.line(format_args!(
        "weights written to {}",
        arguments.output.display()
    ))?;
    Ok(Verdict::Done)
}

/// Fits the chances of win, draw and loss to games, and prints how well expectation and result
/// agree.
#[derive(Args)]
pub struct WdlArguments {
    /// The games: PGN with scores in comments, or training data
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Draw how well expectation and result agree
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Print JSON objects instead of text
    #[arg(long)]
    json: bool,
}

/// Runs `bstar-lab wdl`.
pub fn fit_wdl(arguments: &WdlArguments, out: &mut Out) -> anyhow::Result<Verdict> {
    check_outputs(&arguments.plot, &arguments.games)?;
    let mut results = Vec::new();
    for path in &arguments.games {
        let found = wdl::read(path)?;
        if let Some(broken) = found.broken {
            remark(&format!("{}, {broken}; they are used", path.display()));
        }
        results.extend(found.results);
    }
    if results.is_empty() {
        bail!("there is no position with a score in these games");
    }
    let model = wdl::fit(&results);
    let rows = wdl::reliability(&model, &results);
    if let Some(path) = &arguments.plot {
        write_whole(path, &wdl::picture(&rows))?;
    }
    if arguments.json {
        for row in &rows {
            out.json("reliability", row)?;
        }
        return Ok(Verdict::Done);
    }
    out.line(format_args!("{} positions", results.len()))?;
    out.line(format_args!(
        "middle: {:.0} + {:.0} × phase; spread: {:.0} + {:.0} × phase; loss {:.4}",
        model.middle[0],
        model.middle[1],
        model.spread[0],
        model.spread[1],
        wdl::mean_loss(&model, &results)
    ))?;
    out.line(format_args!(
        "{:>10}{:>12}{:>10}{:>10}",
        "score from", "positions", "expected", "happened"
    ))?;
    for row in rows {
        out.line(format_args!(
            "{:>10}{:>12}{:>10.3}{:>10.3}",
            row.from, row.count, row.expected, row.happened
        ))?;
    }
    Ok(Verdict::Done)
}
