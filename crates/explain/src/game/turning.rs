//! What B* says of a move beside the better one.

use bstar_board::Move;

use crate::claims::Auditor;
use crate::output::sentences::SentenceObject;
use crate::reading::Reading;
use crate::words::phrases::sentence_case;
use crate::words::sentence::{Sentence, Topic};

/// The most sentences in favour of the better move.
const MAX_MERITS: usize = 2;

/// A turning point in words.
#[derive(Clone, Debug, Default)]
pub struct Turning {
    /// Whether it is told what the opponent gets out of the move: mate or material.
    pub is_refuted: bool,
    /// Whether endgame tables know that the move throws a win or a draw away.
    pub is_known: bool,
    /// What is wrong with the move, in sentences about `it`. None if no claim names it.
    pub faults: Vec<String>,
    /// What the better move does, in sentences about `it`.
    pub merits: Vec<String>,
    /// All these sentences with what backs them, for programs.
    pub sentences: Vec<SentenceObject>,
}

impl Turning {
    /// Whether it tells anything.
    pub fn has_words(&self) -> bool {
        !self.faults.is_empty() || !self.merits.is_empty()
    }

    /// What a search says of two moves: the one that was played, and a better one. It says nothing
    /// if B* would have played the same move.
    pub fn of(reading: &Reading, played: Move) -> Turning {
        let (Some(known), Some(best)) = (reading.find(played), reading.best()) else {
            return Turning::default();
        };
        if best.mv == played {
            return Turning::default();
        }
        let mut auditor = reading.auditor();
        if let Some(thrown) = reading.throws_away(played, &mut auditor) {
            return Turning::known(reading, thrown, best.mv, &mut auditor);
        }
        let failing = reading.failing(known, Topic::Asked, &mut auditor);
        let is_refuted = failing.is_some();
        let faults = match failing {
            Some(failing) => vec![failing],
            None => reading.faults(known, Topic::Asked, &mut auditor),
        };
        // What the better move has and this one has not comes first among its merits.
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
            sentences: reading.sentence_objects(&[faults, merits]),
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
            sentences: reading.sentence_objects(&[faults, merits]),
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
