//! The engine behind the protocol's trait. All translation between the two is in this file, but for
//! the options: they are in `uci_options.rs`.

use bstar_board::Position;
use bstar_engine::{Observer, SearchKind, Task};
use bstar_explain::write::output::live::{self, Commentary};
use bstar_kit::stop::Stop;
use bstar_thought::{SearchReport, Snapshot};
use bstar_uci::{BestMove, Identity, Info, OptionSpec, SearchTask};

use crate::uci_engine::UciEngine;
use crate::uci_options;

/// The log of a search tells about this many of the leading moves, or about `MultiPV` if that is
/// more.
const LOGGED_MOVES: usize = 3;

impl bstar_uci::SessionEngine for UciEngine {
    fn identity(&self) -> Identity {
        Identity {
            name: concat!("bstar ", env!("CARGO_PKG_VERSION")).to_owned(),
            author: env!("CARGO_PKG_AUTHORS").to_owned(),
        }
    }

    fn options(&self) -> Vec<OptionSpec> {
        uci_options::specs(self)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Vec<String>, String> {
        let said = uci_options::set(self, name, value.unwrap_or_default())?;
        Ok(said.into_iter().collect())
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
        if let Some(words) = sure.map(|sure| live::how_sure(sure, task.game.position())) {
            report(&remark(words));
        }
        BestMove {
            best: answer.best,
            ponder: answer.ponder,
        }
    }

    fn evaluate(&mut self, position: &Position) -> String {
        bstar_engine::describe_eval(position, self.evaluation.named())
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
    use bstar_engine::Settings;
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
