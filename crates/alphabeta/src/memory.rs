//! How much memory can be had.

/// What searches need besides what is counted: their lines, their output, what the system takes for
/// itself. It is more than 32 MiB because glibc never raises its limit for large blocks above
/// that, so that the trial leaves the limit as it was.
const RESERVE_BYTES: usize = 34 << 20;

/// The memory that the machine can still give, in MiB, where that can be known.
pub(crate) fn available_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find(|line| line.starts_with("MemAvailable:"))?;
    let kib: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024)
}

/// Whether the system would give so many bytes now, and a reserve for all the rest.
///
/// A program may be allowed less than the machine has. What is refused here can be reported. What
/// is refused in the middle of a search can only end the program.
pub(crate) fn is_available(bytes: usize) -> bool {
    let mut trial: Vec<u8> = Vec::new();
    let result = trial.try_reserve_exact(bytes.saturating_add(RESERVE_BYTES));
    // Keeps the compiler from leaving the allocation out.
    std::hint::black_box(&trial);
    result.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_little_is_available_and_everything_is_not() {
        assert!(is_available(1 << 20));
        assert!(!is_available(usize::MAX));
        assert!(!is_available(isize::MAX as usize - RESERVE_BYTES));
    }
}
