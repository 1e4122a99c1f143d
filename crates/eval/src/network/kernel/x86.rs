//! The loops for processors with AVX2 and with AVX-512.
//!
//! A clipped number times its weight fits 16 bits. `madd` multiplies that by the clipped number
//! again and adds neighbours into 32 bits. The sums of 32 bits cannot overflow, even for the
//! largest weights. They are widened to 64 bits only at the end.

#![allow(
    unsafe_code,
    reason = "registers are filled from memory, and nothing but a cast says that a lane is some of them"
)]

use std::arch::x86_64::*;
use std::mem::transmute;

use super::{Lane, sum, update};
use crate::network::limits::QA;

/// [`update`] with registers of 256 bits.
#[target_feature(enable = "avx2")]
pub(super) fn update_avx2<const COME: usize, const GONE: usize>(
    child: &mut [Lane],
    parent: &[Lane],
    come: [&[Lane]; COME],
    gone: [&[Lane]; GONE],
) {
    update(child, parent, come, gone);
}

/// [`update`] with registers of 512 bits.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn update_avx512<const COME: usize, const GONE: usize>(
    child: &mut [Lane],
    parent: &[Lane],
    come: [&[Lane]; COME],
    gone: [&[Lane]; GONE],
) {
    update(child, parent, come, gone);
}

/// [`sum`] with registers of 256 bits.
#[target_feature(enable = "avx2")]
pub(super) fn sum_avx2(total: &mut [Lane], first: &[Lane], others: &[&[Lane]]) {
    sum(total, first, others);
}

/// [`sum`] with registers of 512 bits.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn sum_avx512(total: &mut [Lane], first: &[Lane], others: &[&[Lane]]) {
    sum(total, first, others);
}

/// What [`super::weigh`] does, sixteen numbers at a time.
#[target_feature(enable = "avx2")]
pub(super) fn weigh_avx2(mover: &[Lane], other: &[Lane], weights: &[Lane]) -> i64 {
    let (nought, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA));
    let mut sums = [nought; 4];
    // Both rows take turns, with four sums that do not wait for each other.
    let (first, second) = weights.split_at(mover.len());
    let rows = mover.iter().zip(first).zip(other.iter().zip(second));
    for ((mover, first), (other, second)) in rows {
        for (row, lane, weights) in [(0, mover, first), (2, other, second)] {
            // SAFETY: a lane is as large as two registers, and any bits are valid in a register.
            let numbers: [__m256i; 2] = unsafe { transmute(*lane) };
            // SAFETY: as above.
            let weights: [__m256i; 2] = unsafe { transmute(*weights) };
            for half in 0..2 {
                let sum = &mut sums[row + half];
                let clipped = _mm256_min_epi16(_mm256_max_epi16(numbers[half], nought), one);
                let weighed = _mm256_mullo_epi16(clipped, weights[half]);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(weighed, clipped));
            }
        }
    }
    let mut total = nought;
    for sum in sums {
        let (low, high) = (
            _mm256_castsi256_si128(sum),
            _mm256_extracti128_si256::<1>(sum),
        );
        total = _mm256_add_epi64(total, _mm256_cvtepi32_epi64(low));
        total = _mm256_add_epi64(total, _mm256_cvtepi32_epi64(high));
    }
    // SAFETY: a register is as large as four numbers of 64 bits, and any bits are valid in them.
    let total: [i64; 4] = unsafe { transmute(total) };
    total.into_iter().sum()
}

/// What [`super::weigh`] does, a lane at a time.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn weigh_avx512(mover: &[Lane], other: &[Lane], weights: &[Lane]) -> i64 {
    let (nought, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(QA));
    let mut sums = [nought; 2];
    // Both rows take turns, with two sums that do not wait for each other.
    let (first, second) = weights.split_at(mover.len());
    let rows = mover.iter().zip(first).zip(other.iter().zip(second));
    for ((mover, first), (other, second)) in rows {
        for (sum, lane, weights) in [(0, mover, first), (1, other, second)] {
            // SAFETY: a lane is as large as a register, and any bits are valid in a register.
            let numbers: __m512i = unsafe { transmute(*lane) };
            // SAFETY: as above.
            let weights: __m512i = unsafe { transmute(*weights) };
            let clipped = _mm512_min_epi16(_mm512_max_epi16(numbers, nought), one);
            let weighed = _mm512_mullo_epi16(clipped, weights);
            sums[sum] = _mm512_add_epi32(sums[sum], _mm512_madd_epi16(weighed, clipped));
        }
    }
    let mut total = nought;
    for sum in sums {
        let (low, high) = (
            _mm512_castsi512_si256(sum),
            _mm512_extracti64x4_epi64::<1>(sum),
        );
        total = _mm512_add_epi64(total, _mm512_cvtepi32_epi64(low));
        total = _mm512_add_epi64(total, _mm512_cvtepi32_epi64(high));
    }
    _mm512_reduce_add_epi64(total)
}
