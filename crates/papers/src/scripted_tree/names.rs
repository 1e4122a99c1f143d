//! Names of nodes as text.

/// A name that fits on a line of text: control characters are escaped.
pub(super) fn plain_name(name: &str) -> String {
    name.chars()
        .map(|c| {
            if c.is_control() {
                c.escape_default().to_string()
            } else {
                c.to_string()
            }
        })
        .collect()
}
