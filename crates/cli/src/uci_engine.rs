//! The engine behind the protocol's trait. All translation between the two is in this file.

use std::time::Duration;

use bstar_board::{Position, san};
use bstar_engine::{EngineError, MAX_ELO, MIN_ELO, Observer, SearchKind, Settings, Task};
use bstar_explain::output::live::Commentary;
use bstar_kit::stop::Stop;
use bstar_thought::{HowSure, SearchReport, Snapshot};
use bstar_uci::{BestMove, Identity, Info, OptionKind, OptionSpec, SearchTask};

use crate::book_choice::BookChoice;
use crate::endings_choice;
use crate::network_choice::{By, NetworkChoice};
use crate::search_choice;

/// The engine, and those options that are not its own.
pub struct UciEngine {
    engine: bstar_engine::Engine,
    choice: NetworkChoice,
    book: BookChoice,
    show_wdl: bool,
    show_log: bool,
    limit_strength: bool,
    elo: u16,
    analysing: bool,
    /// Whether it was said that the system refuses threads.
    threads_remarked: bool,
    /// Whether it was said that a table of endings is damaged.
    failure_remarked: bool,
}

/// The largest value of the option `Expansions`.
const MOST_EXPANSIONS: i64 = 1_000_000_000;

/// The log of a search tells about this many of the leading moves, or about `MultiPV` if that is
/// more.
const LOGGED_MOVES: usize = 3;

/// The largest value of the option `Hash`: more than any machine has. The engine refuses what this
/// machine does not have.
const MOST_HASH_MIB: i64 = 1 << 25;

const ABOUT: &str = concat!("bstar ", env!("CARGO_PKG_VERSION"), ", GPL-3.0-or-later");

impl UciEngine {
    /// An engine with the usual settings.
    pub fn new() -> Result<UciEngine, EngineError> {
        Ok(UciEngine {
            engine: bstar_engine::Engine::new(Settings::default())?,
            choice: NetworkChoice::default(),
            book: BookChoice::default(),
            show_wdl: false,
            show_log: false,
            limit_strength: false,
            elo: MAX_ELO,
            analysing: false,
            threads_remarked: false,
            failure_remarked: false,
        })
    }

    /// Changes the engine's settings, or says why not.
    fn change(&mut self, change: impl FnOnce(&mut Settings)) -> Result<(), String> {
        let mut settings = self.engine.settings().clone();
        change(&mut settings);
        self.engine
            .configure(settings)
            .map_err(|error| error.to_string())
    }

    /// Uses the evaluation that is chosen now, and says which that is.
    fn change_evaluation(&mut self) -> Result<Vec<String>, String> {
        let evaluation = self.choice.evaluation();
        self.change(|settings| settings.evaluation = evaluation)?;
        Ok(vec![self.choice.to_string()])
    }

    /// Sets an option about endgame tables, and says what that means.
    fn change_endings(&mut self, name: &str, value: &str) -> Result<Vec<String>, String> {
        let endings = &self.engine.settings().endings;
        let (endings, said) = endings_choice::set(endings, name, value)?;
        self.change(|settings| settings.endings = endings)?;
        self.failure_remarked = false;
        Ok(said.into_iter().collect())
    }

    /// Limits the strength in games only: an analysis is made at full strength.
    fn change_strength(&mut self) -> Result<(), String> {
        let strength = (self.limit_strength && !self.analysing).then_some(self.elo);
        self.change(|settings| settings.strength = strength)
    }
}

impl bstar_uci::SessionEngine for UciEngine {
    fn identity(&self) -> Identity {
        Identity {
            name: concat!("bstar ", env!("CARGO_PKG_VERSION")).to_owned(),
            author: env!("CARGO_PKG_AUTHORS").to_owned(),
        }
    }

