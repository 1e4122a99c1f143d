//! Results that are certain, and what follows from them.

use bstar_tables::{FIFTY_MOVES_PLIES, Known, Outcome};

use crate::arena::Arena;
use crate::node::NodeIndex;

/// How the game ends from a position with best play, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It wins.
    Win {
        /// In so many plies at most; none if only a table knows that it is won.
        plies: Option<u32>,
    },
    /// Nobody wins.
    Draw,
    /// It loses.
    Loss {
        /// The plies it can hold out; none if only a table knows that it is lost.
        plies: Option<u32>,
    },
}

impl Proof {
    /// The expected score of the side to move.
    #[inline]
    pub fn value(self) -> f32 {
        match self {
            Proof::Win { .. } => 1.0,
            Proof::Draw => 0.5,
            Proof::Loss { .. } => 0.0,
        }
    }

    /// What it means for the side that moved there.
    pub fn for_mover(self) -> Proof {
        let further = |plies: Option<u32>| plies.map(|plies| plies + 1);
        match self {
            Proof::Win { plies } => Proof::Loss {
                plies: further(plies),
            },
            Proof::Draw => Proof::Draw,
            Proof::Loss { plies } => Proof::Win {
                plies: further(plies),
            },
        }
    }

    /// What a table knows of a position with this counter of fifty moves.
    pub(crate) fn of_known(known: Known, clock: u8) -> Proof {
        // A mate that the fifty moves might prevent is no more than a win.
        let plies = known
            .plies_to_mate
            .filter(|plies| plies + u32::from(clock) <= u32::from(FIFTY_MOVES_PLIES));
        match known.outcome {
            Outcome::Win => Proof::Win { plies },
            Outcome::Draw => Proof::Draw,
            Outcome::Loss => Proof::Loss { plies },
        }
    }

    /// How good it is: the sooner a win and the later a loss, the better. A win of which nobody
    /// knows how far it is comes after those that are counted, a loss before them.
    pub(crate) fn merit(self) -> i64 {
        const UNCOUNTED_PLIES: i64 = 1 << 20;
        const FAR: i64 = 1 << 30;
        let counted = |plies: Option<u32>| plies.map_or(UNCOUNTED_PLIES, i64::from);
        match self {
            Proof::Win { plies } => FAR - counted(plies),
            Proof::Draw => 0,
            Proof::Loss { plies } => counted(plies) - FAR,
        }
    }
}

/// What is certain of a position by what is certain after its moves.
pub(crate) fn follows(arena: &Arena, node: NodeIndex) -> Option<Proof> {
    let children = arena.children(node);
    let best = children
        .iter()
        .filter_map(|child| child.proof().map(Proof::for_mover))
        .max_by_key(|proof| proof.merit())?;
    let is_whole = || {
        children.len() == arena.edges(node).len()
            && children.iter().all(|child| child.proof().is_some())
    };
    (matches!(best, Proof::Win { .. }) || is_whole()).then_some(best)
}
