//! What winning chances are in pawns, for those who would rather read these.

use bstar_engine::Centipawns;
use bstar_engine::thinker::scale::Converter;
use serde::Serialize;

use crate::reading::Reading;

/// Scores this far from zero, and every so many in between, are told.
const FURTHEST: i32 = 2_000;
const STEP: usize = 25;

/// Scores in centipawns, and what each is worth in ten-thousandths of expected score, in positions with as much material as this one. What lies between
/// two of them is in proportion.
#[derive(Clone, Debug, Serialize)]
pub struct ScaleObject {
    pub centipawns: Vec<i32>,
    pub points: Vec<i32>,
}

impl Reading<'_> {
    /// The scale of this search.
    pub(crate) fn scale(&self) -> ScaleObject {
        let converter = Converter::new(
            self.thought.records.model(),
            bstar_engine::phase(self.position()),
        );
        let centipawns: Vec<i32> = (-FURTHEST..=FURTHEST).step_by(STEP).collect();
        ScaleObject {
            points: centipawns
                .iter()
                .map(|&value| converter.points(Centipawns(value)).0)
                .collect(),
            centipawns,
        }
    }
}
