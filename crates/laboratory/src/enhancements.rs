//! `bstar-lab enhancements`: what the classical enhancements of alpha-beta save.

use std::env::current_exe;
use std::path::PathBuf;

use anyhow::Context;
use bstar_kit::apart::check_outputs;
use bstar_kit::files::write_whole;
use bstar_kit::stop::Stop;
use bstar_papers::enhancements::{
    Enhancements, InstructionCounter, Instructions, SearchVariant, SearchVariantError,
};
use bstar_terminal::progress::Progress;
use clap::Args;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict, remark};

/// Searches positions by direct alpha-beta, iterative deepening, aspiration and principal variation
/// search, with and without tables of transpositions, refutations and history, and says what each
/// costs against direct alpha-beta: Fig. 8 of Marsland's article of 1991.
///
/// A variant is `direct`, `iterative`, `aspiration` or `pvs`, followed by `+trans`, `+ref`, `+hist`
/// in any combination. All variants find the same values; they differ in what they search. Costs
/// are nodes at the horizon, all nodes, and with --instructions what Valgrind counts. The usual run
/// takes about ten minutes; a depth of 6 takes one.
#[derive(Args)]
#[command(after_long_help = EXAMPLE)]
pub struct Arguments {
    /// The positions, EPD [default: the 24 of Bratko and Kopec]
    file: Option<PathBuf>,
    /// Depth in plies
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(2..=20))]
    depth: u32,
    /// Number of positions to take from the start of the file
    #[arg(long, value_name = "NUMBER")]
    positions: Option<usize>,
    /// Only these variants, beside direct search; `all` for every one there is
    #[arg(long, value_delimiter = ',', value_name = "NAME,…")]
    only: Vec<String>,
    /// The size of the transposition table
    #[arg(long, default_value_t = 8192, value_parser = clap::value_parser!(u32).range(1..))]
    entries: u32,
    /// The most nodes for a search to one depth; where direct search would need more, no variant
    /// goes deeper
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    most_nodes: Option<u64>,
    /// Count instructions as well, to this depth; needs Valgrind
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(2..=20))]
    instructions: Option<u32>,
    /// Number of searches at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Keep a journal of finished searches; what is in it already is not searched again
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Draw the figure
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write everything as a page, Markdown
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Print a JSON object for every depth and one for the whole
    #[arg(long)]
    json: bool,
    /// Search with one variant and say nothing: what is run to count instructions
    #[arg(long, hide = true, value_name = "NAME")]
    once: Option<SearchVariant>,
}

const EXAMPLE: &str = "\
Examples:
  bstar-lab enhancements --depth 4
  bstar-lab enhancements --resume searches.journal --instructions 5 --svg docs/enhancements.svg --page docs/enhancements.md
  bstar-lab enhancements --depth 5 --only aspiration+trans,pvs+trans --entries 1000000";

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let drawn = arguments.svg.iter().chain(&arguments.page);
    check_outputs(drawn, arguments.file.iter().chain(&arguments.resume))?;
    let plan = plan(arguments)?;
    if let Some(variant) = arguments.once {
        plan.search_once(variant, &Stop::new());
        return Ok(Verdict::Done);
    }
    if arguments.instructions.is_some() {
        InstructionCounter::check()?;
    }
    let stop = stop_on_interrupt()?;
    let progress = Progress::new(plan.size() as u64);
    let figure = plan.run(&stop, &mut |done| progress.reach(done as u64));
    progress.finish();
    let mut figure = figure?;
    if let Some(depth) = arguments.instructions
        && !stop.is_set()
    {
        figure.instructions = count_instructions(arguments, &plan, depth, &stop)?;
        figure.interrupted = stop.is_set();
    }
    if arguments.json {
        for row in &figure.rows {
            out.json("enhancements-depth", row)?;
        }
        out.json("enhancements", &figure.summary())?;
    } else {
        out.line(figure.text().trim_end())?;
    }
    if figure.interrupted {
        remark("interrupted; with --resume FILE the same command goes on from here");
        return Ok(Verdict::Interrupted);
    }
    // A picture of half an experiment could be mistaken for the whole.
    if let Some(path) = &arguments.svg {
        write_whole(path, &figure.svg())?;
    }
    if let Some(path) = &arguments.page {
        write_whole(
            path,
            &figure.page(&command(arguments), arguments.svg.as_deref()),
        )?;
    }
    Ok(if figure.disagreements == 0 {
        Verdict::Done
    } else {
        Verdict::No
    })
}

fn plan(arguments: &Arguments) -> anyhow::Result<Enhancements> {
    let mut plan = match &arguments.file {
        Some(path) => Enhancements::load(path)?,
        None => Enhancements::bratko_kopec(),
    };
    if let Some(count) = arguments.positions {
        plan.keep_first(count);
    }
    if arguments.only.iter().any(|name| name == "all") {
        plan.variants = SearchVariant::all();
    } else if !arguments.only.is_empty() {
        let named = arguments.only.iter().map(|name| name.parse());
        plan.variants = named.collect::<Result<Vec<SearchVariant>, SearchVariantError>>()?;
    }
    plan.depth = arguments.depth;
    plan.entries = arguments.entries as usize;
    plan.most_nodes = arguments.most_nodes.unwrap_or(u64::MAX);
    plan.jobs = usize::from(arguments.jobs);
    plan.journal.clone_from(&arguments.resume);
    Ok(plan)
}

/// Runs this program under Valgrind, once for every variant and depth.
fn count_instructions(
    arguments: &Arguments,
    plan: &Enhancements,
    depth: u32,
    stop: &Stop,
) -> anyhow::Result<Option<Instructions>> {
    let mut command = vec!["enhancements".to_owned()];
    if let Some(path) = &arguments.file {
        let path = path
            .to_str()
            .context("the path of the positions is not text")?;
        command.push(path.to_owned());
    }
    let counter = InstructionCounter {
        program: current_exe().context("cannot find out which program this is")?,
        command,
    };
    let runs = (depth as usize - 1) * plan.all_variants().len();
    let progress = Progress::new(runs as u64);
    let counted = counter.count_all(plan, depth, stop, &mut |done| progress.reach(done as u64));
    progress.finish();
    Ok(counted?)
}

/// The command that makes the same page again.
fn command(arguments: &Arguments) -> String {
    let mut words = vec!["bstar-lab enhancements".to_owned()];
    let path = |path: &PathBuf| path.display().to_string();
    words.extend(arguments.file.as_ref().map(path));
    let option = |name: &str, value: Option<String>| value.map(|value| format!("--{name} {value}"));
    let only = (!arguments.only.is_empty()).then(|| arguments.only.join(","));
    let entries = (arguments.entries != 8192).then(|| arguments.entries.to_string());
    let depth = (arguments.depth != 7).then(|| arguments.depth.to_string());
    words.extend(
        [
            option("depth", depth),
            option(
                "positions",
                arguments.positions.map(|count| count.to_string()),
            ),
            option("only", only),
            option("entries", entries),
            option(
                "most-nodes",
                arguments.most_nodes.map(|nodes| nodes.to_string()),
            ),
            option(
                "instructions",
                arguments.instructions.map(|depth| depth.to_string()),
            ),
            option("svg", arguments.svg.as_ref().map(path)),
            option("page", arguments.page.as_ref().map(path)),
        ]
        .into_iter()
        .flatten(),
    );
    words.join(" ")
}
