//! The root moves, for programs. They have what the table for people has, and a little more.

use bstar_board::notation;

use super::values::{ScoreObject, ValueObject, hex, in_uci};
use crate::reading::{Certainty, Reading, RootMove};

/// A root move. docs/json.md describes the fields.
#[derive(Clone, Debug, serde::Serialize)]
pub struct CandidateObject {
    #[serde(rename = "move")]
    pub mv: String,
    pub san: String,
    pub key: String,
    pub pess: Option<ValueObject>,
    pub real: ValueObject,
    pub opt: Option<ValueObject>,
    pub first_real: ValueObject,
    pub first_opt: Option<ValueObject>,
    pub score: Option<ScoreObject>,
    pub certain: Option<&'static str>,
    pub overtakes: Option<f64>,
    pub spent: usize,
    pub tested: usize,
    pub answer: Option<String>,
    pub answer_san: Option<String>,
    pub line: Vec<String>,
}

impl Reading<'_> {
    /// The root moves: the chosen one, then the others by what they are likely to bring.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = CandidateObject> {
        self.moves.iter().map(|known| self.candidate(known))
    }

    fn candidate(&self, known: &RootMove) -> CandidateObject {
        let after = self.position().after(known.mv);
        let tested = self.history.tried_against(known.mv);
        CandidateObject {
            mv: notation::write(self.position(), known.mv),
            san: known.san.clone(),
            key: hex(known.key),
            pess: known.least.map(ValueObject::from),
            real: known.likely.into(),
            opt: known.most.map(ValueObject::from),
            first_real: known.first_likely.into(),
            first_opt: known.first_most.map(ValueObject::from),
            score: known.score.map(ScoreObject::from),
            certain: known.certainty.map(|certainty| match certainty {
                Certainty::Win => "win",
                Certainty::Draw => "draw",
                Certainty::Loss => "loss",
            }),
            overtakes: known.overtakes.map(|chance| chance.least),
            spent: known.spent,
            tested: tested.iter().map(|(_, times)| times).sum(),
            answer: known.answer.map(|mv| notation::write(&after, mv)),
            answer_san: known.answer.map(|mv| self.reply_san(known, mv)),
            line: in_uci(self.position(), &known.line.moves),
        }
    }
}
