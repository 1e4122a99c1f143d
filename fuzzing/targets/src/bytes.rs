//! Bytes taken off the front, for targets that read them as decisions.

/// Bytes that are decisions. When they have run out, every decision is 0.
pub struct Decisions<'a>(pub &'a [u8]);

impl Decisions<'_> {
    /// The next decision, if there is one.
    pub fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// The next decision.
    pub fn byte(&mut self) -> u8 {
        self.next().unwrap_or(0)
    }

    /// A number below `end`, or 0 if that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()).checked_rem(end).unwrap_or(0)
    }
}
