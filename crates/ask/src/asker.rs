//! The one who answers: an engine, and the referee of its sentences.

use std::time::{Duration, Instant};

use bstar_board::{Game, Move};
use bstar_engine::{Engine, EngineError, Observer, SearchKind, Settings, Task};
use bstar_explain::facts::JudgedPair;
use bstar_explain::games::Turning;
use bstar_kit::effort::Effort;
use bstar_kit::stop::Stop;
use bstar_thought::{Snapshot, Thought};

use crate::answer::{Answer, Opinion, Told};
use crate::listener::Listener;
use crate::question::{Question, Start};
use crate::referee::Referee;
use crate::rounds::InRounds;
use crate::second_opinion::second_opinion;
use crate::two_moves::TwoMoves;

/// Answers questions, one after the other. No answer depends on the questions before it.
pub struct Asker {
    settings: Settings,
    engine: Engine,
    referee: Referee,
}

impl Asker {
    /// Makes one with these settings. A lack of memory is found here, before anything is searched.
    pub fn new(settings: Settings) -> Result<Asker, EngineError> {
        let settings = Settings {
            search: SearchKind::Bstar,
            ..settings
        };
        Ok(Asker {
            referee: Referee::new(&settings)?,
            engine: Engine::new(settings.clone())?,
            settings,
        })
    }

    /// Changes the number of threads. The others of its settings stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        self.settings.threads = threads;
        self.engine.configure(self.settings.clone())
    }

    /// Shares the processor with others, as [`Engine::share_processor`] says.
    pub fn share_processor(&mut self, give_way: impl Fn() + Clone + Send + Sync + 'static) {
        self.engine.share_processor(give_way.clone());
        self.referee.share_processor(give_way);
    }

    /// Searches for the answer to a question. When `stop` is set, the answer is what was found so
    /// far.
    pub fn ask(&mut self, question: Question, stop: &Stop, listener: &mut dyn Listener) -> Answer {
        let Question {
            game,
            asked,
            effort,
            start,
            is_watched,
        } = question;
        let whole = match start {
            Start::Searched(thought) => *thought,
            Start::Further => self.go_on(&game, effort, stop, listener),
            Start::Fresh if is_watched => self.search_in_rounds(&game, effort, stop, listener),
            Start::Fresh => self.search(&game, &[], effort, stop, listener),
        };
        let mut answer = Answer::new(game, whole, self.settings.evaluation.clone());
        answer.asked = asked;
        answer.is_interrupted = stop.is_set();
        if let Some(mv) = asked.filter(|_| !stop.is_set()) {
            listener.turn_to_asked_move();
            self.search_two_moves(&mut answer, mv, effort, stop, listener);
            self.ask_for_opinion(&mut answer, mv, effort, stop, listener);
        }
        answer
    }

    /// Composes something from an answer. The questions that sentences hang on are answered on the
    /// way. When `stop` is set the sentences that are left are
    /// [missing](Answer::lacks_sentences).
    pub fn compose<T>(
        &mut self,
        answer: &Answer,
        stop: &Stop,
        mut compose: impl FnMut(&Told) -> T,
    ) -> T {
        let compose = || answer.told(|told| compose(told));
        self.referee.settle(&answer.answers, stop, compose)
    }

    /// Searches from an empty table: the same question has the same answer, whatever was asked
    /// before.
    fn search(
        &mut self,
        game: &Game,
        only: &[Move],
        effort: Effort,
        stop: &Stop,
        listener: &mut dyn Listener,
    ) -> Thought {
        self.engine.clear();
        self.think(game, only, effort, stop, &mut Passed(listener))
    }

    fn think(
        &mut self,
        game: &Game,
        only: &[Move],
        effort: Effort,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Thought {
        let task = Task::explain(game, effort).only(only);
        self.engine.run(&task, stop, observer)
    }

    fn go_on(
        &mut self,
        game: &Game,
        effort: Effort,
        stop: &Stop,
        listener: &mut dyn Listener,
    ) -> Thought {
        self.think(game, &[], effort, stop, &mut Passed(listener))
    }

    fn search_in_rounds(
        &mut self,
        game: &Game,
        effort: Effort,
        stop: &Stop,
        listener: &mut dyn Listener,
    ) -> Thought {
        self.engine.clear();
        match time_alone(effort) {
            Some(time) => {
                let rounds = InRounds { game, time };
                rounds.run(&mut self.engine, stop, listener)
            }
            None => self.think(game, &[], effort, stop, &mut Passed(listener)),
        }
    }

    /// Searches the asked move and the best one alone, if the first search knows too little.
    fn search_two_moves(
        &mut self,
        answer: &mut Answer,
        mv: Move,
        effort: Effort,
        stop: &Stop,
        listener: &mut dyn Listener,
    ) {
        let two = answer.told(|told| TwoMoves::to_search_again(told.reading, mv));
        let Some(two) = two else {
            return;
        };
        let ended = stop.child();
        let mut until_clear = UntilClear {
            listener,
            two,
            began: Instant::now(),
            end: time_alone(effort).map(|_| &ended),
        };
        self.engine.clear();
        let (game, moves) = (&answer.game, two.search_moves());
        let thought = self.think(game, &moves, effort, &ended, &mut until_clear);
        answer.again = Some(thought).filter(|thought| thought.decision.is_some());
    }

    /// Asks alpha-beta, if B* does not find the move worse, or does not show what is wrong with it.
    fn ask_for_opinion(
        &mut self,
        answer: &mut Answer,
        mv: Move,
        effort: Effort,
        stop: &Stop,
        listener: &mut dyn Listener,
    ) {
        if stop.is_set() {
            return;
        }
        listener.compose();
        let (is_worse, found) = self.compose(answer, stop, |told| {
            let asked = told.asked.expect("a move is asked about");
            (asked.is_worse(), Turning::of(&asked))
        });
        if stop.is_set() || (is_worse && found.is_refuted) {
            return;
        }
        // Alpha-beta expands nothing, and it searches twice: before the move and after it.
        let effort = effort.nodes_for_expansions(answer.whole.nodes);
        let Some(pair) = self.second_opinion(&answer.game, mv, effort.halved(), stop) else {
            return;
        };
        answer.opinion = Some(Opinion {
            pair,
            for_words: is_worse,
        });
        let (is_worse_too, other) = self.compose(answer, stop, |told| {
            let asked = told.asked.expect("a move is asked about");
            let is_heard = asked.is_searched_further() && asked.is_worse();
            (is_heard, Turning::of(&asked))
        });
        // Where B* has words for what is wrong with the move, they stay, unless alpha-beta refutes
        // the move.
        let has_more = other.is_refuted || (other.has_words() && !found.has_words());
        if !is_worse_too || (is_worse && !has_more) {
            answer.opinion = None;
        }
    }

    fn second_opinion(
        &mut self,
        game: &Game,
        mv: Move,
        effort: Effort,
        stop: &Stop,
    ) -> Option<JudgedPair> {
        let settings = Settings {
            search: SearchKind::AlphaBeta,
            ..self.settings.clone()
        };
        self.engine.configure(settings).ok()?;
        self.engine.clear();
        let pair = second_opinion(&mut self.engine, game, mv, effort, stop);
        // If memory is short by now, the engine keeps the table it has, and a tree comes on top.
        let _ = self.engine.configure(self.settings.clone());
        pair
    }
}

