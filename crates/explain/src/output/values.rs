//! Values, keys and moves as programs get to see them.

use bstar::{Key, Phase, Side};
use bstar_board::{Move, Position, notation};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::reading::Chances;

/// A value in ten-thousandths of expected score for the side to move at the root: a number, or an object with `min` and `max` if it is known only within bounds.
#[derive(Clone, Copy, Debug)]
pub struct Value(Chances);

impl From<Chances> for Value {
    fn from(chances: Chances) -> Value {
        Value(chances)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Chances { min, max } = self.0;
        if min == max {
            return serializer.serialize_i32(min);
        }
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("min", &min)?;
        map.serialize_entry("max", &max)?;
        map.end()
    }
}

/// JSON's numbers are too small for keys.
pub(crate) fn hex(key: Key) -> String {
    format!("{:016x}", key.0)
}

/// Max is White.
pub(crate) fn side(side: Side) -> &'static str {
    match side {
        Side::Max => "white",
        Side::Min => "black",
    }
}

pub(crate) fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Select => "select",
        Phase::Verify => "verify",
    }
}

pub(crate) fn in_uci(start: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let mut words = Vec::new();
    for mv in moves {
        if !position.is_legal(*mv) {
            break;
        }
        words.push(notation::write(&position, *mv));
        position = position.after(*mv);
    }
    words
}
