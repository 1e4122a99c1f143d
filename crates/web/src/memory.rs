//! The memory of a server that runs for weeks.

/// Blocks from this size on are given back when they are freed: the tables of searches, and the
/// large parts of their trees.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_BLOCK_BYTES: libc::c_int = 1 << 17;

/// Has the memory of a search given back to the system when the search ends.
///
/// The C library gives a large block back, but then takes blocks of that size for ordinary ones and
/// keeps the next. An idle server then held hundreds of MiB after some hundred searches.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn give_large_blocks_back() {
    // SAFETY: it sets a number of the allocator, under the allocator's own lock. If it is refused,
    // more memory is held, and nothing else changes.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BLOCK_BYTES) };
}

/// Other systems decide for themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_large_blocks_back() {}

/// Gives back what is free between other blocks, when a search has ended.
///
/// Sentences are searched for in blocks of a middle size. They are freed, but the C library keeps
/// them in as many places as there were threads.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn give_free_memory_back() {
    // SAFETY: it gives pages back that hold no block, under the allocator's own locks.
    unsafe { libc::malloc_trim(0) };
}

/// Other systems decide for themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_free_memory_back() {}
