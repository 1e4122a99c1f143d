//! The proposals, counted.

use std::fmt;

use serde::Serialize;

use super::proposed::Proposed;
use bstar_arena::stats::DEVIATIONS_FOR_95_PERCENT;

/// What B* proposed in the games of a player, and how a judge values it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProposalReport {
    /// The name of the player.
    pub player: String,
    /// How many games were searched.
    pub games: usize,
    /// How many moves B* searched in them.
    pub searches: u64,
    /// The nodes of each of these searches.
    pub nodes: u64,
    /// The name of the judge.
    pub judge: String,
    /// The judge's nodes for each move.
    pub judge_nodes: u64,
    /// The confirmed ones, the refused ones, those without a second search, and all.
    pub groups: Vec<ProposalGroup>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// The proposals in the order of the file.
    #[serde(skip)]
    pub proposed: Vec<Proposed>,
}

/// Some of the proposals.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProposalGroup {
    /// The name of the group.
    pub group: &'static str,
    /// How many proposals.
    pub proposals: usize,
    /// The mean gain of the tree's move, in points. If it was not confirmed, this is what it would
    /// have gained.
    pub gain: Option<f64>,
    /// Half the width of the 95 % interval of that mean.
    pub gain_error: Option<f64>,
    /// How many gain a fiftieth of a point or more.
    pub better: usize,
    /// How many lose as much.
    pub worse: usize,
}

/// A gain or a loss of this size is counted.
const CLEAR_GAIN_POINTS: f64 = 0.02;

impl ProposalGroup {
    fn of(
        group: &'static str,
        proposed: &[Proposed],
        is_in: impl Fn(&Proposed) -> bool,
    ) -> ProposalGroup {
        let gains: Vec<f64> = proposed
            .iter()
            .filter(|proposed| is_in(proposed))
            .map(Proposed::gain)
            .collect();
        let count = gains.len() as f64;
        let mean = gains.iter().sum::<f64>() / count;
        let squares: f64 = gains.iter().map(|gain| (gain - mean).powi(2)).sum();
        ProposalGroup {
            group,
            proposals: gains.len(),
            gain: (count > 0.0).then_some(mean),
            gain_error: (count > 1.0)
                .then(|| DEVIATIONS_FOR_95_PERCENT * (squares / (count - 1.0) / count).sqrt()),
            better: gains
                .iter()
                .filter(|&&gain| gain >= CLEAR_GAIN_POINTS)
                .count(),
            worse: gains
                .iter()
                .filter(|&&gain| gain <= -CLEAR_GAIN_POINTS)
                .count(),
        }
    }
}

impl ProposalReport {
    pub(super) fn add(&mut self, searches: u64, proposed: Vec<Proposed>) {
        self.games += 1;
        self.searches += searches;
        self.proposed.extend(proposed);
    }

    pub(super) fn count(&mut self) {
        let group = |group: &'static str| {
            let is_in = |proposed: &Proposed| group == "all" || group == proposed.ruling;
            ProposalGroup::of(group, &self.proposed, is_in)
        };
        self.groups = ["confirmed", "refused", "unheard", "all"]
            .map(group)
            .to_vec();
    }
}

impl fmt::Display for ProposalReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = if self.games == 1 { "game" } else { "games" };
        let searches = if self.searches == 1 {
            "search"
        } else {
            "searches"
        };
        writeln!(
            f,
            "{} {games} of {}, {} {searches} of {} nodes; {} judges by {} nodes a move",
            self.games, self.player, self.searches, self.nodes, self.judge, self.judge_nodes
        )?;
        write!(
            f,
            "{:<10} {:>9} {:>24} {:>15} {:>15}",
            "proposals", "", "gain, % of a point", "better by 2 %", "worse by 2 %"
        )?;
        for group in &self.groups {
            let percent = |part: Option<f64>| match part {
                Some(part) => format!("{:.2}", 100.0 * part),
                None => "?".to_owned(),
            };
            let gain = match group.gain {
                Some(gain) => format!("{:+.2} ± {}", 100.0 * gain, percent(group.gain_error)),
                None => "?".to_owned(),
            };
            write!(
                f,
                "\n{:<10} {:>9} {:>24} {:>15} {:>15}",
                group.group, group.proposals, gain, group.better, group.worse
            )?;
        }
        Ok(())
    }
}
