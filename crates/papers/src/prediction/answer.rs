//! The answer to the question of the experiment, in words.

use std::fmt::Write;

use super::conclusions::{PowerTrend, TrendDirection, WhoIsAhead, largest_complete};
use super::scaling_run::ScalingRun;

/// The answer to the question of the experiment.
pub(super) fn answer(runs: &[ScalingRun], ahead: WhoIsAhead, trend: Option<PowerTrend>) -> String {
    let mut words = who_is_ahead(runs, ahead);
    for run in runs.iter().filter(|run| !run.is_complete()) {
        let _ = write!(
            words,
            " At {} nodes {} of {} games announced are played.",
            grouped(run.nodes),
            run.games,
            run.announced
        );
    }
    let by_root: Vec<String> = runs
        .iter()
        .filter(|run| run.is_tree_led == Some(false))
        .map(|run| grouped(run.nodes))
        .collect();
    if !by_root.is_empty() {
        let _ = write!(
            words,
            " At {} nodes the tree did not lead the search of B*: that does not test the prediction.",
            by_root.join(" and ")
        );
    }
    match trend {
        Some(trend) => {
            let _ = write!(words, " {}", trend_in_words(&trend));
        }
        None => words.push_str(" Two powers are needed to say whether the score rises with power."),
    }
    words
}

fn who_is_ahead(runs: &[ScalingRun], ahead: WhoIsAhead) -> String {
    let Some(run) = largest_complete(runs) else {
        return "No run is complete: nothing is decided yet.".to_owned();
    };
    let score = percent(run.score.unwrap_or_default(), run.interval);
    let verdict = match ahead {
        WhoIsAhead::Bstar => "B* is ahead",
        WhoIsAhead::Alphabeta => "alpha-beta is ahead",
        WhoIsAhead::Undecided | WhoIsAhead::NothingComplete => "undecided, so far",
    };
    format!(
        "At {} nodes a move, the largest power whose run is complete, B* scored {score}: {verdict}.",
        grouped(run.nodes)
    )
}

fn trend_in_words(trend: &PowerTrend) -> String {
    let verdict = match trend.direction {
        TrendDirection::Rises => "The score rises with power",
        TrendDirection::Falls => "The score falls with power",
        TrendDirection::Undecided => "Whether the score rises with power is undecided, so far",
    };
    format!(
        "{verdict}: from {} to {} nodes a move it changes by {:+.1} points of 100 (95 % interval {:+.1} to {:+.1}).",
        grouped(trend.from_nodes),
        grouped(trend.to_nodes),
        100.0 * trend.difference,
        100.0 * trend.interval[0],
        100.0 * trend.interval[1]
    )
}

/// A score in percent, with its 95 % interval if there is one.
pub(super) fn percent(score: f64, interval: Option<[f64; 2]>) -> String {
    let score = format!("{:.1} %", 100.0 * score);
    match interval.map(|ends| ends.map(|end| 100.0 * end)) {
        Some([low, high]) => format!("{score} ({low:.1} to {high:.1})"),
        None => score,
    }
}

/// A number with its digits in groups of three, like 1,500,000.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
