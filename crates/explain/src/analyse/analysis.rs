//! The engine goes through games, several at a time, and hands each one over in order.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use bstar_board::pgn;
use bstar_engine::{Evaluation, SearchKind, Settings};

use super::effort::PositionEffort;
use super::findings::{Finding, Findings, Listener};
use super::games::{AnalyseError, NumberedGame};
use super::judge::{JudgeTask, judge};
use super::objects::object_line;
use super::tally::MarkTally;
use crate::game::JudgedGame;
use bstar_engine::analyst::analyse_all;
use bstar_kit::stop::Stop;

/// The form in which games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputForm {
    /// PGN.
    Pgn,
    /// An object on each line.
    JsonLines,
}

/// How games are analysed and written.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// How much work a position is worth.
    pub effort: PositionEffort,
    /// How many positions B* may expand at a turning point. `None` leaves it to the effort.
    pub expansions: Option<u32>,
    /// The table of each analyst, in MiB.
    pub hash: usize,
    /// The evaluation of positions.
    pub evaluation: Evaluation,
    /// How many games are analysed at a time.
    pub jobs: usize,
    /// The form in which they are written.
    pub form: OutputForm,
}

/// A game that is ready to be written.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The text to write, with its line end.
    pub text: String,
    /// How many moves have each mark.
    pub tally: MarkTally,
}

/// The settings of an engine that judges games. Turning points are explained by B*, all else is
/// alpha-beta.
pub fn judging_settings() -> Settings {
    Settings {
        search: SearchKind::AlphaBeta,
        ..Settings::for_explaining()
    }
}

/// Counts the positions that are searched for the first time.
struct Ticks<'a>(&'a dyn Fn());

impl Listener for Ticks<'_> {
    fn hear(&mut self, finding: &Finding) {
        if let Finding::Position {
            is_confirmed: false,
            ..
        } = finding
        {
            self.0();
        }
    }

    fn see(&mut self, _game: &JudgedGame) {}
}

impl Analysis {
    /// Analyses games and hands them over in order, until there are no more, `stop` is set or
    /// `take` breaks. `watch` is told how many positions are searched.
    pub fn run(
        &self,
        games: &[NumberedGame],
        stop: &Stop,
        watch: &(dyn Fn(u64) + Sync),
        mut take: impl FnMut(&FinishedGame) -> ControlFlow<()>,
    ) -> Result<(), AnalyseError> {
        let here = stop.child();
        let looked_at = AtomicU64::new(0);
        let tick = || watch(1 + looked_at.fetch_add(1, Ordering::Relaxed));
        analyse_all(
            &self.settings(),
            self.jobs,
            games.len(),
            &here,
            |analyst, at| {
                let NumberedGame { number, record } = &games[at];
                let task = JudgeTask {
                    record,
                    effort: self.effort,
                    expansions: self.expansions,
                };
                let game = judge(analyst, &task, Findings::default(), &mut Ticks(&tick));
                Ok(game.map(|game| FinishedGame {
                    text: self.text(&game, *number),
                    tally: MarkTally::of(&game),
                }))
            },
            |finished| {
                if !here.is_set() && take(&finished).is_break() {
                    here.set();
                }
            },
        )?;
        Ok(())
    }

    fn settings(&self) -> Settings {
        Settings {
            hash_mib: self.hash,
            evaluation: self.evaluation.clone(),
            expansions: self.expansions.unwrap_or(0),
            ..judging_settings()
        }
    }

    fn text(&self, game: &JudgedGame, number: usize) -> String {
        match self.form {
            OutputForm::Pgn => pgn::write(&game.annotated()),
            OutputForm::JsonLines => object_line("game", &game.object(number)),
        }
    }
}
