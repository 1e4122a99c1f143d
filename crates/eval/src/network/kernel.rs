//! The inner loops, and which instructions they are made of.
//!
//! Adding rows is the same plain loop for every processor, compiled again for wider registers. Weighing them is written out for AVX2,
//! AVX-512 and NEON, because the compiler does not find their instructions "multiply and add" by itself: on x86 the plain loop takes about
//! twice as long.
//!
//! All of it is in whole numbers that cannot overflow where they are summed, so the order of summing does not matter and every
//! kernel gives the same.

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::limits::{HIDDEN_STEP, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, QA};

/// How many numbers a lane holds.
pub(super) const LANE_NUMBERS: usize = HIDDEN_STEP;

/// As much of a row as the widest registers hold, aligned for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Lane([i16; LANE_NUMBERS]);

impl Lane {
    /// The numbers in lanes. What does not fill one is left out; checked weights leave nothing.
    pub(super) fn pack(numbers: &[i16]) -> Vec<Lane> {
        numbers.as_chunks().0.iter().copied().map(Lane).collect()
    }

    // A sum may leave its range between two men, never at the end; so both wrap.

    #[inline(always)] // into functions that may use wider registers
    fn add(&mut self, other: &Lane) {
        for (number, more) in self.0.iter_mut().zip(other.0) {
            *number = number.wrapping_add(more);
        }
    }

    #[inline(always)] // into functions that may use wider registers
    fn subtract(&mut self, other: &Lane) {
        for (number, less) in self.0.iter_mut().zip(other.0) {
            *number = number.wrapping_sub(less);
        }
    }
}

// A sum of 32 bits gets at most two products from every lane of both rows, in any of the kernels.
const _: () = assert!(
    (2 * 2 * (MAX_HIDDEN / LANE_NUMBERS)) as i64
        * (QA as i64 * QA as i64 * MAX_OUTPUT_WEIGHT as i64)
        <= i32::MAX as i64
);

/// The instructions a network runs on.
///
/// Only what this processor has can be had, so it is never asked for what it cannot do.
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

    /// All that this processor can run, the best last.
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

    /// The best that this processor can run.
    pub fn best() -> Kernel {
        Self::available().pop().unwrap_or(Self::PORTABLE)
    }

    /// Its name, as processors are advertised.
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

    /// Makes the child's row from the parent's with what has come and gone.
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

    /// The sum of all numbers of both rows, clipped, squared and weighed. The weights are of two rows, the mover's first.
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
#[inline(always)] // into functions that may use wider registers
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
    // Cut to one length, which has been checked: so the compiler sees it, too, and does not check every lane.
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

/// The loop of [`Kernel::sum`], a lane at a time, so that what has been added up stays in registers.
#[inline(always)] // into functions that may use wider registers
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
