//! Where in the tree something is found.

use bstar_board::{Color, Move, Position};

use crate::facts::claims::{Claim, Fact, LineStart, position_after};

/// A node of the tree, by the moves that lead to it from the position searched.
#[derive(Clone, Copy)]
pub(crate) struct NodePath<'a> {
    pub root: &'a Position,
    pub path: &'a [Move],
}

impl NodePath<'_> {
    /// The position of the node.
    pub fn position(self) -> Position {
        position_after(self.root, self.path)
    }

    /// The position before the last move, and that move.
    pub(super) fn last(self) -> Option<(Position, Move)> {
        let (last, before) = self.path.split_last()?;
        Some((position_after(self.root, before), *last))
    }

    pub(super) fn claim(self, side: Color, fact: Fact) -> Claim {
        Claim {
            side,
            path: self.path.to_vec(),
            begins: LineStart::Move,
            line: Vec::new(),
            fact,
        }
    }

    pub(super) fn claim_along(
        self,
        side: Color,
        begins: LineStart,
        line: &[Move],
        fact: Fact,
    ) -> Claim {
        Claim {
            begins,
            line: line.to_vec(),
            ..self.claim(side, fact)
        }
    }
}
