//! **Bishop against knight**: knights or bishops are traded by the move or within four moves of
//! the line, and then each side has one of them left (before the move somebody had more). Either
//! the side has the bishop, with fewer than four own pawns on its colour, and the opponent the
//! knight, with pawns on both wings and at most two pairs of pawns that block each other; or the
//! side has the knight and the opponent a bishop with at least four of its own pawns on its
//! colour, two of which are blocked by pawns.
//!
//! Squares: where the trade happens.

use bstar_board::{BitBoard, Color, File, Move, Piece, Position, Square};

use crate::finders::board_facts::colour_of;
use crate::finders::trades::{Trade, trades};
use crate::ground::plain;
use crate::ground::plain::trades::PlainTrade;
use crate::{Concept, Finding, IdeaClass, Scene, exactly};

pub(crate) const BISHOP_AGAINST_KNIGHT: Concept = Concept {
    name: "bishop-against-knight",
    themes: &["bishop-against-knight", "trade"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

/// Moves of the line that are looked at.
const MOST_PLIES: usize = 4;
/// More pairs of pawns that block each other make a position closed.
const MOST_LOCKED: usize = 2;
/// Own pawns on its colour that make a bishop bad.
const BAD_PAWNS: u32 = 4;

fn find(scene: &Scene) -> Vec<Finding> {
    if minors(&scene.before, scene.side) <= 1 && minors(&scene.before, !scene.side) <= 1 {
        return Vec::new();
    }
    let is_good = |trade: &Trade| {
        let end = scene.after_line(trade.plies);
        trade.is_minor() && (suits_bishop(&end, scene.side) || suits_knight(&end, scene.side))
    };
    let found = trades(scene).into_iter().find(is_good);
    found
        .map(|trade| Finding::on([trade.square]).along(trade.plies))
        .into_iter()
        .collect()
}

fn minors(position: &Position, side: Color) -> u32 {
    position.men(side, Piece::Knight).len() + position.men(side, Piece::Bishop).len()
}

fn has_only(position: &Position, side: Color, kind: Piece) -> bool {
    minors(position, side) == 1 && position.men(side, kind).len() == 1
}

/// The pawns of a side that stand right before an enemy pawn.
fn locked(position: &Position, side: Color) -> BitBoard {
    let step = if side == Color::White { 1 } else { -1 };
    let is_locked = |pawn: &Square| {
        let next = pawn.try_offset(0, step);
        next.is_some_and(|square| position.men(!side, Piece::Pawn).has(square))
    };
    let pawns = position.men(side, Piece::Pawn).into_iter();
    pawns.filter(is_locked).collect()
}

fn suits_bishop(position: &Position, side: Color) -> bool {
    let wing = |files: [File; 3]| {
        let pawns = position.pieces(Piece::Pawn);
        files
            .iter()
            .any(|file| !(pawns & file.bitboard()).is_empty())
    };
    let bishops = position.men(side, Piece::Bishop).into_iter();
    let is_good = |at: Square| {
        let like = position.men(side, Piece::Pawn) & colour_of(at);
        like.len() < BAD_PAWNS
    };
    has_only(position, side, Piece::Bishop)
        && bishops.into_iter().all(is_good)
        && has_only(position, !side, Piece::Knight)
        && wing([File::A, File::B, File::C])
        && wing([File::F, File::G, File::H])
        && locked(position, side).len() as usize <= MOST_LOCKED
}

fn suits_knight(position: &Position, side: Color) -> bool {
    let Some(bishop) = position.men(!side, Piece::Bishop).next_square() else {
        return false;
    };
    let like = position.men(!side, Piece::Pawn) & colour_of(bishop);
    has_only(position, side, Piece::Knight)
        && has_only(position, !side, Piece::Bishop)
        && like.len() >= BAD_PAWNS
        && (like & locked(position, !side)).len() >= 2
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square] = exactly(squares, "a trade is on one square")?;
    let had_more = [Color::White, Color::Black]
        .iter()
        .any(|color| minor_squares(&scene.before, *color).len() > 1);
    match had_more && outcome(scene, *square).is_some() {
        true => Ok(()),
        false => Err("no trade there leaves a good bishop or knight"),
    }
}

/// What the side has left after a trade on a square, if that is the better piece.
fn outcome(scene: &Scene, square: Square) -> Option<Piece> {
    let moves: Vec<Move> = [scene.mv]
        .into_iter()
        .chain(scene.line.iter().take(MOST_PLIES).copied())
        .collect();
    let found = plain::trades::along(&scene.before, scene.side, &moves);
    let left = |trade: &PlainTrade| {
        let end = scene.after_line(trade.moves.saturating_sub(1));
        let is_it = trade.square == square && trade.is_of_minor_pieces();
        better_piece(&end, scene.side).filter(|_| is_it)
    };
    found.iter().find_map(left)
}

fn minor_squares(position: &Position, color: Color) -> Vec<Square> {
    [Piece::Knight, Piece::Bishop]
        .iter()
        .flat_map(|kind| plain::men::squares_of(position, color, *kind))
        .collect()
}

fn better_piece(position: &Position, side: Color) -> Option<Piece> {
    let (own, theirs) = (
        minor_squares(position, side),
        minor_squares(position, !side),
    );
    let ([own], [theirs]) = (&own[..], &theirs[..]) else {
        return None;
    };
    let pawns = |color: Color| plain::men::squares_of(position, color, Piece::Pawn);
    let is_stuck = |pawn: &Square, color: Color| {
        let next = plain::pawns::step(*pawn, 0, plain::pawns::forward(color));
        next.is_some_and(|at| plain::men::is_man(position, at, !color, Piece::Pawn))
    };
    let like = |color: Color, bishop: Square| -> Vec<Square> {
        let light = plain::standing::is_light(bishop);
        let is_like = |pawn: &Square| plain::standing::is_light(*pawn) == light;
        pawns(color).into_iter().filter(is_like).collect()
    };
    match (position.piece_on(*own), position.piece_on(*theirs)) {
        (Some(Piece::Bishop), Some(Piece::Knight)) => {
            let all: Vec<Square> = pawns(side).into_iter().chain(pawns(!side)).collect();
            let has_wing = |low: i32| {
                let is_there = |pawn: &Square| (low..low + 3).contains(&(pawn.file() as i32));
                all.iter().any(is_there)
            };
            let stuck = pawns(side)
                .iter()
                .filter(|pawn| is_stuck(pawn, side))
                .count();
            let is_open = has_wing(0) && has_wing(5) && stuck <= MOST_LOCKED;
            let is_good = like(side, *own).len() < BAD_PAWNS as usize;
            (is_open && is_good).then_some(Piece::Bishop)
        }
        (Some(Piece::Knight), Some(Piece::Bishop)) => {
            let like = like(!side, *theirs);
            let stuck = like.iter().filter(|pawn| is_stuck(pawn, !side)).count();
            (like.len() >= BAD_PAWNS as usize && stuck >= 2).then_some(Piece::Knight)
        }
        _ => None,
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    let square = squares.first().copied().unwrap_or(scene.mv.to);
    match outcome(scene, square) {
        Some(Piece::Knight) => {
            "The trade leaves a knight against a bishop that its own pawns shut in.".to_owned()
        }
        _ => "The trade leaves a bishop against a knight in an open position.".to_owned(),
    }
}

#[test]
fn cases() {
    let cases = "
        # The better piece stays.
        6k1/pp3ppp/2n5/8/3n4/4BN2/PP3PPP/6K1 w - - 0 1
        Nxd4 Nxd4 Kf1: The trade leaves a bishop against a knight in an open position.
        6k1/pp3ppp/5n2/3b4/8/3B1N2/PP3PPP/6K1 w - - 0 1
        Bc4 Bxf3 gxf3: The trade leaves a bishop against a knight in an open position.
        6k1/3b4/2n1p3/1p1pPp1p/1P1N1P1P/1N6/8/6K1 w - - 0 1
        Nxc6 Bxc6 Nd4: The trade leaves a knight against a bishop that its own pawns shut in.
        # No better piece.
        # Nothing is traded; the bishop that stays is bad; bishops stay on both sides.
        6k1/pp3ppp/5n2/3b4/8/3B1N2/PP3PPP/6K1 w - - 0 1
        Kf1: -
        Bc4 Bxf3 gxf3 not: d5, f3 d5, c4
        6k1/p2b1p1p/1p2p1p1/n2pP3/3P4/1B3N2/P4PPP/6K1 b - - 0 1
        Nxb3 axb3: -
        6k1/pp3ppp/5n2/3b4/4N3/3B4/PP3PPP/6K1 w - - 0 1
        Nxf6+ gxf6: -
    ";
    BISHOP_AGAINST_KNIGHT.holds(cases);
}
