//! What follows from the runs, by rules that were fixed before the first game.

use serde::Serialize;

use super::scaling_run::ScalingRun;

/// Who is ahead at the largest power whose run is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WhoIsAhead {
    /// No run is complete.
    NothingComplete,
    /// The 95 % interval of the score contains 50 %.
    Undecided,
    /// The whole interval lies above 50 %.
    Bstar,
    /// The whole interval lies below 50 %.
    Alphabeta,
}

/// How the score of B* changes from the smallest power to the largest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PowerTrend {
    /// The smallest power, in nodes a move.
    pub from_nodes: u64,
    /// The largest power.
    pub to_nodes: u64,
    /// By how much the score at the largest power is higher, as a share of the points.
    pub difference: f64,
    /// Its 95 % interval: the lower and the upper end.
    pub interval: [f64; 2],
    /// What that means.
    pub direction: TrendDirection,
}

/// Whether a score rises with power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TrendDirection {
    /// The whole interval of the difference lies above 0.
    Rises,
    /// The whole interval lies below 0.
    Falls,
    /// It contains 0.
    Undecided,
}

/// The run with the largest power that is complete.
pub(super) fn largest_complete(runs: &[ScalingRun]) -> Option<&ScalingRun> {
    let complete = runs.iter().filter(|run| run.is_complete());
    complete.max_by_key(|run| run.nodes)
}

/// Who is ahead at the largest power whose run is complete.
pub(super) fn who_is_ahead(runs: &[ScalingRun]) -> WhoIsAhead {
    let Some(run) = largest_complete(runs) else {
        return WhoIsAhead::NothingComplete;
    };
    match run.interval {
        Some([low, _]) if low > 0.5 => WhoIsAhead::Bstar,
        Some([_, high]) if high < 0.5 => WhoIsAhead::Alphabeta,
        // One pair of games has no interval.
        _ => WhoIsAhead::Undecided,
    }
}

/// How the score changes from the smallest power to the largest, of those that have an interval.
/// Runs that are not complete count as far as they got.
pub(super) fn power_trend(runs: &[ScalingRun]) -> Option<PowerTrend> {
    let known = || {
        runs.iter()
            .filter_map(|run| Some((run.nodes, run.measured_score()?)))
    };
    let (from_nodes, first) = known().min_by_key(|(nodes, _)| *nodes)?;
    let (to_nodes, last) = known().max_by_key(|(nodes, _)| *nodes)?;
    if from_nodes == to_nodes {
        return None;
    }
    let difference = last.score - first.score;
    // The two errors are added as squares, as if the runs had nothing in common (Newcombe 1998).
    // They have their openings in common, which makes the true interval narrower, if anything.
    let low = difference - (last.score - last.low).hypot(first.high - first.score);
    let high = difference + (last.high - last.score).hypot(first.score - first.low);
    Some(PowerTrend {
        from_nodes,
        to_nodes,
        difference,
        interval: [low, high],
        direction: if low > 0.0 {
            TrendDirection::Rises
        } else if high < 0.0 {
            TrendDirection::Falls
        } else {
            TrendDirection::Undecided
        },
    })
}
