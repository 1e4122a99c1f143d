//! Regret, counted.

use bstar_arena::root_effort::{RootEffort, SearchEffort};
use bstar_arena::trees::median;
use bstar_board::{Move, notation};
use bstar_thought::scale::expected_score;
use serde::Serialize;

use crate::calibration::{
    Band, Case, IntervalCase, IntervalQuality, IntervalRule, SAID_EDGES, Skill, bands,
    coverage_by_width,
};
use crate::game_phase::GamePhase;

use super::choices::ChoiceTree;
use super::judgements::Judgements;
use super::positions::SetPosition;
use super::sets::MoveSets;
use super::statistics::Mean;

/// Margin by which a better move is worth more, in points of a hundred.
const BETTER_BY_POINTS: f64 = 1.0;

/// The choices of a player, in the order of the positions.
pub(super) struct PlayerChoices {
    pub(super) name: String,
    pub(super) nodes: u64,
    pub(super) choices: Vec<Option<(Move, Option<ChoiceTree>)>>,
}

/// How much players regret.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegretReport {
    /// How many positions were asked about.
    pub asked: usize,
    /// On how many of them everybody has chosen and every choice is judged. Only they count.
    pub positions: usize,
    /// The judge.
    pub judge: String,
    /// Its nodes for each move.
    pub judge_nodes: u64,
    /// How many moves of these positions it has judged.
    pub judged_moves: usize,
    /// The time that the players took for their choices, in hours of one core.
    pub choosing_core_hours: f64,
    /// The players, in the order in which they were named.
    pub players: Vec<PlayerRegret>,
    /// The differences between any two of them.
    pub differences: Vec<Difference>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// Position by position.
    #[serde(skip)]
    pub by_position: Vec<PositionRegret>,
}

/// How much one player regrets. Regret is in points of a hundred.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerRegret {
    /// Its name.
    pub player: String,
    /// Its nodes for each move.
    pub nodes: u64,
    /// Its mean regret; none if no position counts.
    pub regret: Option<Mean>,
    /// The share of positions with more than 1 point of regret.
    pub above_1: f64,
    /// The share with more than 5 points.
    pub above_5: f64,
    /// The share with more than 20 points.
    pub above_20: f64,
    /// How many of its moves are better than the best of the set.
    pub better_than_set: usize,
    /// By phase of the game.
    pub phases: Vec<PhaseRegret>,
    /// What its trees were like, if it searches by B*.
    pub trees: Option<RegretTrees>,
    /// How sure it was, if it told that: the chance that another move is better by more than a
    /// point, beside how often one is.
    pub how_sure: Option<SurenessReport>,
}

/// How sure a player said it was, and how often it was wrong.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SurenessReport {
    /// How many times it was told.
    pub cases: usize,
    /// The mean chance that was told, 0 to 1.
    pub said: f64,
    /// The share that happened: another move of the set was better by more than a point.
    pub happened: f64,
    /// The skill beside the best constant; `null` if it always happened, or never.
    pub skill: Option<Skill>,
    /// By what was said. Bands without cases are left out.
    pub bands: Vec<Band>,
    /// The intervals that were told of the chosen moves, and rules that were fitted to these very
    /// positions. None if the judge is no engine of ours: its scale is another.
    pub intervals: Vec<IntervalQuality>,
    /// The share of values in the intervals, of the narrowest third of these, the middle one and
    /// the widest; `null` with fewer than three.
    pub coverage_by_width: Option<[f64; 3]>,
}

/// Regret in one phase of the game.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PhaseRegret {
    /// Which one.
    pub phase: GamePhase,
    /// The mean there.
    pub regret: Option<Mean>,
}

/// What the trees behind the choices were like.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegretTrees {
    /// The median of the expansions.
    pub expansions: u32,
    /// The median of the depth of probes.
    pub probe_depth: u32,
    /// How they divided their effort between the root and the tree below it.
    pub root_effort: RootEffort,
}

/// The regret of one player less that of another, position by position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// The one.
    pub player: String,
    /// The other.
    pub other: String,
    /// The mean difference: below 0 if the one regrets less.
    pub difference: Option<Mean>,
}

/// What came of one position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionRegret {
    /// Its name.
    pub position: String,
    /// The phase of the game.
    pub phase: GamePhase,
    /// The best move of the set.
    pub best: String,
    /// What it is worth, in points of a hundred.
    pub worth: f64,
    /// The moves of the players.
    pub moves: Vec<String>,
    /// What each player regrets.
    pub regrets: Vec<f64>,
}

/// A position that counts.
struct Counted {
    phase: GamePhase,
    regrets: Vec<f64>,
    worths: Vec<f64>,
    trees: Vec<Option<ChoiceTree>>,
}

