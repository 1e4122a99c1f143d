//! What is told of the root moves, as `bstar explain` tells it.

use bstar_board::notation;
use bstar_explain::facts::{Chances, Reading, RootMove};

use super::said::{RivalSaid, RootSaid, rounded};

/// What a search says about its root moves. None if it has not decided.
pub(super) fn root_said(reading: &Reading) -> Option<RootSaid> {
    let best = reading.best()?;
    let rivals: Vec<RivalSaid> = reading
        .moves
        .iter()
        .filter(|known| known.mv != best.mv)
        .filter_map(|known| rival_said(reading, known))
        .collect();
    let bounds = best.least.zip(best.most);
    let learned = reading.how_sure().and_then(|sure| sure.interval);
    let interval = match learned {
        Some(ends) => Some(ends.map(|end| end.0)),
        None => bounds.map(|(least, most)| [least.min, most.max]),
    };
    Some(RootSaid {
        chosen: notation::write(reading.position(), best.mv),
        likely: number(best.likely)?,
        interval,
        likeliest: first_highest(&rivals, |rival| rival.overtakes),
        second: first_highest(&rivals, |rival| f64::from(rival.likely)),
    })
}

fn rival_said(reading: &Reading, known: &RootMove) -> Option<RivalSaid> {
    let overtakes = known.overtakes?;
    Some(RivalSaid {
        mv: notation::write(reading.position(), known.mv),
        likely: number(known.likely)?,
        overtakes: rounded(overtakes.least),
        is_exact: overtakes.is_exact,
    })
}

/// The number that is told of a value: the value itself, the most it can be, or, if nothing bounds
/// it above, the least. None if nothing is known.
fn number(likely: Chances) -> Option<i32> {
    likely.is_known().then(|| match likely.has_upper_end() {
        true => likely.max,
        false => likely.min,
    })
}

/// The highest by a number. Of equals it is the first: the one with the higher `likely`.
fn first_highest(rivals: &[RivalSaid], by: impl Fn(&RivalSaid) -> f64) -> Option<RivalSaid> {
    let order = |one: &&RivalSaid, other: &&RivalSaid| by(one).total_cmp(&by(other));
    rivals.iter().rev().max_by(order).cloned()
}
