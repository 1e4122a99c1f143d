//! What a search says of a move that was played, beside a better one.

use bstar_board::Move;

use crate::facts::claims::Auditor;
use crate::facts::{AskedMove, Reading, RootMove};
use crate::write::output::sentences::SentenceObject;
use crate::write::words::phrases::sentence_case;
use crate::write::words::sentence::{Sentence, Topic};

/// The most sentences in favour of the better move.
const MAX_MERITS: usize = 2;

/// A turning point in words: what is wrong with the move that was played, and the better one.
#[derive(Clone, Debug, Default)]
pub struct Turning {
    /// Whether the words say what the opponent gets out of the move: mate or material.
    pub is_refuted: bool,
    /// Whether endgame tables know that the move throws a win or a draw away.
    pub is_known: bool,
    /// What is wrong with the move, in sentences about `it`. None if no claim names it.
    pub faults: Vec<String>,
    /// What the better move does, in sentences about `it`.
    pub merits: Vec<String>,
    /// The better move, and how the game would go on. Empty if the search that was asked prefers
    /// the move that was played.
    pub better: Vec<Move>,
    /// The answer to "what about this move?", for programs.
    pub sentences: Vec<SentenceObject>,
}

impl Turning {
    /// Whether it tells anything.
    pub fn has_words(&self) -> bool {
        !self.faults.is_empty() || !self.merits.is_empty()
    }

    /// What a search says of a move that was played, and of a better one. It has no words if the
    /// search would have played the same move.
    pub fn of(asked: &AskedMove) -> Turning {
        let (reading, played) = (asked.reading(), asked.mv);
        let sentences = asked.sentences().unwrap_or_default();
        let sentences = reading.sentence_objects(&[sentences]);
        let (Some(known), Some(best)) = (reading.find(played), reading.best()) else {
            return Turning::default();
        };
        if best.mv == played {
            return Turning {
                sentences,
                ..Turning::default()
            };
        }
        Turning {
            better: best.line.moves.clone(),
            sentences,
            ..Turning::worded(reading, known, best)
        }
    }

    /// What is wrong with a move, and what a better one does.
    fn worded(reading: &Reading, known: &RootMove, best: &RootMove) -> Turning {
        let mut auditor = reading.auditor();
        if let Some(thrown) = reading.throws_away(known.mv, &mut auditor) {
            return Turning::known(reading, thrown, best.mv, &mut auditor);
        }
        let failing = reading.failing(known, Topic::Asked, &mut auditor);
        let is_refuted = failing.is_some();
        let faults = match failing {
            Some(failing) => vec![failing],
            None => reading.faults(known, Topic::Asked, &mut auditor),
        };
        // Merits that only the better move has come first.
        let is_merit = |fault: &Sentence| fault.nodes.iter().any(|path| path == &[best.mv]);
        let (lacking, faults): (Vec<Sentence>, Vec<Sentence>) =
            faults.into_iter().partition(is_merit);
        let mut merits: Vec<Sentence> = lacking
            .into_iter()
            .map(|fault| as_merit(fault, best.mv))
            .collect();
        for reason in reading.reasons(best, Topic::Best, &mut auditor) {
            if merits.iter().all(|merit| merit.claims != reason.claims) {
                merits.push(reason);
            }
        }
        merits.truncate(MAX_MERITS);
        let words = |sentence: &Sentence| sentence.text.replace('\u{a0}', " ");
        Turning {
            is_refuted,
            is_known: false,
            faults: faults.iter().map(words).collect(),
            merits: merits.iter().map(words).collect(),
            ..Turning::default()
        }
    }

    /// What tables say of a move that throws the result away, and of the better one.
    fn known(reading: &Reading, thrown: Sentence, better: Move, auditor: &mut Auditor) -> Turning {
        let merit = reading.merit_in_ending(better, Topic::Best, auditor);
        let (faults, merits) = (vec![thrown], Vec::from_iter(merit));
        let words = |sentence: &Sentence| sentence.text.replace('\u{a0}', " ");
        Turning {
            is_refuted: true,
            is_known: true,
            faults: faults.iter().map(words).collect(),
            merits: merits.iter().map(words).collect(),
            ..Turning::default()
        }
    }
}

/// A sentence that says why the better move is better, as one about that move.
fn as_merit(fault: Sentence, better: Move) -> Sentence {
    let text = match fault.text.split_once("better: ") {
        Some((_, what)) => sentence_case(what),
        None => fault.text.clone(),
    };
    Sentence {
        text,
        topic: Topic::Best,
        subject: Some(better),
        ..fault
    }
}
