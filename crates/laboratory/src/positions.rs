//! `bstar-lab positions`: positions from games, in two halves.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use bstar_board::epd::{self, Epd};
use bstar_kit::apart::check_outputs;
use bstar_kit::files::write_whole;
use bstar_lab::sampling::SamplingPlan;
use bstar_terminal::progress::Progress;
use clap::Args;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict, remark};

/// Draws positions from games: one half to learn and tune by, and one to report on.
///
/// Each file gives as many positions as the others, as far as it has them. All positions of a game
/// are in the same half, and so are all games that begin at the same set-up position. Positions
/// with fewer than four legal moves are left out, and those of games that are decided: a quick
/// search expects less than 3 % of a point for one of the sides. The same files, seed and program
/// give the same positions on every machine.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct Arguments {
    /// The games, PGN
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Positions for each half
    #[arg(long, default_value_t = 1500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Only positions with this number of pieces, like 5-7
    #[arg(long, value_name = "FROM-TO", default_value = "2-32", value_parser = men)]
    men: RangeInclusive<u32>,
    /// The most positions of one game
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=50))]
    per_game: u8,
    /// Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of the search that tells whether a game is decided
    #[arg(long, default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of searches at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Where to write the half to learn by (EPD)
    #[arg(long, value_name = "FILE")]
    learn: PathBuf,
    /// Where to write the half to report on (EPD)
    #[arg(long, value_name = "FILE")]
    report: PathBuf,
}

const EXAMPLE: &str = "\
Example:
  bstar-lab positions games.pgn --count 500 --learn learn.epd --report report.epd";

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    check_outputs([&arguments.learn, &arguments.report], &arguments.files)?;
    let plan = SamplingPlan {
        files: arguments.files.clone(),
        count: arguments.count as usize,
        men: arguments.men.clone(),
        per_game: usize::from(arguments.per_game),
        seed: arguments.seed,
        nodes: arguments.nodes,
        jobs: usize::from(arguments.jobs),
    };
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(0);
    let sample = plan.draw(&stop, &mut |done, all| {
        progress.reach_of(done as u64, all as u64);
    });
    progress.finish();
    let Some(sample) = sample? else {
        remark("interrupted; nothing is written");
        return Ok(Verdict::Interrupted);
    };
    for (file, half) in [
        (&arguments.learn, &sample.learn),
        (&arguments.report, &sample.report),
    ] {
        write(file, half)?;
        out.line(format_args!(
            "{} positions in {}",
            half.len(),
            file.display()
        ))?;
    }
    if !sample.is_full(plan.count) {
        remark("the games do not have as many positions as wanted");
        return Ok(Verdict::No);
    }
    Ok(Verdict::Done)
}

/// Reads `5-7`, or one number.
fn men(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().ok();
    match (number(from), number(to)) {
        (Some(from), Some(to)) if (2..=32).contains(&from) && (from..=32).contains(&to) => {
            Ok(from..=to)
        }
        _ => Err("expected two numbers from 2 to 32, like 5-7".to_owned()),
    }
}

fn write(file: &Path, half: &[Epd]) -> anyhow::Result<()> {
    let lines: Vec<String> = half.iter().map(epd::write).collect();
    Ok(write_whole(file, &(lines.join("\n") + "\n"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_men() {
        assert_eq!(men("5-7"), Ok(5..=7));
        assert_eq!(men("6"), Ok(6..=6));
        for wrong in ["7-5", "1-4", "5-33", "many", "", "5-"] {
            assert!(men(wrong).is_err(), "{wrong}");
        }
    }
}
