//! What was said about a position, beside what the judge says.

use std::collections::HashMap;

use bstar_board::fen;
use bstar_thought::scale::expected_score;
use serde::Serialize;

use super::case::Case;
use super::error::CalibrationError;
use super::half::{HalfWork, position_after, root_move};
use super::inner::InnerJudgement;
use super::intervals::IntervalCase;
use super::kind::StatementKind;
use super::said::{InnerCounts, PositionSaid, RivalSaid, RootSaid, rounded};
use crate::judge::Worth;
use crate::regret::SetPosition;

/// Margin by which a better rival is worth more, in ten-thousandths: one point of a hundred.
const BETTER_BY: u16 = 100;

/// What was said about a position, beside what the judge says. Values are in points of a hundred
/// for the side to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionRecord {
    /// Its name.
    pub position: String,
    /// The chosen move; `null` if there was none.
    pub chosen: Option<String>,
    /// What it was told to be worth.
    pub likely: Option<f64>,
    /// The interval that was told of it, from `least` to `most`; `null` if one of them was not
    /// told.
    pub interval: Option<[f64; 2]>,
    /// What it is worth by the judge; `null` if it is not judged yet. B* keeps the first and the
    /// last point of its scale for mates, the judge does not: 1 to 99 there are 0 to 100 here.
    pub worth: Option<f64>,
    /// What a rival has to reach to overtake it, as B* counts; `null` if no other move can hope for
    /// more than it is worth.
    pub target: Option<f64>,
    /// The statements about chances.
    pub statements: Vec<Statement>,
    /// How many positions of each inner kind there were in the tree.
    #[serde(skip)]
    pub counts: Vec<(StatementKind, InnerCounts)>,
}

/// A statement about a chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Statement {
    /// Its kind.
    pub kind: StatementKind,
    /// The moves from the root to the position it is about.
    pub moves: Vec<String>,
    /// The probability that was told, 0 to 1.
    pub said: f64,
    /// Whether it was told to be at least so much. Only rivals have that.
    pub is_lower_bound: bool,
    /// How far a rival is behind the chosen move by `likely`, in points of a hundred; `null` for
    /// positions inside the tree.
    pub gap: Option<f64>,
    /// What the position is worth by the judge, in points of a hundred for the side to move at the
    /// root; `null` if it is not judged yet.
    pub worth: Option<f64>,
    /// Whether it happened; `null` if that is not known yet.
    pub happened: Option<bool>,
}

impl Statement {
    /// The case, if it is known what happened.
    pub(super) fn case(&self) -> Option<Case> {
        Some(Case {
            said: self.said,
            happened: self.happened?,
            gap: self.gap,
        })
    }
}

/// The records of a half, in its order. Positions that B* has not thought about are left out.
pub(super) fn records(
    half: &HalfWork,
    inner: &HashMap<String, InnerJudgement>,
) -> Result<Vec<PositionRecord>, CalibrationError> {
    let both = half.positions.iter().zip(&half.said);
    let thought = both.filter_map(|(of, said)| Some((of, said.as_ref()?)));
    thought
        .map(|(of, said)| record(half, of, said, inner))
        .collect()
}

fn record(
    half: &HalfWork,
    of: &SetPosition,
    said: &PositionSaid,
    inner: &HashMap<String, InnerJudgement>,
) -> Result<PositionRecord, CalibrationError> {
    let mut record = PositionRecord {
        position: of.id.clone(),
        chosen: None,
        likely: None,
        interval: None,
        worth: None,
        target: said.target.map(|target| target / 100.0),
        statements: inner_statements(of, said, inner)?,
        counts: said
            .inner
            .iter()
            .map(|one| (one.kind, one.counts))
            .collect(),
    };
    if let Some(root) = &said.root {
        let worth = |word: &str| -> Result<Option<Worth>, CalibrationError> {
            Ok(half.judgements.of(&of.id, root_move(of, word)?))
        };
        let chosen = worth(&root.chosen)?;
        record.chosen = Some(root.chosen.clone());
        record.likely = Some(points(root.likely));
        record.interval = root.interval.map(|ends| ends.map(points));
        record.worth = chosen.map(Worth::points);
        let rivals = [&root.likeliest, &root.second];
        for (kind, rival) in StatementKind::RIVALS.into_iter().zip(rivals) {
            if let Some(rival) = rival {
                let worths = (worth(&rival.mv)?, chosen);
                record.statements.push(of_rival(kind, root, rival, worths));
            }
        }
    }
    Ok(record)
}

/// Hundredths of a point as points.
fn points(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

fn of_rival(
    kind: StatementKind,
    root: &RootSaid,
    rival: &RivalSaid,
    (worth, chosen): (Option<Worth>, Option<Worth>),
) -> Statement {
    let is_better = |rival: Worth, chosen: Worth| rival.0 > chosen.0 + BETTER_BY;
    Statement {
        kind,
        moves: vec![rival.mv.clone()],
        said: rival.overtakes,
        is_lower_bound: !rival.is_exact,
        gap: Some(points(root.likely - rival.likely)),
        worth: worth.map(Worth::points),
        happened: worth
            .zip(chosen)
            .map(|(rival, chosen)| is_better(rival, chosen)),
    }
}

fn inner_statements(
    of: &SetPosition,
    said: &PositionSaid,
    inner: &HashMap<String, InnerJudgement>,
) -> Result<Vec<Statement>, CalibrationError> {
    let mut statements = Vec::new();
    for draw in &said.inner {
        let Some(drawn) = &draw.drawn else { continue };
        let position = position_after(of, &drawn.path)?;
        let worth = inner.get(&fen::write(&position)).map(|judgement| {
            match position.side_to_move() == of.position.side_to_move() {
                true => judgement.expected,
                false => 1.0 - judgement.expected,
            }
        });
        let target = said.target.map(expected_score);
        statements.push(Statement {
            kind: draw.kind,
            moves: drawn.path.clone(),
            said: drawn.said,
            is_lower_bound: false,
            gap: None,
            worth: worth.map(|worth| rounded(100.0 * worth)),
            happened: worth.zip(target).map(|(worth, target)| worth >= target),
        });
    }
    Ok(statements)
}

impl PositionRecord {
    /// The chosen move as a case for intervals, if one was told of it and it is judged. The ends
    /// are as the judge counts.
    pub(super) fn interval_case(&self) -> Option<IntervalCase> {
        let expected = |points: f64| 100.0 * expected_score(100.0 * points);
        Some(IntervalCase {
            told: self.interval?.map(expected),
            likely: expected(self.likely?),
            worth: self.worth?,
        })
    }

    /// The statement of a kind, as a case.
    pub(super) fn case(&self, kind: StatementKind) -> Option<Case> {
        let of_kind = self.statements.iter().find(|one| one.kind == kind);
        of_kind.and_then(Statement::case)
    }
}
