//! What all runs say together.

use serde::Serialize;

use super::answer::answer;
use super::conclusions::{PowerTrend, WhoIsAhead, power_trend, who_is_ahead};
use super::players::FullWidthPlayers;
use super::scaling_run::ScalingRun;

/// What the paper has: the match of section 6.2.3.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PaperResult {
    /// Nodes for every move, about. The paper does not say: this is our estimate for three minutes
    /// a move on its hardware.
    pub nodes: u64,
    /// How many games there were.
    pub games: u32,
    /// The share of the points that B* had, 0 to 1.
    pub score: f64,
}

impl PaperResult {
    /// The match of 1996.
    pub const OF_1996: PaperResult = PaperResult {
        nodes: 50_000_000,
        games: 24,
        score: 10.0 / 24.0,
    };
}

/// What all runs say together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScalingReport {
    /// The runs, the smallest power first.
    #[serde(skip)]
    pub runs: Vec<ScalingRun>,
    /// The specifications of both players, B* first.
    pub players: [String; 2],
    /// The kind of bounds that B* had.
    pub bounds: String,
    /// Who is ahead at the largest power whose run is complete.
    pub ahead: WhoIsAhead,
    /// How the score changes with power; `null` before two powers have an interval.
    pub trend: Option<PowerTrend>,
    /// The same in words.
    pub answer: String,
    /// What the paper has.
    pub paper: PaperResult,
    /// How long the players thought in all runs, in hours of one processor core.
    pub core_hours: f64,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

impl ScalingReport {
    /// What the runs of these players say. The order of the runs does not matter.
    pub fn new(
        players: &FullWidthPlayers,
        mut runs: Vec<ScalingRun>,
        interrupted: bool,
    ) -> ScalingReport {
        runs.sort_by_key(|run| run.nodes);
        let (ahead, trend) = (who_is_ahead(&runs), power_trend(&runs));
        ScalingReport {
            players: players.texts().map(str::to_owned),
            bounds: players.bounds.clone(),
            ahead,
            trend,
            answer: answer(&runs, ahead, trend),
            paper: PaperResult::OF_1996,
            core_hours: runs.iter().map(|run| run.core_hours).sum(),
            interrupted,
            runs,
        }
    }
}
