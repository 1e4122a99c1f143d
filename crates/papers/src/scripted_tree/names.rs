//! Names of nodes as text.

/// A name as a line of text can hold it: what would move the cursor is spelt out.
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
