//! Small searches that play on where a line of the tree ends.
//!
//! Sentences hang on them: before one says that a line wins something, a small search checks that
//! this is still so a few moves later. The package `bstar-explain`, which composes the sentences,
//! only asks; here the questions are answered.
//!
//! A [`Referee`] is made from the settings of the search that is explained: the same evaluation,
//! the same tables. It is made before that search, so that a lack of memory is found before
//! anything was searched.

use bstar_board::Game;
use bstar_board::score::ScoreBound;
use bstar_engine::{Engine, EngineError, Observer, SearchKind, Settings, Task};
use bstar_explain::facts::{Answers, Continued, Question};
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_thought::SearchReport;

/// The first iteration whose line counts.
const MIN_DEPTH_PLIES: u32 = 3;

/// Searches positions where lines end. It answers the same question in the same way every time.
pub struct Referee {
    engine: Engine,
}

/// Keeps the lines of the iterations that count.
#[derive(Default)]
struct Lines(Vec<Vec<bstar_board::Move>>);

impl Observer for Lines {
    fn report(&mut self, report: &SearchReport) {
        if report.depth >= MIN_DEPTH_PLIES && report.bound == ScoreBound::Exact {
            self.0.push(report.line.clone());
        }
    }
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
        Ok(Referee { engine })
    }

    /// Shares the processor with others, as [`Engine::share_processor`] says.
    pub fn share_processor(&mut self, give_way: impl Fn() + Send + Sync + 'static) {
        self.engine.share_processor(give_way);
    }

    /// Composes something that hangs on answers: again and again, until no question is open.
    ///
    /// When `stop` is set the open questions stay without answer. Text that depends on them is left
    /// out then, and the answers are [closed](Answers::is_closed).
    pub fn settle<T>(
        &mut self,
        answers: &Answers,
        stop: &Stop,
        mut compose: impl FnMut() -> T,
    ) -> T {
        answers.set_closed(false);
        loop {
            let composed = compose();
            let open = answers.take_open();
            if open.is_empty() {
                return composed;
            }
            for question in open {
                let Some(answer) = self.answer(&question, stop) else {
                    answers.set_closed(true);
                    return compose();
                };
                answers.put(&question, answer);
            }
        }
    }

    /// How the game goes on. None if it was stopped: half an answer would be taken for a whole one.
    fn answer(&mut self, question: &Question, stop: &Stop) -> Option<Continued> {
        // Every search begins afresh: the order of the questions does not matter.
        self.engine.clear();
        let game = Game::new(question.position.clone());
        let effort = Effort::nodes(question.nodes);
        let mut lines = Lines::default();
        let found = self
            .engine
            .run(&Task::play(&game, effort), stop, &mut lines);
        let Lines(mut lines) = lines;
        if lines.is_empty() {
            lines.push(found.line);
        }
        (!stop.is_set()).then_some(Continued {
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
    use bstar_board::{Position, fen};
    use bstar_eval::Evaluation;

    const QUIET: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9";

    fn position() -> Position {
        fen::parse(QUIET).unwrap()
    }

    fn question(position: Position) -> Question {
        Question {
            position,
            nodes: 20_000,
        }
    }

    fn referee(evaluation: Evaluation) -> Referee {
        let settings = Settings {
            evaluation,
            ..Settings::for_explaining()
        };
        Referee::new(&settings).unwrap()
    }

    fn answer(referee: &mut Referee, position: Position) -> Continued {
        referee.answer(&question(position), &Stop::new()).unwrap()
    }

    /// It once had the program's own network whatever the search had.
    #[test]
    fn it_evaluates_as_the_search_does() {
        let score = |evaluation| answer(&mut referee(evaluation), position()).score;
        assert_ne!(score(Evaluation::Terms), score(Evaluation::default()));
    }

    #[test]
    fn the_same_question_has_the_same_answer_whatever_was_asked_before() {
        let fresh = answer(&mut referee(Evaluation::default()), position());
        let mut asked = referee(Evaluation::default());
        answer(&mut asked, position().pass().unwrap());
        let later = answer(&mut asked, position());
        assert_eq!((fresh.score, fresh.lines), (later.score, later.lines));
    }

    #[test]
    fn a_stop_is_heard_and_half_an_answer_is_not_kept() {
        let stop = Stop::new();
        stop.set();
        let mut referee = referee(Evaluation::default());
        assert!(referee.answer(&question(position()), &stop).is_none());
    }

    /// Its searches once took no turn.
    #[test]
    fn its_searches_give_way() {
        let mut referee = referee(Evaluation::default());
        let turns = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&turns);
        referee.share_processor(move || {
            counted.fetch_add(1, Ordering::Relaxed);
        });
        answer(&mut referee, position());
        assert!(turns.load(Ordering::Relaxed) >= 10);
    }
}
