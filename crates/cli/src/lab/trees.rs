//! `bstar lab trees`: searches compared on trees made of random numbers.

use std::path::PathBuf;

use bstar_lab::canonical::{Commitment, Experiment, Limits, Recipe, Searcher, Table};
use bstar_lab::parallel::all_cores;
use bstar_lab::progress::Progress;
use clap::{Args, ValueEnum};

use crate::interrupt::stop_on_interrupt;
use crate::output::{Out, Verdict, remark};

/// Repeats the experiment of the 1978 paper: the same trees for every search, and a table of what each needs against best-first, beside the paper's own (in brackets).
///
/// The paper does not say how a node's two bounds are drawn. --draws, --no-proviso, --closing, --invalid, --growth and --commitment are readings of it; the defaults are the one that
/// comes nearest. The result depends on nothing else but --seed: not on --jobs, and not on how often the experiment was interrupted and resumed.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct Arguments {
    /// How many values there are at the root
    #[arg(long, value_delimiter = ',', default_values_t = [100, 400, 1600, 6400], value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    ranges: Vec<u32>,
    /// How many children a node has
    #[arg(long, value_delimiter = ',', default_values_t = [3, 4, 5, 6, 7, 8, 9, 10], value_parser = clap::value_parser!(u32).range(2..=1_000))]
    widths: Vec<u32>,
    /// Trees of each range and width
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    trees: u32,
    /// A search is given up when it has generated more nodes
    #[arg(long, default_value_t = 30_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    nodes: u32,
    /// Or when it has been deeper
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=50_000))]
    depth: u16,
    /// Bounds are the smallest and the largest of so many draws
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(2..=10))]
    draws: u32,
    /// No child need keep a bound of its parent
    #[arg(long)]
    no_proviso: bool,
    /// A range of at most 2 is closed to its middle
    #[arg(long)]
    closing: bool,
    /// The part of all nodes whose children may exceed their bounds
    #[arg(long, default_value_t = 0.0, value_name = "PART", value_parser = part)]
    invalid: f64,
    /// By what part of their range, half on either side
    #[arg(long, default_value_t = 0.5, value_name = "PART", value_parser = part)]
    growth: f64,
    /// How long a strategy lasts
    #[arg(long, value_enum, default_value_t = Lasting::UntilProof)]
    commitment: Lasting,
    /// Who searches, beside best-first: columns of Table I (2DRM, ADM, …), Alternate, Random, DB, CP, alphabeta, 1996
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    search: Option<Vec<Searcher>>,
    /// Which trees
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Trees at a time; as many as there are cores if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Write finished trees down here, and go on from there
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write an object for every tree and one for the table
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Lasting {
    UntilProof,
    UntilChange,
}

fn part(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(part) if (0.0..=1.0).contains(&part) => Ok(part),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

const EXAMPLE: &str = "\
Examples:
  bstar lab trees --trees 5
  bstar lab trees --search T,ADM,DB,CP,alphabeta
  bstar lab trees --draws 6 --closing --nodes 500000 --depth 10000 --trees 2 --search 2DRM,ADM,DB,CP --resume hard.journal";

/// Searches.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let experiment = arguments.experiment();
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(experiment.size() as u64);
    let lines = experiment.run(&stop, &mut |done| progress.reach(done as u64));
    progress.finish();
    let lines = lines?;
    let table = Table::of(&experiment.searchers, &lines, experiment.limits.depth);
    if arguments.json {
        for line in &lines {
            out.json("tree", line)?;
        }
        out.json("table-one", &table)?;
    } else {
        out.line(&table)?;
    }
    if lines.len() < experiment.size() {
        remark("interrupted; trees not yet searched are missing");
        return Ok(Verdict::Interrupted);
    }
    Ok(Verdict::Done)
}

impl Arguments {
    fn experiment(&self) -> Experiment {
        let searchers = match &self.search {
            None => Searcher::table_one(),
            Some(others) => {
                let mut searchers = Searcher::table_one();
                searchers.truncate(1);
                searchers.extend(others.iter().filter(|other| other.name() != "BF").cloned());
                searchers
            }
        };
        Experiment {
            seed: self.seed,
            ranges: self.ranges.clone(),
            widths: self.widths.clone(),
            trees: self.trees,
            recipe: Recipe {
                draws: self.draws,
                proviso: !self.no_proviso,
                closing: self.closing,
                invalid: self.invalid,
                growth: self.growth,
            },
            limits: Limits {
                nodes: self.nodes as usize,
                depth: usize::from(self.depth),
            },
            commitment: match self.commitment {
                Lasting::UntilProof => Commitment::UntilProof,
                Lasting::UntilChange => Commitment::UntilChange,
            },
            searchers,
            jobs: self.jobs.map_or_else(all_cores, usize::from),
            journal: self.resume.clone(),
        }
    }
}
