//! A scripted tree, checked: whatever the search may ask about it has one answer.

use std::collections::HashSet;

use thiserror::Error;

use super::raw_json::RawJson;

/// No value may be larger, nor smaller than its negative.
pub const MAX_SCRIPT_VALUE: i32 = (1 << 30) - 1;

/// MinAct where the script does not say (search section 5).
const DEFAULT_MIN_ACT: f64 = 0.15;

/// They stand for something else in what a replay prints.
const RESERVED_NAMES: [&str; 3] = ["root", "verify", "select"];

/// Who made the move that leads to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// The side to move at the root, whose optimism is `opt`.
    Player,
    /// The other, whose optimism is `pess`.
    Opponent,
}

impl Mover {
    /// The field of a node that holds the mover's optimism.
    fn field(self) -> &'static str {
        match self {
            Mover::Player => "opt",
            Mover::Opponent => "pess",
        }
    }

    fn other(self) -> Mover {
        match self {
            Mover::Player => Mover::Opponent,
            Mover::Opponent => Mover::Player,
        }
    }
}

/// What the script knows of the position after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptedNode {
    /// Unlike any other in the tree.
    pub name: String,
    /// The node before the move; `None` for root moves.
    pub parent: Option<usize>,
    /// How many moves were made before this one.
    pub depth: usize,
    /// The best estimate.
    pub real: i32,
    /// The mover's optimism, if the script gives it: `opt` of a Player's move, `pess` of an Opponent's.
    pub bound: Option<i32>,
    /// What follows. `None` if the script knows nothing more; empty if the game is over.
    pub children: Option<Vec<usize>>,
}

impl ScriptedNode {
    /// Who made the move.
    pub fn mover(&self) -> Mover {
        if self.depth.is_multiple_of(2) {
            Mover::Player
        } else {
            Mover::Opponent
        }
    }

    /// Whether the game is over here.
    pub fn is_finished(&self) -> bool {
        self.children.as_ref().is_some_and(Vec::is_empty)
    }
}

/// A tree that was written down.
///
/// ```
/// use bstar_papers::scripted_tree::Script;
///
/// let text = r#"{"root": [{"name": "A", "real": 20, "opt": 100}, {"name": "B", "real": 18, "opt": 40}]}"#;
/// let script: Script = text.parse().unwrap();
/// assert_eq!(script.min_act, 0.15);
/// assert_eq!(script.nodes[1].name, "B");
///
/// let error = text.replace("opt", "pes").parse::<Script>().unwrap_err();
/// assert_eq!(error.to_string(), r#"node "A": unknown field "pes"; known are name, real, opt, pess, children"#);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// The probability below which nothing is worth searching. 0 stands for anything above 0.
    pub min_act: f64,
    /// The root's moves.
    pub root: Vec<usize>,
    /// All nodes, parents before their children. The root itself is none of them.
    pub nodes: Vec<ScriptedNode>,
}

/// Why a text is no scripted tree.
#[derive(Debug, Error)]
pub enum ScriptError {
    /// It is not JSON, or only the beginning of it.
    #[error("not JSON: {0}")]
    Json(String),
    /// It is JSON, but something in it is wrong.
    #[error("{place}: {fault}")]
    At {
        /// Where: the file, or a node by its name or, if it has none, its place.
        place: String,
        /// What.
        fault: ScriptFault,
    },
}

/// What can be wrong in a scripted tree.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ScriptFault {
    /// Something else where an object belongs.
    #[error("there must be an object here, not {0}")]
    NotAnObject(String),
    /// A field nobody knows: perhaps a slip of the pen.
    #[error("unknown field {field:?}; known are {known}")]
    UnknownField {
        /// Its name.
        field: String,
        /// Those there are.
        known: String,
    },
    /// A field stands there twice.
    #[error("the field {0} stands here twice")]
    RepeatedField(&'static str),
    /// A field that must be there.
    #[error("the field {0} is missing")]
    Missing(&'static str),
    /// A name that is no text.
    #[error("the name must be a text, not {0}")]
    NotText(String),
    /// A name that says nothing.
    #[error("the name is empty")]
    EmptyName,
    /// A name that means something else in the output.
    #[error(
        "the name {0:?} is taken: root, verify and select have their own meaning in what a replay prints"
    )]
    ReservedName(String),
    /// A name that another node has.
    #[error("the name {0:?} is already another node's")]
    RepeatedName(String),
    /// Not a whole number, or none within the limits.
    #[error(
        "{field} is {was}, but must be a whole number between -{MAX_SCRIPT_VALUE} and {MAX_SCRIPT_VALUE}"
    )]
    NotAValue {
        /// Which field.
        field: &'static str,
        /// What stands there.
        was: String,
    },
    /// Something else where a list belongs.
    #[error("{field} must be a list of nodes, not {was}")]
    NotAList {
        /// Which field.
        field: &'static str,
        /// What stands there.
        was: String,
    },
    /// The estimate is outside the bound.
    #[error("real is {real}, but {field} is {bound}: it must be pess ≤ real ≤ opt")]
    Contradiction {
        /// The estimate.
        real: i32,
        /// Which bound.
        field: &'static str,
        /// The bound.
        bound: i32,
    },
    /// The bound of the side that did not move.
    #[error("opt on an Opponent's move: only its pess can be given")]
    OptOfOpponent,
    /// The bound of the side that did not move.
    #[error("pess on a Player's move: only its opt can be given")]
    PessOfPlayer,
    /// No probability.
    #[error("min_act is {0}, but must be a number between 0 and 1")]
    MinAct(String),
    /// Nothing to choose from.
    #[error("the root has no moves")]
    EmptyRoot,
}

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

impl Script {
    /// The moves from a node, or from the root. `None` if the script does not know them.
    pub fn moves(&self, node: Option<usize>) -> Option<&[usize]> {
        match node {
            None => Some(&self.root),
            Some(node) => self.nodes[node].children.as_deref(),
        }
    }

    /// The name of a node, or `root`.
    pub fn name(&self, node: Option<usize>) -> &str {
        node.map_or(RESERVED_NAMES[0], |node| &self.nodes[node].name)
    }

    /// Whether `node` lies below `above`.
    pub fn is_below(&self, node: usize, above: usize) -> bool {
        let parent = |&node: &usize| self.nodes[node].parent;
        std::iter::successors(parent(&node), parent).any(|forebear| forebear == above)
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

    /// Reads a node, the `at`-th move of its parent, and all below it.
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
        // What other programs write for "nothing": the same as leaving it out.
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

/// What a node calls itself, if that can be read at all.
fn name_of(raw: &RawJson) -> Option<&str> {
    let RawJson::Object(fields) = raw else {
        return None;
    };
    fields.iter().find_map(|(field, raw)| match raw {
        RawJson::Text(name) if field == "name" && !name.is_empty() => Some(name.as_str()),
        _ => None,
    })
}

/// The fields of an object in the order they are asked for; there must not be any others.
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
