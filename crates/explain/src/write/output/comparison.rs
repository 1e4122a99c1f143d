//! A move somebody asks about beside the chosen one, for programs.

use bstar_board::{notation, san};
use serde::Serialize;

use super::sentences::SentenceObject;
use super::values::{ValueObject, in_uci};
use crate::facts::AskedMove;

/// A move beside the one that was chosen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ComparedMove"))]
pub struct Comparison {
    /// The move asked about.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same in SAN.
    pub san: String,
    /// The best move of the search that the values come from.
    pub best: String,
    /// The same in SAN.
    pub best_san: String,
    /// Its value at the least; `null` if that was not asked for.
    pub pess: Option<ValueObject>,
    /// Its likely value.
    pub real: ValueObject,
    /// Its value at the most; `null` if that was not asked for.
    pub opt: Option<ValueObject>,
    /// The likely value of the best.
    pub best_real: ValueObject,
    /// The probability of reaching the mark, 0 to 1; `null` for the best itself, and if `opt` was
    /// not asked for. Where values are known only within bounds it is the least they allow.
    pub overtakes: Option<f64>,
    /// What the move would have to reach to overtake the best clearly: half-way from the best's
    /// `real` to the second-highest `opt` of all moves. It is `null` if no other move can hope for
    /// more than the best is worth.
    pub mark: Option<f64>,
    /// Expansions at or below it.
    pub spent: usize,
    /// The line of best play after it.
    pub line: Vec<String>,
    /// The same in SAN, with the numbers of the moves.
    pub line_san: String,
    /// Whether the first search never expanded the move, so that all this comes from a second one,
    /// with the two moves only.
    pub searched_further: bool,
    /// The answer in words, like those about the chosen move.
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
