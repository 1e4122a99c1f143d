//! Trades in a move and the line after it, for the finders.

use bstar_board::{Move, Piece, Square};

use crate::Scene;
use crate::ground::exchange::value;

/// Moves of the line that are looked at.
pub(crate) const TRADE_PLIES: usize = 4;
/// Pieces whose values differ by no more, in centipawns, are an even trade.
const EVEN_CENTIPAWNS: i32 = 30;

/// A capture and the capture that takes back on the same square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trade {
    /// What the side of the scene loses, and where that stood before the first capture.
    pub own: Piece,
    pub own_from: Square,
    /// What the opponent loses.
    pub theirs: Piece,
    /// Where it happens.
    pub square: Square,
    /// The moves of the line it needs.
    pub plies: usize,
}

impl Trade {
    /// Whether it is an even trade of pieces.
    pub fn is_even(&self) -> bool {
        ![self.own, self.theirs].contains(&Piece::Pawn)
            && (value(self.own) - value(self.theirs)).abs() <= EVEN_CENTIPAWNS
    }

    /// Whether knights and bishops are traded.
    pub fn is_minor(&self) -> bool {
        let minor = [Piece::Knight, Piece::Bishop];
        minor.contains(&self.own) && minor.contains(&self.theirs)
    }
}

/// The trades that begin with the move or within the first moves of the line.
pub(crate) fn trades(scene: &Scene) -> Vec<Trade> {
    let moves: Vec<Move> = std::iter::once(scene.mv)
        .chain(scene.line.iter().take(TRADE_PLIES).copied())
        .collect();
    let mut found = Vec::new();
    let mut positions = vec![scene.before.clone()];
    let mut index = 0;
    while index + 1 < moves.len() {
        let (first, second) = (moves[index], moves[index + 1]);
        while positions.len() <= index + 1 {
            let last = positions.len() - 1;
            positions.push(positions[last].after(moves[last]));
        }
        let taken = positions[index].captured(first);
        let back = positions[index + 1].captured(second);
        let (Some(taken), Some(back), true) = (taken, back, first.to == second.to) else {
            index += 1;
            continue;
        };
        let is_own_capture = index % 2 == 0;
        found.push(Trade {
            own: if is_own_capture { back } else { taken },
            own_from: if is_own_capture { first.from } else { first.to },
            theirs: if is_own_capture { taken } else { back },
            square: first.to,
            plies: index + 1,
        });
        index += 2;
    }
    found
}
