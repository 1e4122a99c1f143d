//! How much memory can be had.

/// Memory that work needs and nobody counts: its lines, its output, the system's own share.
/// It is more than 32 MiB because glibc never raises its limit for large blocks above
/// that, so that the trial leaves the limit as it was.
const RESERVE_BYTES: usize = 34 << 20;

/// Whether the system would give this many bytes now, and a reserve for all the rest.
///
/// A program may be allowed less than the machine has. A refusal here can be reported. A
/// refusal in the middle of the work can only end the program.
pub fn is_available(bytes: usize) -> bool {
    let mut trial: Vec<u8> = Vec::new();
    let result = trial.try_reserve_exact(bytes.saturating_add(RESERVE_BYTES));
    // Keeps the compiler from leaving the allocation out.
    std::hint::black_box(&trial);
    result.is_ok()
}

/// `count` zero bytes, or `None` if there is not enough memory for them.
pub fn zeros(count: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(count).ok()?;
    bytes.resize(count, 0);
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_little_is_available_and_everything_is_not() {
        assert!(is_available(1 << 20));
        assert!(!is_available(usize::MAX));
        assert!(!is_available(isize::MAX as usize - RESERVE_BYTES));
        assert_eq!(zeros(3).unwrap(), [0; 3]);
        assert!(zeros(usize::MAX).is_none());
    }
}
