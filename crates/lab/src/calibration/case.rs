//! A statement whose truth is known.

/// What was said, and whether it happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    /// The probability that was told, 0 to 1.
    pub said: f64,
    /// Whether it happened.
    pub happened: bool,
    /// How far the rival is behind the chosen move by `likely`, in points of a hundred. Only rivals
    /// have it.
    pub gap: Option<f64>,
}

/// The share of cases that happened. There must be some.
pub(super) fn share_happened<'a>(cases: impl IntoIterator<Item = &'a Case>) -> f64 {
    let (mut all, mut happened) = (0u32, 0u32);
    for case in cases {
        all += 1;
        happened += u32::from(case.happened);
    }
    f64::from(happened) / f64::from(all)
}
