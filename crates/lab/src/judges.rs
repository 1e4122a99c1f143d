//! Several judges at work.

use std::ops::ControlFlow;

use bstar_board::{Game, Move, Position, sent};
use bstar_kit::crew::{Hired, Work};
use bstar_kit::stop::Stop;
use bstar_kit::workers::work;
use serde::{Deserialize, Serialize};

use crate::judge::{Judge, JudgeFault, SittingJudge, Worth};

/// Has judges do tasks, `jobs` at a time. `keep` gets each result with the judge's version. `watch`
/// gets the number of tasks done and their total. When stopped, it drops the tasks under way.
pub(crate) fn ask_judges<T: Send, R: Send, E: From<JudgeFault>>(
    judge: &Judge,
    jobs: usize,
    tasks: Vec<T>,
    find: impl Fn(&mut SittingJudge, T) -> Result<R, JudgeFault> + Sync,
    stop: &Stop,
    watch: &mut dyn FnMut(usize, usize),
    mut keep: impl FnMut(&str, R) -> Result<(), E>,
) -> Result<(), E> {
    let here = stop.child();
    let mut fault = None;
    let mut failure = None;
    let mut done = 0;
    let all = tasks.len();
    let new_worker = || {
        let mut judge = judge.sit(&here);
        let (here, find) = (&here, &find);
        move |task: T| {
            let judge = judge.as_mut().map_err(|fault| fault.clone());
            let found = judge.and_then(|judge| {
                find(judge, task).map(|found| (judge.version().to_owned(), found))
            });
            // A judge that is stopped answers early, so its answer does not count.
            (!here.is_set()).then_some(found)
        }
    };
    work(jobs, tasks.into_iter(), &here, new_worker, |found| {
        match found {
            None => return ControlFlow::Break(()),
            Some(Err(found)) => {
                fault = Some(found);
                return ControlFlow::Break(());
            }
            Some(Ok((version, found))) => {
                if let Err(error) = keep(&version, found) {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            }
        }
        done += 1;
        watch(done, all);
        ControlFlow::Continue(())
    });
    match (failure, fault) {
        (Some(error), _) => Err(error),
        // Ctrl-C also reaches the processes of engines.
        (None, Some(fault)) if !stop.explains_a_failure() => Err(fault.into()),
        _ => Ok(()),
    }
}

/// The settings for asking a judge about positions, here or on another machine.
#[derive(Serialize, Deserialize)]
pub struct Sitting {
    pub judge: Judge,
}

/// A position a judge is asked about.
#[derive(Serialize, Deserialize)]
pub struct JudgeUnit {
    /// What the position is called.
    pub id: String,
    pub position: Position,
    /// What is asked.
    pub question: JudgeQuestion,
}

/// What a judge is asked.
#[derive(Serialize, Deserialize)]
pub enum JudgeQuestion {
    /// Its first moves: how many, and by how many nodes each.
    FirstMoves(usize, u64),
    /// What the only one of these moves is worth.
    Worth(#[serde(with = "sent::moves")] Vec<Move>),
}

#[derive(Serialize, Deserialize)]
pub enum JudgeAnswer {
    Moves(#[serde(with = "sent::moves")] Vec<Move>),
    /// What a move is worth.
    Worth(Worth),
}

impl Work for Sitting {
    const KIND: &'static str = "judge";
    type Unit = JudgeUnit;
    /// The version of the judge, and its answer.
    type Found = Result<(String, JudgeAnswer), JudgeFault>;

    fn name(&self, unit: &JudgeUnit) -> String {
        format!("the judgement of {}", unit.id)
    }

    fn starts_programs(&self) -> bool {
        !self.judge.player.is_built_in()
    }

    fn hire<'a>(&'a self, stop: &'a Stop) -> Hired<'a, Self> {
        let mut judge = self.judge.sit(stop);
        Box::new(move |unit| {
            let judge = judge.as_mut().map_err(|fault| fault.clone());
            let found = judge.and_then(|judge| {
                let answer = judge.answer(unit.position, unit.question)?;
                Ok((judge.version().to_owned(), answer))
            });
            // A judge that is stopped answers early, so its answer does not count.
            (!stop.is_set()).then_some(found)
        })
    }
}

impl SittingJudge {
    fn answer(
        &mut self,
        position: Position,
        question: JudgeQuestion,
    ) -> Result<JudgeAnswer, JudgeFault> {
        match question {
            JudgeQuestion::FirstMoves(count, nodes) => self
                .first_moves(&position, count, nodes)
                .map(JudgeAnswer::Moves),
            JudgeQuestion::Worth(moves) => {
                let mv = moves.first().copied();
                let mv = mv.ok_or_else(|| self.blame("was asked about no move".to_owned()))?;
                self.judge(&Game::new(position), mv).map(JudgeAnswer::Worth)
            }
        }
    }
}
