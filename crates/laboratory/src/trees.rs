//! `bstar-lab trees`: searches compared on trees made of random numbers.

use std::path::{Path, PathBuf};

use bstar_kit::apart::check_outputs;
use bstar_kit::files::write_whole;
use bstar_kit::workers::all_cores;
use bstar_papers::random_trees::{
    Commitment, NamedSearch, PageOutcome, Recipe, TableOne, TreeExperiment, TreeLimits,
    cost_picture, write_page,
};
use bstar_terminal::progress::Progress;
use clap::{Args, ValueEnum};

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict, remark};

/// Repeats the experiment of the 1978 paper: the same trees for every search, and a table of what
/// each needs against best-first, beside the paper's own (in brackets).
///
/// The paper does not say how a node's two bounds are drawn. --draws, --proviso, --closing,
/// --invalid, --growth and --commitment are readings of it; the defaults are the one that comes
/// nearest. The result depends on nothing else but --seed: not on --jobs, and not on how often the
/// experiment was interrupted and resumed.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct Arguments {
    /// Number of values at the root
    #[arg(long, value_delimiter = ',', default_values_t = [100, 400, 1600, 6400], value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    ranges: Vec<u32>,
    /// Number of children of a node
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
    /// Number of draws of which the smallest and the largest are the bounds
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=10))]
    draws: u32,
    /// One child must keep the lower bound of its parent, and one the upper
    #[arg(long)]
    proviso: bool,
    /// A range of at most 2 is closed to its middle
    #[arg(long)]
    closing: bool,
    /// The part of all nodes whose children may exceed their bounds
    #[arg(long, default_value_t = 0.0, value_name = "PART", value_parser = part)]
    invalid: f64,
    /// By what part of their range, half on either side
    #[arg(long, default_value_t = 0.5, value_name = "PART", value_parser = part)]
    growth: f64,
    /// Duration of a strategy
    #[arg(long, value_enum, default_value_t = CommitmentArgument::UntilChange)]
    commitment: CommitmentArgument,
    /// The searches beside best-first: columns of Table I (2DRM, ADM, …), Alternate, Random, DB,
    /// CP, alphabeta, 1996, Palay
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    search: Option<Vec<NamedSearch>>,
    /// Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of trees at a time [default: one per core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Write finished trees down here, and go on from there
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Print a JSON object for every tree and one for the table
    #[arg(long)]
    json: bool,
    /// Draw effort by the size of trees as an SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Make all experiments of the results page again, and write it and its pictures into this
    /// folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["ranges", "widths", "trees", "nodes", "depth", "draws", "proviso", "closing", "invalid", "growth", "commitment", "search", "seed", "resume", "json", "plot"])]
    page: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CommitmentArgument {
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
  bstar-lab trees --trees 5
  bstar-lab trees --search T,ADM,DB,CP,alphabeta
  bstar-lab trees --draws 6 --closing --nodes 500000 --depth 10000 --trees 2 --search 2DRM,ADM,DB,CP --resume hard.journal";

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    if let Some(folder) = &arguments.page {
        return write(folder, arguments.jobs(), out);
    }
    check_outputs(&arguments.plot, &arguments.resume)?;
    let experiment = arguments.experiment();
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(experiment.size() as u64);
    let lines = experiment.run(&stop, &mut |done| progress.reach(done as u64));
    progress.finish();
    let lines = lines?;
    let table = TableOne::of(&experiment.searches, &lines, experiment.limits.depth);
    if arguments.json {
        for line in &lines {
            out.json("tree", line)?;
        }
        out.json("table-one", &table)?;
    } else {
        out.line(&table)?;
    }
    if let Some(path) = &arguments.plot {
        write_whole(path, &cost_picture(&table))?;
    }
    Ok(Verdict::unless_interrupted(
        lines.len() < experiment.size(),
        "trees not yet searched are missing",
    ))
}

fn write(folder: &Path, jobs: usize, out: &mut Out) -> anyhow::Result<Verdict> {
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(1);
    let written = write_page(folder, jobs, &stop, &mut |step| {
        progress.reach_of(step.done as u64, step.of as u64);
    });
    progress.finish();
    match written? {
        PageOutcome::Whole => {
            out.line(format_args!("{}", folder.join("trees.md").display()))?;
            Ok(Verdict::Done)
        }
        PageOutcome::Nothing => {
            remark("interrupted; nothing was written");
            Ok(Verdict::Interrupted)
        }
    }
}

impl Arguments {
    fn jobs(&self) -> usize {
        self.jobs.map_or_else(all_cores, usize::from)
    }

    fn experiment(&self) -> TreeExperiment {
        let searches = match &self.search {
            None => NamedSearch::table_one(),
            Some(others) => {
                let mut searches = NamedSearch::table_one();
                searches.truncate(1);
                searches.extend(others.iter().filter(|other| other.name() != "BF").cloned());
                searches
            }
        };
        TreeExperiment {
            seed: self.seed,
            ranges: self.ranges.clone(),
            widths: self.widths.clone(),
            trees: self.trees,
            recipe: Recipe {
                draws: self.draws,
                proviso: self.proviso,
                closing: self.closing,
                invalid: self.invalid,
                growth: self.growth,
            },
            limits: TreeLimits {
                nodes: self.nodes as usize,
                depth: usize::from(self.depth),
            },
            commitment: match self.commitment {
                CommitmentArgument::UntilProof => Commitment::UntilProof,
                CommitmentArgument::UntilChange => Commitment::UntilChange,
            },
            searches,
            jobs: self.jobs(),
            journal: self.resume.clone(),
        }
    }
}
