//! The frames of a recording, for programs.

use bstar::Key;
use serde::Serialize;
use serde::ser::{SerializeTuple, Serializer};

use super::names::{EventName, PhaseName};
use super::values::{ValueObject, hex};

/// What one expansion added to a tree, and all that changed in it before the next.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TreeFrame"))]
pub struct FrameObject {
    /// Its number, from 1.
    pub frame: usize,
    /// The nodes of probes up to then.
    pub nodes: u64,
    /// The part of the search.
    pub phase: PhaseName,
    /// The target at the end of the frame, or `null`.
    pub target: Option<f64>,
    /// The move that was put to the test then, or `null`.
    pub selected: Option<String>,
    /// The best root move at the end of the frame, or `null`.
    pub best: Option<String>,
    /// The way to the position that was expanded.
    pub path: Vec<String>,
    /// The number of that position. Positions are numbered as they are met; the root is 0.
    pub n: Option<usize>,
    /// The moves of the position. A number that is one higher than all before it is a new position,
    /// any other a transposition.
    pub moves: Vec<FrameMove>,
    /// The positions whose values are others than before. In trees of more than 4,000 positions
    /// only some frames have any.
    pub values: Vec<NodeValues>,
    /// What happened: `select-began`, `select-ended`, `verify-began`, `refuted`, `new-best` (only
    /// if it is another move), `new-reply`, `folded` or `done`.
    pub happened: Vec<EventName>,
}

/// A move of the position that was expanded: the number of the position it leads to, the move in
/// both notations, and the key of that position.
#[derive(Clone, Debug)]
pub struct FrameMove {
    pub(super) n: usize,
    pub(super) mv: String,
    pub(super) san: String,
    pub(super) key: Key,
}

impl Serialize for FrameMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(4)?;
        tuple.serialize_element(&self.n)?;
        tuple.serialize_element(&self.mv)?;
        tuple.serialize_element(&self.san)?;
        tuple.serialize_element(&hex(self.key))?;
        tuple.end()
    }
}

/// The values of a position from now on: its number, the least, the likely and the most.
#[derive(Clone, Debug)]
pub struct NodeValues {
    pub(super) n: usize,
    pub(super) three: [Option<ValueObject>; 3],
}

impl Serialize for NodeValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(4)?;
        tuple.serialize_element(&self.n)?;
        for value in &self.three {
            tuple.serialize_element(value)?;
        }
        tuple.end()
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for FrameMove {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FrameMove".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A move of the position that was expanded.",
            "type": "array",
            "prefixItems": [
                {"type": "integer", "description": "The number of the position it leads to."},
                {"type": "string", "description": "The move."},
                {"type": "string", "description": "The same in SAN."},
                {"type": "string", "description": "The key of the position it leads to."},
            ],
            "minItems": 4,
            "maxItems": 4,
        })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for NodeValues {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "NodeValues".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let known = generator.subschema_for::<ValueObject>();
        let asked = generator.subschema_for::<Option<ValueObject>>();
        schemars::json_schema!({
            "description": "The values of a position from now on: its number, `pess`, `real` and `opt`.",
            "type": "array",
            "prefixItems": [
                {"type": "integer", "description": "The number of the position."},
                asked,
                known,
                asked,
            ],
            "minItems": 4,
            "maxItems": 4,
        })
    }
}
