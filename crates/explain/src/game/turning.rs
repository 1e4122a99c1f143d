//! What B* says of a move beside the better one.

use bstar_board::Move;

use crate::claims::Auditor;
use crate::output::sentences::SentenceObject;
use crate::reading::Reading;
use crate::words::sentence::{Sentence, Topic};

/// The most sentences in favour of the better move.
const MAX_MERITS: usize = 2;

/// A turning point in words.
#[derive(Clone, Debug, Default)]
pub struct Turning {
    /// What is wrong with the move, in sentences about `it`. None if no claim names it.
    pub faults: Vec<String>,
    /// What the better move does, in sentences about `it`.
    pub merits: Vec<String>,
    /// All these sentences with what backs them, for programs.
    pub sentences: Vec<SentenceObject>,
}

impl Turning {
    /// What a search says of two moves: the one that was played, and a better one. It says nothing
    /// if B* would have played the same move.
    pub fn of(reading: &Reading, played: Move) -> Turning {
        let (Some(known), Some(best)) = (reading.find(played), reading.best()) else {
            return Turning::default();
        };
        if best.mv == played {
            return Turning::default();
        }
        let mut auditor = Auditor::new(reading.game);
        let faults = match reading.failing(known, Topic::Asked, &mut auditor) {
            Some(failing) => vec![failing],
            None => reading.faults(known, Topic::Asked, &mut auditor),
        };
        let mut merits = reading.reasons(best, Topic::Best, &mut auditor);
        // What the better move has that this one has not is among the faults already.
        merits.retain(|merit| faults.iter().all(|fault| fault.claims != merit.claims));
        merits.truncate(MAX_MERITS);
        let words = |sentence: &Sentence| sentence.text.replace('\u{a0}', " ");
        Turning {
            faults: faults.iter().map(words).collect(),
            merits: merits.iter().map(words).collect(),
            sentences: reading.sentence_objects(&[faults, merits]),
        }
    }
}
