//! What was said and what happened, counted.

use serde::Serialize;

use super::bands::{Band, GAP_EDGES, SAID_EDGES, bands};
use super::brier::{Skill, brier_score, constant_score, squared_error};
use super::case::{Case, share_happened};
use super::gap_curve::GapCurve;
use super::half::HalfWork;
use super::intervals::{IntervalCase, IntervalQuality, IntervalRule};
use super::kind::StatementKind;
use super::record::PositionRecord;
use super::said::InnerCounts;
use crate::regret::Mean;

/// What was said and what happened.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CalibrationReport {
    /// Who spoke.
    pub player: String,
    /// Its nodes for each position.
    pub nodes: u64,
    /// The judge.
    pub judge: String,
    /// Its nodes for a root move.
    pub judge_nodes: u64,
    /// Its nodes for a position inside a tree.
    pub inner_nodes: u64,
    /// By which positions inside trees were drawn.
    pub seed: u64,
    /// The reporting half. Everything below is about it.
    pub report: HalfProgress,
    /// The learning half, to which the references were fitted; `null` without one.
    pub learn: Option<HalfProgress>,
    /// Statements about chances, by kind.
    pub kinds: Vec<KindReport>,
    /// Rivals of both kinds by the gap to the chosen move, in points of a hundred. A move that is
    /// both counts once. A gap below 0 is in the first band.
    pub gaps: Vec<Band>,
    /// Intervals: what was told, and the rules fitted to the learning half.
    pub intervals: Vec<IntervalQuality>,
    /// Of how many chosen moves no interval was told.
    pub without_interval: usize,
    /// How long everything took.
    pub core_hours: CoreHours,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// Position by position.
    #[serde(skip)]
    pub positions: Vec<PositionRecord>,
}

/// How far a half is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HalfProgress {
    /// How many positions were asked about.
    pub asked: usize,
    /// About how many of them B* has thought.
    pub thought: usize,
}

impl HalfProgress {
    pub(super) fn of(half: &HalfWork) -> HalfProgress {
        HalfProgress {
            asked: half.positions.len(),
            thought: half.thought(),
        }
    }
}

/// How long the work took, in hours of one processor core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CoreHours {
    /// B* thought so long about the positions of both halves.
    pub thinking: f64,
    /// The judge searched so long for root moves, in this run alone: judgements are kept without
    /// their time.
    pub judging_moves: f64,
    /// The judge searched so long for positions inside the trees.
    pub judging_inside: f64,
}

/// What was said in statements of one kind, and what happened.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindReport {
    /// The kind.
    pub kind: StatementKind,
    /// How many statements whose truth is known, at most one for each position.
    pub cases: usize,
    /// How many of them were told to be at least so much.
    pub lower_bounds: usize,
    /// The mean of what was said, 0 to 1; `null` without cases.
    pub said: Option<f64>,
    /// The share that happened; `null` without cases.
    pub happened: Option<f64>,
    /// The Brier score: the mean squared error. Less is better.
    pub brier: Option<Mean>,
    /// The Brier score of the best constant: the share that happened, said everywhere.
    pub constant_brier: Option<f64>,
    /// The skill beside the best constant; `null` if all cases happened, or none.
    pub beside_constant: Option<Skill>,
    /// The curve of the gap that was fitted to the learning half; only rivals have one.
    pub curve: Option<GapCurve>,
    /// The Brier score of this curve.
    pub curve_brier: Option<f64>,
    /// The skill beside this curve.
    pub beside_curve: Option<Skill>,
    /// By what was said. Bands without cases are left out.
    pub bands: Vec<Band>,
    /// How many positions of this kind all trees together had; `null` for rivals.
    pub trees: Option<InnerCounts>,
}

