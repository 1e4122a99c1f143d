//! The root moves, for programs: what a table for people tells, and a little more.

use bstar_board::notation;
use bstar_engine::Score;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::values::{Value, hex, in_uci};
use crate::reading::{Certainty, Reading, RootMove};

/// A root move. docs/json.md describes the fields.
#[derive(Clone, Debug, serde::Serialize)]
pub struct CandidateObject {
    #[serde(rename = "move")]
    pub mv: String,
    pub san: String,
    pub key: String,
    pub pess: Option<Value>,
    pub real: Value,
    pub opt: Option<Value>,
    pub first_real: Value,
    pub first_opt: Option<Value>,
    pub score: Option<ScoreValue>,
    pub certain: Option<&'static str>,
    pub overtakes: Option<f64>,
    pub spent: usize,
    pub tested: usize,
    pub answer: Option<String>,
    pub answer_san: Option<String>,
    pub line: Vec<String>,
}

/// `{"cp": 35}` or `{"mate": 3}`.
#[derive(Clone, Copy, Debug)]
pub struct ScoreValue(Score);

impl Serialize for ScoreValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        match self.0 {
            Score::Centipawns(value) => map.serialize_entry("cp", &value.0)?,
            Score::Mate(moves) => map.serialize_entry("mate", &moves)?,
        }
        map.end()
    }
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
            pess: known.least.map(Value::from),
            real: known.likely.into(),
            opt: known.most.map(Value::from),
            first_real: known.first_likely.into(),
            first_opt: known.first_most.map(Value::from),
            score: known.score.map(ScoreValue),
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
