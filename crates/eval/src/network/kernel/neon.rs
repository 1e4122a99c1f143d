//! The loop that weighs, for 64-bit ARM processors. All of them have NEON.
//!
//! As in the other kernels, a clipped number times its weight fits 16 bits. `mlal` multiplies that
//! by the clipped number again and adds it to a sum of 32 bits. Adding rows needs no code of its
//! own here: the compiler uses NEON for the plain loops.

#![allow(
    unsafe_code,
    reason = "registers are filled from memory, and nothing but a cast says that a lane is some of them"
)]

use std::arch::aarch64::*;
use std::mem::transmute;

use super::Lane;
use crate::network::limits::QA;

/// What [`super::weigh`] does, eight numbers at a time.
#[target_feature(enable = "neon")]
pub(super) fn weigh_neon(mover: &[Lane], other: &[Lane], weights: &[Lane]) -> i64 {
    let (nought, one) = (vdupq_n_s16(0), vdupq_n_s16(QA));
    let mut sums = [vdupq_n_s32(0); 4];
    for (lane, weights) in mover.iter().chain(other).zip(weights) {
        // SAFETY: a lane is as large as four registers, and any bits are valid in a register.
        let numbers: [int16x8_t; 4] = unsafe { transmute(*lane) };
        // SAFETY: as above.
        let weights: [int16x8_t; 4] = unsafe { transmute(*weights) };
        for quarter in 0..4 {
            let clipped = vminq_s16(vmaxq_s16(numbers[quarter], nought), one);
            let weighed = vmulq_s16(clipped, weights[quarter]);
            // Four sums, which hardly wait for each other. Each of their numbers gets two products
            // of a lane.
            let (low, high) = (2 * (quarter % 2), 2 * (quarter % 2) + 1);
            sums[low] = vmlal_s16(sums[low], vget_low_s16(weighed), vget_low_s16(clipped));
            sums[high] = vmlal_high_s16(sums[high], weighed, clipped);
        }
    }
    sums.into_iter().map(|sum| vaddlvq_s32(sum)).sum()
}
