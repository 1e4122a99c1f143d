//! King safety: the wall of pawns before the king, and the men that bear on it.

use bstar_board::{BitBoard, Color, File, Piece, Position, attacks};

use crate::attack_map::AttackMap;
use crate::feature;
use crate::feature_sink::Sink;
use crate::geometry::{front_span, relative_rank};

/// How much each attacker of the ring, from knight to queen, adds to the danger.
const ATTACKER_DANGER: [i32; 4] = [3, 2, 3, 4];
/// How much each kind of safe check, from knight to queen, adds to the danger.
const CHECK_DANGER: [i32; 4] = [4, 3, 5, 5];

/// Counts the wall of pawns before a king. It changes only when a pawn or the king moves.
#[inline(always)] // lets the compiler know the colour
pub(crate) fn count_shelter(position: &Position, color: Color, sink: &mut impl Sink) {
    let king = position.king(color);
    let own = position.men(color, Piece::Pawn);
    let theirs = position.men(!color, Piece::Pawn);
    let here = king.rank().bitboard();
    let ahead = front_span(here, color);
    let centre = (king.file() as usize).clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let file = File::index(file);
        let wall = nearest(own & file.bitboard() & (ahead | here), color);
        let group = if file == king.file() {
            feature::SHELTER_KING_FILE
        } else {
            feature::SHELTER
        };
        sink.add(color, group.at(wall), 1);
        let storm = nearest(theirs & file.bitboard() & (ahead | here), color);
        let blocked = wall != 0 && storm == wall + 1;
        let group = if blocked {
            feature::STORM_BLOCKED
        } else {
            feature::STORM
        };
        sink.add(color, group.at(storm), 1);
    }
}

/// The rank, as the side sees it, of the pawn nearest to its own back rank; 0 if there is none.
#[inline(always)]
fn nearest(pawns: BitBoard, color: Color) -> usize {
    let square = match color {
        Color::White => pawns.next_square(),
        Color::Black => pawns
            .0
            .checked_ilog2()
            .map(|i| bstar_board::Square::index(i as usize)),
    };
    square.map_or(0, |square| relative_rank(square, color))
}

/// Counts the danger that `color` makes for the *other* king.
#[inline(always)] // lets the compiler know the colour
pub(crate) fn count_attack(map: &AttackMap, color: Color, sink: &mut impl Sink) {
    let position = map.position;
    let (us, them) = (color as usize, !color as usize);
    let pressure = map.pressure[us];
    let mut danger = 0;

    for (index, &count) in pressure.attackers.iter().enumerate() {
        sink.add(color, feature::KING_ATTACKERS.at(index), count);
        danger += ATTACKER_DANGER[index] * count;
    }
    sink.add(color, feature::KING_RING_ATTACKED.at(0), pressure.squares);
    danger += pressure.squares;
    let by_king_or_queen = map.by(!color, Piece::King) | map.by(!color, Piece::Queen);
    // Attacked by us, and defended by at most their king or queen.
    let weak = map.all[us] & !map.twice[them] & (!map.all[them] | by_king_or_queen);
    let weak_ring = (weak & map.ring[them]).len() as i32;
    sink.add(color, feature::KING_RING_WEAK.at(0), weak_ring);
    danger += 2 * weak_ring;

    let king = position.king(!color);
    let occupied = position.occupied() ^ position.men(!color, Piece::Queen);
    let straight = attacks::rook(king, occupied);
    let diagonal = attacks::bishop(king, occupied);
    let safe = !position.side(color) & (!map.all[them] | (weak & map.twice[us]));
    let checks = [
        (Piece::Knight, attacks::knight(king)),
        (Piece::Bishop, diagonal),
        (Piece::Rook, straight),
        (Piece::Queen, straight | diagonal),
    ];
    for (index, (piece, from)) in checks.into_iter().enumerate() {
        let number = (map.by(color, piece) & from & safe).len() as i32;
        let any = i32::from(number > 0);
        sink.add(color, feature::SAFE_CHECK.at(index), any);
        danger += CHECK_DANGER[index] * any + number;
    }

    let men: i32 = pressure.attackers.iter().sum();
    if men >= 2 || (men == 1 && !position.men(color, Piece::Queen).is_empty()) {
        if position.men(color, Piece::Queen).is_empty() {
            danger /= 2;
        }
        sink.add(color, feature::KING_DANGER.at(0), danger);
        sink.add(
            color,
            feature::KING_DANGER_SQUARED.at(0),
            danger * danger / 16,
        );
    }
}
