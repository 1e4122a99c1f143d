//! The root moves side by side, as a table for people.

use bstar_board::san;

use crate::facts::{Chances, Likelihood, Reading, RootMove, tenths};
use crate::write::words::grammar::{count, side, wrapped};

/// The most moves that are shown.
const MAX_ROWS: usize = 12;

/// The table with its legend.
pub fn table(reading: &Reading) -> String {
    let Some(best) = reading.best() else {
        return String::new();
    };
    let shown = shown(reading, best);
    let mut rows = vec![
        [
            "move",
            "least",
            "likely",
            "most",
            "overtakes",
            "spent",
            "answer",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    rows.extend(shown.iter().map(|known| row(reading, known)));
    let mut text = in_columns(&rows, &[0, 6]);
    let hidden = reading.moves.len() - shown.len();
    if hidden > 0 {
        text.push_str(
            &format!("and {}\n", count(hidden, "other move", "other moves")).replace('\u{a0}', " "),
        );
    }
    text.push('\n');
    text.push_str(&wrapped(&legend(reading, &shown)));
    text.push('\n');
    text
}

/// Rows of cells, one below the other. Words stand at the left of their column, numbers at the
/// right.
pub(super) fn in_columns(rows: &[Vec<String>], of_words: &[usize]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..columns).filter_map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells: Vec<String> = cells
            .map(
                |(column, (cell, &width))| match of_words.contains(&column) {
                    true => format!("{cell:<width$}"),
                    false => format!("{cell:>width$}"),
                },
            )
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

fn legend(reading: &Reading, shown: &[&RootMove]) -> String {
    let (mover, other) = (side(reading.mover()), side(!reading.mover()));
    let mut text = format!(
        "In percent of expected score for {mover}: likely is the estimate, least and most are how far {other} or {mover} might still move it (- where nobody \
         asked). Spent counts expansions; the answer is the reply that holds the move there."
    );
    let cells: Vec<String> = shown.iter().flat_map(|known| row(reading, known)).collect();
    if cells.iter().any(|cell| cell.contains(['≤', '≥', '–'])) {
        text.push_str(" ≤, ≥ and – tell what is known only to be at most, at least or between.");
    }
    if cells.iter().any(|cell| cell == "?") {
        text.push_str(" ? is not known.");
    }
    if let Some(mark) = reading.overtaking_target() {
        text.push_str(&format!(
            " Overtakes is the chance that further search would raise the move to {}%, half-way from what the best is likely \
             worth to the second-highest most.",
            tenths(mark.round() as i32)
        ));
    }
    text
}

/// The moves that are shown, in their order. Where there are too many, those that the search looked
/// into come before all others.
fn shown<'r>(reading: &'r Reading, best: &RootMove) -> Vec<&'r RootMove> {
    let worth_showing = reading
        .moves
        .iter()
        .enumerate()
        .filter(|(_, known)| is_worth_showing(known, best));
    let mut chosen: Vec<(usize, &RootMove)> = worth_showing.collect();
    chosen.sort_by_key(|(place, known)| (known.mv != best.mv, known.spent == 0, *place));
    chosen.truncate(MAX_ROWS);
    chosen.sort_by_key(|(place, _)| *place);
    chosen.into_iter().map(|(_, known)| known).collect()
}

fn is_worth_showing(known: &RootMove, best: &RootMove) -> bool {
    // A move whose reach is unknown might reach anything.
    let reach = known.most.map(|most| most.max);
    known.mv == best.mv || known.spent > 0 || reach.is_none_or(|most| most >= best.likely.min)
}

fn row(reading: &Reading, known: &RootMove) -> Vec<String> {
    let cell = |chances: Option<Chances>| chances.map_or_else(|| "-".to_owned(), Chances::cell);
    let after = reading.position().after(known.mv);
    vec![
        known.san.clone(),
        cell(known.least),
        cell(Some(known.likely)),
        cell(known.most),
        known
            .overtakes
            .map_or_else(|| "-".to_owned(), Likelihood::cell),
        known.spent.to_string(),
        known
            .answer
            .map_or_else(|| "-".to_owned(), |mv| san::write(&after, mv)),
    ]
}