/// How long a search takes that only time ends.
fn time_alone(effort: Effort) -> Option<Duration> {
    let is_counted = effort.node_limit().is_some() || effort.expansion_limit().is_some();
    effort.time_limit().filter(|_| !is_counted)
}

/// Passes on what a search tells.
struct Passed<'l>(&'l mut dyn Listener);

impl Observer for Passed<'_> {
    fn see(&mut self, news: &Snapshot) {
        self.0.hear(news);
    }
}

/// Passes it on, and ends a search of two moves when it is clear how they fare.
struct UntilClear<'l> {
    listener: &'l mut dyn Listener,
    two: TwoMoves,
    began: Instant,
    /// What ends it; none if it has a fixed effort.
    end: Option<&'l Stop>,
}

impl Observer for UntilClear<'_> {
    fn see(&mut self, news: &Snapshot) {
        self.listener.hear(news);
        if let Some(end) = self.end
            && self.two.is_clear(news, self.began.elapsed())
        {
            end.set();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{fen, san};
    use bstar_eval::Evaluation;

    const QUIET: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9";
    /// The rook mates on the last rank.
    const MATE: &str = "6k1/5ppp/8/8/8/2nn4/5PPP/R5K1 w - - 0 1";

    fn asker() -> Asker {
        Asker::new(Settings {
            hash_mib: 8,
            evaluation: Evaluation::Terms,
            ..Settings::for_explaining()
        })
        .unwrap()
    }

    fn question(text: &str, asked: &str, nodes: u64) -> Question {
        let game = Game::new(fen::parse(text).unwrap());
        let asked = san::parse(game.position(), asked).unwrap();
        Question::new(game, Effort::nodes(nodes)).about(asked)
    }

    fn texts(asker: &mut Asker, question: Question) -> Vec<String> {
        let stop = Stop::new();
        let answer = asker.ask(question, &stop, &mut ());
        let told = asker.compose(&answer, &stop, |told| told.sentences());
        assert!(!answer.lacks_sentences());
        told.into_iter().map(|sentence| sentence.text).collect()
    }

    #[test]
    fn an_answer_does_not_depend_on_the_questions_before_it() {
        let ask = |asker: &mut Asker| texts(asker, question(QUIET, "h5", 5_000));
        let mut experienced = asker();
        texts(&mut experienced, question(MATE, "h3", 3_000));
        let again = ask(&mut experienced);
        // The times that an answer names may differ.
        let timeless = |texts: Vec<String>| -> Vec<String> {
            let is_timeless = |text: &String| !text.contains(" seconds");
            texts.into_iter().filter(is_timeless).collect()
        };
        assert_eq!(timeless(ask(&mut asker())), timeless(again));
    }

    #[test]
    fn a_move_that_was_not_looked_into_is_searched_again_beside_the_best() {
        let mut asker = asker();
        let stop = Stop::new();
        let answer = asker.ask(question(QUIET, "h5", 20_000), &stop, &mut ());
        let best = answer.whole.decision.unwrap().best;
        let again = answer.again.as_ref().expect("nobody looks into h5");
        let moves: Vec<Move> = again.search.root().moves().map(|(mv, _)| mv).collect();
        assert_eq!(moves.len(), 2);
        assert!(moves.contains(&best) && moves.contains(&answer.asked.unwrap()));
        let chosen = Question::new(answer.game.clone(), Effort::nodes(20_000)).about(best);
        assert!(asker.ask(chosen, &stop, &mut ()).again.is_none());
    }

    /// A search that was made is not made again, and says the same.
    #[test]
    fn an_earlier_search_is_used() {
        let mut asker = asker();
        let stop = Stop::new();
        let whole = question(QUIET, "h5", 20_000);
        let first = asker.ask(
            Question {
                asked: None,
                ..whole
            },
            &stop,
            &mut (),
        );
        let nodes = first.whole.nodes;
        let start = Start::Searched(Box::new(first.whole));
        let answer = asker.ask(question(QUIET, "h5", 20_000).from(start), &stop, &mut ());
        assert_eq!(answer.whole.nodes, nodes);
        let told = |answer: &Answer, asker: &mut Asker| {
            asker.compose(answer, &stop, |told| told.asked.unwrap().text())
        };
        let at_once = asker.ask(question(QUIET, "h5", 20_000), &stop, &mut ());
        assert_eq!(told(&answer, &mut asker), told(&at_once, &mut asker));
    }

    #[test]
    fn alpha_beta_is_asked_where_b_star_shows_nothing_wrong() {
        let mut asker = asker();
        let game = Game::new(fen::parse(MATE).unwrap());
        let h3 = san::parse(game.position(), "h3").unwrap();
        let effort = Effort::nodes(2_000);
        let pair = asker.second_opinion(&game, h3, effort, &Stop::new());
        let pair = pair.unwrap();
        assert_eq!(pair.asked.moves[0], h3);
        assert!(pair.best.expected > pair.asked.expected + 100);
        let best = pair.best.moves[0];
        let of_best = asker.second_opinion(&game, best, effort, &Stop::new());
        assert_eq!(of_best, None, "nothing is better than the best");

        let stop = Stop::new();
        let mut answer = asker.ask(question(MATE, "h3", 2_000), &stop, &mut ());
        answer.opinion = Some(Opinion {
            pair: pair.clone(),
            for_words: false,
        });
        let told: Vec<String> = asker.compose(&answer, &stop, |told| {
            let asked = told.asked.unwrap();
            assert!(asked.is_worse() && told.is_second_opinion());
            assert_eq!(asked.reading().best().unwrap().mv, best);
            let likely = asked.reading().find(h3).unwrap().likely;
            assert_eq!(likely.exact(), Some(pair.asked.expected));
            let sentences = asked.sentences().unwrap();
            sentences.into_iter().map(|told| told.text).collect()
        });
        assert!(
            told[0].contains("a second search, by alpha-beta, prefers Ra8#"),
            "{}",
            told[0]
        );
        assert!(
            told.contains(&"Ra8# is better: it is checkmate.".to_owned()),
            "{told:?}"
        );
    }

    #[test]
    fn a_stopped_question_has_the_answer_so_far() {
        let stop = Stop::new();
        stop.set();
        let mut asker = asker();
        let answer = asker.ask(question(QUIET, "h5", 1_000_000), &stop, &mut ());
        assert!(answer.is_interrupted && answer.again.is_none());
        // With the same stop, no sentence gets an answer that takes a search.
        asker.compose(&answer, &stop, |told| told.sentences());
        assert!(answer.lacks_sentences());
        asker.compose(&answer, &Stop::new(), |told| told.sentences());
        assert!(!answer.lacks_sentences());
    }
}
