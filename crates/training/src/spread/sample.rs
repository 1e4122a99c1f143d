//! One move, as probes and as a deep search see it.

use std::fmt;

use bstar_alphabeta::Centipawns;

/// Probes of 1 ply up to this many are made.
pub const MAX_DEPTH: usize = 8;

/// A move and what was found about it. All values are for the side that plays it, in centipawns.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The name of the position, and how many random moves were played from it. Moves of the same
    /// position have the same name.
    pub position: String,
    /// The share of the pieces that is on the board after the move, 0 to 1.
    pub phase: f64,
    /// Whether the move gives check.
    pub check: bool,
    /// Whether it captures something.
    pub capture: bool,
    /// Whether a probe finds it best in its position.
    pub best: bool,
    /// The evaluation after it.
    pub still: Centipawns,
    /// What the mover gets if it could move again: a probe of two plies. None after a check.
    pub extra: Option<Centipawns>,
    /// The values of probes of 1 ply, 2 plies, and so on.
    pub probes: [Centipawns; MAX_DEPTH],
    /// The value of the deep search.
    pub deep: Centipawns,
}

impl fmt::Display for Sample {
    /// A line of the file, its fields separated by tabs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let yes = |flag: bool| u8::from(flag);
        write!(
            f,
            "{}\t{:.3}\t{}\t{}\t{}\t{}\t{}",
            self.position,
            self.phase,
            yes(self.check),
            yes(self.capture),
            yes(self.best),
            self.still.0,
            self.extra
                .map_or("-".to_owned(), |extra| extra.0.to_string()),
        )?;
        for probe in &self.probes {
            write!(f, "\t{}", probe.0)?;
        }
        write!(f, "\t{}", self.deep.0)
    }
}
