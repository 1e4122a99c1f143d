//! Endings in which counting men misleads.
//!
//! Some endings are [known] outright. In others there is an advantage, but it is hard or impossible
//! to win with it. Its endgame value is [scaled](scale) down.

use bstar_board::{BitBoard, Color, File, Piece, Position, Rank, Square};

use crate::geometry::distance;
use crate::kpk;

/// The scale at which an advantage counts in full.
pub const FULL_SCALE: i32 = 64;

/// The value of a won ending, before its details are added.
const WON_ENDING_CENTIPAWNS: i32 = 4_000;

/// Rough values of the pieces, to tell which side has more.
const PIECE_VALUES_PAWNS: [(Piece, i32); 4] = [
    (Piece::Knight, 3),
    (Piece::Bishop, 3),
    (Piece::Rook, 5),
    (Piece::Queen, 9),
];

/// The value, for White, of an ending that is known outright.
pub fn known(position: &Position) -> Option<i32> {
    if position.occupied().len() > 7 {
        return None;
    }
    if position.is_dead() {
        return Some(0);
    }
    let lone = Color::ALL
        .into_iter()
        .find(|&color| position.side(color).len() == 1)?;
    let strong = !lone;
    let value = against_lone_king(position, strong)?;
    Some(match strong {
        Color::White => value,
        Color::Black => -value,
    })
}

/// The value for the side that has more than its king.
fn against_lone_king(position: &Position, strong: Color) -> Option<i32> {
    let count = |piece| position.men(strong, piece).len();
    let pawns = count(Piece::Pawn);
    let pieces = pieces_worth(position, strong);
    if pawns == 1 && pieces == 0 {
        return Some(if kpk::is_won(position) {
            let pawn = position.pieces(Piece::Pawn).next_square()?;
            WON_ENDING_CENTIPAWNS / 4 + 20 * pawn.rank().relative_to(strong) as i32
        } else {
            0
        });
    }
    if pawns == 0 && count(Piece::Knight) == 2 && pieces == 6 {
        return Some(0);
    }
    if !can_mate(position, strong) {
        return None;
    }
    let king = position.king(!strong);
    let bishops = position.men(strong, Piece::Bishop);
    let corner = if pieces == 6 && count(Piece::Bishop) == 1 && count(Piece::Knight) == 1 {
        // Mate is possible only in a corner that the bishop attacks.
        let on_light = !(bishops & BitBoard::LIGHT_SQUARES).is_empty();
        20 * (7 - steps_to_corner(king, on_light))
    } else {
        10 * (3 - steps_to_edge(king))
    };
    let kings = 5 * (7 - distance(king, position.king(strong)));
    Some(WON_ENDING_CENTIPAWNS + 100 * (pieces + pawns as i32) + corner + kings)
}

/// Has this side the pieces to mate a lone king?
fn can_mate(position: &Position, color: Color) -> bool {
    let bishops = position.men(color, Piece::Bishop);
    let heavy = position.men(color, Piece::Queen) | position.men(color, Piece::Rook);
    let both_colours = !(bishops & BitBoard::LIGHT_SQUARES).is_empty()
        && !(bishops & BitBoard::DARK_SQUARES).is_empty();
    let knights = position.men(color, Piece::Knight).len();
    !heavy.is_empty() || both_colours || (knights > 0 && !bishops.is_empty()) || knights > 2
}

fn pieces_worth(position: &Position, color: Color) -> i32 {
    PIECE_VALUES_PAWNS
        .iter()
        .map(|&(piece, value)| value * position.men(color, piece).len() as i32)
        .sum()
}

/// How much of the endgame value counts: 0 to [`FULL_SCALE`]. `endgame` is that value, for White.
pub fn scale(position: &Position, endgame: i32) -> i32 {
    let strong = if endgame >= 0 {
        Color::White
    } else {
        Color::Black
    };
    let pawns = position.men(strong, Piece::Pawn);
    // Only rare endings need these sums.
    let both_worth = || [strong, !strong].map(|color| pieces_worth(position, color));
    if pawns.is_empty() {
        let [ours, theirs] = both_worth();
        if ours - theirs <= 3 {
            // Without a pawn, an extra piece does not win. A rook or queen may, against very
            // little.
            return if ours < 5 {
                0
            } else if theirs <= 3 {
                6
            } else {
                14
            };
        }
    }
    if is_wrong_bishop(position, strong) {
        return 0;
    }
    if has_opposite_bishops(position) {
        let only_bishops = both_worth() == [3, 3];
        let per_pawn = if only_bishops { 4 } else { 5 };
        let least = if only_bishops { 14 } else { 36 };
        return (least + per_pawn * pawns.len() as i32).min(FULL_SCALE);
    }
    // With fewer pawns, the last one is exchanged sooner.
    (38 + 7 * pawns.len() as i32).min(FULL_SCALE)
}

