//! A move somebody asks about beside the chosen one, for programs.

use bstar_board::{notation, san};
use serde::Serialize;

use super::sentences::SentenceObject;
use super::values::{ValueObject, in_uci};
use crate::reading::AskedMove;

/// A move beside the one that was chosen, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The move asked about.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same for people.
    pub san: String,
    /// The best move of the search that the values come from.
    pub best: String,
    /// The same for people.
    pub best_san: String,
    /// Pessimistic value.
    pub pess: Option<ValueObject>,
    /// Realistic value.
    pub real: ValueObject,
    /// Optimistic value.
    pub opt: Option<ValueObject>,
    /// What the chosen move is worth.
    pub best_real: ValueObject,
    /// The least probability of reaching the mark. None for the chosen move itself.
    pub overtakes: Option<f64>,
    /// The mark: the value with which a move clearly overtakes the chosen one.
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
            pess: known.least.map(ValueObject::from),
            real: known.likely.into(),
            opt: known.most.map(ValueObject::from),
            best_real: best.likely.into(),
            overtakes: known.overtakes.map(|chance| chance.least),
            mark: reading.overtaking_target(),
            spent: known.spent,
            line: in_uci(reading.position(), line),
            line_san: san::numbered(reading.position(), line).join(" "),
            searched_further: self.is_searched_further(),
            sentences: reading.sentence_objects(&[self.sentences()?]),
        })
    }
}
