//! An entry of a book: 16 bytes, the highest of each number first.

use bstar_board::{Move, Piece, Position, Square, notation};

pub const ENTRY_BYTES: usize = 16;

/// What a book says about one move in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The [key](crate::key::key()) of the position.
    pub key: u64,
    /// The move, as [`Entry::move_code`] packs it.
    pub code: u16,
    /// How much the move is worth playing, compared with others in the position.
    pub weight: u16,
    /// What a program has learned about it. We keep it as it is.
    pub learn: u32,
}

/// The promotion piece of each code. A pawn promotes to no other piece.
const PROMOTIONS: [Option<Piece>; 5] = [
    None,
    Some(Piece::Knight),
    Some(Piece::Bishop),
    Some(Piece::Rook),
    Some(Piece::Queen),
];

impl Entry {
    /// The entry of these bytes.
    pub fn from_bytes(bytes: &[u8; ENTRY_BYTES]) -> Entry {
        let [
            k0,
            k1,
            k2,
            k3,
            k4,
            k5,
            k6,
            k7,
            m0,
            m1,
            w0,
            w1,
            l0,
            l1,
            l2,
            l3,
        ] = *bytes;
        Entry {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            code: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
            learn: u32::from_be_bytes([l0, l1, l2, l3]),
        }
    }

    /// The bytes of this entry.
    pub fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.code.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes[12..].copy_from_slice(&self.learn.to_be_bytes());
        bytes
    }

    /// How a book writes a move: six bits for the square it goes to, six for the one it comes from,
    /// three for the promotion. Castling is the king taking its rook, as it is here anyway.
    pub fn move_code(mv: Move) -> u16 {
        let promotion = PROMOTIONS
            .iter()
            .position(|piece| *piece == mv.promotion)
            .unwrap_or(0);
        mv.to as u16 | (mv.from as u16) << 6 | (promotion as u16) << 12
    }

    /// The move in this position; `None` if there it is not legal.
    pub fn legal_move(&self, position: &Position) -> Option<Move> {
        let promotion = usize::from(self.code >> 12);
        let mv = Move {
            from: Square::index(usize::from(self.code >> 6 & 63)),
            to: Square::index(usize::from(self.code & 63)),
            promotion: *PROMOTIONS.get(promotion)?,
        };
        if position.is_legal(mv) {
            return Some(mv);
        }
        // Some books write castling as the king's own step.
        notation::parse(position, &mv.to_string()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;
    use proptest::prelude::*;

    fn entry(code: u16) -> Entry {
        Entry {
            key: 1,
            code,
            weight: 2,
            learn: 3,
        }
    }

    #[test]
    fn castling_is_read_in_both_forms() {
        let position = fen::parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for (words, castling) in [(["e1h1", "e1g1"], "e1h1"), (["e1a1", "e1c1"], "e1a1")] {
            for word in words {
                let code = Entry::move_code(word.parse().unwrap());
                let read = entry(code).legal_move(&position).unwrap();
                assert_eq!(read.to_string(), castling);
                assert!(position.is_castling(read));
            }
        }
    }

    #[test]
    fn what_is_not_legal_is_no_move() {
        let start = Position::start();
        // A null move, a move of nobody, a promotion to what does not exist.
        for code in [
            0,
            0o3733,
            Entry::move_code("e2e4".parse().unwrap()) | 5 << 12,
        ] {
            assert_eq!(entry(code).legal_move(&start), None, "{code:o}");
        }
    }

    #[test]
    fn every_legal_move_comes_back() {
        for text in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1",
        ] {
            let position = fen::parse(text).unwrap();
            for mv in position.legal_moves() {
                let read = entry(Entry::move_code(mv)).legal_move(&position);
                assert_eq!(read, Some(mv), "{text} {mv}");
            }
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_an_entry_and_come_back(bytes: [u8; ENTRY_BYTES]) {
            let entry = Entry::from_bytes(&bytes);
            prop_assert_eq!(entry.to_bytes(), bytes);
            let _ = entry.legal_move(&Position::start());
        }
    }
}
