//! Values, keys and moves as programs get them.

use bstar::Key;
use bstar_board::{Move, Position, notation};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::facts::Chances;

/// A value in ten-thousandths of expected score for the side to move at the root. It is a number,
/// or an object with `min` and `max` if it is known only within bounds.
#[derive(Clone, Copy, Debug)]
pub struct ValueObject(Chances);

impl From<Chances> for ValueObject {
    fn from(chances: Chances) -> ValueObject {
        ValueObject(chances)
    }
}

impl Serialize for ValueObject {
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

#[cfg(feature = "schema")]
impl schemars::JsonSchema for ValueObject {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A value in ten-thousandths of expected score for the side to move in \
                the position searched: 10000 is a win, 5000 a draw, 0 a loss. The search asks only \
                for what it needs, so most values are known only within bounds. \
                `{\"min\": 0, \"max\": 4300}` is at most 4300, \
                `{\"min\": 4300, \"max\": 10000}` at least 4300, \
                `{\"min\": 0, \"max\": 10000}` anything.",
            "anyOf": [
                {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 10000,
                    "description": "The value, if it is known.",
                },
                {
                    "type": "object",
                    "description": "Both ends, included, if it is known only within bounds.",
                    "properties": {
                        "min": {"type": "integer", "description": "The lower end."},
                        "max": {"type": "integer", "description": "The upper end."},
                    },
                    "required": ["min", "max"],
                },
            ],
        })
    }
}

/// A key as text: JSON's numbers are too small for it.
pub(crate) fn hex(key: Key) -> String {
    format!("{:016x}", key.0)
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
