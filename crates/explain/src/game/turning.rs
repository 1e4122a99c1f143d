//! What B* says of a move beside the better one.

use bstar_board::Move;

use crate::claims::Notary;
use crate::output::sentences::SentenceObject;
use crate::reading::Reading;
use crate::words::sentence::{Sentence, Topic};

/// So much is said for the better move.
const MERITS: usize = 2;

/// A turning point in words.
#[derive(Clone, Debug, Default)]
pub struct Turning {
    /// What is wrong with the move, in a sentence about `it`; nothing if B* has no name for it.
    pub fault: Option<String>,
    /// What the better move does, likewise.
    pub merits: Vec<String>,
    /// All of that with what backs it, for programs.
    pub sentences: Vec<SentenceObject>,
}

impl Turning {
    /// What a search says of two moves, of which one was played and the other is better. It says nothing if B* would have played the same.
    pub fn of(reading: &Reading, played: Move) -> Turning {
        let (Some(known), Some(best)) = (reading.find(played), reading.best()) else {
            return Turning::default();
        };
        if best.mv == played {
            return Turning::default();
        }
        let mut notary = Notary::new(reading.game);
        let fault = reading.failing(known, Topic::Asked, &mut notary);
        let mut merits = reading.reasons(best, Topic::Best, &mut notary);
        merits.truncate(MERITS);
        let words = |sentence: &Sentence| sentence.text.replace('\u{a0}', " ");
        Turning {
            fault: fault.as_ref().map(words),
            merits: merits.iter().map(words).collect(),
            sentences: reading.sentence_objects(&[fault.into_iter().collect(), merits]),
        }
    }
}
