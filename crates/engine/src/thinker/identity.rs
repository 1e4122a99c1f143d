//! What the graph must know of a position: its key and its class (docs/search.md, section 9).

use bstar::{Class, Key, SplitMix64};
use bstar_board::{CastlingSide, Color, Piece, Position};

/// How positions are named in one search.
///
/// If the fifty-move counter is 60 or more at the root, the counter is part of a position's key. A
/// draw by that rule is near then, and no position can repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Naming {
    counts_clock: bool,
}

const CLOCK_MATTERS_FROM_PLIES: u8 = 60;

impl Naming {
    /// The naming for a search from this root.
    pub fn for_root(root: &Position) -> Naming {
        Naming {
            counts_clock: root.halfmove_clock() >= CLOCK_MATTERS_FROM_PLIES,
        }
    }

    /// The key of a position.
    pub fn key(self, position: &Position) -> Key {
        let clock = if self.counts_clock {
            mix(u64::from(position.halfmove_clock()) + 1)
        } else {
            0
        };
        Key(position.key() ^ clock)
    }
}

/// The class of a position. It changes exactly with the moves that cannot be undone: pawn moves,
/// captures, and moves that lose castling rights.
pub fn class(position: &Position) -> Class {
    let mut class = 0;
    for color in [Color::White, Color::Black] {
        class = mix(class ^ position.men(color, Piece::Pawn).0);
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            class = mix(class ^ u64::from(position.men(color, piece).len()));
        }
        for side in [CastlingSide::Short, CastlingSide::Long] {
            class = mix(class
                ^ position
                    .castling_rook(color, side)
                    .map_or(0, |file| file as u64 + 1));
        }
    }
    Class(class)
}

fn mix(z: u64) -> u64 {
    SplitMix64::new(z).next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{fen, notation};

    #[test]
    fn the_class_changes_with_what_cannot_be_taken_back() {
        let position = fen::parse("r3k2r/p6p/8/3pP3/4n3/8/P2R3P/R3K2R w KQkq d6 0 1").unwrap();
        let after = |word: &str| class(&position.after(notation::parse(&position, word).unwrap()));
        let now = class(&position);
        for irreversible in ["a2a3", "e5d6", "d2d5", "h1g1", "e1e2", "e1g1"] {
            assert_ne!(after(irreversible), now, "{irreversible}");
        }
        for reversible in ["d2d3", "d2c2"] {
            assert_eq!(after(reversible), now, "{reversible}");
        }
    }

    #[test]
    fn the_fifty_move_counter_counts_only_when_it_is_near() {
        let at =
            |clock: u8| fen::parse(&format!("8/8/4k3/8/8/4K3/4R3/8 w - - {clock} 80")).unwrap();
        let early = Naming::for_root(&at(3));
        assert_eq!(early.key(&at(3)), early.key(&at(90)));
        let late = Naming::for_root(&at(60));
        assert_ne!(late.key(&at(60)), late.key(&at(62)));
    }
}