    fn options(&self) -> Vec<OptionSpec> {
        let usual = Settings::default();
        let check = |default| OptionKind::Check { default };
        let spin = |default: usize, min, max| OptionKind::Spin {
            default: default as i64,
            min,
            max,
        };
        let overhead = usual.move_overhead.as_millis() as usize;
        [
            ("Hash", spin(usual.hash_mib, 1, MOST_HASH_MIB)),
            ("Clear Hash", OptionKind::Button),
            (
                "Threads",
                spin(usual.threads, 1, Settings::MAX_THREADS as i64),
            ),
            ("Ponder", check(false)),
            (
                "MultiPV",
                spin(usual.multi_pv, 1, Settings::MAX_LINES as i64),
            ),
            ("Move Overhead", spin(overhead, 0, 5000)),
            (
                "Evaluation",
                OptionKind::Combo {
                    default: By::default().name().to_owned(),
                    vars: By::ALL.map(|by| by.name().to_owned()).to_vec(),
                },
            ),
            (
                "EvalFile",
                OptionKind::String {
                    default: NetworkChoice::default().origin().to_owned(),
                },
            ),
            (
                "Probe Depth",
                spin(
                    usual.options.probe_depth as usize,
                    0,
                    Settings::MAX_PROBE_DEPTH_PLIES.into(),
                ),
            ),
            (
                "Expansions",
                spin(usual.expansions as usize, 0, MOST_EXPANSIONS),
            ),
            ("Show Search Log", check(false)),
            ("UCI_ShowWDL", check(false)),
            ("UCI_LimitStrength", check(false)),
            (
                "UCI_Elo",
                spin(MAX_ELO.into(), MIN_ELO.into(), MAX_ELO.into()),
            ),
            ("UCI_AnalyseMode", check(false)),
            (
                "UCI_EngineAbout",
                OptionKind::String {
                    default: ABOUT.to_owned(),
                },
            ),
        ]
        .into_iter()
        .map(|(name, kind)| OptionSpec::new(name, kind))
        .chain([search_choice::option()])
        .chain(BookChoice::options())
        .chain(endings_choice::options())
        .collect()
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Vec<String>, String> {
        let on = value == Some("true");
        let number = || {
            let number = value.and_then(|value| value.trim().parse::<usize>().ok());
            number.ok_or_else(|| format!("option {name} needs a whole number"))
        };
        match name {
            "Hash" => {
                let mib = number()?;
                self.change(|settings| settings.hash_mib = mib)?;
            }
            "Clear Hash" => self.engine.clear(),
            "Threads" => {
                let threads = number()?;
                self.change(|settings| settings.threads = threads)?;
                self.threads_remarked = false;
            }
            "MultiPV" => {
                let lines = number()?;
                self.change(|settings| settings.multi_pv = lines)?;
            }
            "Move Overhead" => {
                let overhead = Duration::from_millis(number()? as u64);
                self.change(|settings| settings.move_overhead = overhead)?;
            }
            "Search" => {
                let search = search_choice::named(value.unwrap_or_default())?;
                self.change(|settings| settings.search = search)?;
            }
            "Evaluation" => {
                let named = |by: &By| Some(by.name()) == value;
                self.choice.by = By::ALL.into_iter().find(named).ok_or_else(|| {
                    format!("there is no evaluation {}", value.unwrap_or_default())
                })?;
                return self.change_evaluation();
            }
            "EvalFile" => {
                self.choice
                    .load(value.unwrap_or_default())
                    .map_err(|error| format!("{error}; still {}", self.choice))?;
                return self.change_evaluation();
            }
            "Probe Depth" => {
                let depth = number()?.min(Settings::MAX_PROBE_DEPTH_PLIES as usize) as u32;
                self.change(|settings| settings.options.probe_depth = depth)?;
            }
            "Expansions" => {
                let expansions = u32::try_from(number()?).unwrap_or(u32::MAX);
                self.change(|settings| settings.expansions = expansions)?;
            }
            "TablesPath" | "SyzygyPath" | "SyzygyProbeDepth" | "Syzygy50MoveRule" => {
                return self.change_endings(name, value.unwrap_or_default());
            }
            "Show Search Log" => self.show_log = on,
            "UCI_ShowWDL" => self.show_wdl = on,
            "UCI_LimitStrength" => {
                self.limit_strength = on;
                self.change_strength()?;
            }
            "UCI_Elo" => {
                self.elo = number()?.clamp(MIN_ELO.into(), MAX_ELO.into()) as u16;
                self.change_strength()?;
            }
            "UCI_AnalyseMode" => {
                self.analysing = on;
                self.change_strength()?;
            }
            "OwnBook" | "BookFile" | "BestBookMove" | "BookDepth" => {
                return self.book.set(name, value.unwrap_or_default());
            }
            // The interface decides about pondering. `UCI_EngineAbout` can only be read.
            "Ponder" | "UCI_EngineAbout" => {}
            _ => return Err(format!("there is no option {name}")),
        }
        Ok(Vec::new())
    }

    fn new_game(&mut self) {
        self.engine.clear();
    }

    fn search(
        &mut self,
        task: &SearchTask,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> BestMove {
        if !self.analysing
            && let Some((mv, words)) = self.book.answer(task)
        {
            report(&remark(words));
            return BestMove {
                best: Some(mv),
                ponder: None,
            };
        }
        let lines = self.engine.settings().multi_pv;
        let mut observer = Reporting {
            commentary: self
                .show_log
                .then(|| Commentary::new(lines.max(LOGGED_MOVES))),
            has_ranks: lines > 1,
            show_wdl: self.show_wdl,
            report: &mut *report,
        };
        let asked = Task::play(&task.game, task.effort).only(&task.only);
        let answer = self.engine.run(&asked, stop, &mut observer);
        if let Some(words) = answer.about_threads(self.engine.settings().threads)
            && !self.threads_remarked
        {
            self.threads_remarked = true;
            report(&remark(words));
        }
        if let Some(words) = self.engine.settings().endings.failure()
            && !std::mem::replace(&mut self.failure_remarked, true)
        {
            report(&remark(words));
        }
        let sure = answer.tree.and_then(|tree| tree.how_sure);
        if let Some(words) = sure.map(|sure| how_sure(sure, task.game.position())) {
            report(&remark(words));
        }
        BestMove {
            best: answer.best,
            ponder: answer.ponder,
        }
    }

    fn evaluate(&mut self, position: &Position) -> String {
        bstar_engine::describe_eval(position, self.choice.named())
    }

    fn bench(&mut self, say: &mut dyn FnMut(String)) {
        let evaluation = &self.engine.settings().evaluation;
        let bench = bstar_engine::bench(SearchKind::AlphaBeta, evaluation, &mut |_, _| {});
        let nps = bstar_terminal::numbers::nodes_per_second(bench.nodes, bench.time.as_secs_f64());
        say(format!("{} nodes {nps} nps", bench.nodes));
    }
}

/// Writes what a search finds.
struct Reporting<'a> {
    /// Of a log of the search, if one is wanted.
    commentary: Option<Commentary>,
    has_ranks: bool,
    show_wdl: bool,
    report: &'a mut dyn FnMut(&Info),
}

impl Observer for Reporting<'_> {
    fn see(&mut self, snapshot: &Snapshot) {
        let said = self.commentary.iter_mut();
        for words in said.flat_map(|commentary| commentary.comment(snapshot)) {
            (self.report)(&remark(words));
        }
    }

