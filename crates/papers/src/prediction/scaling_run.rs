//! What came of one run.

use bstar_arena::contest::MatchResult;
use bstar_arena::stats::{EloEstimate, score_from_elo};
use serde::Serialize;

use super::planned_run::PlannedRun;

/// The tree leads a search only if at least this share of its nodes goes below the root.
const MIN_TREE_SHARE: f64 = 0.5;

/// The result of one run, from the view of B*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScalingRun {
    /// Nodes for every move of either player.
    pub nodes: u64,
    /// How many games were announced before the first was played.
    pub announced: usize,
    /// How many of them are finished.
    pub games: u64,
    /// How many B* won.
    pub wins: u64,
    /// How many were drawn.
    pub draws: u64,
    /// How many B* lost.
    pub losses: u64,
    /// How many of the games ended because a player crashed, or the like.
    pub faults: u64,
    /// The share of the points that B* has, 0 to 1; `null` before the first game.
    pub score: Option<f64>,
    /// The 95 % interval of the score, 0 to 1: its lower and upper end. It comes from pairs of
    /// games, and is `null` before two are finished.
    pub interval: Option<[f64; 2]>,
    /// The Elo difference; `null` before two pairs are finished.
    pub strength: Option<EloEstimate>,
    /// The median of the expansions, over the searches that used all their nodes.
    pub expansions: Option<u32>,
    /// The median depth of probes, over the same searches.
    pub probe_depth: Option<u32>,
    /// How many searches B* made.
    pub searches: usize,
    /// The share of a search's nodes that went below the root, on average over all searches.
    pub share_below_root: Option<f64>,
    /// By how many plies root moves were probed deeper than the leaves, at most.
    pub largest_lead: Option<u32>,
    /// In how many searches that was more than two plies.
    pub long_leads: usize,
    /// Whether the tree led: no root move was probed more than two plies deeper than the leaves,
    /// and at least half of the nodes went below the root.
    pub is_tree_led: Option<bool>,
    /// How long both players thought in the finished games, in hours of one processor core.
    pub core_hours: f64,
}

impl ScalingRun {
    /// What a match says about its run.
    pub fn new(planned: PlannedRun, result: &MatchResult) -> ScalingRun {
        let tally = &result.tally;
        let trees = &result.trees[0];
        let typical = trees.typical();
        let effort = trees.root_effort();
        ScalingRun {
            nodes: planned.nodes,
            announced: planned.games,
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            faults: result
                .faults
                .iter()
                .flat_map(|faults| faults.values())
                .sum(),
            score: tally.score(),
            interval: result.strength.map(score_interval),
            strength: result.strength,
            expansions: typical.map(|tree| tree.expansions),
            probe_depth: typical.map(|tree| tree.probe_depth),
            searches: effort.map_or(0, |effort| effort.searches),
            share_below_root: effort.map(|effort| effort.share_below_root),
            largest_lead: effort.map(|effort| effort.largest_lead),
            long_leads: effort.map_or(0, |effort| effort.long_leads),
            is_tree_led: effort
                .map(|effort| effort.long_leads == 0 && effort.share_below_root >= MIN_TREE_SHARE),
            core_hours: result.seconds.iter().sum::<f64>() / 3600.0,
        }
    }

    /// Whether all games that were announced are finished.
    pub fn is_complete(&self) -> bool {
        self.games >= self.announced as u64
    }

    /// The score with its interval, if there is one.
    pub(super) fn measured_score(&self) -> Option<MeasuredScore> {
        let (score, [low, high]) = self.score.zip(self.interval)?;
        Some(MeasuredScore { score, low, high })
    }
}

/// A score and its 95 % interval, as shares of the points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MeasuredScore {
    pub score: f64,
    pub low: f64,
    pub high: f64,
}

/// The interval of a score. It is that of the Elo difference, so that both say the same, even when
/// one player won everything.
pub(super) fn score_interval(strength: EloEstimate) -> [f64; 2] {
    [strength.low, strength.high].map(score_from_elo)
}
