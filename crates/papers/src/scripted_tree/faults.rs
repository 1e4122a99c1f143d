//! What can be wrong with a script, said in words.

use thiserror::Error;

use super::script::MAX_SCRIPT_VALUE;

/// Why a text is not a scripted tree.
#[derive(Debug, Error)]
pub enum ScriptError {
    /// It is not JSON, or only the beginning of some.
    #[error("not JSON: {0}")]
    Json(String),
    /// It is JSON, but something in it is wrong.
    #[error("{place}: {fault}")]
    At {
        /// The place: the file, or a node by its name, or by its place if it has no name.
        place: String,
        /// What is wrong there.
        fault: ScriptFault,
    },
}

/// What can be wrong in a scripted tree.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ScriptFault {
    /// There is no object where one belongs.
    #[error("there must be an object here, not {0}")]
    NotAnObject(String),
    /// An unknown field, perhaps misspelt.
    #[error("unknown field {field:?}; known are {known}")]
    UnknownField {
        field: String,
        /// The fields that are known.
        known: String,
    },
    /// A field occurs twice.
    #[error("the field {0} stands here twice")]
    RepeatedField(&'static str),
    /// A field is missing.
    #[error("the field {0} is missing")]
    Missing(&'static str),
    /// A name is not a text.
    #[error("the name must be a text, not {0}")]
    NotText(String),
    #[error("the name is empty")]
    EmptyName,
    /// A name has another meaning in the output.
    #[error(
        "the name {0:?} is taken: root, verify and select have their own meaning in what a replay prints"
    )]
    ReservedName(String),
    /// Two nodes have the same name.
    #[error("the name {0:?} is already another node's")]
    RepeatedName(String),
    /// A value is not a whole number, or beyond the limits.
    #[error(
        "{field} is {was}, but must be a whole number between -{MAX_SCRIPT_VALUE} and {MAX_SCRIPT_VALUE}"
    )]
    NotAValue {
        field: &'static str,
        /// What stands there.
        was: String,
    },
    /// There is no list where one belongs.
    #[error("{field} must be a list of nodes, not {was}")]
    NotAList {
        field: &'static str,
        /// What stands there.
        was: String,
    },
    /// The estimate is outside the bound.
    #[error("real is {real}, but {field} is {bound}: it must be pess ≤ real ≤ opt")]
    Contradiction {
        real: i32,
        /// Which bound.
        field: &'static str,
        bound: i32,
    },
    /// A bound is given for the side that did not move.
    #[error("opt on an Opponent's move: only its pess can be given")]
    OptOfOpponent,
    /// A bound is given for the side that did not move.
    #[error("pess on a Player's move: only its opt can be given")]
    PessOfPlayer,
    /// MinAct is not a probability.
    #[error("min_act is {0}, but must be a number between 0 and 1")]
    MinAct(String),
    /// The root has no moves.
    #[error("the root has no moves")]
    EmptyRoot,
}
