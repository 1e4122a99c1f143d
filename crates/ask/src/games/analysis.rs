//! The engine goes through games, several at a time, and hands each one over in order.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bstar_board::pgn;
use bstar_engine::{EngineError, Settings};
use bstar_eval::Evaluation;
use bstar_explain::games::{Finding, Findings, JudgedGame, Listener};
use bstar_kit::effort::Effort;
use bstar_tables::Tables;
use serde::{Deserialize, Serialize};

use super::input::{AnalyseError, NumberedGame};
use super::judge::{Judge, JudgeTask};
use super::objects::{NotJudged, json, object_line};
use super::tally::MarkTally;
use bstar_kit::crew::{Answer, Crew, Hired, Work};
use bstar_kit::stop::Stop;
use bstar_kit::workers::InOrder;

/// The form in which games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OutputForm {
    Pgn,
    /// An object on each line.
    JsonLines,
    /// An object that is a part of a [document](super::GamesDocument).
    Json,
}

/// How games are analysed and written.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// How much work a position is worth.
    pub effort: Effort,
    /// How many positions B* may expand at a turning point. `None` leaves it to the effort.
    pub expansions: Option<u32>,
    /// The table of each analyst, in MiB.
    pub hash: usize,
    /// The evaluation of positions.
    pub evaluation: Evaluation,
    /// Where endings are looked up. Other machines have no tables.
    pub endings: Tables,
    /// Who analyses.
    pub crew: Crew,
    /// The form in which they are written.
    pub form: OutputForm,
}

/// A game that is ready to be written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FinishedGame {
    /// The text to write, with its line end if the form has lines.
    pub text: String,
    /// How many moves have each mark.
    pub tally: MarkTally,
    /// Whether other machines gave it up, so that nobody judged it. Only the machine that has the
    /// games knows.
    #[serde(skip)]
    pub is_given_up: bool,
}

/// Is told how many positions are searched, from any thread.
pub type WatchPositions = Arc<dyn Fn(u64) + Send + Sync>;

/// Counts the positions that are searched for the first time.
struct Ticks<'a>(&'a (dyn Fn() + Send + Sync));

impl Listener for Ticks<'_> {
    fn hear(&mut self, finding: &Finding) {
        if let Finding::Position {
            is_confirmed: false,
            ..
        } = finding
        {
            (self.0)();
        }
    }

    fn see(&mut self, _game: &JudgedGame) {}
}

impl Analysis {
    /// Analyses games and hands them over in order, until there are no more, `stop` is set or
    /// `take` breaks. `watch` is told how many positions are searched.
    ///
    /// A game that other machines give up is handed over as it came.
    pub fn run(
        &self,
        games: &[NumberedGame],
        stop: &Stop,
        watch: WatchPositions,
        mut take: impl FnMut(&FinishedGame) -> ControlFlow<()>,
    ) -> Result<(), AnalyseError> {
        let here = stop.child();
        let looked_at = AtomicU64::new(0);
        let mut finished_positions = 0;
        let told = watch.clone();
        let judging = Judging {
            effort: self.effort,
            expansions: self.expansions,
            hash: self.hash,
            evaluation: self.evaluation.clone(),
            endings: self.endings.clone(),
            form: self.form,
            tick: Some(Arc::new(move || {
                told(1 + looked_at.fetch_add(1, Ordering::Relaxed));
            })),
        };
        let mut order = InOrder::from(0);
        let mut next = 0;
        let mut failure = None;
        let units = games.to_vec();
        self.crew.run(&judging, units, &here, |number, answer| {
            for answer in order.put(number, answer) {
                let game = &games[next];
                next += 1;
                let finished = match answer {
                    Answer::Found(Ok(finished)) => finished,
                    Answer::Found(Err(reason)) => {
                        failure = Some(AnalyseError::Engine(reason));
                        return ControlFlow::Break(());
                    }
                    Answer::GivenUp(reason) => self.not_judged(game, reason),
                    Answer::Stopped => return ControlFlow::Break(()),
                };
                if let Crew::Machines(_) = &self.crew {
                    // Only whole games are known of.
                    finished_positions += 1 + game.record.moves.len() as u64;
                    watch(finished_positions);
                }
                if here.is_set() || take(&finished).is_break() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
        failure.map_or(Ok(()), Err)
    }

    /// A game of which nothing is said, as it stands in the output.
    fn not_judged(&self, game: &NumberedGame, reason: String) -> FinishedGame {
        let object = NotJudged {
            game: game.number,
            reason,
        };
        let text = match self.form {
            OutputForm::Pgn => pgn::write(&game.record),
            OutputForm::JsonLines => object_line("not-judged", &object),
            OutputForm::Json => json(&object),
        };
        FinishedGame {
            text,
            is_given_up: true,
            tally: MarkTally {
                games: 1,
                moves: game.record.moves.len(),
                ..MarkTally::default()
            },
        }
    }
}

/// The work of judging games, for threads of this program or remote workers.
#[derive(Serialize, Deserialize)]
pub struct Judging {
    effort: Effort,
    expansions: Option<u32>,
    hash: usize,
    evaluation: Evaluation,
    #[serde(skip)]
    endings: Tables,
    form: OutputForm,
    /// Is called for every position.
    #[serde(skip)]
    tick: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Work for Judging {
    const KIND: &'static str = "analyse";
    type Unit = NumberedGame;
    /// The game, or why the engine cannot be set up.
    type Found = Result<FinishedGame, String>;

    fn name(&self, unit: &NumberedGame) -> String {
        format!("game {}", unit.number)
    }

    fn hire<'a>(&'a self, stop: &'a Stop) -> Hired<'a, Self> {
        let mut hired = self.hired(stop);
        Box::new(move |NumberedGame { number, record }| {
            let judge = match &mut hired {
                Ok(hired) => hired,
                Err(error) => return Some(Err(error.to_string())),
            };
            let one_more = JudgeTask {
                record: &record,
                effort: self.effort,
                expansions: self.expansions,
            };
            let tick = || {
                if let Some(tick) = &self.tick {
                    tick();
                }
            };
            let game = judge.judge(&one_more, Findings::default(), &mut Ticks(&tick))?;
            Some(Ok(FinishedGame {
                text: self.text(&game, number, stop)?,
                tally: MarkTally::of(&game),
                is_given_up: false,
            }))
        })
    }
}

impl Judging {
    fn hired(&self, stop: &Stop) -> Result<Judge, EngineError> {
        let settings = Settings {
            hash_mib: self.hash,
            evaluation: self.evaluation.clone(),
            endings: self.endings.clone(),
            ..Settings::for_explaining()
        };
        Judge::new(settings, stop)
    }

    /// The game as it will be written; `None` if that was stopped.
    fn text(&self, game: &JudgedGame, number: usize, stop: &Stop) -> Option<String> {
        match self.form {
            OutputForm::Pgn => {
                let record = game.annotated();
                stop.text(|out| pgn::write_to(&record, out))
            }
            OutputForm::JsonLines => Some(object_line("game", &game.object(number))),
            OutputForm::Json => Some(json(&game.object(number))),
        }
    }
}
