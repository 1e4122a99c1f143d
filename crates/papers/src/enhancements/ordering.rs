//! The order in which moves are tried: safe captures first, as in the paper's program.

use std::cmp::Reverse;

use bstar_board::{BitBoard, EXCHANGE_VALUES, Move, MoveList, Piece, Position, Rank, Square};

use super::memories::History;

/// All legal moves in order. Safe captures come first, the largest gain leading. The others follow
/// as they are generated. With a history, those that were best most often lead them.
pub(super) fn ordered_moves(position: &Position, history: Option<&History>) -> MoveList {
    let mut captures = MoveList::new();
    let mut others = MoveList::new();
    position.for_each_move(BitBoard::FULL, BitBoard::FULL, |_, mv| {
        if is_safe_capture(position, mv) {
            captures.push(mv);
        } else {
            others.push(mv);
        }
    });
    sort_captures(position, &mut captures);
    if let Some(history) = history {
        let side = position.side_to_move();
        others.sort_by_key(|mv| Reverse(history.of(side, *mv)));
    }
    captures.extend(others);
    captures
}

/// The safe captures in the same order.
pub(super) fn safe_captures(position: &Position) -> MoveList {
    let mut captures = MoveList::new();
    let theirs = position.side(!position.side_to_move());
    let promotions = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let en_passant = position
        .en_passant_square()
        .map_or(BitBoard::EMPTY, Square::bitboard);
    let to = |piece| match piece {
        Piece::Pawn => theirs | promotions | en_passant,
        _ => theirs,
    };
    position.for_each_move_by_kind(BitBoard::FULL, to, |_, mv| {
        if is_safe_capture(position, mv) {
            captures.push(mv);
        }
    });
    sort_captures(position, &mut captures);
    captures
}

/// Whether a move captures or makes a queen, and loses no men on that square.
fn is_safe_capture(position: &Position, mv: Move) -> bool {
    let wins_men = match mv.promotion {
        Some(piece) => piece == Piece::Queen,
        None => !position.is_quiet(mv),
    };
    wins_men && position.exchange_gains(mv, 0)
}

/// The most valuable victim comes first. Of equal victims the cheapest capturer comes first.
fn sort_captures(position: &Position, captures: &mut MoveList) {
    let worth = |piece: Option<Piece>| piece.map_or(0, |piece| EXCHANGE_VALUES[piece as usize]);
    captures.sort_by_key(|mv| {
        let gain = worth(position.captured(*mv)) + worth(mv.promotion);
        (Reverse(gain), worth(position.piece_on(mv.from)))
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstar_board::{fen, notation};

    fn names(position: &Position, moves: &MoveList) -> Vec<String> {
        moves
            .iter()
            .map(|mv| notation::write(position, *mv))
            .collect()
    }

    #[test]
    fn safe_captures_come_first_and_history_orders_the_rest() {
        // The knight may take the guarded rook, which is worth more. It may also be exchanged for
        // the knight. The rook may not take that knight.
        let position = fen::parse("4k3/8/3p4/2n1r3/8/1P1N4/8/2R2K2 w - - 0 1").unwrap();
        let captures = safe_captures(&position);
        assert_eq!(names(&position, &captures), ["d3e5", "d3c5"]);
        let mut history = History::new();
        let quiet = notation::parse(&position, "f1g2").unwrap();
        history.count_best(&position, quiet);
        let all = ordered_moves(&position, Some(&history));
        assert_eq!(all[..2], captures[..]);
        assert_eq!(all[2], quiet);
        let plain = ordered_moves(&position, None);
        assert_ne!(plain[2], quiet);
        assert!(position.legal_moves().iter().all(|mv| all.contains(mv)));
        assert_eq!(all.len(), position.legal_moves().len());
    }

    #[test]
    fn a_new_queen_and_a_pawn_taken_in_passing_are_captures() {
        let position = fen::parse("4k3/P7/8/2pP4/8/8/8/4K3 w - c6 0 1").unwrap();
        assert_eq!(
            names(&position, &safe_captures(&position)),
            ["a7a8q", "d5c6"]
        );
    }
}
