//! A simple evaluation: material, and where the men stand.
//!
//! The engine's own evaluation lets an advantage fade with the fifty-move counter. The key of a
//! position does not contain that counter. So a transposition table would change values, and
//! searches that must agree would not. This evaluation depends only on the men and the side to
//! move.

use bstar_board::{Color, Piece, Position, Square};

/// Centipawns. The inner loops of this searcher count in plain numbers.
pub(super) type Value = i32;

/// The value of a man, by kind. Kings are not counted.
const MATERIAL_CENTIPAWNS: [Value; Piece::NUM] = [100, 320, 330, 500, 900, 0];
/// The value of a step from the rim towards the centre, by kind. A king is better off at the rim.
const CENTRE_STEP_CENTIPAWNS: [Value; Piece::NUM] = [4, 9, 5, 1, 2, -8];
/// The value of a step of a pawn towards promotion.
const PAWN_STEP_CENTIPAWNS: Value = 5;

/// The value of each man of White on each square.
const SQUARE_CENTIPAWNS: [[Value; Square::NUM]; Piece::NUM] = {
    let mut table = [[0; Square::NUM]; Piece::NUM];
    let mut kind = 0;
    while kind < Piece::NUM {
        let mut square = 0;
        while square < Square::NUM {
            let (file, rank) = (square % 8, square / 8);
            let steps = from_rim(file) + from_rim(rank);
            table[kind][square] = MATERIAL_CENTIPAWNS[kind] + CENTRE_STEP_CENTIPAWNS[kind] * steps;
            if kind == Piece::Pawn as usize {
                table[kind][square] += PAWN_STEP_CENTIPAWNS * rank as Value;
            }
            square += 1;
        }
        kind += 1;
    }
    table
};

const fn from_rim(line: usize) -> Value {
    (if line < 4 { line } else { 7 - line }) as Value
}

/// The value of a position for the side to move, without any search.
pub(super) fn evaluate(position: &Position) -> Value {
    let us = position.side_to_move();
    worth(position, us) - worth(position, !us)
}

fn worth(position: &Position, color: Color) -> Value {
    // For Black the ranks are turned round.
    let turn = match color {
        Color::White => 0,
        Color::Black => 56,
    };
    Piece::ALL
        .into_iter()
        .flat_map(|piece| {
            let table = &SQUARE_CENTIPAWNS[piece as usize];
            let men = position.men(color, piece).into_iter();
            men.map(move |square| table[square as usize ^ turn])
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::fen;

    #[test]
    fn colours_are_treated_alike() {
        let white = fen::parse("4k3/8/8/3n4/8/2P5/8/R3K3 w - - 0 1").unwrap();
        let black = fen::parse("r3k3/8/2p5/8/3N4/8/8/4K3 b - - 0 1").unwrap();
        assert_eq!(evaluate(&white), evaluate(&black));
        assert_eq!(evaluate(&white), 500 + 100 + 4 * 4 + 5 * 2 - 320 - 9 * 6);
        assert_eq!(evaluate(&Position::start()), 0);
    }

    #[test]
    fn the_counter_does_not_matter() {
        let at =
            |clock: u8| fen::parse(&format!("4k3/8/8/8/8/2P5/8/R3K3 w - - {clock} 60")).unwrap();
        assert_eq!(evaluate(&at(0)), evaluate(&at(80)));
    }
}
