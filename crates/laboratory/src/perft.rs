//! `bstar-lab perft`: counting move sequences.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use bstar_arena::positions::read_positions;
use bstar_board::{PerftTable, divide, notation};
use bstar_laboratory::{PerftFile, PerftMismatch, PerftMove, PerftObject};
use clap::Args;

use bstar_terminal::numbers::nodes_per_second;
use bstar_terminal::output::{Out, Verdict};
use bstar_terminal::position;

const EXAMPLES: &str = "\
Examples:
  bstar-lab perft 5
  bstar-lab perft startpos moves e4 4";

/// Counts the sequences of DEPTH legal moves, for each first move and in all. With --file, compares
/// with the counts in a file and ends with exit code 1 if one is wrong.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A FEN, `startpos`, or either followed by `moves …`; then the depth. Without a position: the
    /// start position
    #[arg(required = true, value_name = "[POSITION] DEPTH")]
    words: Vec<String>,
    /// Check a file of positions with counts (`;D1 20 ;D2 400 …`), up to DEPTH
    #[arg(long, value_name = "EPD")]
    file: Option<PathBuf>,
    /// Print JSON objects instead of text
    #[arg(long)]
    json: bool,
}

/// Deeper counts do not fit into 64 bits and take longer than a lifetime.
const MAX_DEPTH_PLIES: u32 = 12;

/// Counts, or compares counts.
pub fn run(arguments: &Arguments, out: &mut Out) -> anyhow::Result<Verdict> {
    let (depth, place) = arguments.words.split_last().context("a depth is needed")?;
    let depth: u32 = depth
        .trim()
        .parse()
        .ok()
        .filter(|depth| (1..=MAX_DEPTH_PLIES).contains(depth))
        .with_context(|| {
            format!(
                "`{depth}` is not a depth: expected a number from 1 to {MAX_DEPTH_PLIES} as the last word"
            )
        })?;
    match &arguments.file {
        None => count(place, depth, arguments, out),
        Some(_) if !place.is_empty() => bail!("a position and --file do not go together"),
        Some(file) => compare(file, depth, arguments, out),
    }
}

fn count(
    place: &[String],
    depth: u32,
    arguments: &Arguments,
    out: &mut Out,
) -> anyhow::Result<Verdict> {
    let game = position::parse(place)?;
    let begin = Instant::now();
    let counts = divide(game.position(), depth);
    let seconds = begin.elapsed().as_secs_f64();
    let nodes = counts.iter().map(|(_, nodes)| nodes).sum();
    let moves = counts.into_iter().map(|(mv, nodes)| PerftMove {
        r#move: notation::write(game.position(), mv),
        nodes,
    });
    let count = PerftObject {
        depth,
        moves: moves.collect(),
        nodes,
        seconds,
        nps: nodes_per_second(nodes, seconds),
    };
    if arguments.json {
        out.json("perft", &count)?;
    } else {
        for PerftMove { r#move, nodes } in &count.moves {
            out.line(format_args!("{move}: {nodes}"))?;
        }
        out.line(format_args!(
            "{nodes} in {seconds:.3} s, {} a second",
            count.nps
        ))?;
    }
    Ok(Verdict::Done)
}

fn compare(
    file: &Path,
    deepest: u32,
    arguments: &Arguments,
    out: &mut Out,
) -> anyhow::Result<Verdict> {
    let positions = read_positions(file)?;
    let mut table = PerftTable::new();
    let begin = Instant::now();
    let (mut counts, mut wrong, mut nodes) = (0, 0, 0);
    for numbered in &positions {
        let (line, epd) = (numbered.line, &numbered.epd);
        let mut known = 0;
        for depth in 1..=deepest {
            let Some(text) = epd.operand(&format!("D{depth}")) else {
                continue;
            };
            let expected: u64 = text.parse().ok().with_context(|| {
                format!("{}, line {line}: `{text}` is not a count", file.display())
            })?;
            let counted = table.perft(&epd.position, depth);
            (known, counts, nodes) = (known + 1, counts + 1, nodes + counted);
            if counted != expected {
                wrong += 1;
                let comparison = PerftMismatch {
                    line,
                    depth,
                    expected,
                    counted,
                };
                if arguments.json {
                    out.json("perft-mismatch", &comparison)?;
                } else {
                    out.line(format_args!(
                        "line {line}, depth {depth}: counted {counted}, expected {expected}"
                    ))?;
                }
            }
        }
        if known == 0 {
            bail!(
                "{}, line {line}: no counts (D1, D2, …) up to depth {deepest}",
                file.display()
            );
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    let summary = PerftFile {
        positions: positions.len(),
        counts,
        wrong,
        nodes,
        seconds,
        nps: nodes_per_second(nodes, seconds),
    };
    if arguments.json {
        out.json("perft-file", &summary)?;
    } else {
        let verdict = if wrong == 0 {
            "all right".to_owned()
        } else {
            format!("{wrong} wrong")
        };
        out.line(format_args!(
            "{} positions, {counts} counts, {verdict}; {nodes} in {seconds:.1} s, {} a second",
            summary.positions, summary.nps
        ))?;
    }
    Ok(if wrong == 0 {
        Verdict::Done
    } else {
        Verdict::No
    })
}
