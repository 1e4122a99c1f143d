//! B* thinks, a judge judges, and everything is kept.

use std::collections::HashMap;
use std::path::PathBuf;

use bstar_arena::player::{Pace, PlayerKind, PlayerSpec};
use bstar_board::fen;
use bstar_engine::SearchKind;
use bstar_kit::stop::Stop;
use serde_json::json;

use super::error::CalibrationError;
use super::half::{HalfWork, ThinkingPlan};
use super::inner::InnerWork;
use super::record::records;
use super::report::{CalibrationReport, CoreHours, HalfProgress};
use crate::judge::Judge;
use crate::regret::PositionSet;
use crate::sampling::Half;

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// B* thinks about the positions of a half.
    Thinking(Half),
    /// Root moves of a half are judged.
    JudgingMoves(Half),
    /// Positions inside the trees are judged.
    JudgingInside,
}

impl Stage {
    /// In a few words.
    pub fn name(self) -> String {
        match self {
            Stage::Thinking(half) => format!("thinking ({})", half.name()),
            Stage::JudgingMoves(half) => format!("judging moves ({})", half.name()),
            Stage::JudgingInside => "judging positions inside the trees".to_owned(),
        }
    }
}

/// What is measured, and how.
pub struct CalibrationPlan {
    /// The positions to report on.
    pub report: PositionSet,
    /// The positions to which references are fitted.
    pub learn: Option<PositionSet>,
    /// Limit on the positions of either set, counted from the first.
    pub first: usize,
    /// The player that is measured: B*, perhaps with options.
    pub player: PlayerSpec,
    /// Its nodes, if its specification says nothing else.
    pub nodes: u64,
    /// The judge of root moves.
    pub judge: Judge,
    /// The nodes of the same judge for a position inside a tree.
    pub inner_nodes: u64,
    /// By which positions inside trees are drawn.
    pub seed: u64,
    /// How many searches at a time.
    pub jobs: usize,
    /// The folder of the journals.
    pub journals: Option<PathBuf>,
}

/// What is told about the work: the stage, how much of it is done, and how much there is.
type Watch<'a> = &'a mut dyn FnMut(Stage, usize, usize);

impl CalibrationPlan {
    /// Does what is missing, and tells what came of it. `watch` is told how many searches of a
    /// stage are done, and of how many. If it is stopped, the report has what is known by then.
    pub fn run(&self, stop: &Stop, watch: Watch) -> Result<CalibrationReport, CalibrationError> {
        let thinking = self.thinking_plan()?;
        self.check_halves()?;
        let mut report = self.open(Half::Report, &self.report, &thinking)?;
        let learn = self.learn.as_ref();
        let mut learn = learn
            .map(|set| self.open(Half::Learn, set, &thinking))
            .transpose()?;
        let mut inner = self.open_inner()?;
        let mut core_hours = CoreHours::default();
        for half in std::iter::once(&mut report).chain(&mut learn) {
            let stage = Stage::Thinking(half.half);
            half.think(&thinking, stop, &mut |done, all| watch(stage, done, all))?;
            core_hours.thinking += half.seconds() / SECONDS_PER_HOUR;
        }
        let mut judge = |half: &mut HalfWork, watch: Watch| -> Result<(), CalibrationError> {
            let stage = Stage::JudgingMoves(half.half);
            let mut watch = |done, all| watch(stage, done, all);
            let time = half.judge(&self.judge, self.jobs, stop, &mut watch)?;
            core_hours.judging_moves += time.as_secs_f64() / SECONDS_PER_HOUR;
            Ok(())
        };
        judge(&mut report, watch)?;
        let judge_inside = Judge {
            player: self.judge.player.clone(),
            nodes: self.inner_nodes,
        };
        let mut watch_inside = |done, all| watch(Stage::JudgingInside, done, all);
        let seconds = inner.judge(&judge_inside, self.jobs, &report, stop, &mut watch_inside)?;
        if let Some(learn) = &mut learn {
            judge(learn, watch)?;
        }
        core_hours.judging_inside = seconds / SECONDS_PER_HOUR;
        let learned = match &learn {
            Some(learn) => Some((HalfProgress::of(learn), records(learn, &inner.found)?)),
            None => None,
        };
        Ok(CalibrationReport {
            player: self.player.name.clone(),
            nodes: thinking.nodes,
            judge: self.judge.player.name.clone(),
            judge_nodes: self.judge.nodes,
            inner_nodes: self.inner_nodes,
            seed: self.seed,
            core_hours,
            interrupted: stop.is_set(),
            ..CalibrationReport::new(
                HalfProgress::of(&report),
                records(&report, &inner.found)?,
                learned,
            )
        })
    }

    /// Who thinks, and how long.
    fn thinking_plan(&self) -> Result<ThinkingPlan, CalibrationError> {
        let settings = match &self.player.kind {
            PlayerKind::BuiltIn(settings) if settings.search == SearchKind::Bstar => settings,
            _ => return Err(CalibrationError::NotBstar(self.player.text.clone())),
        };
        let nodes = match self.player.pace {
            None => self.nodes,
            Some(Pace::Nodes(nodes)) => nodes,
            Some(_) => return Err(CalibrationError::NotByNodes(self.player.name.clone())),
        };
        Ok(ThinkingPlan {
            settings: (**settings).clone(),
            nodes,
            seed: self.seed,
            jobs: self.jobs,
        })
    }

    /// Nothing that is learned from may be reported on.
    fn check_halves(&self) -> Result<(), CalibrationError> {
        let Some(learn) = &self.learn else {
            return Ok(());
        };
        let learned: HashMap<String, &str> = learn
            .all()
            .iter()
            .map(|of| (fen::write(&of.position), of.id.as_str()))
            .collect();
        for of in self.report.all() {
            if let Some(id) = learned.get(&fen::write(&of.position)) {
                return Err(CalibrationError::InBothHalves {
                    learn: (*id).to_owned(),
                    report: of.id.clone(),
                });
            }
        }
        Ok(())
    }

    fn open<'a>(
        &'a self,
        half: Half,
        set: &'a PositionSet,
        thinking: &ThinkingPlan,
    ) -> Result<HalfWork<'a>, CalibrationError> {
        let settings = json!({
            "half": half.name(),
            "player": self.player.without_name_and_pace(),
            "version": self.player.version(),
            "nodes": thinking.nodes,
            "seed": self.seed,
        });
        let journal = self.journal_file(half.name());
        let journal = journal.as_deref().map(|path| (path, &settings));
        HalfWork::open(half, set, self.first, &self.judge, journal)
    }

    fn journal_file(&self, name: &str) -> Option<PathBuf> {
        let folder = self.journals.as_ref()?;
        Some(folder.join(format!("{name}.journal")))
    }

    fn open_inner(&self) -> Result<InnerWork, CalibrationError> {
        let settings = json!({
            "judge": self.judge.player.without_name_and_pace(),
            "version": self.judge.player.version(),
            "nodes": self.inner_nodes,
        });
        let journal = self.journal_file("inner");
        InnerWork::open(journal.as_deref().map(|path| (path, &settings)))
    }
}

const SECONDS_PER_HOUR: f64 = 3_600.0;
