//! Steps as text: a line each, and tables in the style of the paper's figures.

use bstar::Phase;

use super::names::plain_name;
use super::replay::{NodeRow, NodeTable, ReplayEnding, ReplayStep};
use super::script::{Mover, Script};

/// A step as text.
pub fn step_in_words(script: &Script, step: &ReplayStep) -> String {
    let name = |node: usize| plain_name(script.name(Some(node)));
    match *step {
        ReplayStep::Expand {
            node,
            phase,
            target,
        } => {
            let target = target.map_or_else(String::new, |target| format!(" (target {target})"));
            let phase = phase_name(phase);
            let what = node.map_or_else(|| "the root".to_owned(), name);
            format!("{phase} expands {what}{target}")
        }
        ReplayStep::Table(ref rows) => table(script, rows),
        ReplayStep::Verify { selected, target } => {
            let selected = name(selected);
            format!(
                "SELECT chooses {selected}. VERIFY: can the Opponent bring it down to {target}?"
            )
        }
        ReplayStep::Refuted { selected } => {
            format!("{} is refuted: back to SELECT", name(selected))
        }
        ReplayStep::Done { best, ending } => {
            let best = name(best);
            match ending {
                ReplayEnding::Verified => {
                    format!("{best} is best: no reply is likely to bring it down")
                }
                ReplayEnding::Forced => format!("{best} is the only move"),
                ReplayEnding::ScriptEnded { node } => {
                    let node = name(node);
                    format!(
                        "the script ends: {node} would be expanded next, of which it knows nothing more; {best} is best so far"
                    )
                }
            }
        }
    }
}

/// The phase as the paper writes it.
pub(super) fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Select => "SELECT",
        Phase::Verify => "VERIFY",
    }
}

/// A table like the paper's. `OptVal` is the optimism of the side that moved, `PessVal` that of the
/// other side. The depth counts from 0.
pub fn table(script: &Script, table: &NodeTable) -> String {
    let mut lines = vec![
        [
            "Node",
            "Depth/Parent",
            "OptVal",
            "RealVal",
            "PessVal",
            "TargetVal",
            "OptPrb",
        ]
        .map(str::to_owned),
    ];
    lines.extend(table.rows.iter().map(|row| cells(script, table, row)));
    aligned(&lines)
}

fn cells(script: &Script, table: &NodeTable, row: &NodeRow) -> [String; 7] {
    let node = &script.nodes[row.node];
    let place = match node.parent {
        None => node.depth.to_string(),
        Some(parent) => format!("{}/{}", node.depth, plain_name(script.name(Some(parent)))),
    };
    let (own, others) = match node.mover() {
        Mover::Player => (row.opt, row.pess),
        Mover::Opponent => (row.pess, row.opt),
    };
    [
        plain_name(&node.name),
        place,
        or_undefined(own),
        row.real.to_string(),
        or_undefined(others),
        or_undefined(table.target),
        or_undefined(
            row.probability
                .map(|probability| format!("{probability:.3}")),
        ),
    ]
}

fn or_undefined(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "Undef.".to_owned(), |value| value.to_string())
}

/// Aligns columns: names to the left, numbers to the right.
fn aligned<const N: usize>(lines: &[[String; N]]) -> String {
    let width = |at: usize| {
        let width = |line: &[String; N]| line[at].chars().count();
        lines.iter().map(width).max().unwrap_or(0)
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |cells: &[String; N]| {
        let padded = cells
            .iter()
            .zip(widths)
            .enumerate()
            .map(|(at, (cell, width))| {
                if at < 2 {
                    format!("{cell:<width$}")
                } else {
                    format!("{cell:>width$}")
                }
            });
        padded.collect::<Vec<_>>().join("  ")
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}
