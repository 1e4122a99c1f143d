//! The tree as an SVG. It needs no fonts and no style sheet, and has its own background.

use std::fmt::Write;

use super::names::plain_name;
use super::replay::ReplayStep;
use super::script::{Mover, Script};
use super::text_picture::FinalTree;
use super::words::phase_name;
use bstar_kit::drawing::{begin, escaped, text};

/// All lengths are in pixels.
///
/// The height of a box. Its width is what the longest text needs, and at least [`MIN_BOX_WIDTH`].
const BOX_HEIGHT: f64 = 46.0;
const MIN_BOX_WIDTH: f64 = 120.0;
/// The distance between a box and the next to its right.
const BOX_GAP: f64 = 56.0;
const ROW_HEIGHT: f64 = 60.0;
const PICTURE_MARGIN: f64 = 24.0;
const HEAD_HEIGHT: f64 = 64.0;
/// Every rule names the picture. Inside a page a style sheet would apply to the whole page.
const STYLE_SHEET: &str = ".btree{max-width:100%;height:auto}\
    .btree text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1b1f24}\
    .btree .name{font-size:15px;font-weight:700}.btree .value{font-size:12px}\
    .btree .small{font-size:11px;fill:#57606a}.btree .number{font-size:11px;font-weight:600;fill:#ffffff}\
    .btree .title{font-size:17px;font-weight:600}.btree .way{fill:none;stroke:#1b1f24;stroke-width:3}\
    .btree .twig{fill:none;stroke:#8c959f;stroke-width:1.2}";

/// The box of a node and its place in the picture.
struct NodeBox {
    node: Option<usize>,
    parent: Option<usize>,
    column: usize,
    y: f64,
}

/// A picture of the tree at the end of a replay. Each box has a name, values and a probability.
/// Thick lines lead to expanded nodes.
pub fn svg_picture(script: &Script, steps: &[ReplayStep], title: &str) -> String {
    let Some(tree) = FinalTree::of(steps) else {
        return String::new();
    };
    let mut places = Vec::new();
    let mut next_row = 0.0;
    lay_out(script, &tree, None, 0, &mut next_row, &mut places);
    let columns = places.iter().map(|place| place.column).max().unwrap_or(0);
    let box_width = places
        .iter()
        .map(|place| width_of(&texts(script, &tree, place.node)))
        .fold(MIN_BOX_WIDTH, f64::max);
    let width = x_of(columns, box_width) + box_width + PICTURE_MARGIN;
    let height = HEAD_HEIGHT + next_row * ROW_HEIGHT + 2.0 * PICTURE_MARGIN;
    let mut drawing = begin("btree", title, STYLE_SHEET, width, height);
    let _ = write!(
        drawing,
        "<text class=\"title\" x=\"{PICTURE_MARGIN}\" y=\"32\">{}</text>\n\
         <text class=\"small\" x=\"{PICTURE_MARGIN}\" y=\"52\">{}</text>\n",
        escaped(title),
        escaped(&subtitle(&tree)),
    );
    let y_of = |node: Option<usize>| {
        let found = places.iter().find(|place| place.node == node);
        found.map_or(0.0, |place| place.y)
    };
    for place in places.iter().filter(|place| place.node.is_some()) {
        draw_line(&tree, place, y_of(place.parent), box_width, &mut drawing);
    }
    let best = steps.iter().find_map(|step| match step {
        ReplayStep::Done { best, .. } => Some(*best),
        _ => None,
    });
    let is_best = |place: &NodeBox| best.is_some() && place.node == best;
    for place in &places {
        draw_box(
            script,
            &tree,
            place,
            box_width,
            is_best(place),
            &mut drawing,
        );
    }
    let legend = "Blue: Player’s moves. Amber: Opponent’s moves. Thick lines lead to expanded nodes, numbered in order. Thick frame: the best move.";
    let y = height - PICTURE_MARGIN * 0.75;
    let _ = writeln!(
        drawing,
        "<text class=\"small\" x=\"{PICTURE_MARGIN}\" y=\"{y}\">{legend}</text>"
    );
    drawing + "</svg>\n"
}

fn subtitle(tree: &FinalTree) -> String {
    match tree.table.target {
        Some(target) => {
            let phase = phase_name(tree.table.phase);
            format!("p is the probability of reaching the target of {phase}, {target}")
        }
        None => String::new(),
    }
}

