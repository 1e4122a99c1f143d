//! What receives the counts of features.

use bstar_board::{Color, Piece, Square};

use crate::feature::{self, FeatureGroup, folded};
use crate::tapered::Tapered;
use crate::weights::WEIGHTS;

/// Receives the counts of features.
pub(crate) trait Sink {
    /// The side has this feature `count` times.
    fn add(&mut self, color: Color, feature: usize, count: i32);

    /// A man stands on a square. It counts as material and for its square.
    #[inline(always)]
    fn add_man(&mut self, color: Color, piece: Piece, square: Square) {
        if let Some(material) = material(piece) {
            self.add(color, material, 1);
        }
        self.add(
            color,
            SQUARE_FEATURES[piece as usize].at(folded(square, color)),
            1,
        );
    }
}

/// The features of the squares a man stands on, by its kind.
const SQUARE_FEATURES: [FeatureGroup; Piece::NUM] = [
    feature::PAWN_SQUARE,
    feature::KNIGHT_SQUARE,
    feature::BISHOP_SQUARE,
    feature::ROOK_SQUARE,
    feature::QUEEN_SQUARE,
    feature::KING_SQUARE,
];

/// The feature of having a man. Kings have none, because both sides always have one.
const fn material(piece: Piece) -> Option<usize> {
    match piece {
        Piece::King => None,
        _ => Some(feature::MATERIAL.at(piece as usize)),
    }
}

/// Adds up what the counts are worth: White's minus Black's.
#[derive(Default)]
pub(crate) struct WeightedSum {
    pub total: Tapered,
}

impl Sink for WeightedSum {
    #[inline(always)]
    fn add(&mut self, color: Color, feature: usize, count: i32) {
        let value = WEIGHTS[feature] * count;
        match color {
            Color::White => self.total += value,
            Color::Black => self.total -= value,
        }
    }

    #[inline(always)]
    fn add_man(&mut self, color: Color, piece: Piece, square: Square) {
        self.total += MAN_VALUES[color as usize][piece as usize][square as usize];
    }
}

/// What [`Sink::add_man`] adds up to, for White. It is computed at compile time because it is
/// needed most.
static MAN_VALUES: [[[Tapered; Square::NUM]; Piece::NUM]; Color::NUM] = {
    let mut men = [[[Tapered::ZERO; Square::NUM]; Piece::NUM]; Color::NUM];
    let mut index = 0;
    while index < Color::NUM * Piece::NUM * Square::NUM {
        let color = Color::ALL[index / (Piece::NUM * Square::NUM)];
        let piece = Piece::ALL[index / Square::NUM % Piece::NUM];
        let square = Square::ALL[index % Square::NUM];
        let mut value = WEIGHTS[SQUARE_FEATURES[piece as usize].at(folded(square, color))];
        if let Some(material) = material(piece) {
            value = value.plus(WEIGHTS[material]);
        }
        men[color as usize][piece as usize][square as usize] = match color {
            Color::White => value,
            Color::Black => value.negated(),
        };
        index += 1;
    }
    men
};
