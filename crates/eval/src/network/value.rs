//! From accumulators to a value.

use bstar_board::{Color, Position};

use super::accumulators::Accumulators;
use super::learned::Network;
use super::limits::{QA, QB};

impl Network {
    /// The value for the side to move of the position that these accumulators belong to. It is in
    /// centipawns if the scale is the usual one.
    ///
    /// It is not limited: a network may give a value as large as the scores of mates.
    ///
    /// # Panics
    /// Panics if the accumulators belong to a network of another width.
    #[inline]
    pub fn evaluate(&self, accumulators: &Accumulators, side: Color, men: u32) -> i32 {
        let lanes = self.lanes();
        let bucket = self.bucket(men);
        let weights = &self.outputs[2 * bucket * lanes..][..2 * lanes];
        let (mover, other) = (accumulators.view(side), accumulators.view(!side));
        let sum = self.kernel.weigh(mover, other, weights);
        let (qa, qb) = (i64::from(QA), i64::from(QB));
        let value = (sum / qa + i64::from(self.output_biases[bucket])) * i64::from(self.scale);
        (value / (qa * qb)) as i32 // it fits: `MAX_VALUE_CENTIPAWNS`
    }

    /// The value of a position for the side to move, computed from the board alone.
    pub fn evaluate_afresh(&self, position: &Position) -> i32 {
        let mut accumulators = Accumulators::new(self);
        accumulators.refresh(self, position);
        let men = position.occupied().len();
        self.evaluate(&accumulators, position.side_to_move(), men)
    }
}
