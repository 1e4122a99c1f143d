//! The name of the program, as its messages begin.

use std::sync::OnceLock;

static NAME: OnceLock<&str> = OnceLock::new();

/// Says once which program this is.
pub(crate) fn set(name: &'static str) {
    let _ = NAME.set(name);
}

/// The name of this program.
pub fn name() -> &'static str {
    NAME.get().copied().unwrap_or("bstar")
}
