//! What winning chances are in pawns, for readers who prefer pawns.

use bstar_board::score::Centipawns;
use bstar_thought::scale::Converter;
use serde::Serialize;

use crate::facts::Reading;

/// The scale goes this far to both sides of zero, in these steps.
const FURTHEST_CENTIPAWNS: i32 = 2_000;
const STEP_CENTIPAWNS: usize = 25;

/// Scores in centipawns, and what each is worth in ten-thousandths of expected score. The numbers
/// hold for positions with as much material as this one. Between two scores the values are in
/// proportion.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PawnScale"))]
pub struct ScaleObject {
    /// Scores in centipawns, rising.
    pub centipawns: Vec<i32>,
    /// What each is worth in ten-thousandths of expected score, rising too.
    pub points: Vec<i32>,
}

impl Reading<'_> {
    /// The scale of this search.
    pub(crate) fn scale(&self) -> ScaleObject {
        let converter = Converter::new(
            self.thought.records.model(),
            bstar_thought::phase(self.position()),
        );
        let centipawns: Vec<i32> = (-FURTHEST_CENTIPAWNS..=FURTHEST_CENTIPAWNS)
            .step_by(STEP_CENTIPAWNS)
            .collect();
        ScaleObject {
            points: centipawns
                .iter()
                .map(|&value| converter.points(Centipawns(value)).0)
                .collect(),
            centipawns,
        }
    }
}
