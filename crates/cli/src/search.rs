//! `bstar search`: an alpha-beta search of one position, for people.

use std::collections::BTreeMap;
use std::time::Duration;

use bstar_board::{color_name, fen, notation, san};
use bstar_cli::{SearchLine, SearchObject};
use bstar_engine::{Engine, OnReport, SearchKind, Settings, Task};
use bstar_kit::effort::Effort;
use bstar_terminal::numbers::{nodes_per_second, seconds};
use bstar_thought::SearchReport;
use clap::Args;

use bstar_terminal::interrupt::stop_on_interrupt;
use bstar_terminal::output::{Out, Verdict, remark};
use bstar_terminal::{endings, evaluation, position};

const EXAMPLES: &str = "\
Examples:
  bstar search startpos moves e4 e5
  bstar search \"8/ppp5/8/PPP5/8/8/7k/5K2 w - - 0 1\" --nodes 1000000
  bstar search --depth 12 --multipv 3";

/// Searches a position with alpha-beta and prints the best move, its value, the expected line, and
/// the terms of the evaluation. All values are for the side to move. Without a limit the search
/// takes three seconds. `bstar explain` gives the reasons for a move.
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {
    /// A FEN or `startpos`, optionally followed by `moves e2e4 …` [default: startpos]
    position: Vec<String>,
    /// Time limit in seconds
    #[arg(long, group = "limit", allow_negative_numbers = true, value_parser = seconds)]
    seconds: Option<Duration>,
    /// Node limit
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth limit
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Number of best moves to find
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=218))]
    multipv: u16,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size of the transposition table in MiB
    #[arg(long, default_value_t = Settings::of(SearchKind::AlphaBeta).hash_mib)]
    hash: usize,
    #[command(flatten)]
    evaluation: evaluation::Argument,
    #[command(flatten)]
    endings: endings::EndingsArguments,
    /// Print a JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Searches and tells.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let game = position::parse(&arguments.position)?;
    let position = game.position();
    let mut engine = Engine::new(Settings {
        hash_mib: arguments.hash,
        threads: usize::from(arguments.threads),
        multi_pv: usize::from(arguments.multipv),
        search: SearchKind::AlphaBeta,
        evaluation: arguments.evaluation.evaluation(),
        endings: arguments.endings.tables()?,
        ..Settings::default()
    })?;
    let ends = [
        arguments.seconds.map(Effort::time),
        arguments.nodes.map(Effort::nodes),
        arguments.depth.map(Effort::depth),
    ];
    let ends = ends.into_iter().flatten().reduce(Effort::or);
    let effort = ends.unwrap_or_else(|| Effort::time(Duration::from_secs(3)));
    let stop = stop_on_interrupt()?;
    let mut lines: BTreeMap<usize, SearchReport> = BTreeMap::new();
    let mut keep = OnReport(|report: &SearchReport| {
        lines.insert(report.rank, report.clone());
    });
    let answer = engine.run(&Task::play(&game, effort), &stop, &mut keep);
    if let Some(words) = answer.about_threads(engine.settings().threads) {
        remark(&words);
    }
    let found = SearchObject {
        fen: fen::write(position),
        best: answer.best.map(|mv| notation::write(position, mv)),
        best_san: answer.best.map(|mv| san::write(position, mv)),
        depth: answer.depth,
        nodes: answer.nodes,
        seconds: answer.time.as_secs_f64(),
        lines: lines
            .values()
            .map(|report| SearchLine {
                rank: report.rank,
                score: report.score,
                depth: report.depth,
                moves: in_uci(position, &report.line),
                san: san::numbered(position, &report.line).join(" "),
            })
            .collect(),
    };
    if arguments.json {
        out.json("search", &found)?;
        return Ok(Verdict::Done);
    }
    out.line(position.diagram())?;
    out.line(fen::write(position))?;
    out.line("")?;
    match (&found.best_san, game.outcome()) {
        (None, outcome) => {
            let why = outcome.map_or_else(
                || "there is no legal move".to_owned(),
                |end| end.to_string(),
            );
            out.line(format_args!("The game is over: {why}."))?;
        }
        (Some(best), _) => {
            let mover = color_name(position.side_to_move());
            out.line(format_args!("Alpha-beta chooses {best} for {mover}."))?;
            for line in &found.lines {
                let SearchLine {
                    score, depth, san, ..
                } = line;
                out.line(format_args!("{score} for {mover} (depth {depth}): {san}"))?;
            }
            let SearchObject { nodes, seconds, .. } = found;
            let nps = nodes_per_second(nodes, seconds);
            out.line(format_args!(
                "{nodes} nodes in {seconds:.2} s, {nps} a second. (`bstar explain` searches with B* and gives reasons.)"
            ))?;
        }
    }
    out.line("")?;
    out.line(arguments.evaluation.describe(position).trim_end())?;
    Ok(Verdict::Done)
}

fn in_uci(start: &bstar_board::Position, line: &[bstar_board::Move]) -> Vec<String> {
    let mut position = start.clone();
    let mut words = Vec::new();
    for mv in line {
        if !position.is_legal(*mv) {
            break;
        }
        words.push(notation::write(&position, *mv));
        position = position.after(*mv);
    }
    words
}
