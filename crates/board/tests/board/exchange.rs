//! Compares static exchange with a slow and obvious reference. The reference has a board of
//! squares, makes every capture, and lets each side stop.

use crate::common::Chance;
use bstar_board::{Color, EXCHANGE_VALUES, Move, Piece, Position, Square, fen};
use proptest::prelude::*;

type Board = [Option<(Piece, Color)>; Square::NUM];

fn board_of(position: &Position) -> Board {
    Square::ALL.map(|square| position.piece_on(square).zip(position.color_on(square)))
}

fn value(piece: Piece) -> i32 {
    EXCHANGE_VALUES[piece as usize]
}

/// Does the man on `from` attack `to`? It goes from square to square.
fn attacks(board: &Board, from: Square, to: Square) -> bool {
    let Some((piece, color)) = board[from as usize] else {
        return false;
    };
    let files = to.file() as i32 - from.file() as i32;
    let ranks = to.rank() as i32 - from.rank() as i32;
    let (far, near) = (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()));
    let straight = near == 0 && far > 0;
    let diagonal = near == far && far > 0;
    let forward = if color == Color::White { 1 } else { -1 };
    let free = |steps: i32| {
        (1..steps).all(|step| {
            let file = from.file() as i32 + files.signum() * step;
            let rank = from.rank() as i32 + ranks.signum() * step;
            board[(rank * 8 + file) as usize].is_none()
        })
    };
    match piece {
        Piece::Pawn => files.abs() == 1 && ranks == forward,
        Piece::Knight => (near, far) == (1, 2),
        Piece::Bishop => diagonal && free(far),
        Piece::Rook => straight && free(far),
        Piece::Queen => (straight || diagonal) && free(far),
        Piece::King => far == 1,
    }
}

fn attackers(board: &Board, color: Color, target: Square) -> Vec<(Piece, Square)> {
    let mut men: Vec<(Piece, Square)> = Square::ALL
        .into_iter()
        .filter(|from| *from != target && attacks(board, *from, target))
        .filter_map(|from| board[from as usize].map(|man| (man, from)))
        .filter(|((_, side), _)| *side == color)
        .map(|((piece, _), from)| (piece, from))
        .collect();
    men.sort_by_key(|(piece, square)| (*piece as usize, *square as usize));
    men
}

/// What a side gains by capturing on the target with its cheapest man, or by not capturing.
fn best_capture(board: &Board, side: Color, target: Square) -> i32 {
    let Some((piece, from)) = attackers(board, side, target).first().copied() else {
        return 0;
    };
    if piece == Piece::King && !attackers(board, !side, target).is_empty() {
        return 0;
    }
    let victim = board[target as usize].expect("the target is occupied").0;
    let mut after = *board;
    after[target as usize] = after[from as usize].take();
    (value(victim) - best_capture(&after, !side, target)).max(0)
}

fn reference(position: &Position, mv: Move) -> i32 {
    if position.is_castling(mv) {
        return 0;
    }
    let mut board = board_of(position);
    let mut gain = position.captured(mv).map_or(0, value);
    if position.is_en_passant(mv) {
        board[Square::new(mv.to.file(), mv.from.rank()) as usize] = None;
    }
    let (mut piece, color) = board[mv.from as usize].take().expect("a man moves");
    if let Some(promotion) = mv.promotion {
        gain += value(promotion) - value(Piece::Pawn);
        piece = promotion;
    }
    board[mv.to as usize] = Some((piece, color));
    gain - best_capture(&board, !color, mv.to)
}

fn check(position: &Position) {
    for mv in position.legal_moves() {
        let gain = reference(position, mv);
        let text = fen::write(position);
        assert!(
            position.exchange_gains(mv, gain),
            "{text} {mv}: at least {gain}"
        );
        assert!(
            !position.exchange_gains(mv, gain + 1),
            "{text} {mv}: at most {gain}"
        );
    }
}

#[test]
fn positions_with_much_to_capture() {
    let text = crate::common::data("wac.epd") + &crate::common::data("perft.epd");
    for epd in bstar_board::epd::read(&text).unwrap() {
        check(&epd.position);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn positions_of_play(seed: u64) {
        for position in Chance::new(seed).walk(120) {
            check(&position);
        }
    }
}
