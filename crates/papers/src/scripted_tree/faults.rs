//! What can be wrong with a script, said in words.

use thiserror::Error;

use super::script::MAX_SCRIPT_VALUE;

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