    fn report(&mut self, found: &SearchReport) {
        let mut info = info(found);
        info.multipv = self.has_ranks.then_some(found.rank);
        info.wdl = self.show_wdl.then_some(found.wdl);
        (self.report)(&info);
    }
}

/// How sure B* is of its choice, for people.
fn how_sure(sure: HowSure, position: &Position) -> String {
    let nearest = sure.nearest.map_or_else(String::new, |nearest| {
        format!("; {} comes nearest", san::write(position, nearest))
    });
    format!(
        "how sure: of choices as settled as this, {:.0}% are worse than another move by more than \
         a percentage point{nearest}",
        100.0 * sure.better
    )
}

fn remark(words: String) -> Info {
    Info {
        string: Some(words),
        ..Info::default()
    }
}

fn info(report: &SearchReport) -> Info {
    Info {
        depth: Some(report.depth),
        seldepth: Some(report.seldepth),
        score: Some((report.score, report.bound)),
        nodes: Some(report.nodes),
        hashfull: Some(report.hashfull),
        time: Some(report.time),
        pv: report.line.clone(),
        ..Info::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_uci::SessionEngine;

    #[test]
    fn a_huge_table_is_refused_and_the_old_one_stays() {
        let mut engine = UciEngine::new().unwrap();
        let error = engine.set_option("Hash", Some("1000000")).unwrap_err();
        assert!(!error.is_empty());
        assert_eq!(
            engine.engine.settings().hash_mib,
            Settings::default().hash_mib
        );
    }

    #[test]
    fn every_option_takes_its_own_default() {
        let mut engine = UciEngine::new().unwrap();
        for option in engine.options() {
            let value = match &option.kind {
                OptionKind::Check { default } => Some(default.to_string()),
                OptionKind::Spin { default, .. } => Some(default.to_string()),
                OptionKind::String { default } | OptionKind::Combo { default, .. } => {
                    Some(default.clone())
                }
                OptionKind::Button => None,
            };
            engine.set_option(&option.name, value.as_deref()).unwrap();
        }
    }

    #[test]
    fn the_options_of_the_search_reach_the_engine() {
        let mut engine = UciEngine::new().unwrap();
        assert_eq!(engine.engine.settings().search, SearchKind::Bstar);
        for (name, value) in [
            ("Search", "alphabeta"),
            ("Probe Depth", "3"),
            ("Expansions", "40"),
        ] {
            engine.set_option(name, Some(value)).unwrap();
        }
        let settings = engine.engine.settings();
        assert_eq!(settings.search, SearchKind::AlphaBeta);
        assert_eq!((settings.options.probe_depth, settings.expansions), (3, 40));
        assert!(engine.set_option("Search", Some("guess")).is_err());
    }

    #[test]
    fn strength_is_limited_in_games_and_not_in_analysis() {
        let mut engine = UciEngine::new().unwrap();
        engine.set_option("UCI_Elo", Some("1500")).unwrap();
        assert_eq!(engine.engine.settings().strength, None);
        engine
            .set_option("UCI_LimitStrength", Some("true"))
            .unwrap();
        assert_eq!(engine.engine.settings().strength, Some(1500));
        engine.set_option("UCI_AnalyseMode", Some("true")).unwrap();
        assert_eq!(engine.engine.settings().strength, None);
    }
}
