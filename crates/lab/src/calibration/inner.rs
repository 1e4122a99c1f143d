//! What positions inside the tree are worth, by long searches.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::Instant;

use bstar_board::{Game, Position, fen};
use bstar_kit::journal::{Entry, Journal};
use bstar_kit::stop::Stop;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::CalibrationError;
use super::half::{HalfWork, position_after};
use super::said::rounded;
use crate::judge::{Judge, JudgeFault, SittingJudge};
use crate::judges::ask_judges;

/// What the judge says of a position inside a tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InnerJudgement {
    pub fen: String,
    /// The expected score of the side to move there, 0 to 1.
    pub expected: f64,
    /// How long the judge searched, in seconds.
    pub seconds: f64,
}

impl Entry for InnerJudgement {
    const WORK: &'static str = "calibration-inner";
    const NAME: &'static str = "judgement";
}

impl InnerJudgement {
    /// Has a position judged, by itself: the judge does not know what led to it.
    fn of(judge: &mut SittingJudge, position: &Position) -> Result<InnerJudgement, JudgeFault> {
        let begin = Instant::now();
        let game = Game::new(position.clone());
        let expected = match game.outcome() {
            // A game ends by a move of the other side.
            Some(outcome) => match outcome.winner() {
                Some(_) => 0.0,
                None => 0.5,
            },
            None => judge.expected(&game)?,
        };
        Ok(InnerJudgement {
            fen: fen::write(position),
            expected: rounded(expected),
            seconds: rounded(begin.elapsed().as_secs_f64()),
        })
    }
}

/// The judgements of positions inside trees, as far as they are made.
pub(super) struct InnerWork {
    /// What the judge found, by position.
    pub found: HashMap<String, InnerJudgement>,
    journal: Option<Journal<InnerJudgement>>,
}

impl InnerWork {
    /// Takes what a journal has.
    pub fn open(journal: Option<(&Path, &Value)>) -> Result<InnerWork, CalibrationError> {
        let mut work = InnerWork {
            found: HashMap::new(),
            journal: None,
        };
        if let Some((path, settings)) = journal {
            let mut journal: Journal<InnerJudgement> = Journal::open(path, settings)?;
            let earlier = journal.take_earlier().into_iter();
            work.found = earlier.map(|one| (one.fen.clone(), one)).collect();
            work.journal = Some(journal);
        }
        Ok(work)
    }

    /// Has the drawn positions of a half judged. Returns how many seconds of judging they took, now
    /// or earlier.
    pub fn judge(
        &mut self,
        judge: &Judge,
        jobs: usize,
        half: &HalfWork,
        stop: &Stop,
        watch: &mut dyn FnMut(usize, usize),
    ) -> Result<f64, CalibrationError> {
        let drawn = drawn_positions(half)?;
        let is_left = |(fen, _): &&(String, Position)| !self.found.contains_key(fen);
        let left: Vec<Position> = drawn
            .iter()
            .filter(is_left)
            .map(|one| one.1.clone())
            .collect();
        let find =
            |judge: &mut SittingJudge, position: Position| InnerJudgement::of(judge, &position);
        let keep = |_: &str, found: InnerJudgement| {
            if let Some(journal) = &mut self.journal {
                journal.add(&found)?;
            }
            self.found.insert(found.fen.clone(), found);
            Ok::<(), CalibrationError>(())
        };
        ask_judges(judge, jobs, left, find, stop, watch, keep)?;
        let judged = drawn.iter().filter_map(|(fen, _)| self.found.get(fen));
        Ok(judged.map(|judgement| judgement.seconds).sum())
    }
}

/// The positions that were drawn in a half, each once.
fn drawn_positions(half: &HalfWork) -> Result<Vec<(String, Position)>, CalibrationError> {
    let mut seen = HashSet::new();
    let mut positions = Vec::new();
    for (of, said) in half.positions.iter().zip(&half.said) {
        let draws = said.iter().flat_map(|said| &said.inner);
        for drawn in draws.filter_map(|draw| draw.drawn.as_ref()) {
            let position = position_after(of, &drawn.path)?;
            let fen = fen::write(&position);
            if seen.insert(fen.clone()) {
                positions.push((fen, position));
            }
        }
    }
    Ok(positions)
}
