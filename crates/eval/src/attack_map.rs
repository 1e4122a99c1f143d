//! What each side attacks. It is found once for a position, and every term uses it.

use bstar_board::{BitBoard, Color, Piece, Position, Rank, Square, attacks};

use crate::geometry::shift_back;

/// The attacks of both sides, and what follows from them directly.
#[derive(Clone)]
pub(crate) struct AttackMap<'p> {
    pub position: &'p Position,
    /// Squares attacked by a side's men of a kind.
    pub by: [[BitBoard; Piece::NUM]; Color::NUM],
    /// Squares attacked by any man of a side.
    pub all: [BitBoard; Color::NUM],
    /// Squares attacked by two or more men of a side.
    pub twice: [BitBoard; Color::NUM],
    /// Squares worth moving to: without our king or stuck pawns, and not attacked by their pawns.
    pub worth_a_move: [BitBoard; Color::NUM],
    /// The squares round a side's king.
    pub ring: [BitBoard; Color::NUM],
    /// How hard a side presses on the other's king.
    pub pressure: [Pressure; Color::NUM],
}

/// The men that bear on a king.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pressure {
    /// Men that attack the ring, by kind from knight to queen.
    pub attackers: [i32; 4],
    /// Attacked squares of the ring, counted once for each attacker.
    pub squares: i32,
}

impl<'p> AttackMap<'p> {
    /// The attacks of kings and pawns. Those of the pieces are added as the pieces are counted.
    #[inline(always)] // keeps most of it in registers
    pub fn new(position: &'p Position) -> Self {
        let mut map = Self {
            position,
            by: [[BitBoard::EMPTY; Piece::NUM]; Color::NUM],
            all: [BitBoard::EMPTY; Color::NUM],
            twice: [BitBoard::EMPTY; Color::NUM],
            worth_a_move: [BitBoard::EMPTY; Color::NUM],
            ring: [BitBoard::EMPTY; Color::NUM],
            pressure: [Pressure::default(); Color::NUM],
        };
        let pawns = position.pieces(Piece::Pawn);
        for color in Color::ALL {
            let us = color as usize;
            let own = pawns & position.side(color);
            let king = position.king(color);
            let by_pawns = attacks::pawns(own, color);
            let by_king = attacks::king(king);
            map.by[us][Piece::Pawn as usize] = by_pawns;
            map.by[us][Piece::King as usize] = by_king;
            map.all[us] = by_pawns | by_king;
            map.twice[us] = by_pawns & by_king;
            map.ring[us] = RINGS[king as usize];
        }
        for color in Color::ALL {
            let (us, them) = (color as usize, !color as usize);
            let stuck = pawns
                & position.side(color)
                & (shift_back(position.occupied(), color) | home_ranks(color));
            map.worth_a_move[us] =
                !(stuck | position.men(color, Piece::King) | map.by[them][Piece::Pawn as usize]);
        }
        map
    }

    /// Adds what one piece attacks.
    #[inline(always)]
    pub fn note(&mut self, color: Color, piece: Piece, squares: BitBoard) {
        let us = color as usize;
        self.by[us][piece as usize] |= squares;
        self.twice[us] |= self.all[us] & squares;
        self.all[us] |= squares;
        let on_ring = squares & self.ring[!color as usize];
        let pressure = &mut self.pressure[us];
        let kind = piece as usize - Piece::Knight as usize;
        pressure.attackers[kind] += i32::from(!on_ring.is_empty());
        pressure.squares += on_ring.len() as i32;
    }

    pub fn by(&self, color: Color, piece: Piece) -> BitBoard {
        self.by[color as usize][piece as usize]
    }
}

/// The squares round a king, by its square. On the edge the ring moves inwards, so that it always
/// has nine squares.
static RINGS: [BitBoard; Square::NUM] = {
    let mut rings = [BitBoard::EMPTY; Square::NUM];
    let mut index = 0;
    while index < Square::NUM {
        let file = off_the_edge(index % 8);
        let rank = off_the_edge(index / 8);
        let centre = Square::ALL[rank * 8 + file];
        rings[index] = BitBoard(attacks::king(centre).0 | centre.bitboard().0);
        index += 1;
    }
    rings
};

const fn off_the_edge(file_or_rank: usize) -> usize {
    match file_or_rank {
        0 => 1,
        7 => 6,
        inside => inside,
    }
}

fn home_ranks(color: Color) -> BitBoard {
    Rank::Second.relative_to(color).bitboard() | Rank::Third.relative_to(color).bitboard()
}
