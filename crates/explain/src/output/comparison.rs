//! A move somebody asks about beside the chosen one, for programs.

use bstar_board::{notation, san};
use serde::Serialize;

use super::sentences::SentenceObject;
use super::values::{Value, in_uci};
use crate::reading::AskedMove;

/// A move beside the one that was chosen, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The move asked about.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same for people.
    pub san: String,
    /// The move of the search the values come from.
    pub best: String,
    /// The same for people.
    pub best_san: String,
    /// Pessimistic value.
    pub pess: Option<Value>,
    /// Realistic value.
    pub real: Value,
    /// Optimistic value.
    pub opt: Option<Value>,
    /// What the chosen move is worth.
    pub best_real: Value,
    /// The probability of reaching the mark, at the least; none for the chosen move itself.
    pub overtakes: Option<f64>,
    /// The mark: what would overtake the chosen move clearly.
    pub mark: Option<f64>,
    /// Expansions at or below it.
    pub spent: usize,
    /// The line of best play after it.
    pub line: Vec<String>,
    /// The same for people.
    pub line_san: String,
    /// Whether the move was searched again, beside the chosen one alone.
    pub searched_further: bool,
    /// The answer in words.
    pub sentences: Vec<SentenceObject>,
}

impl AskedMove<'_> {
    /// For programs. None if the search does not know the move.
    pub fn object(&self) -> Option<Comparison> {
        let reading = self.reading();
        let (known, best) = (reading.find(self.mv)?, reading.best()?);
        let line = &known.line.moves;
        Some(Comparison {
            mv: notation::write(reading.position(), self.mv),
            san: known.san.clone(),
            best: notation::write(reading.position(), best.mv),
            best_san: best.san.clone(),
            pess: known.least.map(Value::from),
            real: known.likely.into(),
            opt: known.most.map(Value::from),
            best_real: best.likely.into(),
            overtakes: known.overtakes.map(|chance| chance.least),
            mark: reading.mark(),
            spent: known.spent,
            line: in_uci(reading.position(), line),
            line_san: san::numbered(reading.position(), line).join(" "),
            searched_further: self.is_searched_further(),
            sentences: reading.sentence_objects(&[self.sentences()?]),
        })
    }
}
