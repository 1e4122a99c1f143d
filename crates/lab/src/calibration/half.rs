//! One half of the positions: what B* says about them, and what the judge says of its root moves.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use bstar_board::{Game, Move, Position, fen, notation};
use bstar_engine::analyst::{Analyst, analyse_all};
use bstar_engine::{EngineError, Settings, Task};
use bstar_explain::Reading;
use bstar_explain::facts::Answers;
use bstar_kit::effort::Effort;
use bstar_kit::files::FileError;
use bstar_kit::journal::Journal;
use bstar_kit::stop::Stop;
use serde_json::Value;

use super::error::CalibrationError;
use super::root::root_said;
use super::said::{PositionSaid, RootSaid, rounded};
use super::tree::draw;
use crate::judge::{Judge, SittingJudge, Worth};
use crate::judges::ask_judges;
use crate::regret::{Judgements, PositionSet, SetPosition};
use crate::sampling::Half;

/// How B* thinks about the positions.
pub(super) struct ThinkingPlan {
    pub settings: Settings,
    pub nodes: u64,
    /// By which positions inside trees are drawn.
    pub seed: u64,
    /// How many searches at a time.
    pub jobs: usize,
}

/// A half, as far as it is done.
pub(super) struct HalfWork<'a> {
    pub half: Half,
    pub positions: &'a [SetPosition],
    /// What was said, by the number of the position.
    pub said: Vec<Option<PositionSaid>>,
    pub judgements: Judgements,
    journal: Option<Journal<PositionSaid>>,
}

impl<'a> HalfWork<'a> {
    /// Takes the first positions of a set, and opens the files about them.
    pub fn open(
        half: Half,
        set: &'a PositionSet,
        first: usize,
        judge: &Judge,
        journal: Option<(&Path, &Value)>,
    ) -> Result<HalfWork<'a>, CalibrationError> {
        let positions = &set.all()[..first.min(set.all().len())];
        let mut work = HalfWork {
            half,
            positions,
            said: vec![None; positions.len()],
            judgements: Judgements::read(&Judgements::file(judge, set), set)?,
            journal: None,
        };
        if let Some((path, settings)) = journal {
            let mut journal: Journal<PositionSaid> = Journal::open(path, settings)?;
            work.take_earlier(journal.take_earlier())?;
            work.journal = Some(journal);
        }
        Ok(work)
    }

    /// Takes over the journal's entries. It may have more positions than are wanted now.
    fn take_earlier(&mut self, earlier: Vec<PositionSaid>) -> Result<(), CalibrationError> {
        let names = self.positions.iter().enumerate();
        let numbers: HashMap<&str, usize> = names.map(|(n, of)| (of.id.as_str(), n)).collect();
        for said in earlier {
            let Some(&number) = numbers.get(said.position.as_str()) else {
                continue;
            };
            if said.fen != fen::write(&self.positions[number].position) {
                return Err(CalibrationError::OtherPosition {
                    half: self.half.name(),
                    id: said.position,
                });
            }
            self.said[number] = Some(said);
        }
        Ok(())
    }

    /// Has B* think about the positions that are left.
    pub fn think(
        &mut self,
        plan: &ThinkingPlan,
        stop: &Stop,
        watch: &mut dyn FnMut(usize, usize),
    ) -> Result<(), CalibrationError> {
        let left: Vec<usize> = (0..self.positions.len())
            .filter(|&number| self.said[number].is_none())
            .collect();
        let HalfWork {
            positions,
            said,
            journal,
            ..
        } = self;
        let here = stop.child();
        let mut failure: Option<FileError> = None;
        let mut done = 0;
        let think = |analyst: &mut Analyst, task: usize| say(analyst, &positions[left[task]], plan);
        let thought = analyse_all(&plan.settings, plan.jobs, left.len(), &here, think, |new| {
            if let Some(Err(error)) = journal.as_mut().map(|journal| journal.add(&new)) {
                failure.get_or_insert(error);
                here.set();
            }
            said[left[done]] = Some(new);
            done += 1;
            watch(done, left.len());
        });
        match failure {
            Some(error) => Err(error.into()),
            None => Ok(thought?),
        }
    }

    /// Has the root moves judged about which something was said. Returns how long that took, all
    /// judges together.
    pub fn judge(
        &mut self,
        judge: &Judge,
        jobs: usize,
        stop: &Stop,
        watch: &mut dyn FnMut(usize, usize),
    ) -> Result<Duration, CalibrationError> {
        let mut left = Vec::new();
        for (of, said) in self.positions.iter().zip(&self.said) {
            let Some(root) = said.as_ref().and_then(|said| said.root.as_ref()) else {
                continue;
            };
            let mut moves: Vec<Move> = Vec::new();
            for word in root_moves(root) {
                let mv = root_move(of, word)?;
                if self.judgements.of(&of.id, mv).is_none() && !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
            left.extend(moves.into_iter().map(|mv| (of, mv)));
        }
        if left.is_empty() {
            return Ok(Duration::ZERO);
        }
        self.judgements.open()?;
        let mut time = Duration::ZERO;
        let find = |judge: &mut SittingJudge, (of, mv): (&'a SetPosition, Move)| {
            let begin = Instant::now();
            let worth = judge.judge(&Game::new(of.position.clone()), mv)?;
            Ok((of, mv, worth, begin.elapsed()))
        };
        let keep = |version: &str, found: (&SetPosition, Move, Worth, Duration)| {
            let (of, mv, worth, elapsed) = found;
            time += elapsed;
            Ok::<(), CalibrationError>(self.judgements.add(version, of, mv, worth)?)
        };
        ask_judges(judge, jobs, left, find, stop, watch, keep)?;
        Ok(time)
    }

    /// How many positions B* has thought about.
    pub fn thought(&self) -> usize {
        self.said.iter().flatten().count()
    }

    /// How long B* thought about them, in seconds.
    pub fn seconds(&self) -> f64 {
        self.said.iter().flatten().map(|said| said.seconds).sum()
    }
}

