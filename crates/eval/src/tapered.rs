//! A value for the middlegame and one for the endgame, added in one operation.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two 16-bit values side by side in one word, so that one addition adds both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered(i32);

impl Tapered {
    /// Nothing, in both phases.
    pub const ZERO: Self = Self(0);

    /// Puts the two values together.
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        Self((endgame << 16) + middlegame)
    }

    /// The value in the middlegame.
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value in the endgame. It corrects for a one that the lower half may have borrowed.
    pub const fn endgame(self) -> i32 {
        ((self.0.wrapping_add(0x8000)) >> 16) as i16 as i32
    }

    /// `+` for tables that are computed at compile time.
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// `-` for tables that are computed at compile time.
    pub(crate) const fn negated(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Add for Tapered {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Tapered {
    type Output = Self;
    fn neg(self) -> Self {
        self.negated()
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;
    fn mul(self, factor: i32) -> Self {
        Self(self.0.wrapping_mul(factor))
    }
}
