//! Where the counts of features go.

use bstar_board::Color;

use crate::{Tapered, WEIGHTS};

/// Somebody who takes down that a side has a feature, so many times.
pub(crate) trait Sink {
    fn add(&mut self, color: Color, feature: usize, count: i32);
}

/// Adds up what the counts are worth, White's minus Black's.
#[derive(Default)]
pub(crate) struct Sum {
    pub total: Tapered,
}

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, color: Color, feature: usize, count: i32) {
        let value = WEIGHTS[feature] * count;
        match color {
            Color::White => self.total += value,
            Color::Black => self.total -= value,
        }
    }
}
