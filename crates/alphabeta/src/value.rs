//! Values inside the search.

use bstar_board::score::Centipawns;
use bstar_tables::{FIFTY_MOVES_PLIES, Known, Outcome};

/// Centipawns inside the search, for the side to move; near [`MATE`] it is a mate.
///
/// The inner loops count in plain numbers, because they do little else. Other packages get
/// [`Centipawns`].
pub(crate) type Value = i32;

/// The value of giving mate at once. A mate in `n` plies is worth `MATE - n`.
pub(crate) const MATE: Value = Centipawns::MATE.0;

/// No value is as large as this.
pub(crate) const INFINITE: Value = 32_001;

/// No line is longer than this.
pub const MAX_PLY: usize = 127;

/// Values beyond this are mates.
pub(crate) const MATE_BOUND: Value = Centipawns::SLOWEST_MATE.0;

const _: () = assert!(MATE_BOUND == MATE - MAX_PLY as Value - 1);

/// The value of a game that is known to be won, where it is not known how soon. Evaluations lie
/// below it, mates above.
pub(crate) const KNOWN_WIN: Value = 20_000;

pub(crate) const DRAW: Value = 0;

/// Being mated now, `ply` plies from the root.
pub(crate) fn mated_in(ply: usize) -> Value {
    -MATE + ply as Value
}

/// Whether this is a forced mate, for either side.
pub(crate) fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// The value of a position that a table knows. `clock` is its counter of fifty moves.
pub fn value_of_known(known: Known, clock: u8) -> Centipawns {
    Centipawns(of_known(known, clock, 0))
}

/// The value of a position that a table knows, `ply` plies from the root.
pub(crate) fn of_known(known: Known, clock: u8, ply: usize) -> Value {
    // A mate that the fifty moves might prevent is no more than a win.
    let mate = known
        .plies_to_mate
        .filter(|plies| plies + u32::from(clock) <= u32::from(FIFTY_MOVES_PLIES))
        .map(|plies| MATE - (ply as Value + plies as Value))
        .filter(|value| is_mate(*value));
    let win = mate.unwrap_or(KNOWN_WIN - ply as Value);
    match known.outcome {
        Outcome::Loss => -win,
        Outcome::Draw => DRAW,
        Outcome::Win => win,
    }
}
