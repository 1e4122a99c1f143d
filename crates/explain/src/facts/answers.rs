//! Questions that sentences hang on, and their answers.
//!
//! The lines of the tree come from short probes, and end where the probes ended. Before a sentence
//! says that a line wins something, a small search has to check that this is still so a few moves
//! later. This package does not search: where an answer is missing, the sentence is left out and
//! the [`Question`] is kept. The caller takes the [open](Answers::take_open) questions, answers
//! them, and has the sentences composed again, until no question is open.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use bstar_board::score::Score;
use bstar_board::{Move, Position};
use bstar_eval::Evaluation;

/// Nodes for playing on. More of them find hardly more.
const PLAY_ON_NODES: u64 = 20_000;
/// Nodes for what a side would do if it were its turn.
const PLAN_NODES: u64 = 5_000;

/// A position to play on from, and the nodes of the search that does it.
#[derive(Clone, Debug)]
pub struct Question {
    pub position: Position,
    pub nodes: u64,
}

/// How a game goes on, as a small search sees it.
#[derive(Clone, Debug)]
pub struct Continued {
    /// For the side to move.
    pub score: Option<Score>,
    /// Best play as one iteration after the other saw it, the deepest last.
    pub lines: Vec<Vec<Move>>,
}

/// All that an answer depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Name {
    key: u64,
    halfmove_clock: u8,
    nodes: u64,
}

impl Question {
    fn name(&self) -> Name {
        Name {
            key: self.position.key(),
            halfmove_clock: self.position.halfmove_clock(),
            nodes: self.nodes,
        }
    }
}

/// The answers so far, and the questions that are open.
pub struct Answers {
    evaluation: Evaluation,
    known: RefCell<HashMap<Name, Continued>>,
    /// In the order in which they were asked.
    open: RefCell<Vec<Question>>,
    /// Whether nobody answers any more.
    is_closed: Cell<bool>,
    /// Answers at once, in tests.
    #[cfg(test)]
    pub(crate) oracle: Option<Oracle>,
}

#[cfg(test)]
pub(crate) type Oracle = Box<dyn Fn(&Question) -> Continued>;

impl Answers {
    /// No answers yet. The search that is explained has this evaluation.
    pub fn new(evaluation: Evaluation) -> Answers {
        Answers {
            evaluation,
            known: RefCell::default(),
            open: RefCell::default(),
            is_closed: Cell::new(false),
            #[cfg(test)]
            oracle: None,
        }
    }

    /// Takes the questions that were asked and have no answer, in the order they were asked. Each
    /// is there once.
    pub fn take_open(&self) -> Vec<Question> {
        self.open.take()
    }

    /// Keeps an answer.
    pub fn put(&self, question: &Question, answer: Continued) {
        self.known.borrow_mut().insert(question.name(), answer);
    }

    /// How many questions have an answer.
    pub fn len(&self) -> usize {
        self.known.borrow().len()
    }

    /// Whether no question has an answer.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Says whether open questions stay without answer from now on.
    pub fn set_closed(&self, is_closed: bool) {
        self.is_closed.set(is_closed);
    }

    /// Whether sentences may be missing because nobody answered.
    pub fn is_closed(&self) -> bool {
        self.is_closed.get()
    }

    pub(crate) fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// How the game goes on from a position. None if that is not known yet.
    pub(crate) fn continued(&self, position: &Position) -> Option<Continued> {
        self.looked_up(position, PLAY_ON_NODES)
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
            position: position.clone(),
            nodes,
        };
        let name = question.name();
        if let Some(known) = self.known.borrow().get(&name) {
            return Some(known.clone());
        }
        #[cfg(test)]
        if let Some(oracle) = &self.oracle {
            let answer = oracle(&question);
            self.put(&question, answer.clone());
            return Some(answer);
        }
        let mut open = self.open.borrow_mut();
        if open.iter().all(|asked| asked.name() != name) {
            open.push(question);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;

    #[test]
    fn a_question_is_open_once_until_it_is_answered() {
        let position = fen::parse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap();
        let answers = Answers::new(Evaluation::Terms);
        for _ in 0..2 {
            assert!(answers.continued(&position).is_none());
            assert!(answers.plans(&position).is_empty());
        }
        let open = answers.take_open();
        let nodes: Vec<u64> = open.iter().map(|question| question.nodes).collect();
        assert_eq!(nodes, [PLAY_ON_NODES, PLAN_NODES]);
        let mates = position.legal_moves()[0];
        let answer = Continued {
            score: Some(Score::Mate(1)),
            lines: vec![vec![mates]],
        };
        answers.put(&open[1], answer);
        assert_eq!(answers.plan(&position), Some(mates));
        assert!(answers.continued(&position).is_none());
        assert_eq!((answers.len(), answers.take_open().len()), (1, 1));
    }
}
