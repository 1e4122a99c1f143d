//! What was found out, and how it is read.

use bstar_board::{Game, Move};
use bstar_eval::Evaluation;
use bstar_explain::facts::{Answers, AskedMove, JudgedPair};
use bstar_explain::{Reading, Sentence};
use bstar_thought::Thought;

/// The searches that were made for a question, and what is known of play after them.
pub struct Answer {
    pub game: Game,
    /// The search of the position.
    pub whole: Thought,
    /// Whether the search of the position was stopped before its end.
    pub is_interrupted: bool,
    pub(crate) asked: Option<Move>,
    /// The search of the asked move and the best one alone, if there was one.
    pub(crate) again: Option<Thought>,
    /// What alpha-beta says of the asked move, if that is told.
    pub(crate) opinion: Option<Opinion>,
    pub(crate) answers: Answers,
}

/// A second opinion.
pub(crate) struct Opinion {
    pub pair: JudgedPair,
    /// Whether the asked move was known to be worse before, so that this only shows why.
    pub for_words: bool,
}

/// An answer, being read.
pub struct Told<'a> {
    /// The search of the position.
    pub reading: &'a Reading<'a>,
    /// The move that was asked about.
    pub asked: Option<AskedMove<'a>>,
    /// The second search of the move asked about, if there was one.
    pub second: Option<&'a Reading<'a>>,
    is_second_opinion: bool,
}

impl Told<'_> {
    /// Whether what is told about the asked move comes from alpha-beta.
    pub fn is_second_opinion(&self) -> bool {
        self.is_second_opinion
    }

    /// All sentences about the position and the asked move, one after the other. Composing them
    /// asks everything that writing the answer in any form will hang on.
    pub fn sentences(&self) -> Vec<Sentence> {
        self.sentences_with(self.reading)
    }

    /// The search whose tree shows the asked move: the second one, if there was one.
    pub fn shown(&self) -> &Reading<'_> {
        self.second.unwrap_or(self.reading)
    }

    /// The same sentences, about the search that is [shown](Told::shown).
    pub fn shown_sentences(&self) -> Vec<Sentence> {
        self.sentences_with(self.shown())
    }

    fn sentences_with(&self, reading: &Reading) -> Vec<Sentence> {
        let best = reading.best();
        let _ideas = best.map(|best| reading.idea_objects(best.mv));
        let asked = self.asked.and_then(|asked| asked.sentences());
        let paragraphs = reading.paragraphs().into_iter();
        paragraphs.chain(asked).flatten().collect()
    }
}

impl Answer {
    pub(crate) fn new(game: Game, whole: Thought, evaluation: Evaluation) -> Answer {
        Answer {
            game,
            whole,
            is_interrupted: false,
            asked: None,
            again: None,
            opinion: None,
            answers: Answers::new(evaluation),
        }
    }

    /// Reads the answer.
    pub fn told<T>(&self, read: impl FnOnce(&Told) -> T) -> T {
        let mut reading = self.reading(&self.whole);
        if self.is_interrupted {
            reading = reading.interrupted();
        }
        let again = self.again.as_ref().map(|thought| self.reading(thought));
        let opinion = self.opinion.as_ref();
        let judged = opinion.and_then(|opinion| self.reading(&self.whole).judged(&opinion.pair));
        let second = judged.as_ref().or(again.as_ref());
        let asked = self.asked.map(|mv| {
            let for_words = opinion.is_some_and(|opinion| opinion.for_words);
            AskedMove::new(mv, &reading, second).for_words(for_words)
        });
        read(&Told {
            reading: &reading,
            asked,
            second: again.as_ref(),
            is_second_opinion: judged.is_some(),
        })
    }

    /// Whether sentences may be missing, because composing them was stopped.
    pub fn lacks_sentences(&self) -> bool {
        self.answers.is_closed()
    }

    fn reading<'a>(&'a self, thought: &'a Thought) -> Reading<'a> {
        Reading::new(&self.game, thought, &self.answers)
    }
}
