//! The frames of a recording, for programs.

use bstar::Key;
use serde::Serialize;
use serde::ser::{SerializeTuple, Serializer};

use super::values::{ValueObject, hex};

/// What one expansion added to a tree, and all that changed in it before the next. docs/json.md
/// describes the fields.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/json.md")]
pub struct FrameObject {
    pub frame: usize,
    pub nodes: u64,
    pub phase: &'static str,
    pub target: Option<f64>,
    pub selected: Option<String>,
    pub best: Option<String>,
    pub path: Vec<String>,
    pub n: Option<usize>,
    pub moves: Vec<FrameMove>,
    pub values: Vec<NodeValues>,
    pub happened: Vec<&'static str>,
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
