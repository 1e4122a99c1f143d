//! The tree as a picture of letters and lines.

use std::collections::HashMap;

use super::names::plain_name;
use super::replay::{NodeRow, NodeTable, ReplayStep};
use super::script::Script;

/// The tree at the end of a replay: the last table, and the number of each expansion.
pub(super) struct FinalTree<'a> {
    pub rows: HashMap<usize, &'a NodeRow>,
    pub table: &'a NodeTable,
    /// The root's expansion is number 1.
    pub expansions: HashMap<Option<usize>, usize>,
}

impl<'a> FinalTree<'a> {
    /// `None` if nothing was expanded.
    pub fn of(steps: &'a [ReplayStep]) -> Option<FinalTree<'a>> {
        let table = steps.iter().rev().find_map(|step| match step {
            ReplayStep::Table(table) => Some(table),
            _ => None,
        })?;
        let expanded = steps.iter().filter_map(|step| match step {
            ReplayStep::Expand { node, .. } => Some(*node),
            _ => None,
        });
        Some(FinalTree {
            rows: table.rows.iter().map(|row| (row.node, row)).collect(),
            table,
            expansions: expanded.zip(1..).collect(),
        })
    }

    /// The children of a node, if the search knows them.
    pub fn children<'s>(&self, script: &'s Script, node: Option<usize>) -> &'s [usize] {
        if self.expansions.contains_key(&node) {
            script.moves(node).unwrap_or_default()
        } else {
            &[]
        }
    }
}

/// A picture of the tree at the end of a replay. Each node has its values and its probability, if
/// there is one. Double lines lead to expanded nodes, with the number of the expansion.
///
/// ```
/// use bstar_papers::scripted_tree::{example, text_picture};
///
/// let script = example::script();
/// let drawn = text_picture(&script, &script.steps());
/// assert!(drawn.contains("╞═ A  real 30, opt 76, pess 4; expansion 2\n"), "{drawn}");
/// ```
pub fn text_picture(script: &Script, steps: &[ReplayStep]) -> String {
    let Some(tree) = FinalTree::of(steps) else {
        return String::new();
    };
    let mut lines = vec!["root; expansion 1".to_owned()];
    draw(script, &tree, None, "", &mut lines);
    lines.join("\n")
}

fn draw(
    script: &Script,
    tree: &FinalTree,
    node: Option<usize>,
    margin: &str,
    lines: &mut Vec<String>,
) {
    let children = tree.children(script, node);
    for (at, &child) in children.iter().enumerate() {
        let is_last = at + 1 == children.len();
        let line = match (is_last, tree.expansions.contains_key(&Some(child))) {
            (false, false) => "├─ ",
            (false, true) => "╞═ ",
            (true, false) => "└─ ",
            (true, true) => "╘═ ",
        };
        lines.push(format!("{margin}{line}{}", describe(script, tree, child)));
        let below = if is_last { "   " } else { "│  " };
        draw(
            script,
            tree,
            Some(child),
            &format!("{margin}{below}"),
            lines,
        );
    }
}

fn describe(script: &Script, tree: &FinalTree, node: usize) -> String {
    let mut words = plain_name(script.name(Some(node)));
    if let Some(row) = tree.rows.get(&node) {
        words += &format!("  real {}", row.real);
        for (bound, value) in [("opt", row.opt), ("pess", row.pess)] {
            if let Some(value) = value {
                words += &format!(", {bound} {value}");
            }
        }
        if let Some(probability) = row.probability {
            words += &format!("; probability {probability:.3}");
        }
    }
    if let Some(number) = tree.expansions.get(&Some(node)) {
        words += &format!("; expansion {number}");
    }
    words
}
