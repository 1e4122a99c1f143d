//! What thinking on the opponent's time was worth.

use std::fmt;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::referee::PonderOutcome;

/// How often a player thought on the opponent's time, and what came of it.
///
/// A search is not counted if the game ended before the player's next move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PonderCount {
    /// The player's moves.
    pub moves: u64,
    /// The moves before which it thought on the opponent's time.
    pub pondered: u64,
    /// How often the opponent's move was the one expected.
    pub hits: u64,
    /// How often its answer was then ready.
    pub ready: u64,
}

impl PonderCount {
    /// Counts a move.
    pub fn add(&mut self, outcome: Option<PonderOutcome>) {
        self.moves += 1;
        self.pondered += u64::from(outcome.is_some());
        self.hits += u64::from(matches!(
            outcome,
            Some(PonderOutcome::Hit | PonderOutcome::Ready)
        ));
        self.ready += u64::from(outcome == Some(PonderOutcome::Ready));
    }

    /// The part of the expected moves that came, 0 to 1.
    pub fn hit_share(&self) -> Option<f64> {
        share(self.hits, self.pondered)
    }

    /// The part of these to which the answer was ready, 0 to 1.
    pub fn ready_share(&self) -> Option<f64> {
        share(self.ready, self.hits)
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

impl AddAssign for PonderCount {
    fn add_assign(&mut self, other: PonderCount) {
        self.moves += other.moves;
        self.pondered += other.pondered;
        self.hits += other.hits;
        self.ready += other.ready;
    }
}

impl fmt::Display for PonderCount {
    /// `thought ahead before 30 of 40 moves; the expected reply came 15 times (50.0 %), and the
    /// answer was ready 5 times (33.3 % of those)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "thought ahead before {} of {} moves; the expected reply came {} times",
            self.pondered, self.moves, self.hits
        )?;
        if let Some(share) = self.hit_share() {
            write!(f, " ({:.1} %)", 100.0 * share)?;
        }
        write!(f, ", and the answer was ready {} times", self.ready)?;
        match self.ready_share() {
            Some(share) => write!(f, " ({:.1} % of those)", 100.0 * share),
            None => Ok(()),
        }
    }
}

/// How often a player thought on the opponent's time, what came of it, and the shares.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PonderShares"))]
pub(super) struct Shares {
    /// The counts.
    #[serde(flatten)]
    count: PonderCount,
    /// Hits of those pondered, 0 to 1; `null` if there are none.
    hit_share: Option<f64>,
    /// Ready of the hits, 0 to 1; `null` if there are none.
    ready_share: Option<f64>,
}

impl From<PonderCount> for Shares {
    fn from(count: PonderCount) -> Shares {
        Shares {
            count,
            hit_share: count.hit_share(),
            ready_share: count.ready_share(),
        }
    }
}

/// For `serde`: what each player's pondering was worth, with shares.
pub(super) fn with_shares<S: serde::Serializer>(
    counts: &[Option<PonderCount>; 2],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    counts
        .map(|count| count.map(Shares::from))
        .serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_by_what_became_of_them() {
        let mut count = PonderCount::default();
        assert_eq!((count.hit_share(), count.ready_share()), (None, None));
        for outcome in [
            None,
            Some(PonderOutcome::Miss),
            Some(PonderOutcome::Hit),
            Some(PonderOutcome::Ready),
            Some(PonderOutcome::Miss),
        ] {
            count.add(outcome);
        }
        assert_eq!(
            count.to_string(),
            "thought ahead before 4 of 5 moves; the expected reply came 2 times (50.0 %), and the answer was ready 1 times (50.0 % of those)"
        );
        let mut twice = count;
        twice += count;
        assert_eq!((twice.moves, twice.hits, twice.ready), (10, 4, 2));
        assert_eq!(twice.hit_share(), count.hit_share());
    }
}
