//! **Shelters the king**: the king, which can castle no more, moves on its first two ranks to one
//! of the files a to c or f to h and finds more shelter: at least two own pawns, and more than
//! before, stand on its file and the files beside it, one or two ranks ahead and not beyond their
//! third. Or it leaves a file without a pawn of its own for one where a pawn stands one or two
//! ranks ahead of it. The opponent has a queen or two rooks.
//!
//! Squares: where the king stands, then the pawns that shelter it. In the second case the one pawn
//! in front of it.

use bstar_board::{BitBoard, CastlingSide, Color, File, Piece, Position, Square};

use crate::finders::board_facts::shelter;
use crate::finders::naming;
use crate::finders::pieces::moved;
use crate::ground::plain;
use crate::{Concept, Finding, IdeaClass, Scene};

pub(crate) const SHELTERS_KING: Concept = Concept {
    name: "shelters-king",
    themes: &["king-safety", "prophylaxis"],
    class: IdeaClass::Standing,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to) = (scene.side, scene.mv.from, scene.mv.to);
    let can_castle = [CastlingSide::Short, CastlingSide::Long]
        .into_iter()
        .any(|wing| scene.before.castling_rook(side, wing).is_some());
    let is_central = [File::D, File::E].contains(&to.file());
    let is_king = moved(scene) == Some(Piece::King)
        && Scene::rank(side, to) <= 2
        && !can_castle
        && !is_central;
    if !is_king || !has_heavy_pieces(&scene.after, !side) {
        return Vec::new();
    }
    let (was, is) = (
        shelter(&scene.before, side, from),
        shelter(&scene.after, side, to),
    );
    let pawns = scene.before.men(side, Piece::Pawn);
    let in_front: BitBoard = is & to.file().bitboard();
    let leaves_file = (pawns & from.file().bitboard()).is_empty();
    if is.len() >= 2 && is.len() > was.len() {
        return vec![Finding::on([to].into_iter().chain(is))];
    }
    match in_front.next_square() {
        Some(pawn) if leaves_file && in_front.len() == 1 => vec![Finding::on([to, pawn])],
        _ => Vec::new(),
    }
}

fn has_heavy_pieces(position: &Position, side: Color) -> bool {
    let rooks = position.men(side, Piece::Rook).len();
    !position.men(side, Piece::Queen).is_empty() || rooks >= 2
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let (Some((king, pawns)), side) = (squares.split_first(), scene.side) else {
        return Err("a king and its pawns are needed");
    };
    let is_king_move = *king == scene.mv.to
        && plain::men::is_man(&scene.after, *king, side, Piece::King)
        && !scene.before.is_castling(scene.mv);
    if !is_king_move || plain::men::rank_for(side, *king) > 2 {
        return Err("no king has just moved there");
    }
    let has_rook = |wing: CastlingSide| scene.before.castling_rook(side, wing).is_some();
    if has_rook(CastlingSide::Short) || has_rook(CastlingSide::Long) {
        return Err("the king could still castle");
    }
    if [3, 4].contains(&(king.file() as i32)) {
        return Err("the king stands in the middle");
    }
    let enemy = |kind: Piece| plain::men::squares_of(&scene.after, !side, kind).len();
    if enemy(Piece::Queen) == 0 && enemy(Piece::Rook) < 2 {
        return Err("the king has little to fear");
    }
    let shelter = plain::standing::shelter(&scene.after, side, *king);
    let before = plain::standing::shelter(&scene.before, side, scene.mv.from);
    if !plain::standing::are_different(pawns) || !pawns.iter().all(|pawn| shelter.contains(pawn)) {
        return Err("no such pawns shelter it");
    }
    if pawns.len() >= 2 && pawns.len() == shelter.len() && shelter.len() > before.len() {
        return Ok(());
    }
    let own_pawns = plain::men::squares_of(&scene.before, side, Piece::Pawn);
    let has_left = own_pawns
        .iter()
        .all(|pawn| pawn.file() != scene.mv.from.file());
    match pawns {
        [pawn] if pawn.file() == king.file() && has_left => Ok(()),
        _ => Err("it was sheltered as well before"),
    }
}

fn say(scene: &Scene, squares: &[Square]) -> String {
    match squares {
        [_, pawn] => format!(
            "The king leaves the {}-file, which no pawn of its own covers, \
             for the pawn on\u{a0}{pawn}.",
            scene.mv.from.file()
        ),
        [_, pawns @ ..] => format!(
            "The king goes behind the pawns on\u{a0}{}.",
            naming::squares(pawns)
        ),
        [] => String::new(),
    }
}

#[test]
fn cases() {
    let cases = "
        # The king finds pawns.
        r3r1k1/pp3ppp/2n1b3/q7/8/2N1B3/PPPQ1PPP/2KR3R w - - 0 1
        Kb1: The king goes behind the pawns on a2, b2 and c2.
        r4rk1/1pq2ppp/p3pn2/8/8/P1N1BP2/1PPQ3P/R5K1 w - - 0 1
        Kh1: The king leaves the g-file, which no pawn of its own covers, for the pawn on h2.
        # No more shelter.
        r4rk1/1pq2ppp/p3pn2/8/8/P1N1BP2/1PPQ3P/R5KR b - - 0 1
        Kh8: -
        r3r1k1/pp3ppp/2n1b3/q7/8/2N1B3/PPPQ1PPP/2KR3R w - - 0 1
        a3: -
        Kb1 not: b1, b1 a2, b1 a2 b2, b1 a2 b2 b2, b1 a2 b2 d4, a2 b1
        r3r1k1/pp3ppp/2n1b3/q7/8/2N1B3/PPPKQPPP/3R3R w - - 0 1
        Ke1: -
        6k1/pp3ppp/2n1b3/8/8/2N1B3/PPP2PPP/2KR4 w - - 0 1
        Kb1: -
    ";
    SHELTERS_KING.holds(cases);
}
