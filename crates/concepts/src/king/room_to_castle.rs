//! **Room to castle**: a piece leaves a square between the king and a rook with which its side may
//! still castle, and now none stands between them. Before, one did. The move captures nothing, and
//! what moved is not lost.
//!
//! Squares: where the piece stands, then the king, then the rook.

use bstar_board::{CastlingSide, Piece, Square, attacks};

use crate::finders::pieces::{is_mover_lost, moved};
use crate::ground::plain::{exchange, geometry, men};
use crate::{Concept, Finding, IdeaClass, Scene, ensure, exactly};

pub(crate) const ROOM_TO_CASTLE: Concept = Concept {
    name: "room-to-castle",
    themes: &["king-safety"],
    class: IdeaClass::Change,
    find,
    check,
    say,
};

fn find(scene: &Scene) -> Vec<Finding> {
    let (side, from, to, after) = (scene.side, scene.mv.from, scene.mv.to, &scene.after);
    let is_piece = moved(scene).is_some_and(|man| !matches!(man, Piece::Pawn | Piece::King));
    let is_quiet = scene.before.captured(scene.mv).is_none();
    if !is_piece || !is_quiet || Scene::rank(side, from) != 1 || is_mover_lost(scene) {
        return Vec::new();
    }
    let king = after.king(side);
    let is_free = |rook: &Square| {
        let between = attacks::between(king, *rook);
        between.has(from) && (between & after.occupied()).is_empty()
    };
    let rooks = [CastlingSide::Short, CastlingSide::Long]
        .into_iter()
        .filter_map(|wing| after.castling_rook(side, wing))
        .map(|file| Square::new(file, king.rank()));
    rooks
        .filter(is_free)
        .map(|rook| Finding::on([to, king, rook]))
        .collect()
}

fn check(scene: &Scene, squares: &[Square]) -> Result<(), &'static str> {
    let [square, king, rook] = exactly(squares, "a piece, a king and a rook")?;
    let (side, before, after) = (scene.side, &scene.before, &scene.after);
    let kind = men::moved(before, scene.mv, after);
    if *square != scene.mv.to || matches!(kind, None | Some(Piece::Pawn | Piece::King)) {
        return Err("no piece has just moved there");
    }
    ensure(before.captured(scene.mv).is_none(), "it captures")?;
    let is_king = men::is_man(after, *king, side, Piece::King);
    let may = [CastlingSide::Short, CastlingSide::Long]
        .iter()
        .any(|wing| after.castling_rook(side, *wing) == Some(rook.file()));
    if !is_king || !men::is_man(after, *rook, side, Piece::Rook) || !may {
        return Err("the side may not castle with that rook");
    }
    let way = geometry::between(*king, *rook).map_or_else(Vec::new, |(way, _)| way);
    if !way.contains(&scene.mv.from) || !men::is_clear(after, *king, *rook) {
        return Err("it makes no room between them");
    }
    ensure(!exchange::is_lost(after, *square), "it can be taken there")
}

fn say(_: &Scene, squares: &[Square]) -> String {
    let is_short = match squares {
        [_, king, rook] => rook.file() > king.file(),
        _ => true,
    };
    let wing = if is_short { "kingside" } else { "queenside" };
    format!("It makes room to castle on the {wing}.")
}

#[test]
fn cases() {
    let cases = "
        # The way is free.
        r1bqk2r/ppp2ppp/2np1n2/2b1p3/2P1P3/2NP1N2/PP3PPP/R1BQKB1R w KQkq - 0 6
        Be2: It makes room to castle on the kingside.
        # There is no room.
        # Another piece; the right is gone; a knight still stands between.
        Bg5: -
        Be2 not: e2, e2 e1, e2 e1 a1, e2 h1 e1, e1 e2 h1
        r1bqk2r/ppp2ppp/2np1n2/2b1p3/2P1P3/2NP1N2/PP3PPP/R1BQKB1R w Qkq - 0 6
        Be2: -
        r1bqk2r/ppp2ppp/2np1n2/2b1p3/2P1P3/2NP4/PP3PPP/R1BQKBNR w KQkq - 0 6
        Be2: -
    ";
    ROOM_TO_CASTLE.holds(cases);
}
