//! The root moves, for programs. They have what the table for people has, and a little more.

use bstar_board::notation;
use bstar_board::score::Score;

use super::values::{ValueObject, hex, in_uci};
use crate::facts::{Certainty, Reading, RootMove};

/// A root move.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RootMove"))]
pub struct CandidateObject {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same in SAN.
    pub san: String,
    /// The key of the position after it.
    pub key: String,
    /// Its value at the least; `null` if that was not asked for.
    pub pess: Option<ValueObject>,
    /// Its likely value.
    pub real: ValueObject,
    /// Its value at the most; `null` if that was not asked for.
    pub opt: Option<ValueObject>,
    /// The likely value by the first probe.
    pub first_real: ValueObject,
    /// The value at the most by the first probe; `null` if that was not asked for.
    pub first_opt: Option<ValueObject>,
    /// What it is worth as engines count; `null` if that is not known.
    pub score: Option<Score>,
    /// Its result if that is certain, else `null`.
    pub certain: Option<Certainty>,
    /// The probability of overtaking the best move, as in `comparison`; `null` for the best itself,
    /// and if `opt` was not asked for.
    pub overtakes: Option<f64>,
    /// Expansions at or below it.
    pub spent: usize,
    /// Those of them in which VERIFY tried a reply to it.
    pub tested: usize,
    /// The reply that holds it to what it is likely worth, or `null`.
    pub answer: Option<String>,
    /// The same in SAN.
    pub answer_san: Option<String>,
    /// The line of best play that begins with it.
    pub line: Vec<String>,
}

impl Reading<'_> {
    /// The root moves: the chosen one, then the others by what they are likely to bring, then those
    /// of which nothing but a bound is known.
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
            score: known.score,
            certain: known.certainty,
            overtakes: known.overtakes.map(|chance| chance.least),
            spent: known.spent,
            tested: tested.iter().map(|(_, times)| times).sum(),
            answer: known.answer.map(|mv| notation::write(&after, mv)),
            answer_san: known.answer.map(|mv| self.reply_san(known, mv)),
            line: in_uci(self.position(), &known.line.moves),
        }
    }
}