/// What B* says about a position, from empty tables. None if it was stopped.
fn say(
    analyst: &mut Analyst,
    of: &SetPosition,
    plan: &ThinkingPlan,
) -> Result<Option<PositionSaid>, EngineError> {
    let game = Game::new(of.position.clone());
    analyst.forget();
    let task = Task::explain(&game, Effort::nodes(plan.nodes));
    let Some(thought) = analyst.run(&task) else {
        return Ok(None);
    };
    let answers = Answers::new(analyst.settings().evaluation.clone());
    let reading = Reading::new(&game, &thought, &answers);
    Ok(Some(PositionSaid {
        position: of.id.clone(),
        fen: fen::write(&of.position),
        seconds: rounded(thought.time.as_secs_f64()),
        root: root_said(&reading),
        target: reading.overtaking_target(),
        inner: draw(&thought, plan.seed),
    }))
}

/// The root moves about which something was said: the chosen one first.
fn root_moves(root: &RootSaid) -> impl Iterator<Item = &str> {
    let rivals = root.likeliest.iter().chain(&root.second);
    std::iter::once(root.chosen.as_str()).chain(rivals.map(|rival| rival.mv.as_str()))
}

/// A root move of the journal.
pub(super) fn root_move(of: &SetPosition, word: &str) -> Result<Move, CalibrationError> {
    legal_move(of, &of.position, word)
}

/// The position after a path of the journal.
pub(super) fn position_after(
    of: &SetPosition,
    path: &[String],
) -> Result<Position, CalibrationError> {
    let mut position = of.position.clone();
    for word in path {
        let mv = legal_move(of, &position, word)?;
        position = position.after(mv);
    }
    Ok(position)
}

fn legal_move(of: &SetPosition, at: &Position, word: &str) -> Result<Move, CalibrationError> {
    notation::parse(at, word).map_err(|_| CalibrationError::Move {
        word: word.to_owned(),
        id: of.id.clone(),
    })
}
