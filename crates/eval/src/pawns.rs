//! Pawn structure, and a table that remembers it: the same pawns come up again and again.

use bstar_board::{BitBoard, Color, Piece, Position, Square, attacks};

use crate::feature;
use crate::feature_sink::{Sink, WeightedSum};
use crate::geometry::{front_span, relative_rank, shift_forward};
use crate::kings;
use crate::tapered::Tapered;

/// A pawn structure and what it is worth.
#[derive(Clone, Copy, Default)]
pub(crate) struct PawnEntry {
    white: BitBoard,
    black: BitBoard,
    pub score: Tapered,
    /// Passed pawns of both sides.
    pub passed: BitBoard,
    /// Where each king stood when `shelter` was last computed.
    kings: [Option<Square>; Color::NUM],
    /// What the wall of pawns before each king is worth, for White.
    shelter: [Tapered; Color::NUM],
}

impl PawnEntry {
    /// What the walls of pawns before both kings are worth.
    pub fn shelter(&self) -> Tapered {
        self.shelter[0] + self.shelter[1]
    }

    #[inline(always)] // lets the compiler know the colour
    fn update_shelter(&mut self, position: &Position, color: Color) {
        let king = Some(position.king(color));
        if self.kings[color as usize] != king {
            let mut sum = WeightedSum::default();
            kings::count_shelter(position, color, &mut sum);
            self.kings[color as usize] = king;
            self.shelter[color as usize] = sum.total;
        }
    }
}

/// A table of pawn structures. An entry holds the pawns themselves, so that a hit is never wrong.
pub(crate) struct PawnTable {
    entries: Box<[PawnEntry]>,
}

impl PawnTable {
    const INDEX_BITS: u32 = 13;

    pub fn new() -> Self {
        Self {
            entries: vec![PawnEntry::default(); 1 << Self::INDEX_BITS].into_boxed_slice(),
        }
    }

    /// The entry of a position, computed now if the table has none.
    #[inline]
    pub fn entry(&mut self, position: &Position) -> PawnEntry {
        let white = position.men(Color::White, Piece::Pawn);
        let black = position.men(Color::Black, Piece::Pawn);
        let mixed = white
            .0
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(black.0)
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        let entry = &mut self.entries[(mixed >> (64 - Self::INDEX_BITS)) as usize];
        if entry.white != white || entry.black != black {
            let mut sum = WeightedSum::default();
            let passed = count(position, &mut sum);
            *entry = PawnEntry {
                white,
                black,
                score: sum.total,
                passed,
                ..PawnEntry::default()
            };
        }
        entry.update_shelter(position, Color::White);
        entry.update_shelter(position, Color::Black);
        *entry
    }
}

/// Counts what the pawns alone decide, and returns the passed pawns of both sides.
pub(crate) fn count(position: &Position, sink: &mut impl Sink) -> BitBoard {
    let mut passed = BitBoard::EMPTY;
    for color in Color::ALL {
        let own = position.men(color, Piece::Pawn);
        let theirs = position.men(!color, Piece::Pawn);
        let their_attacks = attacks::pawns(theirs, !color);
        let their_spans = front_span(theirs, !color);
        let blocked_for_passing = their_spans | front_span(their_attacks, !color) | their_attacks;
        let own_attacks = attacks::pawns(own, color);

        for square in own {
            let file = square.file();
            let rank = relative_rank(square, color);
            let neighbours = own & file.adjacent();
            let ahead = front_span(square.bitboard(), color);
            let opposed = !(ahead & theirs).is_empty();
            let supported = own_attacks.has(square);
            let phalanx = !(neighbours & square.rank().bitboard()).is_empty();

            sink.add_man(color, Piece::Pawn, square);

            if supported {
                sink.add(color, feature::PAWN_SUPPORTED.at(rank), 1);
            }
            if phalanx {
                sink.add(color, feature::PAWN_PHALANX.at(rank), 1);
            }
            if neighbours.is_empty() {
                let edge = file as usize;
                let index = edge.min(7 - edge);
                sink.add(color, feature::PAWN_ISOLATED.at(index), 1);
            } else if !supported && !phalanx {
                // No pawn can come up from behind to guard it, and its next square is attacked.
                let stop = shift_forward(square.bitboard(), color);
                let behind_or_beside = front_span(stop, !color);
                let helpers = neighbours & widened(behind_or_beside);
                if helpers.is_empty() && !(stop & their_attacks).is_empty() {
                    sink.add(color, feature::PAWN_BACKWARD.at(usize::from(opposed)), 1);
                }
            }
            if !(ahead & own).is_empty() {
                sink.add(color, feature::PAWN_DOUBLED.at(0), 1);
            } else if !blocked_for_passing.has(square) {
                passed |= square.bitboard();
            } else if !opposed {
                // It has at least as many helpers as there are pawns that could stop it.
                let guards = theirs & file.adjacent() & widened(ahead);
                let helpers =
                    neighbours & !widened(ahead) | (neighbours & square.rank().bitboard());
                if guards.len() <= helpers.len() {
                    sink.add(color, feature::CANDIDATE.at(rank), 1);
                }
            }
        }
    }
    passed
}

/// These squares and those beside them.
fn widened(squares: BitBoard) -> BitBoard {
    let not_a = !bstar_board::File::A.bitboard();
    let not_h = !bstar_board::File::H.bitboard();
    BitBoard(squares.0 | (squares & not_a).0 >> 1 | (squares & not_h).0 << 1)
}