/// Gives every leaf a row, from top to bottom. A parent stands in the middle of its children.
fn lay_out(
    script: &Script,
    tree: &FinalTree,
    node: Option<usize>,
    column: usize,
    next_row: &mut f64,
    places: &mut Vec<NodeBox>,
) -> f64 {
    let children = tree.children(script, node);
    let rows: Vec<f64> = children
        .iter()
        .map(|&child| lay_out(script, tree, Some(child), column + 1, next_row, places))
        .collect();
    let row = match rows[..] {
        [] => {
            *next_row += 1.0;
            *next_row - 1.0
        }
        [first, .., last] => f64::midpoint(first, last),
        [only] => only,
    };
    places.push(NodeBox {
        node,
        parent: node.and_then(|node| script.nodes[node].parent),
        column,
        y: HEAD_HEIGHT + PICTURE_MARGIN / 2.0 + row * ROW_HEIGHT,
    });
    row
}

fn x_of(column: usize, box_width: f64) -> f64 {
    PICTURE_MARGIN + column as f64 * (box_width + BOX_GAP)
}

/// The texts in a box.
struct Texts {
    name: String,
    real: String,
    bounds: String,
    probability: String,
}

fn texts(script: &Script, tree: &FinalTree, node: Option<usize>) -> Texts {
    let row = node.and_then(|node| tree.rows.get(&node));
    let bounds = row.map_or([None; 2], |row| [row.opt, row.pess]);
    let bounds = bounds.into_iter().zip(["opt", "pess"]);
    let bounds: Vec<String> = bounds
        .filter_map(|(value, name)| value.map(|value| format!("{name} {value}")))
        .collect();
    let probability = row.and_then(|row| row.probability);
    Texts {
        name: plain_name(script.name(node)),
        real: row.map_or_else(String::new, |row| row.real.to_string()),
        bounds: bounds.join(" · "),
        probability: probability.map_or_else(String::new, |probability| {
            let digits = format!("{probability:.3}");
            format!("p {}", digits.strip_prefix('0').unwrap_or(&digits))
        }),
    }
}

/// The width that a box needs. The font is not known, so the width of letters is a generous guess.
fn width_of(texts: &Texts) -> f64 {
    let letters = |text: &str| text.chars().count() as f64;
    let upper = 9.5 * (letters(&texts.name) + letters(&texts.real)) + 52.0;
    let lower = 6.8 * (letters(&texts.bounds) + letters(&texts.probability)) + 34.0;
    upper.max(lower)
}

fn draw_line(
    tree: &FinalTree,
    place: &NodeBox,
    parent_y: f64,
    box_width: f64,
    drawing: &mut String,
) {
    let to = x_of(place.column, box_width);
    let from = to - BOX_GAP;
    let (from_y, to_y) = (parent_y + BOX_HEIGHT / 2.0, place.y + BOX_HEIGHT / 2.0);
    let middle = f64::midpoint(from, to);
    let class = if tree.expansions.contains_key(&place.node) {
        "way"
    } else {
        "twig"
    };
    let _ = writeln!(
        drawing,
        "<path class=\"{class}\" d=\"M{from:.1} {from_y:.1}C{middle:.1} {from_y:.1} {middle:.1} {to_y:.1} {to:.1} {to_y:.1}\"/>"
    );
}

fn draw_box(
    script: &Script,
    tree: &FinalTree,
    place: &NodeBox,
    width: f64,
    is_best: bool,
    drawing: &mut String,
) {
    let (x, y) = (x_of(place.column, width), place.y);
    let (fill, stroke) = match place.node.map(|node| script.nodes[node].mover()) {
        None => ("#f6f8fa", "#57606a"),
        Some(Mover::Player) => ("#ddeeff", "#2f6fb3"),
        Some(Mover::Opponent) => ("#fff1d6", "#b3741a"),
    };
    let thickness = if is_best { 3.0 } else { 1.2 };
    let _ = writeln!(
        drawing,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{BOX_HEIGHT}\" rx=\"7\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{thickness}\"/>"
    );
    if let Some(number) = tree.expansions.get(&place.node) {
        let (x, y) = (x + width - 4.0, y + 3.0);
        let _ = writeln!(
            drawing,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"10\" fill=\"#1b1f24\"/>"
        );
        text(drawing, "number", x, y + 4.0, "middle", &number.to_string());
    }
    let texts = texts(script, tree, place.node);
    let (left, right) = (x + 10.0, x + width - 10.0);
    let (upper, lower) = (y + 19.0, y + 37.0);
    text(drawing, "name", left, upper, "start", &texts.name);
    // This keeps clear of the number in the corner.
    text(drawing, "name", right - 10.0, upper, "end", &texts.real);
    text(drawing, "value", left, lower, "start", &texts.bounds);
    text(drawing, "value", right, lower, "end", &texts.probability);
}
