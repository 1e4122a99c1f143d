//! `bstar bench`: a fixed workload.

use bstar_cli::BenchObject;
use bstar_engine::SearchKind;
use bstar_terminal::numbers::nodes_per_second;
use bstar_terminal::progress::Progress;
use clap::Args;

use bstar_terminal::evaluation;
use bstar_terminal::output::{Out, Verdict};

/// Searches a fixed set of positions: alpha-beta to a fixed depth, B* with a fixed number of
/// expansions. The node count is the same on every machine, and changes only with the search. The
/// last line is `N nodes M nps`.
#[derive(Args)]
pub struct Arguments {
    /// Which search
    #[arg(long, value_enum, default_value_t = Whose::Alphabeta)]
    search: Whose,
    #[command(flatten)]
    evaluation: evaluation::Argument,
    /// Print a JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Whose {
    Alphabeta,
    Bstar,
}

/// Runs the workload.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let evaluation = arguments.evaluation.evaluation();
    let progress = Progress::new(0);
    let search = match arguments.search {
        Whose::Alphabeta => SearchKind::AlphaBeta,
        Whose::Bstar => SearchKind::Bstar,
    };
    let bench = bstar_engine::bench(search, &evaluation, &mut |done, of| {
        progress.reach_of(done as u64, of as u64)
    });
    progress.finish();
    let seconds = bench.time.as_secs_f64();
    let nps = nodes_per_second(bench.nodes, seconds);
    if arguments.json {
        let nodes = bench.nodes;
        out.json(
            "bench",
            &BenchObject {
                nodes,
                seconds,
                nps,
            },
        )?;
    } else {
        out.line(format_args!("{} nodes {nps} nps", bench.nodes))?;
    }
    Ok(Verdict::Done)
}
