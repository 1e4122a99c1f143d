//! A scripted tree, checked: whatever the search may ask about it has one answer.

/// No value may be larger, nor smaller than its negative.
pub const MAX_SCRIPT_VALUE: i32 = (1 << 30) - 1;

/// They stand for something else in what a replay prints.
pub(super) const RESERVED_NAMES: [&str; 3] = ["root", "verify", "select"];

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
