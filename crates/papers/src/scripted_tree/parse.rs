//! Reads a script and checks all of it.

use std::collections::HashSet;

use super::faults::{ScriptError, ScriptFault};
use super::raw_json::RawJson;
use super::script::{MAX_SCRIPT_VALUE, Mover, RESERVED_NAMES, Script, ScriptedNode};

/// MinAct, if the script does not give it (docs/search.md, section 5).
const DEFAULT_MIN_ACT: f64 = 0.15;

impl std::str::FromStr for Script {
    type Err = ScriptError;

    fn from_str(text: &str) -> Result<Script, ScriptError> {
        let mut reader = ScriptReader {
            nodes: Vec::new(),
            names: HashSet::new(),
        };
        let at = |fault| ScriptError::At {
            place: "the tree".to_owned(),
            fault,
        };
        let raw =
            serde_json::from_str(text).map_err(|error| ScriptError::Json(error.to_string()))?;
        let [min_act, root] = fields(raw, ["min_act", "root"]).map_err(at)?;
        let min_act = match min_act {
            None => DEFAULT_MIN_ACT,
            Some(raw) => {
                probability(&raw).ok_or_else(|| at(ScriptFault::MinAct(raw.to_string())))?
            }
        };
        let root = list(
            "root",
            root.ok_or_else(|| at(ScriptFault::Missing("root")))?,
        )
        .map_err(at)?;
        if root.is_empty() {
            return Err(at(ScriptFault::EmptyRoot));
        }
        let root = reader.read_all(root, None)?;
        Ok(Script {
            min_act,
            root,
            nodes: reader.nodes,
        })
    }
}

/// The nodes read so far.
struct ScriptReader {
    nodes: Vec<ScriptedNode>,
    names: HashSet<String>,
}

impl ScriptReader {
    fn read_all(
        &mut self,
        moves: Vec<RawJson>,
        parent: Option<usize>,
    ) -> Result<Vec<usize>, ScriptError> {
        moves
            .into_iter()
            .enumerate()
            .map(|(at, raw)| self.read(raw, at, parent))
            .collect()
    }

    /// Reads a node, which is the `at`-th move of its parent, and all nodes below it.
    fn read(
        &mut self,
        raw: RawJson,
        at: usize,
        parent: Option<usize>,
    ) -> Result<usize, ScriptError> {
        let named = name_of(&raw).filter(|name| !self.names.contains(*name));
        let place = match (named, parent) {
            (Some(name), _) => format!("node {name:?}"),
            (None, None) => format!("root move {}", at + 1),
            (None, Some(parent)) => {
                format!("move {} of node {:?}", at + 1, self.nodes[parent].name)
            }
        };
        let (node, children) = self
            .read_node(raw, parent)
            .map_err(|fault| ScriptError::At { place, fault })?;
        self.names.insert(node.name.clone());
        let index = self.nodes.len();
        self.nodes.push(node);
        if let Some(children) = children {
            let children = self.read_all(children, Some(index))?;
            self.nodes[index].children = Some(children);
        }
        Ok(index)
    }

    fn read_node(
        &self,
        raw: RawJson,
        parent: Option<usize>,
    ) -> Result<(ScriptedNode, Option<Vec<RawJson>>), ScriptFault> {
        let known = ["name", "real", "opt", "pess", "children"];
        let [name, real, opt, pess, children] = fields(raw, known)?;
        // Other programs write null for nothing. It means the same as a missing field.
        let [opt, pess, children] =
            [opt, pess, children].map(|raw| raw.filter(|raw| !matches!(raw, RawJson::Null)));
        let name = match name.ok_or(ScriptFault::Missing("name"))? {
            RawJson::Text(name) if name.is_empty() => return Err(ScriptFault::EmptyName),
            RawJson::Text(name) if RESERVED_NAMES.contains(&name.as_str()) => {
                return Err(ScriptFault::ReservedName(name));
            }
            RawJson::Text(name) if self.names.contains(&name) => {
                return Err(ScriptFault::RepeatedName(name));
            }
            RawJson::Text(name) => name,
            other => return Err(ScriptFault::NotText(other.to_string())),
        };
        let mut node = ScriptedNode {
            name,
            parent,
            depth: parent.map_or(0, |parent| self.nodes[parent].depth + 1),
            real: value("real", &real.ok_or(ScriptFault::Missing("real"))?)?,
            bound: None,
            children: None,
        };
        let mover = node.mover();
        let (own, others) = match mover {
            Mover::Player => (opt, pess),
            Mover::Opponent => (pess, opt),
        };
        if others.is_some() {
            return Err(match mover.other() {
                Mover::Player => ScriptFault::OptOfOpponent,
                Mover::Opponent => ScriptFault::PessOfPlayer,
            });
        }
        let (real, field) = (node.real, mover.field());
        node.bound = own.map(|raw| value(field, &raw)).transpose()?;
        if let Some(bound) = node.bound
            && match mover {
                Mover::Player => real > bound,
                Mover::Opponent => real < bound,
            }
        {
            return Err(ScriptFault::Contradiction { real, field, bound });
        }
        let children = children.map(|raw| list("children", raw)).transpose()?;
        Ok((node, children))
    }
}

/// The name of a node, if it can be read.
fn name_of(raw: &RawJson) -> Option<&str> {
    let RawJson::Object(fields) = raw else {
        return None;
    };
    fields.iter().find_map(|(field, raw)| match raw {
        RawJson::Text(name) if field == "name" && !name.is_empty() => Some(name.as_str()),
        _ => None,
    })
}

/// The fields of an object, in the order of `known`. Other fields are refused.
fn fields<const N: usize>(
    raw: RawJson,
    known: [&'static str; N],
) -> Result<[Option<RawJson>; N], ScriptFault> {
    let RawJson::Object(all) = raw else {
        return Err(ScriptFault::NotAnObject(raw.to_string()));
    };
    let mut found = [const { None }; N];
    for (field, raw) in all {
        let Some(at) = known.iter().position(|name| *name == field) else {
            let known = known.join(", ");
            return Err(ScriptFault::UnknownField { field, known });
        };
        if found[at].replace(raw).is_some() {
            return Err(ScriptFault::RepeatedField(known[at]));
        }
    }
    Ok(found)
}

fn list(field: &'static str, raw: RawJson) -> Result<Vec<RawJson>, ScriptFault> {
    match raw {
        RawJson::List(list) => Ok(list),
        other => Err(ScriptFault::NotAList {
            field,
            was: other.to_string(),
        }),
    }
}

/// A whole number within the limits; `20.0` is one.
fn value(field: &'static str, raw: &RawJson) -> Result<i32, ScriptFault> {
    let whole = match *raw {
        RawJson::Whole(number) => i32::try_from(number).ok(),
        RawJson::Number(number)
            if number.fract() == 0.0 && number.abs() <= f64::from(MAX_SCRIPT_VALUE) =>
        {
            Some(number as i32)
        }
        _ => None,
    };
    whole
        .filter(|value| (-MAX_SCRIPT_VALUE..=MAX_SCRIPT_VALUE).contains(value))
        .ok_or_else(|| ScriptFault::NotAValue {
            field,
            was: raw.to_string(),
        })
}

fn probability(raw: &RawJson) -> Option<f64> {
    let number = match *raw {
        RawJson::Whole(number) => number as f64,
        RawJson::Number(number) => number,
        _ => return None,
    };
    (0.0..=1.0).contains(&number).then_some(number)
}
