//! Numbers as people give and read them.

use std::time::Duration;

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>()
        .ok()
        .filter(|seconds| *seconds > 0.0 && *seconds <= 1e7)
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

/// Nodes in a second, as a whole number.
pub fn nodes_per_second(nodes: u64, seconds: f64) -> u64 {
    (nodes as f64 / seconds.max(1e-9)) as u64
}