impl KindReport {
    fn new(kind: StatementKind, records: &[PositionRecord], learned: &[PositionRecord]) -> Self {
        let of_kind = |record: &PositionRecord| record.case(kind);
        let cases: Vec<Case> = records.iter().filter_map(of_kind).collect();
        let learned: Vec<Case> = learned.iter().filter_map(of_kind).collect();
        let statements = records.iter().flat_map(|record| &record.statements);
        let lower_bounds = statements.filter(|statement| {
            statement.kind == kind && statement.happened.is_some() && statement.is_lower_bound
        });
        let is_rival = StatementKind::RIVALS.contains(&kind);
        let curve = is_rival.then(|| GapCurve::fit(&learned)).flatten();
        let by_curve =
            |curve: GapCurve| move |case: &Case| curve.probability(case.gap.unwrap_or_default());
        let is_any = !cases.is_empty();
        KindReport {
            kind,
            cases: cases.len(),
            lower_bounds: lower_bounds.count(),
            said: is_any
                .then(|| cases.iter().map(|case| case.said).sum::<f64>() / cases.len() as f64),
            happened: is_any.then(|| share_happened(&cases)),
            brier: Mean::of(
                cases
                    .iter()
                    .map(|case| squared_error(case.said, case.happened)),
            ),
            constant_brier: is_any.then(|| constant_score(&cases)),
            beside_constant: Skill::beside_constant(&cases),
            curve,
            curve_brier: curve
                .filter(|_| is_any)
                .map(|curve| brier_score(&cases, by_curve(curve))),
            beside_curve: curve.and_then(|curve| Skill::beside_curve(&cases, by_curve(curve))),
            bands: bands(&cases, &SAID_EDGES, |case| Some(case.said)),
            trees: (!is_rival).then(|| counts(kind, records)),
        }
    }
}

/// How many positions of a kind all trees together had.
fn counts(kind: StatementKind, records: &[PositionRecord]) -> InnerCounts {
    let of_trees = records.iter().flat_map(|record| &record.counts);
    let of_kind = of_trees.filter(|(of, _)| *of == kind);
    of_kind.fold(InnerCounts::default(), |all, (_, one)| InnerCounts {
        open: all.open + one.open,
        ruled_out: all.ruled_out + one.ruled_out,
        reached: all.reached + one.reached,
        unknown: all.unknown + one.unknown,
    })
}

impl CalibrationReport {
    /// The report on the records of a half, with references that are fitted to those of the other.
    /// The caller fills in the player and the judge.
    pub(super) fn new(
        report: HalfProgress,
        positions: Vec<PositionRecord>,
        learned: Option<(HalfProgress, Vec<PositionRecord>)>,
    ) -> CalibrationReport {
        let (learn, learned) = learned.unzip();
        let learned = learned.unwrap_or_default();
        let kinds = StatementKind::ALL.into_iter();
        let intervals = interval_cases(&positions);
        let learned_intervals = interval_cases(&learned);
        let without =
            |record: &&PositionRecord| record.worth.is_some() && record.interval.is_none();
        CalibrationReport {
            player: String::new(),
            nodes: 0,
            judge: String::new(),
            judge_nodes: 0,
            inner_nodes: 0,
            seed: 0,
            report,
            learn,
            kinds: kinds
                .map(|kind| KindReport::new(kind, &positions, &learned))
                .collect(),
            gaps: bands(&rivals(&positions), &GAP_EDGES, |case| case.gap),
            intervals: IntervalRule::ALL
                .into_iter()
                .filter_map(|rule| IntervalQuality::of(rule, &intervals, &learned_intervals))
                .collect(),
            without_interval: positions.iter().filter(without).count(),
            core_hours: CoreHours::default(),
            interrupted: false,
            positions,
        }
    }
}

fn interval_cases(records: &[PositionRecord]) -> Vec<IntervalCase> {
    let cases = records.iter().filter_map(PositionRecord::interval_case);
    cases.collect()
}

/// The rivals of both kinds. A move that is both counts once.
fn rivals(records: &[PositionRecord]) -> Vec<Case> {
    let of_record = |record: &PositionRecord| {
        let of_rivals = record
            .statements
            .iter()
            .filter(|statement| StatementKind::RIVALS.contains(&statement.kind));
        let mut rivals: Vec<_> = of_rivals.collect();
        rivals.dedup_by_key(|statement| &statement.moves);
        let cases: Vec<Case> = rivals.into_iter().filter_map(|one| one.case()).collect();
        cases
    };
    records.iter().flat_map(of_record).collect()
}
