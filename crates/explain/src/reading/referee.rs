//! Small searches that play on where a line of the tree ends.
//!
//! The lines of the tree come from short probes, and end where the probes ended. Before a sentence
//! says that a line wins something, a small search checks that this is still so a few moves later.
//!
//! A [`Referee`] is made from the settings of the search that is explained: the same evaluation,
//! the same tables. It is made before that search, so that a lack of memory is found before
//! anything was searched. Whoever makes it connects it: with what stops it, and with what shares
//! the processor.

use std::cell::RefCell;
use std::collections::HashMap;

use bstar_board::score::{Score, ScoreBound};
use bstar_board::{Game, Move, Position};
use bstar_engine::{Engine, EngineError, Evaluation, OnReport, SearchKind, Settings, Task};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_thought::SearchReport;

/// Nodes for playing on. More of them find hardly more.
const NODES: u64 = 20_000;
/// Nodes for what a side would do if it were its turn.
const PLAN_NODES: u64 = 5_000;
/// The first iteration whose line counts.
const MIN_DEPTH: u32 = 3;

/// Searches positions where lines end. It answers the same question with the same line every time.
pub struct Referee {
    engine: RefCell<Engine>,
    known: RefCell<HashMap<Question, Continued>>,
    stop: Stop,
}

/// All that an answer depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Question {
    key: u64,
    halfmove_clock: u8,
    nodes: u64,
}

/// How a game goes on.
#[derive(Clone, Debug)]
pub(crate) struct Continued {
    /// For the side to move.
    pub score: Option<Score>,
    /// Best play as one iteration after the other saw it, the deepest last.
    pub lines: Vec<Vec<Move>>,
}

impl Referee {
    /// A referee for a search with these settings. It has one thread, whatever they say: several
    /// would answer differently from time to time.
    pub fn new(settings: &Settings) -> Result<Referee, EngineError> {
        let engine = Engine::new(Settings {
            hash_mib: 1,
            threads: 1,
            multi_pv: 1,
            strength: None,
            search: SearchKind::AlphaBeta,
            ..settings.clone()
        })?;
        Ok(Referee {
            engine: RefCell::new(engine),
            known: RefCell::default(),
            stop: Stop::new(),
        })
    }

    /// The same, stopped by this. From then on it knows no answers, and sentences that need one
    /// are left out.
    pub fn stopped_by(self, stop: &Stop) -> Referee {
        Referee {
            stop: stop.child(),
            ..self
        }
    }

    /// Shares the processor with others, as [`Engine::share_processor`] says.
    pub fn share_processor(&mut self, give_way: impl Fn() + Send + Sync + 'static) {
        self.engine.get_mut().share_processor(give_way);
    }

    /// Whether it was stopped, so that sentences may be missing.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// Forgets its answers, and with them the memory they take.
    pub fn forget(&self) {
        self.known.borrow_mut().clear();
    }

    pub(crate) fn evaluation(&self) -> Evaluation {
        self.engine.borrow().settings().evaluation.clone()
    }

    /// How the game goes on from a position. None if it was stopped.
    pub(crate) fn continued(&self, position: &Position) -> Option<Continued> {
        self.looked_up(position, NODES)
    }

    /// What the side to move would play.
    pub(crate) fn plan(&self, position: &Position) -> Option<Move> {
        self.plans(position).first().copied()
    }

    /// What the side to move would play, and what would follow.
    pub(crate) fn plans(&self, position: &Position) -> Vec<Move> {
        let continued = self.looked_up(position, PLAN_NODES);
        let line = continued.and_then(|mut continued| continued.lines.pop());
        line.unwrap_or_default()
    }

    fn looked_up(&self, position: &Position, nodes: u64) -> Option<Continued> {
        let question = Question {
            key: position.key(),
            halfmove_clock: position.halfmove_clock(),
            nodes,
        };
        if let Some(known) = self.known.borrow().get(&question) {
            return Some(known.clone());
        }
        let continued = self.search(position, nodes)?;
        let mut known = self.known.borrow_mut();
        known.insert(question, continued.clone());
        Some(continued)
    }

    fn search(&self, position: &Position, nodes: u64) -> Option<Continued> {
        let mut engine = self.engine.borrow_mut();
        // Every search begins afresh: the order of the questions does not matter.
        engine.clear();
        let game = Game::new(position.clone());
        let mut lines = Vec::new();
        let mut note = OnReport(|report: &SearchReport| {
            if report.depth >= MIN_DEPTH && report.bound == ScoreBound::Exact {
                lines.push(report.line.clone());
            }
        });
        let task = Task::play(&game, Effort::nodes(nodes));
        let found = engine.run(&task, &self.stop, &mut note);
        if lines.is_empty() {
            lines.push(found.line);
        }
        // A search that was broken off would be remembered as the answer.
        (!self.stop.is_set()).then_some(Continued {
            score: found.score,
            lines,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use bstar_board::fen;

    const QUIET: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9";

    fn position() -> Position {
        fen::parse(QUIET).unwrap()
    }

    fn settings(evaluation: Evaluation) -> Settings {
        Settings {
            evaluation,
            ..Settings::for_explaining()
        }
    }

    /// It once had the program's own network whatever the search had.
    #[test]
    fn it_evaluates_as_the_search_does() {
        let score = |evaluation| {
            let referee = Referee::new(&settings(evaluation)).unwrap();
            referee.continued(&position()).unwrap().score
        };
        assert_ne!(score(Evaluation::Terms), score(Evaluation::default()));
    }

    #[test]
    fn the_same_question_has_the_same_answer_whatever_was_asked_before() {
        let referee = || Referee::new(&settings(Evaluation::default())).unwrap();
        let fresh = referee().continued(&position()).unwrap();
        let asked = referee();
        asked.plan(&position().pass().unwrap());
        let later = asked.continued(&position()).unwrap();
        assert_eq!((fresh.score, fresh.lines), (later.score, later.lines));
    }

    #[test]
    fn a_stop_is_heard_and_half_an_answer_is_not_kept() {
        let stop = Stop::new();
        let referee = Referee::new(&settings(Evaluation::default())).unwrap();
        let referee = referee.stopped_by(&stop);
        stop.set();
        assert!(referee.is_stopped());
        assert!(referee.continued(&position()).is_none());
        assert!(referee.known.borrow().is_empty());
    }

    /// Its searches once took no turn.
    #[test]
    fn its_searches_give_way() {
        let mut referee = Referee::new(&settings(Evaluation::default())).unwrap();
        let turns = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&turns);
        referee.share_processor(move || {
            counted.fetch_add(1, Ordering::Relaxed);
        });
        referee.continued(&position());
        assert!(turns.load(Ordering::Relaxed) >= 10);
    }
}