impl RegretReport {
    pub(super) fn new(
        positions: &[SetPosition],
        players: &[PlayerChoices],
        sets: &MoveSets,
        judgements: &Judgements,
    ) -> RegretReport {
        let mut by_position = Vec::new();
        let mut counted = Vec::new();
        for (number, of) in positions.iter().enumerate() {
            let choices = players.iter().map(|player| player.choices[number]);
            let Some(choices) = choices.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let worth = |mv: Move| judgements.of(&of.id, mv).map(|worth| worth.points());
            let set = sets.of(&of.id).unwrap_or_default().iter();
            let judged = set.map(|&mv| Some((mv, worth(mv)?)));
            let worths = choices.iter().map(|&(mv, _)| worth(mv));
            let (Some(set), Some(worths)) = (
                judged.collect::<Option<Vec<_>>>(),
                worths.collect::<Option<Vec<_>>>(),
            ) else {
                continue;
            };
            let Some(&(best, most)) = set.iter().max_by(|one, other| one.1.total_cmp(&other.1))
            else {
                continue;
            };
            let regrets: Vec<f64> = worths.iter().map(|worth| most - worth).collect();
            let phase = GamePhase::by_pieces(&of.position);
            let written = |mv| notation::write(&of.position, mv);
            by_position.push(PositionRegret {
                position: of.id.clone(),
                phase,
                best: written(best),
                worth: most,
                moves: choices.iter().map(|&(mv, _)| written(mv)).collect(),
                regrets: regrets.clone(),
            });
            counted.push(Counted {
                phase,
                regrets,
                worths,
                trees: choices.iter().map(|(_, tree)| *tree).collect(),
            });
        }
        let of_players = players.iter().enumerate();
        RegretReport {
            asked: positions.len(),
            positions: counted.len(),
            judge: String::new(),
            judge_nodes: 0,
            judged_moves: 0,
            choosing_core_hours: 0.0,
            players: of_players
                .map(|(player, of)| PlayerRegret::new(of, player, &counted))
                .collect(),
            differences: differences(players, &counted),
            interrupted: false,
            by_position,
        }
    }
}

impl RegretReport {
    /// Leaves out how intervals did. A foreign judge's values are on another scale.
    pub(super) fn drop_intervals(&mut self) {
        let told = self
            .players
            .iter_mut()
            .filter_map(|of| of.how_sure.as_mut());
        for sure in told {
            sure.intervals.clear();
            sure.coverage_by_width = None;
        }
    }
}

impl PlayerRegret {
    fn new(of: &PlayerChoices, player: usize, counted: &[Counted]) -> PlayerRegret {
        let regrets = || counted.iter().map(|one| one.regrets[player]);
        let share_above = |points: f64| {
            let above = regrets().filter(|regret| *regret > points).count();
            above as f64 / counted.len().max(1) as f64
        };
        let in_phase = |phase| PhaseRegret {
            phase,
            regret: Mean::of(
                counted
                    .iter()
                    .filter(|one| one.phase == phase)
                    .map(|one| one.regrets[player]),
            ),
        };
        let trees = counted.iter().map(|one| one.trees[player]);
        PlayerRegret {
            player: of.name.clone(),
            nodes: of.nodes,
            regret: Mean::of(regrets()),
            above_1: share_above(1.0),
            above_5: share_above(5.0),
            above_20: share_above(20.0),
            better_than_set: regrets().filter(|regret| *regret < 0.0).count(),
            phases: GamePhase::ALL.map(in_phase).to_vec(),
            trees: trees
                .collect::<Option<Vec<_>>>()
                .and_then(|trees| RegretTrees::of(&trees)),
            how_sure: SurenessReport::of(player, counted),
        }
    }
}

impl SurenessReport {
    fn of(player: usize, counted: &[Counted]) -> Option<SurenessReport> {
        let case = |one: &Counted| {
            Some(Case {
                said: one.trees[player]?.sure?.better,
                happened: one.regrets[player] > BETTER_BY_POINTS,
                gap: None,
            })
        };
        let cases: Vec<Case> = counted.iter().filter_map(case).collect();
        // The judge does not keep the ends of its scale for mates.
        let expected = |points: i32| 100.0 * expected_score(f64::from(points));
        let interval = |one: &Counted| {
            let sure = one.trees[player]?.sure?;
            Some(IntervalCase {
                told: sure.interval?.map(expected),
                likely: expected(sure.value),
                worth: one.worths[player],
            })
        };
        let intervals: Vec<IntervalCase> = counted.iter().filter_map(interval).collect();
        let mean =
            |number: fn(&Case) -> f64| cases.iter().map(number).sum::<f64>() / cases.len() as f64;
        (!cases.is_empty()).then(|| SurenessReport {
            cases: cases.len(),
            said: mean(|case| case.said),
            happened: mean(|case| f64::from(u8::from(case.happened))),
            skill: Skill::beside_constant(&cases),
            bands: bands(&cases, &SAID_EDGES, |case| Some(case.said)),
            intervals: IntervalRule::ALL
                .into_iter()
                .filter_map(|rule| IntervalQuality::of(rule, &intervals, &intervals))
                .collect(),
            coverage_by_width: coverage_by_width(&intervals),
        })
    }
}

impl RegretTrees {
    fn of(trees: &[ChoiceTree]) -> Option<RegretTrees> {
        let efforts: Vec<SearchEffort> = trees
            .iter()
            .map(|tree| SearchEffort {
                share_below_root: tree.share_below_root,
                root_lead: tree.root_lead,
            })
            .collect();
        Some(RegretTrees {
            expansions: median(trees, |tree| tree.expansions, u32::cmp)?,
            probe_depth: median(trees, |tree| tree.probe_depth, u32::cmp)?,
            root_effort: RootEffort::of(&efforts)?,
        })
    }
}

fn differences(players: &[PlayerChoices], counted: &[Counted]) -> Vec<Difference> {
    let mut differences = Vec::new();
    for (one, player) in players.iter().enumerate() {
        for (two, other) in players.iter().enumerate().skip(one + 1) {
            let gaps = counted.iter().map(|of| of.regrets[one] - of.regrets[two]);
            differences.push(Difference {
                player: player.name.clone(),
                other: other.name.clone(),
                difference: Mean::of(gaps),
            });
        }
    }
    differences
}