/// Is this the wrong bishop? It does not attack the corner where its rook pawns queen, and the
/// other king stands in that corner or beside it.
fn is_wrong_bishop(position: &Position, strong: Color) -> bool {
    let pawns = position.men(strong, Piece::Pawn);
    let bishops = position.men(strong, Piece::Bishop);
    let only_bishops = || pieces_worth(position, strong) == 3 * bishops.len() as i32;
    let edges = [File::A, File::H];
    !pawns.is_empty()
        && edges.into_iter().any(|file| {
            let corner = Square::new(file, Rank::Eighth.relative_to(strong));
            let ruled = if BitBoard::LIGHT_SQUARES.has(corner) {
                BitBoard::LIGHT_SQUARES
            } else {
                BitBoard::DARK_SQUARES
            };
            pawns.is_subset(file.bitboard())
                && (bishops & ruled).is_empty()
                && distance(position.king(!strong), corner) <= 1
                && only_bishops()
        })
}

fn has_opposite_bishops(position: &Position) -> bool {
    let white = position.men(Color::White, Piece::Bishop);
    let black = position.men(Color::Black, Piece::Bishop);
    white.len() == 1
        && black.len() == 1
        && (white & BitBoard::LIGHT_SQUARES).is_empty()
            != (black & BitBoard::LIGHT_SQUARES).is_empty()
}

fn steps_to_edge(square: Square) -> i32 {
    let file = square.file() as i32;
    let rank = square.rank() as i32;
    file.min(7 - file).min(rank).min(7 - rank)
}

/// King steps to the nearer of the two corners of a colour.
fn steps_to_corner(square: Square, light: bool) -> i32 {
    let corners = if light {
        [Square::A8, Square::H1]
    } else {
        [Square::A1, Square::H8]
    };
    let along = |corner: Square| {
        let files = (square.file() as i32 - corner.file() as i32).abs();
        let ranks = (square.rank() as i32 - corner.rank() as i32).abs();
        // Half the steps along files and ranks. By this count no square is farther than the wrong
        // corners.
        (files + ranks) / 2
    };
    along(corners[0]).min(along(corners[1]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;

    fn position(text: &str) -> Position {
        fen::parse(text).unwrap()
    }

    #[test]
    fn endings_that_nobody_wins() {
        for text in [
            "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1",
            "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",
            "6k1/8/7P/7K/8/8/8/8 w - - 0 1",
        ] {
            assert_eq!(known(&position(text)), Some(0), "{text}");
        }
    }

    #[test]
    fn the_wrong_bishop_does_not_win() {
        assert_eq!(
            scale(&position("7k/8/6K1/7P/8/8/3B4/8 w - - 0 1"), 500),
            FULL_SCALE - 19
        );
        assert_eq!(scale(&position("7k/8/6K1/7P/8/8/4B3/8 w - - 0 1"), 500), 0);
        assert_eq!(scale(&position("8/3b4/8/8/p7/1k6/8/K7 b - - 0 1"), -500), 0);
    }

    #[test]
    fn knight_and_bishop_mate_in_the_right_corner() {
        // A bishop on light squares mates on a8 or h1.
        let right = known(&position("k7/2K5/8/3B4/8/3N4/8/8 b - - 0 1")).unwrap();
        let wrong = known(&position("7k/5K2/8/3B4/8/3N4/8/8 b - - 0 1")).unwrap();
        assert!(right > wrong + 50, "{right} {wrong}");
    }

    #[test]
    fn a_king_on_the_edge_is_nearer_to_mate() {
        let edge = known(&position("k7/8/2K5/8/8/8/8/7R w - - 0 1")).unwrap();
        let centre = known(&position("8/8/2K5/8/4k3/8/8/7R w - - 0 1")).unwrap();
        assert!(edge > centre);
        assert!(
            known(&position("K7/8/2k5/8/8/8/8/7r b - - 0 1")).unwrap() < -WON_ENDING_CENTIPAWNS
        );
    }

    #[test]
    fn opposite_bishops_halve_the_hope() {
        let opposite = position("8/5k2/4b3/8/3PP3/4BK2/8/8 w - - 0 1");
        let same = position("8/5k2/5b2/8/3PP3/4BK2/8/8 w - - 0 1");
        assert!(scale(&opposite, 200) * 2 < scale(&same, 200));
    }
}
