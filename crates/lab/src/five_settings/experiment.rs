//! Asks all five settings about every position of suites.

use std::path::Path;

use bstar_board::epd::Epd;
use bstar_board::{Game, san};
use bstar_engine::{EngineError, SearchKind, Settings, Task};
use bstar_kit::effort::Effort;
use bstar_thought::SearchResult;
use thiserror::Error;

use super::answers::{Attempt, Five, PositionAnswers};
use super::table::SettingsTable;
use bstar_arena::positions::NumberedPosition;
use bstar_arena::suite::{SuiteError, SuiteQuestion, read_questions};
use bstar_engine::analyst::{Analyst, analyse_all};
use bstar_kit::stop::Stop;

/// Why the table cannot be made.
#[derive(Debug, Error)]
pub enum FiveSettingsError {
    /// A suite cannot be read.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// The engine cannot be set up.
    #[error("the searcher cannot be set up: {0}")]
    Engine(#[from] EngineError),
}

/// The suites, and how they are searched.
#[derive(Clone, Debug)]
pub struct FiveSettings {
    /// The names of the files.
    suites: Vec<String>,
    /// Every position, with the number of its suite.
    questions: Vec<(usize, NumberedPosition)>,
    /// The standard effort, in nodes for a position.
    pub nodes: u64,
    /// How many positions are searched at a time.
    pub jobs: usize,
}

impl FiveSettings {
    /// Reads the suites.
    pub fn load<P: AsRef<Path>>(
        files: &[P],
        nodes: u64,
    ) -> Result<FiveSettings, FiveSettingsError> {
        let mut questions = Vec::new();
        for (number, file) in files.iter().enumerate() {
            let positions = read_questions(file.as_ref())?;
            questions.extend(positions.into_iter().map(|position| (number, position)));
        }
        Ok(FiveSettings {
            suites: files.iter().map(|file| name_of(file.as_ref())).collect(),
            questions,
            nodes,
            jobs: 1,
        })
    }

    /// How many positions there are.
    pub fn size(&self) -> usize {
        self.questions.len()
    }

    /// Asks all five about every position. `watch` gets the answers in the order of the files.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(&PositionAnswers),
    ) -> Result<SettingsTable, FiveSettingsError> {
        let mut table = SettingsTable::new(&self.suites, self.nodes);
        analyse_all(
            &Settings::default(),
            self.jobs,
            self.questions.len(),
            stop,
            |analyst, number| self.ask(analyst, number),
            |(suite, answers)| {
                table.add(suite, &answers);
                watch(&answers);
            },
        )?;
        table.interrupted = stop.is_set();
        Ok(table)
    }

    /// Asks all five about one position. Returns `None` if it was stopped.
    fn ask(
        &self,
        analyst: &mut Analyst,
        number: usize,
    ) -> Result<Option<(usize, PositionAnswers)>, EngineError> {
        let (suite, NumberedPosition { line, epd }) = &self.questions[number];
        let mut answer = |settings: Settings, effort: Effort| -> Result<_, EngineError> {
            analyst.configure(settings)?;
            analyst.forget();
            let answer = analyst.run(&Task::play(&Game::new(epd.position.clone()), effort));
            Ok(answer.map(|answer| attempt(epd, &answer)))
        };
        let by_alphabeta = || Settings::of(SearchKind::AlphaBeta);
        let Some(alphabeta) = answer(by_alphabeta(), Effort::nodes(self.nodes))? else {
            return Ok(None);
        };
        let four_times = Effort::nodes(self.nodes.saturating_mul(4));
        let Some(alphabeta_4x) = answer(by_alphabeta(), four_times)? else {
            return Ok(None);
        };
        let Some(bstar) = answer(by_bstar(0), Effort::nodes(self.nodes))? else {
            return Ok(None);
        };
        let depth = bstar.probe_depth.unwrap_or(1).max(1);
        let twice = Effort::nodes(self.nodes.saturating_mul(2));
        let Some(bstar_2x) = answer(by_bstar(depth), twice)? else {
            return Ok(None);
        };
        let as_many = Effort::expansions(bstar.expansions.unwrap_or(1).max(1));
        let Some(bstar_deeper) = answer(by_bstar(depth + 1), as_many)? else {
            return Ok(None);
        };
        let answers = PositionAnswers {
            suite: self.suites[*suite].clone(),
            id: epd.id.clone().unwrap_or_else(|| format!("line {line}")),
            settings: Five {
                alphabeta,
                alphabeta_4x,
                bstar,
                bstar_2x,
                bstar_deeper,
            },
        };
        Ok(Some((*suite, answers)))
    }
}

/// B* with probes of this depth. With 0 it chooses the depth by its effort.
fn by_bstar(probe_depth: u32) -> Settings {
    let mut settings = Settings::of(SearchKind::Bstar);
    settings.options.probe_depth = probe_depth.min(Settings::MAX_PROBE_DEPTH_PLIES);
    settings
}

fn attempt(epd: &Epd, answer: &SearchResult) -> Attempt {
    let Some(best) = answer.best else {
        return Attempt::default();
    };
    Attempt {
        answer: san::write(&epd.position, best),
        solved: SuiteQuestion::new(epd).is_solved_by(best, answer.score),
        nodes: answer.nodes,
        expansions: answer.tree.map(|tree| tree.expansions),
        probe_depth: answer.tree.map(|tree| tree.probe_depth),
    }
}

/// The last part of a path.
fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> Result<FiveSettings, FiveSettingsError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.epd");
        std::fs::write(&path, text).unwrap();
        FiveSettings::load(&[path.clone(), path], 5_000)
    }

    const MATE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; id \"mate\";\n";
    const QUIET: &str =
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - bm dxc4; id \"quiet\";\n";

    #[test]
    fn all_five_answer_and_the_last_two_take_their_measure_from_the_third() {
        let settings = load(&format!("{MATE}{QUIET}")).unwrap();
        let mut all = Vec::new();
        let table = settings
            .run(&Stop::new(), &mut |answers| all.push(answers.clone()))
            .unwrap();
        assert_eq!(all.len(), 4);
        let mate = &all[0].settings;
        assert!(mate.as_array().iter().all(|answer| answer.solved));
        let quiet = &all[1].settings;
        let depth = quiet.bstar.probe_depth.unwrap();
        assert_eq!(quiet.bstar_2x.probe_depth, Some(depth));
        assert_eq!(quiet.bstar_deeper.probe_depth, Some(depth + 1));
        assert!(quiet.bstar_deeper.expansions <= quiet.bstar.expansions);
        assert!(quiet.alphabeta_4x.nodes > 2 * quiet.alphabeta.nodes);
        assert_eq!(table.rows.len(), 2);
        assert_eq!(table.rows[0].solved, table.rows[1].solved);
        assert!(table.rows[0].solved.alphabeta >= 1);
        let text = table.to_string();
        for part in ["s.epd (2)", "together (4)", "The Best Move", "781"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn a_suite_without_questions_is_refused() {
        let error = load("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"x\";\n")
            .unwrap_err()
            .to_string();
        assert!(error.contains("line 1"), "{error}");
    }
}
