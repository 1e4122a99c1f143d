//! A scripted tree that was checked: every question of the search has one answer.

/// The largest value allowed. The smallest is its negative.
pub const MAX_SCRIPT_VALUE: i32 = (1 << 30) - 1;

/// Names that have a meaning of their own in the output of a replay.
pub(super) const RESERVED_NAMES: [&str; 3] = ["root", "verify", "select"];

/// The side that made the move to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// The side to move at the root. Its optimism is `opt`.
    Player,
    /// The other side. Its optimism is `pess`.
    Opponent,
}

impl Mover {
    /// The field of a node that holds the mover's optimism.
    pub(super) fn field(self) -> &'static str {
        match self {
            Mover::Player => "opt",
            Mover::Opponent => "pess",
        }
    }

    pub(super) fn other(self) -> Mover {
        match self {
            Mover::Player => Mover::Opponent,
            Mover::Opponent => Mover::Player,
        }
    }
}

/// What the script says about the position after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptedNode {
    /// The name. No other node has it.
    pub name: String,
    /// The node before the move; `None` for root moves.
    pub parent: Option<usize>,
    /// How many moves were made before this one.
    pub depth: usize,
    /// The best estimate.
    pub real: i32,
    /// The mover's optimism, if the script gives it. It is `opt` of a Player's move and `pess` of
    /// an Opponent's.
    pub bound: Option<i32>,
    /// The moves that follow. `None` if the script does not give them; empty if the game is over.
    pub children: Option<Vec<usize>>,
}

impl ScriptedNode {
    /// The side that made the move.
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

/// A scripted tree.
///
/// ```
/// use bstar_papers::scripted_tree::Script;
///
/// let text = r#"{"root": [
///     {"name": "A", "real": 20, "opt": 100},
///     {"name": "B", "real": 18, "opt": 40}
/// ]}"#;
/// let script: Script = text.parse().unwrap();
/// assert_eq!(script.min_act, 0.15);
/// assert_eq!(script.nodes[1].name, "B");
///
/// let error = text.replace("opt", "pes").parse::<Script>().unwrap_err();
/// let message = r#"node "A": unknown field "pes"; known are name, real, opt, pess, children"#;
/// assert_eq!(error.to_string(), message);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// MinAct: a node with a lower probability is not searched. 0 stands for any probability above
    /// 0.
    pub min_act: f64,
    pub root: Vec<usize>,
    /// All nodes, parents before their children. The root is not among them.
    pub nodes: Vec<ScriptedNode>,
}

impl Script {
    /// The moves from a node or from the root. `None` if the script does not give them.
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
