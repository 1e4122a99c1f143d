//! What more effort buys: Table 2 of the 1996 paper.
//!
//! Berliner and McConnell gave a book of problems to five settings of their programs: alpha-beta as in a tournament and with four times the time, B* as in a tournament,
//! with twice the expansions, and with probes one ply deeper (section 6.2.2). [`FiveSettings`] does the same with ours, on suites.
//!
//! Our B* chooses the depth of its probes by its effort, which would blur the two ways to spend more of it. So the second and third B* of a position take their
//! measure from what the first did there: twice its nodes with probes of the *same* depth, and the same number of expansions with probes a ply deeper.

mod table;

use std::path::Path;

use bstar_board::epd::Epd;
use bstar_board::{Game, san};
use bstar_engine::{Answer, EngineError, Limits, SearchKind, Settings};
use serde::Serialize;
use thiserror::Error;

pub use table::{PAPER, PaperRow, Row, Table};

use bstar_arena::player::PlayerScore;
use bstar_arena::positions::NumberedPosition;
use bstar_arena::suite::{SuiteError, SuiteQuestion, read_questions};
use bstar_engine::analyst::{Analyst, by_nodes, look_at_all};
use bstar_kit::stop::Stop;

/// One thing for each setting, in the order of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Five<T> {
    /// Alpha-beta at the standard effort.
    pub alphabeta: T,
    /// Alpha-beta with four times the nodes.
    pub alphabeta_4x: T,
    /// B* at the standard effort.
    pub bstar: T,
    /// B* with twice the nodes and probes as deep.
    pub bstar_2x: T,
    /// B* with as many expansions and probes a ply deeper.
    pub bstar_deeper: T,
}

impl<T> Five<T> {
    /// All five, in order.
    pub fn as_array(&self) -> [&T; 5] {
        [
            &self.alphabeta,
            &self.alphabeta_4x,
            &self.bstar,
            &self.bstar_2x,
            &self.bstar_deeper,
        ]
    }
}

/// Why the table cannot be made.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// A suite.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// The engine.
    #[error("the searcher cannot be set up: {0}")]
    Engine(#[from] EngineError),
}

/// How one setting answered.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Try {
    /// The move (SAN).
    pub answer: String,
    /// Is it the file's?
    pub solved: bool,
    /// How many nodes it took.
    pub nodes: u64,
    /// How many expansions, of B*.
    pub expansions: Option<u32>,
    /// How deep the probes were, of B*.
    pub probe_depth: Option<u32>,
}

/// How all settings answered one question.
#[derive(Clone, Debug, Serialize)]
pub struct Answers {
    /// Which file.
    pub suite: String,
    /// What the position is called.
    pub id: String,
    /// What the settings said.
    pub settings: Five<Try>,
}

/// Suites for five settings.
#[derive(Clone, Debug)]
pub struct FiveSettings {
    /// The names of the files.
    suites: Vec<String>,
    /// Every position, with the number of its suite.
    questions: Vec<(usize, NumberedPosition)>,
    /// The standard effort: nodes for a position.
    pub nodes: u64,
    /// How many positions at a time.
    pub jobs: usize,
}

impl FiveSettings {
    /// Reads the suites.
    pub fn load<P: AsRef<Path>>(files: &[P], nodes: u64) -> Result<FiveSettings, SettingsError> {
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
        watch: &mut dyn FnMut(&Answers, &Table),
    ) -> Result<Table, SettingsError> {
        let mut table = Table::new(&self.suites, self.nodes);
        look_at_all(
            &Settings::default(),
            self.jobs,
            self.questions.len(),
            stop,
            |analyst, number| self.ask(analyst, number),
            |(suite, answers)| {
                table.add(suite, &answers);
                watch(&answers, &table);
            },
        )?;
        table.interrupted = stop.is_set();
        Ok(table)
    }

    /// Nothing comes back if it was stopped.
    fn ask(
        &self,
        analyst: &mut Analyst,
        number: usize,
    ) -> Result<Option<(usize, Answers)>, EngineError> {
        let (suite, NumberedPosition { line, epd }) = &self.questions[number];
        let mut answer = |settings: Settings, limits: Limits| -> Result<_, EngineError> {
            analyst.configure(settings)?;
            analyst.forget();
            let answer = analyst.search(&Game::new(epd.position.clone()), &limits);
            Ok(answer.map(|answer| attempt(epd, &answer)))
        };
        let by_alphabeta = || Settings::of(SearchKind::AlphaBeta);
        let Some(alphabeta) = answer(by_alphabeta(), by_nodes(self.nodes))? else {
            return Ok(None);
        };
        let four_times = by_nodes(self.nodes.saturating_mul(4));
        let Some(alphabeta_4x) = answer(by_alphabeta(), four_times)? else {
            return Ok(None);
        };
        let Some(bstar) = answer(by_bstar(0), by_nodes(self.nodes))? else {
            return Ok(None);
        };
        let depth = bstar.probe_depth.unwrap_or(1).max(1);
        let twice = by_nodes(self.nodes.saturating_mul(2));
        let Some(bstar_2x) = answer(by_bstar(depth), twice)? else {
            return Ok(None);
        };
        let deeper = Settings {
            expansions: bstar.expansions.unwrap_or(1).max(1),
            ..by_bstar(depth + 1)
        };
        let Some(bstar_deeper) = answer(deeper, Limits::default())? else {
            return Ok(None);
        };
        let answers = Answers {
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

/// B* with probes of this depth; 0 for one that fits the effort.
fn by_bstar(probe_depth: u32) -> Settings {
    let mut settings = Settings::of(SearchKind::Bstar);
    settings.manner.probe_depth = probe_depth.min(Settings::DEEPEST_PROBES);
    settings
}

fn attempt(epd: &Epd, answer: &Answer) -> Try {
    let Some(best) = answer.best else {
        return Try::default();
    };
    Try {
        answer: san::write(&epd.position, best),
        solved: SuiteQuestion::new(epd).is_solved_by(best, answer.score.map(PlayerScore::from)),
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

    fn load(text: &str) -> Result<FiveSettings, SettingsError> {
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
            .run(&Stop::new(), &mut |answers, _| all.push(answers.clone()))
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
