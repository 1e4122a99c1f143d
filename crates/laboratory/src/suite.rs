//! `bstar-lab suite`: positions with known answers.

use std::path::PathBuf;
use std::time::Duration;

use bstar_arena::player::{Budget, PlayerSpec};
use bstar_arena::suite::{Judging, Suite, SuiteAnswer, SuiteResult};
use clap::Args;

use bstar_terminal::cluster;
use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::numbers::seconds;
use bstar_terminal::output::{FirstFailure, Out, Verdict};

const EXAMPLES: &str = "\
Examples:
  bstar-lab suite data/wac.epd --nodes 20000
  bstar-lab suite data/wac.epd --search bstar --seconds 1 --jobs 4
  bstar-lab suite data/bratko-kopec.epd --engine stockfish --nodes 100000
  bstar-lab suite data/wac.epd --nodes 1000000 --cluster nats://192.168.1.5";

/// Asks an engine about every position of a file and compares its move with the file's bm (best),
/// am (avoid) and dm (mate in).
///
/// Every position is searched by an engine that remembers nothing of the others. An answer that is
/// not the file's is judged by two searches ten times as long, one of the answer alone and one of
/// the file's moves: it keeps the win if it is worth +1.50 or a mate, or at most half a pawn less
/// than the file's move. The last two lines are who was asked
/// and `solved K of N`.
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {
    /// The positions
    file: PathBuf,
    /// Searcher: `alphabeta` or `bstar`, perhaps with options after commas
    /// (`bstar,Hash=16,root-search=0`)
    ///
    /// The options are those of the players of `bstar-lab match`; see `bstar-lab match --help`.
    #[arg(long, default_value = "alphabeta", value_name = "PLAYER")]
    search: String,
    /// Ask a UCI engine instead: its command, perhaps with options (`stockfish,Threads=1`)
    #[arg(long, value_name = "COMMAND", conflicts_with = "search")]
    engine: Option<String>,
    /// Seconds per position [default: 1]
    #[arg(long, group = "limit", allow_negative_numbers = true, value_parser = seconds)]
    seconds: Option<Duration>,
    /// Nodes per position
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of every search
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Number of positions at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    #[command(flatten)]
    cluster: cluster::Argument,
    /// Judge the other answers (this is the default)
    #[arg(long, overrides_with = "no_judge")]
    judge: bool,
    /// Do not judge the other answers
    #[arg(long, overrides_with = "judge")]
    no_judge: bool,
    /// Print JSON objects instead of text
    #[arg(long)]
    json: bool,
}

/// Works through the file.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let spec = arguments.engine.as_ref().unwrap_or(&arguments.search);
    let player: PlayerSpec = spec.parse()?;
    let budget = match (arguments.nodes, arguments.depth) {
        (Some(nodes), _) => Budget::Nodes(nodes),
        (None, Some(depth)) => Budget::Depth(depth),
        (None, None) => Budget::MoveTime(arguments.seconds.unwrap_or(Duration::from_secs(1))),
    };
    let mut suite = Suite::load(&arguments.file, player, budget)?;
    let hands = arguments.cluster.hands(arguments.jobs)?;
    suite.crew = hands.crew.clone();
    suite.judging = if arguments.no_judge {
        Judging::Off
    } else {
        Judging::On
    };
    let stop = stop_on_interrupt()?;
    let progress = hands.progress(suite.size() as u64);
    let mut failure = FirstFailure::default();
    let report = suite.run(&stop, &mut |answer, report| {
        let written = progress.beside(|| {
            if arguments.json {
                out.json("position", answer)
            } else {
                out.line(describe(answer))
            }
        });
        if failure.note(written) {
            stop.set();
        }
        progress.reach(report.positions as u64);
        progress.say(format!("solved {}", report.solved));
    });
    progress.finish();
    failure.into_result()?;
    let report = report?;
    if arguments.json {
        out.json("suite", &report)?;
    } else {
        summarise(&report, suite.judging, out)?;
    }
    hands.complain_of_missing()?;
    Ok(if report.interrupted {
        Verdict::Interrupted
    } else {
        Verdict::Done
    })
}

fn describe(answer: &SuiteAnswer) -> String {
    let verdict = if answer.solved {
        "solved"
    } else {
        "not solved"
    };
    let found = match answer.found_after {
        Some(seconds) => format!(", found after {seconds:.3} s"),
        None => String::new(),
    };
    let judged = match &answer.judgement {
        None => String::new(),
        Some(judgement) => format!(
            "; searched longer: {} against {}, {}",
            judgement.answer,
            judgement.expected,
            if judgement.keeps_the_win {
                "keeps the win"
            } else {
                "does not keep it"
            }
        ),
    };
    let score = answer
        .score
        .map_or_else(|| "?".to_owned(), |score| score.to_string());
    let tree = answer.tree.map_or_else(String::new, |tree| {
        format!(
            "{} expansions with probes of {}, ",
            tree.expansions, tree.probe_depth
        )
    });
    format!(
        "{:<14} {:<8} {verdict} (expected {}), {score}, depth {}, {}{} nodes, {:.3} s{found}{judged}",
        answer.id, answer.answer, answer.expected, answer.depth, tree, answer.nodes, answer.seconds
    )
}

fn summarise(report: &SuiteResult, judging: Judging, out: &mut Out) -> std::io::Result<()> {
    let others = report.positions - report.solved;
    if judging == Judging::On && others > 0 {
        out.line(format_args!(
            "of {others} other answers, {} keep the win by a search ten times as long",
            report.keep_the_win
        ))?;
    }
    if let Some(typical) = report.trees.typical() {
        out.line(typical)?;
    }
    out.line(format_args!("asked: {}", report.player))?;
    out.line(format_args!(
        "solved {} of {}",
        report.solved, report.positions
    ))
}
