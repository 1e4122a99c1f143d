//! The inner loops, and the instructions they use.
//!
//! Adding rows is the same plain loop for every processor, compiled again for wider registers.
//! Weighing them is written by hand for AVX2, AVX-512 and NEON. The compiler does not find their
//! "multiply and add" by itself: on x86 the plain loop takes about twice as long.
//!
//! All numbers are whole and their sums cannot overflow. So the order of adding does not matter,
//! and every kernel gives the same result.

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::limits::{HIDDEN_STEP, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, QA};

/// How many numbers a lane holds.
pub(super) const LANE_NUMBERS: usize = HIDDEN_STEP;

/// A part of a row: as much as the widest registers hold, aligned for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Lane([i16; LANE_NUMBERS]);

impl Lane {
    /// Packs numbers into lanes. It drops a rest that does not fill a lane; checked weights have
    /// none.
    pub(super) fn pack(numbers: &[i16]) -> Vec<Lane> {
        numbers.as_chunks().0.iter().copied().map(Lane).collect()
    }

    // Between two men a sum may leave its range, but never at the end. So both operations wrap.

    #[inline(always)] // the callers are compiled for wider registers
    fn add(&mut self, other: &Lane) {
        for (number, more) in self.0.iter_mut().zip(other.0) {
            *number = number.wrapping_add(more);
        }
    }

    #[inline(always)] // the callers are compiled for wider registers
    fn subtract(&mut self, other: &Lane) {
        for (number, less) in self.0.iter_mut().zip(other.0) {
            *number = number.wrapping_sub(less);
        }
    }
}

// In every kernel a sum of 32 bits gets at most two products from each lane of both rows.
const _: () = assert!(
    (2 * 2 * (MAX_HIDDEN / LANE_NUMBERS)) as i64
        * (QA as i64 * QA as i64 * MAX_OUTPUT_WEIGHT as i64)
        <= i32::MAX as i64
);

/// The instructions a network runs on.
///
/// There are kernels only for instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(InstructionSet);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InstructionSet {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Kernel {
    /// Plain Rust, on every processor.
    pub const PORTABLE: Kernel = Kernel(InstructionSet::Portable);

    /// All kernels that this processor can run, the best last.
    pub fn available() -> Vec<Kernel> {
        let mut kernels = vec![Self::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                kernels.push(Kernel(InstructionSet::Avx2));
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                kernels.push(Kernel(InstructionSet::Avx512));
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            kernels.push(Kernel(InstructionSet::Neon));
        }
        kernels
    }

    /// The best kernel that this processor can run.
    pub fn best() -> Kernel {
        Self::available().pop().unwrap_or(Self::PORTABLE)
    }

    /// The usual name of its instructions.
    pub fn name(self) -> &'static str {
        match self.0 {
            InstructionSet::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => "NEON",
        }
    }

    /// Computes the child's row from the parent's: adds the men that came, subtracts those that
    /// went.
    #[inline]
    #[allow(unsafe_code, reason = "to call what is compiled for other processors")]
    pub(super) fn update<const COME: usize, const GONE: usize>(
        self,
        child: &mut [Lane],
        parent: &[Lane],
        come: [&[Lane]; COME],
        gone: [&[Lane]; GONE],
    ) {
        match self.0 {
            InstructionSet::Portable => update(child, parent, come, gone),
            // SAFETY: this kernel exists only where `available` has found the instructions.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { x86::update_avx2(child, parent, come, gone) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { x86::update_avx512(child, parent, come, gone) },
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => update(child, parent, come, gone),
        }
    }

    /// Adds up rows of one width.
    #[allow(unsafe_code, reason = "to call what is compiled for other processors")]
    pub(super) fn sum(self, total: &mut [Lane], first: &[Lane], others: &[&[Lane]]) {
        assert_eq!(total.len(), first.len(), "rows of two networks");
        match self.0 {
            InstructionSet::Portable => sum(total, first, others),
            // SAFETY: this kernel exists only where `available` has found the instructions.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { x86::sum_avx2(total, first, others) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { x86::sum_avx512(total, first, others) },
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => sum(total, first, others),
        }
    }

    /// The sum of all numbers of both rows, clipped, squared and weighed. There are two rows of
    /// weights, the mover's first.
    #[inline]
    #[allow(unsafe_code, reason = "to call what is compiled for other processors")]
    pub(super) fn weigh(self, mover: &[Lane], other: &[Lane], weights: &[Lane]) -> i64 {
        assert!(mover.len() == other.len() && 2 * mover.len() == weights.len());
        match self.0 {
            InstructionSet::Portable => weigh(mover, other, weights),
            // SAFETY: this kernel exists only where `available` has found the instructions.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { x86::weigh_avx2(mover, other, weights) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { x86::weigh_avx512(mover, other, weights) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => unsafe { neon::weigh_neon(mover, other, weights) },
        }
    }
}

/// The loop of [`Kernel::update`].
#[inline(always)] // the callers are compiled for wider registers
fn update<const COME: usize, const GONE: usize>(
    child: &mut [Lane],
    parent: &[Lane],
    come: [&[Lane]; COME],
    gone: [&[Lane]; GONE],
) {
    assert!(
        child.len() == parent.len()
            && come.iter().all(|row| row.len() == child.len())
            && gone.iter().all(|row| row.len() == child.len()),
        "rows of two networks"
    );
    // All rows are cut to the length that was checked. So the compiler need not check every lane.
    let width = child.len();
    let parent = &parent[..width];
    let (come, gone) = (come.map(|row| &row[..width]), gone.map(|row| &row[..width]));
    for at in 0..width {
        let mut lane = parent[at];
        for row in come {
            lane.add(&row[at]);
        }
        for row in gone {
            lane.subtract(&row[at]);
        }
        child[at] = lane;
    }
}

/// The loop of [`Kernel::sum`]. It finishes one lane after the other, so that a sum stays in
/// registers.
#[inline(always)] // the callers are compiled for wider registers
fn sum(total: &mut [Lane], first: &[Lane], others: &[&[Lane]]) {
    for (at, (total, first)) in total.iter_mut().zip(first).enumerate() {
        let mut lane = *first;
        for row in others {
            lane.add(&row[at]);
        }
        *total = lane;
    }
}

/// The loop of [`Kernel::weigh`].
fn weigh(mover: &[Lane], other: &[Lane], weights: &[Lane]) -> i64 {
    let mut sums = [0_i32; LANE_NUMBERS];
    for (lane, weights) in mover.iter().chain(other).zip(weights) {
        for ((sum, number), weight) in sums.iter_mut().zip(lane.0).zip(weights.0) {
            let clipped = number.clamp(0, QA);
            *sum += i32::from(clipped * weight) * i32::from(clipped);
        }
    }
    sums.into_iter().map(i64::from).sum()
}
